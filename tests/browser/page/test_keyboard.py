"""The page without a mouse: Tab reaches every part, keys do what the help says, and are silent while somebody types."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench, link, visit

Open = Callable[..., Workbench]

FOCUSED = """() => {
  const PARTS = ".header, .program, .inputs-panel, .picture, .timeline, .inspector, .splitter";
  const element = document.activeElement;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return {
    part: element.closest(PARTS)?.className.split(" ")[0] ?? "",
    name: element.getAttribute("aria-label") ?? element.textContent.trim(),
    seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
  };
}"""


def tab_order(page: Page, presses: int) -> list[dict[str, str]]:
    found = []
    for _ in range(presses):
        page.keyboard.press("Tab")
        found.append(page.evaluate(FOCUSED))
    return found


def test_tab_reaches_every_part_in_reading_order_and_never_gets_caught(workbench: Workbench) -> None:
    workbench.full_editor()
    workbench.page.get_by_role("button", name="Skip to the graph").focus()
    stops = tab_order(workbench.page, 60)
    parts = [stop["part"] for stop in stops]
    order = sorted(set(parts) - {"splitter", ""}, key=parts.index)
    assert order == ["header", "timeline", "picture", "program", "inputs-panel", "inspector"]
    assert [stop for stop in stops if not stop["seen"] and stop["part"]] == []
    assert sum(part == "picture" for part in parts[: parts.index("inspector")]) == 6, (
        "a card, the search, the list, three buttons"
    )


def test_play_is_within_ten_stops_of_tab(workbench: Workbench) -> None:
    workbench.page.get_by_role("button", name="Skip to the graph").focus()
    names = ["Skip to the graph", *(stop["name"] for stop in tab_order(workbench.page, 9))]
    assert "Play" in names, " | ".join(names)


def test_arrows_move_within_the_buttons_of_the_header_and_of_the_player(workbench: Workbench) -> None:
    workbench.button("Play").focus()
    workbench.page.keyboard.press("ArrowLeft")
    expect(workbench.button("Previous step")).to_be_focused()
    workbench.tool("Share").focus()
    workbench.page.keyboard.press("ArrowLeft")
    expect(workbench.tool("Present")).to_be_focused()


def test_what_a_key_has_switched_is_heard(workbench: Workbench) -> None:
    heard = workbench.page.locator("body > [aria-live=polite].visually-hidden")
    workbench.card("a").focus()
    for key, sentence in {
        "h": "Health, on",
        "t": "The graph runs from left to right.",
        "f": "The whole graph is in view.",
    }.items():
        workbench.page.keyboard.press(key)
        expect(heard).to_have_text(sentence)


def test_undo_redo_and_new_are_shown_and_heard_by_key_and_by_button(workbench: Workbench) -> None:
    heard = workbench.notice
    workbench.write("a = 2\nb = a*3")
    workbench.expect_card("b", data="6")
    whole = "the whole program"
    for key, sentence in (("z", f"Undone: {whole}"), ("z", "There is nothing to undo."), ("y", f"Redone: {whole}")):
        workbench.editor.press(f"ControlOrMeta+{key}")
        expect(heard).to_have_text(sentence)
    workbench.tool("New: begin an empty program").click()
    expect(heard).to_have_text("The program is empty. Undo brings the old one back.")


def test_keys_lead_to_the_check_and_to_practice(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.page.keyboard.press("i")
    expect(workbench.explanation).to_be_hidden()
    workbench.page.keyboard.press("g")
    expect(workbench.explanation.get_by_role("tab", name="Check")).to_have_attribute("aria-selected", "true")
    workbench.page.keyboard.press("q")
    expect(workbench.explanation.get_by_role("tab", name="Practice")).to_be_focused()
    begin = workbench.explanation.get_by_role("button", name="Begin")
    expect(begin).to_be_visible()
    for _ in range(3):
        if begin.evaluate("(button) => button !== document.activeElement"):
            workbench.page.keyboard.press("Tab")
    expect(begin).to_be_focused()


def test_the_first_tab_offers_to_skip_to_the_graph(page: Page) -> None:
    page.keyboard.press("Tab")
    skip = page.get_by_role("button", name="Skip to the graph")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(Workbench(page).card("a")).to_be_focused()


def test_a_skip_behind_the_player_leads_to_the_explanation_and_opens_it(open_workbench: Open, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank")
    for width in (1280, 1000, 400):
        with subtests.test(width=width):
            visit(workbench.page, "/", (width, 800))
            page = workbench.page
            skip, explanation = page.get_by_role("button", name="Skip to the explanation"), page.locator("#inspector")
            for _ in range(2):
                skip.focus()
                expect(skip).to_be_in_viewport()
                page.keyboard.press("Enter")
                expect(explanation).to_be_focused()
                page.keyboard.press("i")
            if width > 720:
                page.keyboard.press("i")
                page.get_by_role("tab", name="Paths").click()
                skip.press("Enter")
                expect(page.get_by_role("tab", name="Paths")).to_be_focused()


def test_the_skip_to_the_explanation_is_between_the_picture_and_the_program(workbench: Workbench) -> None:
    workbench.graph.locator(".graph-view > summary").focus()
    assert tab_order(workbench.page, 1)[0]["name"] == "Skip to the explanation"
    assert tab_order(workbench.page, 1)[0]["part"] == "program"


def test_the_whole_way_from_a_program_to_an_explanation_without_a_mouse(open_workbench: Open) -> None:
    workbench = open_workbench()
    keyboard = workbench.page.keyboard
    keyboard.press("e")
    expect(workbench.editor).to_be_focused()
    expect(workbench.editor).to_have_attribute("contenteditable", "true")
    keyboard.press("ControlOrMeta+a")
    keyboard.type("x = 3\ny = x*x\ny + x")
    workbench.expect_card("y + x", data="12")
    workbench.leave_editor()
    expect(workbench.page.get_by_role("group", name="Computational graph", exact=True)).to_be_focused()
    keyboard.press("Home")
    workbench.expect_position(0)
    for _ in range(2):
        keyboard.press(".")
    workbench.expect_position(2)
    keyboard.press("End")
    workbench.value_of("x").focus()
    keyboard.press("ControlOrMeta+a")
    keyboard.type("5")
    keyboard.press("Enter")
    workbench.expect_card("x", grad="11")
    keyboard.press("Escape")
    workbench.card("x").focus()
    keyboard.press("ArrowDown")
    expect(workbench.card("y")).to_be_focused()
    keyboard.press("Enter")
    expect(workbench.explanation.get_by_role("heading", level=2)).to_contain_text("y")
    expect(workbench.explanation).to_contain_text("Why multiply")
    expect(workbench.page.locator("#inspector")).to_be_focused()
    keyboard.press("Escape")
    expect(workbench.card("y")).to_be_focused()
    keyboard.press("Escape")
    expect(workbench.card("y")).not_to_contain_class("selected")


def test_an_arrow_steps_after_a_click_on_a_button_of_the_player_and_moves_along_it_after_tab(workbench: Workbench) -> None:
    keyboard = workbench.page.keyboard
    back = workbench.page.get_by_role("button", name="Previous step")
    back.click()
    workbench.expect_position(12)
    keyboard.press("ArrowLeft")
    keyboard.press("ArrowLeft")
    workbench.expect_position(10)
    keyboard.press("Tab")
    keyboard.press("Shift+Tab")
    expect(back).to_be_focused()
    keyboard.press("ArrowRight")
    expect(workbench.button("Play")).to_be_focused()
    workbench.expect_position(10)


@pytest.mark.parametrize(
    ("direction", "keys"),
    [
        ("right", ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp")),
        ("down", ("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft")),
    ],
)
def test_arrows_follow_the_wires_in_the_direction_they_are_drawn(
    direction: str, keys: tuple[str, ...], open_workbench: Open
) -> None:
    onward, back, after, before = keys
    workbench = open_workbench(link("a = 2.0\nb = 3.0\nc = a*b\nd = c + a\nd*b", direction=direction))
    workbench.card("a").focus()
    for key, name in [(onward, "c"), (onward, "d"), (onward, "d*b"), (onward, "d*b"), (back, "d"), (back, "c"), (back, "a")]:
        workbench.page.keyboard.press(key)
        expect(workbench.card(name)).to_be_focused()
    workbench.page.keyboard.press(after)
    expect(workbench.card("b")).to_be_focused()
    workbench.page.keyboard.press(before)
    expect(workbench.card("a")).to_be_focused()
    assert len([card for card in workbench.graph.locator(".card").all() if card.get_attribute("tabindex") == "0"]) == 1


def test_a_wire_that_has_the_focus_is_called_what_it_is_in_another_program(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\nb = 3.0\nc = a*b\nc + 1"))
    workbench.card("a").focus()
    workbench.page.keyboard.press("Shift+ArrowDown")
    focused = workbench.graph.locator(".wire:focus")
    expect(focused).to_have_attribute("aria-label", re.compile("contribution 1 × 3"))
    link_to_another = link("a = 2.0\nb = 7.0\nc = a*b\nc + 1")
    workbench.page.evaluate("(hash) => { location.hash = hash; }", link_to_another.removeprefix("/"))
    workbench.expect_program("a = 2.0\nb = 7.0\nc = a*b\nc + 1")
    expect(focused).to_have_attribute("aria-label", re.compile("contribution 1 × 7"))


def test_single_keys_are_silent_while_somebody_types(workbench: Workbench) -> None:
    workbench.full_editor()
    workbench.editor.press("ControlOrMeta+a")
    keys = "k.,dptfei[]?/"
    workbench.page.keyboard.type("# " + keys + " ")
    for key in ("Home", "End", "PageUp", "PageDown"):
        workbench.page.keyboard.press(key)
    workbench.expect_program("# " + keys)
    workbench.value_of("a").focus()
    workbench.page.keyboard.type("kdp.")
    workbench.choice("Speed").focus()
    workbench.page.keyboard.press("d")
    workbench.expect_position(13)
    expect(workbench.button("Play")).to_be_visible()
    expect(workbench.help).to_be_hidden()
    expect(workbench.page.locator("html")).to_have_attribute("data-theme", "light")
    expect(workbench.page.locator("html")).not_to_have_attribute("data-projector", "")


def test_single_keys_do_what_the_help_says(workbench: Workbench) -> None:
    keyboard, root = workbench.page.keyboard, workbench.page.locator("html")
    keyboard.press("?")
    expect(workbench.help).to_be_visible()
    expect(workbench.help).to_contain_text("Next step")
    keyboard.press("d")
    expect(root).to_have_attribute("data-theme", "light")
    keyboard.press("Escape")
    expect(workbench.help).to_be_hidden()
    drawing = workbench.graph.locator("svg.graph-canvas")
    before = drawing.get_attribute("data-direction")
    keyboard.press("t")
    expect(drawing).not_to_have_attribute("data-direction", before or "")
    keyboard.press("t")
    keyboard.press("p")
    expect(root).to_have_attribute("data-projector", "")
    keyboard.press("Escape")
    expect(root).not_to_have_attribute("data-projector", "")
    keyboard.press("i")
    expect(workbench.explanation).to_be_hidden()
    keyboard.press("i")
    expect(workbench.explanation).to_be_visible()
    keyboard.press("d")
    expect(root).to_have_attribute("data-theme", "dark")


def test_every_key_that_the_help_lists_is_listed_once(workbench: Workbench) -> None:
    workbench.tool("Keys and help").click()
    keys = [text for row in workbench.help.locator(".key-row dd").all_inner_texts() for text in row.split(" or ")]
    assert len(keys) > 15
    assert len(keys) == len(set(keys))


def test_single_keys_can_be_switched_off_and_stay_off(workbench: Workbench) -> None:
    workbench.tool("Keys and help").click()
    workbench.help.get_by_role("checkbox", name="Keys without Ctrl").uncheck()
    workbench.page.keyboard.press("Escape")
    expect(workbench.help).to_be_hidden()
    workbench.page.keyboard.press("Home")
    workbench.page.keyboard.press("p")
    workbench.expect_position(13)
    workbench.page.reload()
    workbench.expect_position(13)
    workbench.page.keyboard.press("Home")
    workbench.expect_position(13)
    workbench.scrubber.press("Home")
    workbench.expect_position(0)


def test_space_on_a_button_presses_the_button_and_nothing_else(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.button("Previous step").focus()
    workbench.page.keyboard.press("Space")
    workbench.expect_position(12)
    expect(workbench.button("Play")).to_be_visible()
    workbench.page.keyboard.press("Enter")
    workbench.expect_position(11)


def test_the_menu_of_examples_works_with_arrows_and_gives_the_focus_back(workbench: Workbench) -> None:
    examples = workbench.page.get_by_role("button", name="Examples")
    examples.focus()
    workbench.page.keyboard.press("Enter")
    expect(examples).to_have_attribute("aria-expanded", "true")
    workbench.page.keyboard.press("Escape")
    expect(examples).to_have_attribute("aria-expanded", "false")
    expect(examples).to_be_focused()
    workbench.page.keyboard.press("Enter")
    workbench.page.keyboard.press("ArrowDown")
    workbench.page.keyboard.press("Enter")
    workbench.expect_card("x*y + z", data="4")
    expect(examples).to_be_focused()


def test_the_focus_goes_back_where_what_had_it_disappears(open_workbench: Open) -> None:
    workbench = open_workbench(permissions=["clipboard-read", "clipboard-write"])
    page, keyboard = workbench.page, workbench.page.keyboard
    for entry in ("Copy a link", "Copy as curl"):
        workbench.tool("Share").press("Enter")
        page.locator("#share").get_by_role("button", name=entry).press("Enter")
        expect(workbench.tool("Share")).to_be_focused()
    workbench.tool("Present").press("Enter")
    page.locator("#present").get_by_role("button", name="Projector").press("Enter")
    keyboard.press("Escape")
    expect(workbench.tool("Present")).to_be_focused()
    workbench.card("a").focus()
    for focused in (workbench.table, workbench.card("a")):
        keyboard.press("ControlOrMeta+k")
        keyboard.type("table")
        keyboard.press("Enter")
        expect(focused).to_be_focused()
    tab = workbench.explanation.get_by_role("tab", name="Explain")
    tab.press("i")
    expect(workbench.card("a")).to_be_focused()


def test_home_and_end_lead_to_the_first_and_the_last_tab(open_workbench: Open) -> None:
    workbench = open_workbench()
    tabs = workbench.explanation.get_by_role("tab")
    tabs.first.focus()
    for key, tab in (("End", tabs.last), ("ArrowRight", tabs.first), ("ArrowLeft", tabs.last), ("Home", tabs.first)):
        workbench.page.keyboard.press(key)
        expect(tab).to_be_focused()
        expect(tab).to_have_attribute("aria-selected", "true")
    workbench.expect_position(workbench.length())


def test_the_table_that_is_asked_for_by_words_takes_the_focus_from_the_explanation(open_workbench: Open) -> None:
    workbench = open_workbench()
    workbench.explanation.get_by_role("tab").first.focus()
    workbench.page.keyboard.press("ControlOrMeta+k")
    workbench.page.keyboard.type("table")
    workbench.page.keyboard.press("Enter")
    expect(workbench.table).to_be_focused()


def test_escape_leaves_a_field_of_an_input_for_its_row(open_workbench: Open) -> None:
    workbench = open_workbench()
    row = workbench.page.get_by_role("group", name="b", exact=True)
    for field in (workbench.value_of("b"), workbench.slider_of("b")):
        field.press("Escape")
        expect(row).to_be_focused()
    workbench.page.keyboard.press("Enter")
    expect(row).to_have_attribute("aria-current", "true")
    # A row has no use for arrows.
    workbench.page.keyboard.press("ArrowLeft")
    expect(workbench.button("Next step")).to_have_attribute("aria-disabled", "false")
    opener = row.get_by_role("button", name="Range of the slider of b")
    opener.press("Enter")
    row.get_by_role("textbox", name="from").press("Escape")
    expect(opener).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "false")
    expect(row.get_by_role("textbox", name="from")).to_be_hidden()


def test_a_slider_keeps_its_own_keys_and_leaves_letters_to_the_page(open_workbench: Open) -> None:
    workbench = open_workbench()
    slider = workbench.slider_of("b")
    slider.focus()
    workbench.page.keyboard.press("h")
    expect(workbench.graph.locator("button[data-action=health]")).to_have_attribute("aria-pressed", "true")
    expect(slider).to_be_focused()
    for shown in ("Pause", "Play"):
        workbench.page.keyboard.press("k")
        expect(workbench.button(shown)).to_be_visible()
    workbench.page.keyboard.press(".")
    before, position = slider.input_value(), workbench.position()
    assert position > 0
    workbench.page.keyboard.press("Home")
    expect(slider).not_to_have_value(before)
    workbench.expect_position(position)


def test_letters_and_both_ends_stay_within_an_open_menu(workbench: Workbench) -> None:
    keyboard, menu = workbench.page.keyboard, workbench.page.locator("#more")
    workbench.page.locator("#more-button").press("Enter")
    keyboard.type("sh")
    expect(menu).to_be_visible()
    expect(workbench.page.locator("#share")).to_be_hidden()
    expect(menu.locator(":focus")).to_have_text(re.compile("^[SH]"))
    expect(workbench.graph.locator("button[data-action=health]")).to_have_attribute("aria-pressed", "false")
    keyboard.press("End")
    expect(menu.get_by_role("button").last).to_be_focused()
    keyboard.press("Home")
    expect(menu.get_by_role("link", name="Join a class")).to_be_focused()
    workbench.expect_position(13)


def test_the_lines_between_the_panels_move_with_arrows(workbench: Workbench) -> None:
    line = workbench.page.get_by_role("separator", name="Width of the program")
    before = int(line.get_attribute("aria-valuenow") or "")
    line.press("ArrowRight")
    line.press("ArrowRight")
    expect(line).to_have_attribute("aria-valuenow", re.compile(str(before + 48)))
    workbench.page.reload()
    expect(line).to_have_attribute("aria-valuenow", str(before + 48))
    workbench.expect_position(13)


def test_a_screen_reader_hears_the_sentence_of_a_frame_and_not_before_it_asks(open_workbench: Open) -> None:
    workbench = open_workbench()
    spoken = workbench.timeline.locator("[aria-live=polite]")
    expect(spoken).to_be_empty()
    expect(workbench.badge).to_have_attribute("aria-live", "off")
    expect(workbench.gradient_of("a")).to_be_visible()
    expect(workbench.page.locator("#inputs").locator("output, [role=status], [aria-live]")).to_have_count(0)
    workbench.page.keyboard.press("Home")
    workbench.page.keyboard.press(".")
    workbench.page.keyboard.press(".")
    expect(spoken).to_have_text((workbench.sentence.get_attribute("data-text") or "").replace("`", ""))
    expect(workbench.card("c")).to_have_attribute("aria-label", "c, input, data 4, gradient not computed yet, feeds b*a + c")


def test_the_search_opens_in_the_table_too(open_workbench: Open) -> None:
    workbench = open_workbench(link("a = 2.0\nb = 3.0\ny = sigmoid(a*b) + a", view="table"))
    page, field = workbench.page, workbench.table.get_by_role("searchbox")
    expect(workbench.table.locator("tbody tr")).to_have_count(5)
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("op:sigmoid")
    expect(workbench.table.locator("tbody tr")).to_have_count(1)
    expect(workbench.table.get_by_role("search").get_by_role("status")).to_have_text("1")
    page.keyboard.press("Enter")
    expect(workbench.table.locator("tbody tr[aria-selected=true]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(workbench.table).to_be_focused()
    expect(workbench.table.locator("tbody tr")).to_have_count(5)
