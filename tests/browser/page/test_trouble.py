"""A server that is away, slow, or answers out of order: a kind sentence, nothing lost, and the newest answer wins."""

import json
import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.pages import Workbench, link

Open = Callable[..., Workbench]
GRAPH = re.compile(r"/api/v1/graph$")


class Held:
    """Requests for graphs that wait until a test lets them go."""

    def __init__(self, page: Page) -> None:
        self.routes: list[Route] = []
        self.page = page
        self.is_open = False
        page.route(GRAPH, self.hold)

    def hold(self, route: Route) -> None:
        self.routes.append(route)
        if self.is_open:
            route.continue_()

    def open(self) -> None:
        """Lets go of all that wait, and of all that come."""
        waiting, self.is_open = list(self.routes), True
        for route in waiting:
            route.continue_()

    def wait_for(self, count: int) -> None:
        """Until so many requests wait. Fails after a minute."""
        end = time.monotonic() + 60
        while len(self.routes) < count:
            assert time.monotonic() < end, f"{len(self.routes)} of {count} requests have come: {self.programs()}"
            self.page.wait_for_timeout(10)

    def programs(self) -> list[str]:
        return [json.loads(route.request.post_data or "")["program"] for route in self.routes]


def test_a_server_that_goes_away_and_comes_back_loses_nothing(open_workbench: Open) -> None:
    workbench = open_workbench(may_fail="ERR_CONNECTION_REFUSED")
    page = workbench.page
    workbench.write("a = 3.0\na*a")
    workbench.expect_card("a", grad="6")
    page.route("**/*", lambda route: route.abort("connectionrefused"))
    workbench.editor.press("ControlOrMeta+End")
    workbench.editor.press_sequentially(" + b")
    expect(workbench.problems).to_contain_text("The server does not answer. Your program is safe here")
    workbench.expect_program("a = 3.0 a*a + b")
    workbench.expect_card("a", grad="6")
    workbench.scrubber.press("Home")
    workbench.expect_position(0)
    workbench.scrubber.press("End")
    page.unroute_all()
    workbench.expect_card("b", grad="1")
    expect(workbench.problems).not_to_contain_text("does not answer")
    workbench.expect_card("a", grad="6")
    expect(workbench.stale_note()).to_be_hidden()


def test_a_slow_answer_is_announced_after_a_moment_and_can_be_given_up(workbench: Workbench) -> None:
    workbench.full_editor()
    held = Held(workbench.page)
    workbench.write("a = 7.0\na*a")
    held.wait_for(1)
    progress = workbench.page.get_by_role("region", name="Program").get_by_role("status")
    expect(progress).to_contain_text("Computing")
    workbench.expect_card("L", data="70")
    progress.get_by_role("button", name="Cancel").click()
    expect(progress).to_be_empty()
    workbench.expect_card("L", data="70")
    workbench.page.unroute(GRAPH)
    workbench.editor.press("ControlOrMeta+Enter")
    workbench.expect_card("a", grad="14")
    expect(progress).to_be_empty()


def test_messages_of_the_program_before_are_dimmed_while_a_new_one_is_computed(workbench: Workbench) -> None:
    workbench.write("a = 2.0\nb = tanhh(a)")
    messages = workbench.problems.locator(".problem-list")
    expect(messages).to_be_visible()
    expect(messages).not_to_have_attribute("inert", "")
    held = Held(workbench.page)
    workbench.write("x = 2\nx*x")
    expect(messages).to_have_attribute("inert", "")
    held.open()
    workbench.expect_card("x", grad="4")
    expect(messages).to_have_count(0)


STREAM = """() => {
  const fetched = window.fetch;
  window.left = false;
  window.fetch = (address, request) => {
    if (!String(address).endsWith("/api/v1/graph")) return fetched(address, request);
    const body = new ReadableStream({start: (controller) => { window.stream = controller; }});
    request.signal.addEventListener("abort", () => { window.left = true; });
    window.accepted = request.headers.accept;
    return Promise.resolve(new Response(body, {headers: {"content-type": "text/event-stream"}}));
  };
  window.sent = (type, data) => {
    window.stream.enqueue(new TextEncoder().encode(`event: ${type}\\ndata: ${JSON.stringify(data)}\\n\\n`));
  };
}"""
"""Answers requests for graphs with a stream, in which a test sends events."""


