"""Playing, stepping and scrubbing: every frame is one step of the server's `steps`, at the pace that was asked for."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from backpass.app.api.gallery.examples import EXAMPLES
from tests.browser.gallery_sweep import FRAMES_FROM, SHARE, wrong_frames
from tests.browser.pages import NOT_COMPUTED, Workbench, link

FORWARD, LENGTH = 4, 13
"""Steps of the start page's example: four operations, the seed and eight contributions."""

SLOPES = (4.2, 4.4, 4.6, 4.8)
"""Between forward and backward each operation's slopes have a frame."""

Open = Callable[..., Workbench]


@pytest.fixture
def stopped(open_page: Callable[..., Any]) -> Workbench:
    """The start page with a clock that stands still until a test lets it run."""
    page = open_page("about:blank", reduced_motion="no-preference")
    page.clock.install()
    page.goto("/")
    workbench = Workbench(page)
    workbench.expect_position(LENGTH)
    page.clock.pause_at("2100-01-01")
    return workbench


def test_play_from_the_end_starts_again_and_takes_one_step_at_a_time(stopped: Workbench) -> None:
    stopped.button("Play").click()
    stopped.expect_position(0)
    stopped.page.clock.run_for(250)
    stopped.expect_position(1)
    before: float = 1
    for position in [2, 3, 4, *SLOPES, *range(5, LENGTH)]:
        stopped.page.clock.run_for(799)
        stopped.expect_position(before)
        stopped.page.clock.run_for(1)
        stopped.expect_position(position)
        before = position
    expect(stopped.button("Pause")).to_be_visible()
    stopped.page.clock.run_for(800)
    stopped.expect_position(LENGTH)
    expect(stopped.button("Play")).to_be_visible()
    stopped.page.clock.run_for(5_000)
    stopped.expect_position(LENGTH)


def test_pause_holds_and_play_goes_on_from_there(stopped: Workbench) -> None:
    stopped.page.keyboard.press("Space")
    stopped.page.clock.run_for(250 + 800)
    stopped.expect_position(2)
    stopped.page.keyboard.press("k")
    stopped.page.clock.run_for(10_000)
    stopped.expect_position(2)
    stopped.button("Play").click()
    stopped.page.clock.run_for(250)
    stopped.expect_position(3)


def test_nothing_plays_behind_a_dialog_or_an_open_menu(stopped: Workbench) -> None:
    stopped.page.keyboard.press("Home")
    stopped.button("Play").click()
    stopped.page.clock.run_for(300)
    stopped.expect_position(1)
    reached = 1.0
    in_front = stopped.page.locator("dialog[open], #share:not([hidden]), #examples:not([hidden])")
    for action in ("help", "share", "commands", "examples"):
        if action == "help":
            stopped.page.keyboard.press("?")
        elif action == "commands":
            stopped.page.keyboard.press("Control+k")
        elif action == "examples":
            stopped.page.get_by_role("button", name="Examples").click()
        else:
            stopped.page.locator(f"[data-action={action}]").filter(visible=True).first.click()
        expect(in_front).to_have_count(1)
        stopped.page.clock.run_for(5_000)
        stopped.expect_position(reached)
        stopped.page.keyboard.press("Escape")
        expect(in_front).to_have_count(0)
        # The first step after it comes as soon as that after a press of Play.
        stopped.page.clock.run_for(300)
        reached = stopped.position()
        assert reached > 1
    assert reached > 4


def test_speed_changes_the_pace_even_while_it_plays(stopped: Workbench) -> None:
    stopped.choice("Speed").select_option("4×")
    stopped.button("Play").click()
    stopped.page.clock.run_for(200 + 200 + 200)
    stopped.expect_position(3)
    stopped.page.keyboard.press("[")
    expect(stopped.choice("Speed")).to_have_value("2")
    stopped.page.clock.run_for(399)
    stopped.expect_position(3)
    stopped.page.clock.run_for(1)
    stopped.expect_position(4)
    stopped.page.keyboard.press("]")
    stopped.page.keyboard.press("]")
    expect(stopped.choice("Speed")).to_have_value("4")


def test_stepping_while_it_plays_takes_over_from_the_clock(stopped: Workbench) -> None:
    stopped.button("Play").click()
    stopped.button("Next step").click()
    stopped.page.clock.run_for(5_000)
    stopped.expect_position(1)
    expect(stopped.button("Play")).to_be_visible()


def test_a_long_play_ends_within_half_a_minute(stopped: Workbench) -> None:
    stopped.page.emulate_media(reduced_motion="reduce")
    stopped.page.clock.resume()
    stopped.write("a = 1.01\n" + "a = a*a + a - a\n" * 20)
    expect(stopped.scrubber).to_have_attribute("aria-valuemax", "181")
    stopped.page.clock.pause_at("2100-01-02")
    stopped.button("Play").click()
    stopped.page.clock.run_for(15_000)
    assert 50 < stopped.position() < 150
    stopped.page.clock.run_for(15_500)
    stopped.expect_position(181)


