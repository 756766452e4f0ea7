"""The studio beyond a run to its end: why a model does not learn, a weight changed by hand, other data, classes only."""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.studio import STARTING, Studio


def test_a_model_that_cannot_learn_its_points_is_explained_and_one_press_makes_it_learn(open_page: Callable[..., Page]) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1366, "height": 768}))
    studio.setup.get_by_role("radio", name="Circles").click()
    studio.setup.get_by_role("radio", name="Logistic").click()
    studio.page.get_by_label("Pace").select_option("null")
    studio.press("Escape")
    studio.page.locator(".transport-button.play").click()
    advice = studio.banners.locator(".banner.is-advice")
    expect(advice).to_contain_text("without a hidden layer the boundary is a straight line", timeout=STARTING)
    frame = studio.picture.locator(".plane-frame").bounding_box()
    assert frame is not None
    assert min(frame["width"], frame["height"]) >= 420
    advice.get_by_role("button", name=re.compile("Show point")).click()
    expect(studio.page.locator("#example").get_by_role("button", name="Open its graph")).to_be_visible()
    advice.get_by_role("button", name="Hidden layers 8, 8").click()
    expect(studio.sentence).to_contain_text("100 % right", timeout=STARTING)
    expect(advice).to_have_count(0)


def weights(studio: Studio) -> list[str]:
    """The parameters of the moment that is shown, as the table has them."""
    studio.press("t")
    rows = studio.page.get_by_role("region", name="Parameters").locator("tbody tr")
    expect(rows.first).to_be_visible()
    texts = rows.all_inner_texts()
    studio.press("t")
    return texts


def test_a_change_is_undone_and_another_course_grows_beside_the_first(open_page: Callable[..., Page]) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1440, "height": 900}))
    badge = studio.page.locator("#transport .badge")
    for step in range(1, 4):
        studio.press(".")
        studio.shows_step(step)
    before = weights(studio)
    studio.field("Learning rate").fill("0.05")
    studio.press("Escape")
    flag = studio.page.locator(".run-flag")
    expect(flag).to_have_count(1, timeout=STARTING)
    for step in range(4, 7):
        studio.press(".")
        studio.shows_step(step)
    flag.click()
    card = studio.page.get_by_role("group", name="The change")
    expect(card).to_contain_text("From step 3 on: learning rate: 1 → 0.05")
    studio.press("Tab", "Escape")
    expect(card).to_be_hidden()
    expect(flag).to_be_focused()
    studio.press("Enter")
    card.get_by_role("button", name="Undo").press("Enter")
    expect(studio.field("Learning rate")).to_have_value("1")
    expect(badge).to_contain_text("Step 3", ignore_case=True, timeout=STARTING)
    expect(flag).to_have_count(0)
    expect(studio.page.get_by_role("slider", name="Training step shown")).to_be_focused()
    assert weights(studio) == before
    branches = studio.page.get_by_role("region", name="Branches")
    expect(branches.get_by_role("listitem")).to_have_count(1)
    studio.press(".")
    studio.shows_step(4)
    studio.press(",", ",")
    studio.shows_step(2)
    studio.field("Learning rate").fill("0.5")
    studio.press("Escape")
    expect(studio.sentence).to_have_text("Press play to start a second branch at step 2 with this change.")
    studio.page.locator(".transport-button.play").click()
    studio.finished()
    expect(flag).to_have_attribute("title", re.compile("From step 2 on: learning rate: 1 → 0.5"))
    expect(branches.get_by_role("listitem")).to_have_count(2)
    expect(studio.curves.locator(".chart-curves .is-branch, .chart .is-branch").first).to_be_attached()
    compare = branches.get_by_role("button", name="Compare").first
    compare.click()
    expect(compare).to_have_attribute("aria-pressed", "true")
    expect(studio.page.locator(".plane-plate.is-kept")).to_be_visible()
    branches.get_by_role("button", name="Delete branch 1").press("Enter")
    expect(branches.get_by_role("listitem")).to_have_count(1)
    expect(branches.get_by_role("button", name="Delete branch 2")).to_be_focused()
    expect(studio.page.locator(".plane-plate.is-kept")).to_be_hidden()