def test_a_long_loop_shows_how_far_it_has_come_and_is_ended_by_cancel(workbench: Workbench) -> None:
    workbench.full_editor()
    page = workbench.page
    workbench.expect_card("L", data="70")
    page.evaluate(STREAM)
    workbench.write("a = 7.0\na*a")
    page.wait_for_function("() => window.stream")
    assert "text/event-stream" in page.evaluate("() => window.accepted")
    progress = page.get_by_role("region", name="Program").get_by_role("status")
    seen, heard = progress.locator("[aria-hidden]"), progress.locator(".visually-hidden")

    def sent(done: int, seconds: float) -> None:
        loops = [{"name": "epoch", "done": done, "total": 10_000}]
        page.evaluate("progress => window.sent('progress', progress)", {"seconds": seconds, "loops": loops, "repetitions": done})

    sent(3_200, 1.2)
    expect(seen).to_have_text("Computing … epoch 3,200 of 10,000 (1 s)")
    expect(heard).to_have_text("Computing … epoch 3,200 of 10,000 (1 s)")
    progress.get_by_role("button", name="Cancel").focus()
    sent(5_000, 2.2)
    expect(seen).to_have_text("Computing … epoch 5,000 of 10,000 (2 s)")
    expect(heard).to_have_text("Computing … epoch 3,200 of 10,000 (1 s)")
    expect(progress.get_by_role("button", name="Cancel")).to_be_focused()
    sent(9_000, 11.4)
    expect(heard).to_have_text("Computing … epoch 9,000 of 10,000 (11 s)")
    page.keyboard.press("Enter")
    expect(progress).to_be_empty()
    page.wait_for_function("() => window.left")
    workbench.expect_card("L", data="70")
    expect(workbench.editor).to_contain_text("a = 7.0")


def test_an_answer_at_the_end_of_a_stream_is_shown_as_any_other(workbench: Workbench) -> None:
    workbench.full_editor()
    page = workbench.page
    page.evaluate(STREAM)
    workbench.write("a = 7.0\na*")
    page.wait_for_function("() => window.stream")
    progress = page.get_by_role("region", name="Program").get_by_role("status")
    for seconds, repetitions, words in ((1, 0, "Computing … 1 s"), (2, 4_000, "Computing … 4,000 iterations (2 s)")):
        page.evaluate(
            "progress => window.sent('progress', progress)", {"seconds": seconds, "loops": [], "repetitions": repetitions}
        )
        expect(progress.locator("[aria-hidden]")).to_have_text(words)
    problem = {"code": "syntax", "severity": "error", "message": "Something is missing.", "hint": None, "span": [8, 10]}
    answer = {"status": 422, "retry_after": None, "body": {"type": "about:blank", "title": "", "problems": [problem]}}
    page.evaluate("answer => window.sent('answer', answer)", answer)
    expect(page.get_by_text("Something is missing.")).to_be_visible()
    expect(progress).to_be_empty()


def test_a_quick_answer_is_not_announced(workbench: Workbench) -> None:
    workbench.full_editor()
    workbench.page.evaluate(
        """() => {
          window.announced = 0;
          const count = () => { window.announced += 1; };
          new MutationObserver(count).observe(document.querySelector("#evaluation"), {childList: true});
        }"""
    )
    held = Held(workbench.page)
    workbench.page.clock.install()
    workbench.page.clock.pause_at("2100-01-01")
    workbench.write("a = 7.0\na*a")
    workbench.page.clock.run_for(100)
    held.wait_for(1)
    workbench.page.clock.run_for(150)
    held.open()
    workbench.expect_card("a", grad="14")
    assert workbench.page.evaluate("() => window.announced") == 0


def test_answers_that_arrive_out_of_order_leave_the_newest(open_workbench: Open) -> None:
    workbench = open_workbench(link("x*y", inputs="x:1"))
    workbench.expect_card("x*y", data="1")
    held = Held(workbench.page)
    for typed in ("2", "3", "4"):
        workbench.value_of("x").fill(typed)
        workbench.value_of("x").press("Enter")
        held.wait_for(int(typed) - 1)
    held.routes[1].continue_()
    workbench.expect_card("x*y", data="3")
    held.routes[0].continue_()
    held.routes[2].continue_()
    workbench.expect_card("x*y", data="4")
    workbench.settle()
    workbench.painted()
    workbench.expect_card("x*y", data="4")
    expect(workbench.value_of("x")).to_have_value("4.0")