def test_two_tokens_travel_one_after_the_other_before_the_number_they_make_lands(stopped: Workbench) -> None:
    stopped.page.keyboard.press("Home")
    stopped.page.clock.run_for(20)
    stopped.button("Next step").click()
    for _ in range(2):
        stopped.page.clock.run_for(450)
        expect(stopped.tokens()).to_have_count(1)
        stopped.expect_card("b*a", data=NOT_COMPUTED)
    stopped.page.clock.run_for(150)
    expect(stopped.tokens()).to_have_count(0)
    stopped.expect_card("b*a", data="6")


def test_steps_go_forward_and_back_by_button_and_by_key(open_workbench: Open) -> None:
    workbench = open_workbench()
    keyboard = workbench.page.keyboard
    walk = [
        (lambda: keyboard.press("ArrowLeft"), 12, "BACKWARD 8/9"),
        (lambda: keyboard.press("ArrowRight"), 13, "BACKWARD 9/9"),
        (lambda: keyboard.press("Home"), 0, "FORWARD 0/4"),
        (lambda: workbench.button("Next step").click(), 1, "FORWARD 1/4"),
        (lambda: keyboard.press("."), 2, "FORWARD 2/4"),
        (lambda: keyboard.press("PageDown"), 3, "FORWARD 3/4"),
        (lambda: workbench.button("Previous step").click(), 2, "FORWARD 2/4"),
        (lambda: keyboard.press(","), 1, "FORWARD 1/4"),
        (lambda: keyboard.press("PageUp"), 0, "FORWARD 0/4"),
        (lambda: keyboard.press("PageUp"), 0, "FORWARD 0/4"),
        (lambda: keyboard.press("Shift+Period"), 4, "FORWARD 4/4"),
        (lambda: keyboard.press("Shift+Period"), SLOPES[-1], "DERIVATIVES 4/4"),
        (lambda: keyboard.press("Shift+Period"), 13, "BACKWARD 9/9"),
        (lambda: keyboard.press("Shift+Comma"), SLOPES[-1], "DERIVATIVES 4/4"),
        (lambda: keyboard.press("Shift+Comma"), 4, "FORWARD 4/4"),
        (lambda: keyboard.press("End"), 13, "BACKWARD 9/9"),
        (lambda: keyboard.press("."), 13, "BACKWARD 9/9"),
    ]
    for act, position, badge in walk:
        act()
        workbench.expect_position(position)
        expect(workbench.badge).to_have_text(badge)


