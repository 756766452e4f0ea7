"""Writing a lesson: the live preview, mistakes at their places, drafts, files, links, and what the playground shows."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from backpass.app.lessons.reading import read_lesson
from tests.lessons import small_lesson

Open = Callable[..., Page]
Axe = Callable[[Page], list[str]]

LESSON = small_lesson(
    "Written here",
    "The first page",
    """The slope is `=grad(a)`.

```question kind=number of=grad(b) predict
What is the gradient of `b`?
```

Behind the question.

## The second page

All that is left.
""",
)


def text_of(page: Page) -> Locator:
    return page.locator("#edit-surface .cm-content")


def write(page: Page, text: str) -> None:
    """Replaces the whole text, as a paste does."""
    content = text_of(page)
    content.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def preview(page: Page) -> Locator:
    return page.locator("#edit-preview")


def editor_with(open_page: Open, text: str = LESSON, **options: Any) -> Page:
    page = open_page("/learn/edit", **options)
    expect(preview(page).locator(".lesson-page h1")).to_have_text("A new page")
    write(page, text)
    return page


def go_to(page: Page, words: str) -> None:
    """Puts the caret into the line with these words."""
    text_of(page).get_by_text(words).click()


def test_a_new_lesson_is_right_and_live(open_page: Open) -> None:
    page = open_page("/learn/edit")
    expect(page.locator("#edit-problems")).to_contain_text("One page, 2 numbers computed. No mistakes.")
    expect(preview(page).locator(".live.is-live .card").first).to_be_visible()


def test_what_is_typed_is_seen_and_what_did_not_change_stays(open_page: Open) -> None:
    page = editor_with(open_page)
    go_to(page, "The slope is")
    block = preview(page).locator(".live.is-live")
    expect(preview(page).locator(".figure")).to_have_text("5")
    expect(block.locator(".card").first).to_be_visible()
    block.evaluate("(block) => { block.dataset.seen = 'yes'; }")
    go_to(page, "Behind the question")
    page.keyboard.press("End")
    page.keyboard.type(" And more.")
    expect(preview(page)).to_contain_text("Behind the question. And more.")
    expect(preview(page).locator(".live[data-seen='yes']")).to_have_count(1)
    go_to(page, "All that is left")
    expect(preview(page).locator("h1")).to_have_text("The second page")
    preview(page).get_by_role("button", name="Back").click()
    expect(preview(page).locator("h1")).to_have_text("The first page")


def test_the_page_in_which_the_caret_is_comes_though_it_went_there_while_another_was_on_its_way(open_page: Open) -> None:
    page = open_page("/learn/edit")
    expect(preview(page).locator(".lesson-page h1")).to_have_text("A new page")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/learn/preview", hold, times=1)
    with page.expect_request("**/learn/preview"):
        write(page, LESSON)  # and the caret is at the end, on the second page
    go_to(page, "The slope is")
    held[0].continue_()
    expect(preview(page).locator("h1")).to_have_text("The first page")
    expect(preview(page).locator(".figure")).to_have_text("5")


def listeners(page: Page) -> int:
    """Listeners of the document and of all that is still in memory, after a collection of garbage."""
    line = page.context.new_cdp_session(page)
    line.send("HeapProfiler.collectGarbage")
    counted: int = line.send("Memory.getDOMCounters")["jsEventListeners"]
    line.detach()
    return counted


def test_the_notes_of_a_page_are_shown_with_their_formulas(open_page: Open) -> None:
    notes = "```notes\nSay $a^2$ aloud.\n```\n"
    page = editor_with(open_page, LESSON.replace("Behind the question.", notes))
    go_to(page, "What is the gradient of")
    expect(preview(page).locator(".preview-notes .katex")).to_have_count(1)


def test_graphs_of_texts_that_were_replaced_are_not_kept(open_page: Open) -> None:
    page = editor_with(open_page)

    def retype(number: int) -> None:
        write(page, LESSON.partition("## The second page")[0].replace("b = 5", f"b = {number}"))
        expect(preview(page).locator(".figure")).to_have_text(str(number))
        expect(preview(page).locator(".live.is-live .card")).to_have_count(3)

    retype(6)
    preview(page).get_by_role("button", name="Play", exact=True).click()
    retype(7)
    before = listeners(page)
    for number in range(8, 20):
        retype(number)
    # One graph alone has more. The last one that was replaced is let go of once what it had asked for is answered.
    end = time.monotonic() + 60
    while (after := listeners(page)) >= before + 40 and time.monotonic() < end:
        page.wait_for_timeout(500)
    assert after < before + 40


def test_a_mistake_is_underlined_and_leads_to_its_place(open_page: Open) -> None:
    page = editor_with(
        open_page, LESSON.replace("L = a*b", "L = a*bb*tanhh(a)").replace("backpass caption", "backpass selekt=a caption")
    )
    problems = page.locator("#edit-problems .edit-problem")
    expect(problems.first).to_contain_text("line 11:13")
    expect(problems.first).to_contain_text("Did you mean select?")
    write(page, LESSON.replace("L = a*b", "L = a*tanhh(b)"))
    expect(problems.first).to_contain_text("line 14:7")
    expect(page.locator(".cm-lintRange-error").first).to_have_text(re.compile("tanhh"))
    page.keyboard.press("ControlOrMeta+Home")
    problems.first.click()
    page.keyboard.press("ControlOrMeta+Shift+ArrowRight")
    assert page.evaluate("getSelection().toString()").startswith("tanhh")


def test_options_of_a_block_are_completed(open_page: Open) -> None:
    page = editor_with(open_page)
    go_to(page, "```backpass caption")
    page.keyboard.press("End")
    page.keyboard.type(" sel")
    choice = page.locator(".cm-tooltip-autocomplete li").first
    expect(choice).to_contain_text("select")
    page.wait_for_timeout(100)  # CodeMirror takes no key for a list that has just come
    page.keyboard.press("Enter")
    expect(text_of(page)).to_contain_text('caption="A product." select=a')


def test_a_draft_survives_a_reload_and_another_lesson(open_page: Open) -> None:
    page = editor_with(open_page)
    expect(preview(page)).to_contain_text("All that is left")
    page.reload()
    expect(text_of(page)).to_contain_text("Written here")
    page.get_by_role("button", name="New", exact=True).click()
    expect(text_of(page)).to_contain_text("A new lesson")
    page.get_by_role("combobox", name="Drafts").select_option(label="Written here")
    expect(text_of(page)).to_contain_text("Written here")


def test_a_lesson_is_shared_as_a_link_and_read_from_it(open_page: Open) -> None:
    page = editor_with(open_page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#notice")).to_contain_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    reader = open_page(link)
    expect(reader.locator("h1")).to_have_text("The first page")
    expect(reader.locator(".live.is-live .card").first).to_be_visible()
    expect(reader.get_by_text("Behind the question.")).to_be_hidden()
    reader.get_by_role("textbox", name="Your answer").fill("2")
    reader.get_by_role("button", name="Check").click()
    expect(reader.get_by_text("Behind the question.")).to_be_visible()
    reader.reload()
    expect(reader.get_by_text("Behind the question.")).to_be_visible()
    reader.get_by_role("link", name="Next").click()
    expect(reader.locator("h1")).to_have_text("The second page")
    reader.go_back()
    expect(reader.locator("h1")).to_have_text("The first page")
    reader.get_by_role("link", name="Change a copy of it").click()
    expect(reader.locator("#edit-surface")).to_contain_text("Written here")


def test_a_lesson_from_a_link_is_taught_by_one_button(open_page: Open) -> None:
    page = editor_with(open_page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#notice")).to_contain_text("Link copied")
    teacher = open_page(page.evaluate("navigator.clipboard.readText()"))
    teacher.get_by_role("button", name="Teach it").click()
    expect(teacher).to_have_url(re.compile("/learn/class/[A-Z0-9]{6}$"))
    expect(teacher.locator(".class-title")).to_have_text("Written here")
    expect(teacher.locator(".class-columns h1").first).to_have_text("The first page")


def test_a_link_that_was_cut_off_says_so(open_page: Open) -> None:
    page = open_page("/learn/shared#lesson=q1YqyVeyUsrKLE")
    expect(page.get_by_role("alert")).to_contain_text("Part of the link may be missing")


def test_a_lesson_is_saved_as_a_file_and_opened_again(open_page: Open, tmp_path: Path) -> None:
    page = editor_with(open_page)
    with page.expect_download() as downloading:
        page.keyboard.press("ControlOrMeta+s")
    assert downloading.value.suggested_filename == "written-here.md"
    file = tmp_path / "changed.md"
    text = Path(downloading.value.path()).read_text(encoding="utf-8")
    assert text == LESSON
    file.write_text(text.replace("Written here", "Changed elsewhere"), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(text_of(page)).to_contain_text("Changed elsewhere")


def test_what_the_playground_shows_becomes_a_block(open_page: Open) -> None:
    page = open_page("/#v=1&program=x+%3D+3%0Ay+%3D+x*x%0Ay+%2B+x&at=4&node=0&overlay=roles")
    expect(page.locator(".card").first).to_be_visible()
    page.goto("/learn/edit")
    expect(preview(page).locator(".live.is-live")).to_have_count(1)
    text_of(page).click()
    page.keyboard.press("ControlOrMeta+End")
    page.get_by_role("button", name="From the playground").click()
    expect(text_of(page)).to_contain_text("```backpass step=4 select=x overlay=roles")
    expect(page.locator("#edit-problems")).to_contain_text("No mistakes")
    expect(preview(page).locator(".live")).to_have_count(2)
    text = page.evaluate("document.querySelector('#edit-surface .cm-content').innerText")
    assert read_lesson(text.replace("\n\n\n", "\n\n")).problems == ()


def test_a_lesson_of_the_shelf_can_be_changed(open_page: Open) -> None:
    page = open_page("/learn/slope")
    page.get_by_role("link", name="Change a copy of it").click()
    expect(text_of(page)).to_contain_text("title: ")
    expect(page.locator("#edit-problems")).to_contain_text("7 pages")


def test_the_editor_has_no_grave_findings_and_fits_a_phone(open_page: Open, axe: Axe) -> None:
    page = editor_with(open_page)
    expect(preview(page).locator(".live.is-live .card").first).to_be_visible()
    assert axe(page) == []
    phone = open_page("/learn/edit", viewport={"width": 400, "height": 850}, color_scheme="dark")
    expect(preview(phone).locator("h1")).to_have_text("A new page")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 400
    assert axe(phone) == []
