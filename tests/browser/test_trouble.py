"""A server that is away, slow, or answers out of order: a kind sentence, nothing lost, and the newest answer wins."""

import json
import re
import socket
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.pages import Workbench, link
from tests.servers import running_server

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
        while len(self.routes) < count:
            self.page.wait_for_timeout(10)

    def programs(self) -> list[str]:
        return [json.loads(route.request.post_data or "")["program"] for route in self.routes]


def port_of_its_own() -> int:
    """One that no other server asks for while ours is away."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_server_that_goes_away_and_comes_back_loses_nothing(open_workbench: Open, tmp_path: Path) -> None:
    port = port_of_its_own()
    with running_server(tmp_path / "first.txt", port) as url:
        workbench = open_workbench("/", base_url=url, may_fail="ERR_CONNECTION_REFUSED")
        workbench.write("a = 3.0\na*a")
        workbench.expect_card("a", grad="6")
    workbench.editor.press("ControlOrMeta+End")
    workbench.editor.press_sequentially(" + b")
    expect(workbench.problems).to_contain_text("The server does not answer. Your program is safe here")
    workbench.expect_program("a = 3.0 a*a + b")
    workbench.expect_card("a", grad="6")
    workbench.scrubber.press("Home")
    workbench.expect_position(0)
    workbench.scrubber.press("End")
    with running_server(tmp_path / "second.txt", port):
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
    expect(progress).to_contain_text("computing")
    workbench.expect_card("L", data="70")
    progress.get_by_role("button", name="Cancel").click()
    expect(progress).to_be_empty()
    workbench.expect_card("L", data="70")
    workbench.page.unroute(GRAPH)
    workbench.editor.press("ControlOrMeta+Enter")
    workbench.expect_card("a", grad="14")
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
    expect(workbench.problems).to_contain_text("The server is in trouble at the moment. Your program is safe here")
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