def test_a_single_neuron_draws_a_circle_once_it_is_given_squares(open_page: Callable[..., Page]) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1440, "height": 900}))
    studio.setup.get_by_role("radio", name="Circles").click()
    studio.setup.get_by_role("radio", name="Logistic").click()
    chips = studio.setup.get_by_role("group", name="Features")
    expect(chips.get_by_role("button", pressed=True)).to_have_text(["x", "y"])
    for title in ("x²", "y²"):
        chips.get_by_role("button", name=title, exact=True).click()
    expect(chips.get_by_role("button", pressed=True)).to_have_text(["x", "y", "x²", "y²"])
    names = studio.page.locator(".network-names text")
    expect(names).to_have_text(["x", "y", "x²", "y²", "output"], timeout=STARTING)
    studio.page.get_by_label("Pace").select_option("null")
    studio.page.locator(".transport-button.play").click()
    expect(studio.sentence).to_contain_text("100 % right", timeout=STARTING)
    studio.press("Escape")
    studio.page.locator(".transport-button.play").click()
    boundary = studio.picture.locator(".plane-boundary")
    sent = str(boundary.get_attribute("d"))
    assert sent.count("M") == 1, "one closed line around the inner circle"
    studio.page.locator(".network").get_by_role("button", name="output").click()
    card = studio.page.locator("#example")
    expect(card).to_contain_text(re.compile(r"sigmoid\(.*·x².*·y²"))
    studio.press("Escape")
    studio.page.locator(".example-offers button").first.click()
    studio.page.get_by_role("button", name="Open its graph").click()
    dialog = studio.page.locator("#loss-graph")
    # Attached, not visible: where all cards do not fit at a legible size, a finished graph shows gradients alone.
    expect(dialog.get_by_label(re.compile("^x_squared, ")).first).to_be_attached(timeout=STARTING)
    studio.press("Escape", "Escape")
    address = studio.page.url
    assert "#v=1&z=" in address
    studio.page.reload()
    expect(chips.get_by_role("button", pressed=True)).to_have_text(["x", "y", "x²", "y²"], timeout=STARTING)


def test_a_weight_is_typed_while_the_run_is_paused_and_trained_on_from(open_page: Callable[..., Page]) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1366, "height": 768}))
    frame = studio.picture.locator(".plane-frame")
    before = frame.bounding_box()
    studio.press(".")
    studio.shows_step(1)
    boundary = str(studio.picture.locator(".plane-boundary").get_attribute("d"))
    studio.page.locator(".network").get_by_role("button", name="Neuron 3 of layer 1", exact=True).click()
    weight = studio.page.get_by_role("group", name="Weights").get_by_label("x", exact=True)
    weight.fill("3.5")
    weight.press("Enter")
    flag = studio.page.locator(".run-flag")
    expect(flag).to_have_attribute("title", re.compile(r"From step 1 on: layer 1 · weights\[0, 2\]: .+ → 3\.5"), timeout=STARTING)
    expect(studio.page.locator(".neuron-equation")).to_contain_text("3.5·x")
    expect(studio.picture.locator(".plane-boundary")).not_to_have_attribute("d", boundary)
    assert frame.bounding_box() == before
    studio.press("Escape", "Escape", "Space")
    studio.finished()


def test_weights_are_typed_one_after_the_other_and_no_digit_becomes_a_shortcut(open_page: Callable[..., Page]) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1366, "height": 768}))
    studio.press(".")
    studio.shows_step(1)
    studio.page.locator(".network").get_by_role("button", name="Neuron 3 of layer 1", exact=True).click()
    weights = studio.page.get_by_role("group", name="Weights")
    first, second = (weights.get_by_label(name, exact=True) for name in ("x", "y"))
    first.fill("2")
    studio.press("Tab")
    expect(second).to_be_focused()
    studio.page.keyboard.type("1.25")
    studio.press("Enter")
    expect(studio.page.locator(".neuron-equation")).to_contain_text("1.25·y", timeout=STARTING)
    expect(second).to_be_focused()
    expect(first).to_have_value("2")
    studio.shows_step(1)
    second.blur()
    studio.press("x")
    expect(second).to_be_disabled()