def test_a_value_that_is_being_typed_is_not_written_over_by_the_one_before(open_workbench: Open) -> None:
    workbench = open_workbench(link("x*y", inputs="x:1"))
    workbench.expect_card("x*y", data="1")
    value = workbench.value_of("x")
    value.focus()
    value.evaluate("(field) => { field.value = '2'; field.dispatchEvent(new Event('change')); field.value = '2.7'; }")
    workbench.expect_card("x*y", data="2")
    workbench.settle()
    expect(value).to_have_value("2.7")
    value.press("5")
    value.press("Enter")
    workbench.expect_card("x*y", data="2.75")
    value.fill("4")
    value.press("Enter")
    expect(value).to_have_value("4.0")  # what was meant is written as the program has it


def test_an_answer_to_an_older_program_is_never_drawn(workbench: Workbench) -> None:
    workbench.full_editor()
    held = Held(workbench.page)
    workbench.write("old = 3.0\nold*old")
    held.wait_for(1)
    workbench.write("new = 3.0\nnew*new")
    held.wait_for(2)
    assert held.programs() == ["old = 3.0\nold*old", "new = 3.0\nnew*new"]
    held.routes[1].continue_()
    workbench.expect_card("new", grad="6")
    expect(workbench.card("old")).to_have_count(0)


def test_a_server_in_trouble_is_tried_again(open_workbench: Open) -> None:
    workbench = open_workbench(may_fail="status of 503")
    workbench.full_editor()
    answers = iter([503, 503])

    def fail_twice(route: Route) -> None:
        status = next(answers, None)
        if status is None:
            route.continue_()
        else:
            route.fulfill(status=status, headers={"retry-after": "1"}, body="")

    workbench.page.route(GRAPH, fail_twice)
    workbench.write("a = 3.0\na*a")
    expect(workbench.problems).to_contain_text("The server is busy. Your program is safe here")
    workbench.expect_card("a", grad="6")
    expect(workbench.problems).to_be_empty()


def test_an_answer_that_is_no_answer_is_survived(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.full_editor()
    workbench.page.route(
        GRAPH, lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to the hotel</h1>")
    )
    workbench.write("a = 3.0\na*a")
    expect(workbench.problems).to_contain_text("Your program is safe here")
    workbench.expect_card("L", data="70")
    workbench.page.unroute(GRAPH)
    workbench.expect_card("a", grad="6")


def test_a_limit_without_a_mark_is_not_called_one(open_workbench: Open) -> None:
    workbench = open_workbench(may_fail="422")
    problem = {"code": "timeout", "severity": "error", "message": "It took too long.", "hint": "Make it smaller.", "span": None}
    answer = json.dumps({"type": "timeout", "title": "Timeout", "status": 422, "problems": [problem]})
    workbench.page.route(GRAPH, lambda route: route.fulfill(status=422, content_type="application/problem+json", body=answer))
    workbench.page.evaluate("(hash) => { location.hash = hash; }", link("p = 2.0\np**2 + 1").partition("#")[2])
    expect(workbench.problems).to_contain_text("It took too long.")
    expect(workbench.page.locator(".picture-empty")).to_have_text("No graph yet. The reason is under the program.")
    expect(workbench.scrubber).to_be_hidden()


def test_a_slider_asks_no_more_than_the_server_can_answer(open_workbench: Open) -> None:
    workbench = open_workbench(link("x*y", inputs="x:1"))
    workbench.expect_card("x*y", data="1")
    held = Held(workbench.page)
    box = workbench.slider_of("x").bounding_box()
    assert box is not None
    workbench.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    workbench.page.mouse.down()
    for move in range(40):
        workbench.page.mouse.move(box["x"] + box["width"] * move / 40, box["y"] + box["height"] / 2)
    workbench.page.mouse.up()
    workbench.painted()
    assert 1 <= len(held.routes) <= 4
    held.open()
    workbench.settle()
    shown = workbench.value_of("x").input_value()
    workbench.expect_card("x", data=shown.removesuffix(".0").replace("-", "−"))