def test_the_sentence_tells_what_the_frame_does(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&at=4")
    expect(workbench.sentence).to_have_text("L = (b⋅a + c)⋅(a + d) is 10 × 7 = 70.")
    workbench.page.keyboard.press(".")
    expect(workbench.sentence).to_have_text("Local derivatives of b⋅a: ∂(b⋅a)/∂b = a = 2, ∂(b⋅a)/∂a = b = 3.")
    for _ in SLOPES:
        workbench.page.keyboard.press(".")
    expect(workbench.sentence).to_have_text(
        "The backward pass starts at L with 1, the derivative of the output with respect to itself."
    )
    workbench.page.keyboard.press(".")
    expect(workbench.sentence).to_contain_text("gets 1 × ")


def test_the_scrubber_follows_its_keys(workbench: Workbench) -> None:
    workbench.scrubber.focus()
    for key, position in [("Home", 0), ("ArrowRight", 1), ("ArrowUp", 2), ("ArrowLeft", 1), ("ArrowDown", 0), ("End", LENGTH)]:
        workbench.scrubber.press(key)
        workbench.expect_position(position)
    written = (workbench.sentence.get_attribute("data-text") or "").replace("`", "")
    assert written.startswith("a gets 7 × 3 = 21 from b*a;")
    expect(workbench.scrubber).to_have_attribute("aria-valuetext", f"BACKWARD 9/9. {written}")


def test_the_scrubber_follows_the_mouse_and_nothing_travels(workbench: Workbench) -> None:
    box = workbench.scrubber.bounding_box()
    assert box is not None
    mouse, middle = workbench.page.mouse, box["y"] + 10
    # Each slope has as much of the line as a step.
    places = [*range(5), *SLOPES, *range(5, LENGTH + 1)]
    mouse.move(box["x"] + box["width"] * places.index(5) / (len(places) - 1), middle)
    mouse.down()
    workbench.expect_position(5)
    for position in (0, 3, 4, SLOPES[1], 9, LENGTH, 12):
        mouse.move(box["x"] + box["width"] * places.index(position) / (len(places) - 1), middle)
        workbench.expect_position(position)
        assert workbench.tokens().count() == 0
    mouse.move(box["x"] - 300, middle - 200)
    workbench.expect_position(0)
    mouse.up()
    mouse.move(box["x"] + box["width"], middle)
    workbench.expect_position(0)


def frames(workbench: Workbench) -> list[int]:
    """The positions that stepping from the start comes to."""
    workbench.page.keyboard.press("Home")
    found = [workbench.position()]
    while found[-1] < workbench.length():
        workbench.page.keyboard.press(".")
        found.append(workbench.position())
    # Slopes are shown between two steps.
    return [int(position) for position in found if position == int(position)]


def test_a_step_is_as_large_as_chosen(open_workbench: Open) -> None:
    workbench = open_workbench()
    graph = workbench.answer(EXAMPLES[0].program)
    senders = [graph["edges"][step["edge"]]["target"] for step in graph["steps"] if "edge" in step]
    by_node = [
        0,
        1,
        2,
        3,
        4,
        5,
        *(6 + index for index in range(len(senders)) if senders[index : index + 1] != senders[index + 1 : index + 2]),
    ]
    for size, expected in {"contribution": list(range(14)), "node": by_node, "phase": [0, 4, 13]}.items():
        workbench.choice("Step").select_option(size)
        workbench.badge.click()
        assert frames(workbench) == expected, size
    workbench.choice("Step").select_option("level")
    workbench.badge.click()
    assert set(by_node) > set(frames(workbench)) > {0, 4, 13}


def test_every_frame_of_examples_shows_what_the_steps_of_the_api_say(open_workbench: Open) -> None:
    workbench = open_workbench(FRAMES_FROM)
    for example in SHARE:
        assert wrong_frames(workbench, example) == []


def test_editing_a_number_keeps_the_frame(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\nb = 3.0\n\na*b + a", at=3))
    workbench.expect_position(3)
    workbench.write("a = 5.0\nb = 3.0\n\na*b + a")
    workbench.expect_card("a", data="5")
    workbench.expect_position(3)
    workbench.value_of("b").fill("7")
    workbench.value_of("b").press("Enter")
    workbench.expect_card("b", data="7")
    workbench.expect_position(3)


def test_at_the_end_an_edit_shows_the_new_end(workbench: Workbench) -> None:
    workbench.write("a = 5.0\na*a*a")
    workbench.expect_card("a", grad="75")
    assert workbench.position() == workbench.length()


def test_clicking_everything_twice_quickly_does_nothing_strange(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.button("Play").dblclick()
    expect(workbench.button("Play")).to_be_visible()
    workbench.expect_position(0)
    workbench.button("Next step").dblclick()
    workbench.expect_position(2)
    workbench.button("Previous step").dblclick()
    workbench.expect_position(0)
    for button in workbench.page.get_by_role("navigation", name="View").get_by_role("button").all():
        left_out = ("join", "help", "projector", "theme", "copy-link", "copy-request", "new", "palette")
        if (button.get_attribute("data-action") or button.get_attribute("value")) not in left_out and button.is_enabled():
            button.dblclick()
    workbench.expect_position(0)
    expect(workbench.graph).to_be_visible()
    workbench.tool("Keys and help").dblclick()
    workbench.page.keyboard.press("Escape")
    expect(workbench.help).to_be_hidden()


def test_on_request_every_step_that_is_taken_can_be_heard(workbench: Workbench) -> None:
    workbench.page.evaluate(
        """() => {
          window.heard = [];
          const create = AudioContext.prototype.createOscillator;
          AudioContext.prototype.createOscillator = function () {
            const made = create.call(this);
            setTimeout(() => window.heard.push(Math.round(made.frequency.value)));
            return made;
          };
        }"""
    )
    workbench.page.keyboard.press("Home")
    workbench.page.keyboard.press(".")
    workbench.page.keyboard.press("u")
    expect(workbench.notice).to_contain_text("Each step plays a tone")
    workbench.page.keyboard.press(".")
    workbench.page.wait_for_function("() => window.heard.length === 1")
    workbench.page.keyboard.press("End")
    workbench.painted()
    assert len(workbench.page.evaluate("() => window.heard")) == 1


LABELS_OF_THE_LINE = """() => {
  const line = document.querySelector(".scrubber").getBoundingClientRect();
  const [labels, parts] = [".segment-label:not([hidden])", ".segment"].map((kind) => [...document.querySelectorAll(kind)]);
  const boxes = labels.map((label) => {
    const words = document.createRange();
    words.selectNodeContents(label);
    return words.getBoundingClientRect();
  });
  return {
    gaps: boxes.map(({left}, place) => left - (place === 0 ? line.left : boxes[place - 1].right)),
    room: line.right - boxes.at(-1).right,
    starts: boxes.map(({left}, place) => left - parts[place].getBoundingClientRect().left),
  };
}"""


@pytest.mark.parametrize("locale", ["en-US", "fr-FR"])
def test_the_names_of_the_passes_are_whole_beside_one_another_and_begin_with_them(open_workbench: Open, locale: str) -> None:
    workbench = open_workbench(viewport={"width": 1280, "height": 720}, locale=locale)
    workbench.settle()
    found = workbench.page.evaluate(LABELS_OF_THE_LINE)
    assert len(found["gaps"]) == 3
    assert found["gaps"][0] >= -1, found
    assert min(found["gaps"][1:]) >= 4, found
    assert found["room"] >= 0
    assert max(map(abs, found["starts"])) <= 24, found