def test_a_weight_that_is_frozen_stays_while_the_others_learn(open_page: Callable[..., Page]) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1366, "height": 768}))
    studio.press(".")
    studio.shows_step(1)
    neuron = studio.page.locator('.network-frame[data-column="1"][data-row="2"]')
    neuron.click()
    group = studio.page.get_by_role("group", name="Weights")
    value = group.get_by_label("x", exact=True)
    lock = group.get_by_role("button", name="Freeze x", exact=True)
    lock.click()
    expect(lock).to_have_attribute("aria-pressed", "true")
    flag = studio.page.locator(".run-flag")
    expect(flag).to_have_attribute("title", "From step 1 on: frozen: none → layer 1 · weights[0, 2]", timeout=STARTING)
    expect(studio.page.locator(".network-frozen rect")).to_have_count(1)
    expect(neuron).to_have_attribute("aria-label", "Neuron 3 of layer 1, 1 of 3 weights frozen")
    before = {name: group.get_by_label(name, exact=True).input_value() for name in ("x", "y")}
    studio.press("Escape", "Escape")
    for step in range(2, 7):
        studio.press(".")
        studio.shows_step(step)
    neuron.click()
    expect(value).to_have_value(before["x"])
    expect(group.get_by_label("y", exact=True)).not_to_have_value(before["y"])
    expect(lock).to_have_attribute("aria-pressed", "true")
    flag.click()
    studio.page.get_by_role("group", name="The change").get_by_role("button", name="Undo").click()
    expect(lock).to_have_attribute("aria-pressed", "false", timeout=STARTING)
    expect(studio.page.locator(".network-frozen rect")).to_have_count(0, timeout=STARTING)
    studio.page.get_by_role("button", name="Freeze the layer").click()
    expect(studio.page.locator(".network-frame.is-frozen")).to_have_count(16, timeout=STARTING)
    # A network with other layers begins with all weights free.
    studio.setup.get_by_role("radio", name="Logistic").click()
    expect(studio.page.locator(".network-names text")).to_have_text(["x", "y", "output"], timeout=STARTING)
    expect(studio.page.locator(".network-frozen rect")).to_have_count(0)
    expect(studio.setup.locator(".field-problem:visible")).to_have_count(0)


def test_other_points_of_the_same_kind_come_by_one_press_and_the_picture_shows_classes_only(
    open_page: Callable[..., Page],
) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1366, "height": 768}))
    expect(studio.points).to_have_count(100)
    first = str(studio.points.first.get_attribute("transform"))
    studio.setup.get_by_role("button", name="New data").click()
    expect(studio.field("Seed")).to_have_value("1338")
    expect(studio.points.first).not_to_have_attribute("transform", first, timeout=STARTING)
    areas = studio.picture.locator(".plane-area")
    expect(areas).to_have_count(10)
    boundary = str(studio.picture.locator(".plane-boundary").get_attribute("d"))
    only = studio.page.get_by_role("button", name="classes only")
    only.click()
    expect(areas).to_have_count(2)
    expect(studio.picture.locator(".plane-boundary")).to_have_attribute("d", boundary)
    studio.press("b")
    expect(areas).to_have_count(10)
    expect(only).to_have_attribute("aria-pressed", "false")


def test_the_network_is_large_on_a_desk_and_its_weights_are_read_at_their_lines(open_page: Callable[..., Page]) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1366, "height": 768}))
    frames = studio.page.locator(".network-frame")
    expect(frames).to_have_count(33)
    sides = [box["width"] for box in map(Locator.bounding_box, frames.all()) if box]
    assert min(sides) >= 40, "sixteen neurons in a layer"
    assert max(sides) >= 90, "the output"
    numbers = studio.page.locator(".network-numbers text")
    expect(numbers).to_have_count(0)
    frames.nth(16).hover()
    expect(numbers).to_have_count(16)
    studio.page.mouse.move(2, 2)
    expect(numbers).to_have_count(0)
    frames.nth(0).focus()
    expect(numbers).to_have_count(2)
    weights = numbers.all_text_contents()
    studio.press("Enter")
    equation = studio.page.locator(".neuron-equation")
    for weight in weights:
        expect(equation).to_contain_text(weight.replace("−", ""))
    # Between two neurons the line under the pointer has its number.
    studio.press("Escape")
    frames.nth(0).blur()
    names = studio.page.locator(".network-neuron.is-feature").first.bounding_box()
    first = frames.nth(0).bounding_box()
    assert names is not None
    assert first is not None
    across = (names["x"] + names["width"] + first["x"]) / 2
    for up in range(round(first["y"]), round(names["y"]), 6):
        studio.page.mouse.move(across, up)
        if numbers.count() == 1:
            break
    expect(numbers).to_have_count(1)
    expect(studio.page.locator(".network-caption")).to_contain_text("→ Neuron")


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1440, 900), (1280, 720)])
def test_a_neuron_of_many_weights_has_all_of_them_beside_the_network(
    open_page: Callable[..., Page], width: int, height: int
) -> None:
    studio = Studio(open_page("/training", viewport={"width": width, "height": height}))
    studio.page.locator('.network-frame[data-column="2"][data-row="0"]').click()
    card = studio.page.locator("#example")
    fields = card.get_by_role("spinbutton")
    expect(fields.locator("visible=true")).to_have_count(17)
    assert card.evaluate("card => card.scrollHeight - card.clientHeight") <= 0
    cut = "all => all.filter((each) => each.offsetParent && each.scrollWidth > each.clientWidth).map((each) => each.value)"
    assert fields.evaluate_all(cut) == []


def test_space_trains_and_pauses_whatever_the_pointer_pressed_before(open_page: Callable[..., Page]) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1366, "height": 768}))
    studio.field("Train without end").check()
    studio.page.get_by_label("Pace").select_option("5")
    studio.press("Escape")
    play = studio.page.locator(".transport-button.play")
    only = studio.page.get_by_role("button", name="classes only")
    only.click()
    studio.press("Space")
    expect(play).to_have_attribute("data-icon", "pause", timeout=STARTING)
    expect(only).to_have_attribute("aria-pressed", "true")
    studio.page.locator(".network-frame").nth(3).click()
    studio.press("Space")
    expect(play).to_have_attribute("data-icon", "play")
    studio.setup.get_by_role("radio", name="Circles").click()
    expect(studio.sentence).to_contain_text("Before the first", timeout=STARTING)
    studio.press("Space")
    expect(play).to_have_attribute("data-icon", "pause", timeout=STARTING)
    # A button that the keyboard led to is pressed by Space, as everywhere.
    only.focus()
    studio.press("Tab", "Shift+Tab", "Space")
    expect(only).to_have_attribute("aria-pressed", "false")
    expect(play).to_have_attribute("data-icon", "pause")


def test_network_and_plot_are_downloaded_as_one_picture(open_page: Callable[..., Page]) -> None:
    studio = Studio(open_page("/training", viewport={"width": 1366, "height": 768}))
    with studio.page.expect_download() as saved:
        studio.command("Download SVG")
    picture = ET.fromstring(Path(saved.value.path()).read_text(encoding="utf-8"))
    name = "{http://www.w3.org/2000/svg}"
    assert "Before the first of 100 steps" in str(picture.findtext(f"{name}text"))
    network, plot = picture.findall(f"{name}svg")
    assert float(network.get("x", 0)) + float(network.get("width", 0)) <= float(plot.get("x", 0))
    lines = list(network.iter(f"{name}path"))
    assert len(lines) == 304
    assert any("5px" in str(line.get("stroke-dasharray")) for line in lines), "the look of the page is in it"
    assert len([path for path in plot.iter(f"{name}path") if path.get("transform")]) == 100
    maps = picture.find(f"{name}image")
    assert maps is not None
    assert str(maps.get("href")).startswith("data:image/png;base64,")
    with studio.page.expect_download() as saved:
        studio.command("Download PNG")
    size = Path(saved.value.path()).read_bytes()[16:24]
    drawn = [2 * float(str(picture.get(side))) for side in ("width", "height")]
    assert struct.unpack(">II", size) == pytest.approx(drawn, abs=1)
