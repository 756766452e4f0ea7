"""The page in French: by the language of the browser, and by its menu; nothing of it is left in English."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench, link, until_it_listens, visit

Open = Callable[..., Page]

ENGLISH = re.compile(r"\b(?:the|and|with|from|of|is|are|this|that|to|by|not)\b")
"""Words that every English sentence has and no French one, name or formula."""
PROGRAM = "#editor"


def words(page: Page) -> str:
    """What is read on the page, the program apart."""
    text: str = page.evaluate(
        f"""() => {{
            const copy = document.body.cloneNode(true);
            for (const each of copy.querySelectorAll("{PROGRAM}, script, style, .katex, code, svg")) each.remove();
            const said = [...copy.querySelectorAll("[aria-label], [title], [placeholder]")];
            const names = ["aria-label", "title", "placeholder"];
            const attributes = said.flatMap((each) => names.map((name) => each.getAttribute(name) ?? ""));
            return [copy.textContent, ...attributes].join("\\n");
        }}"""
    )
    return text


MESSAGES = Path(__file__).parents[3] / "messages"
MESSAGE = re.compile(r"^([a-z][\w-]*) = (.+)$", re.MULTILINE)
EVERYTHING = """() => [...document.querySelectorAll("body *")]
  .filter((each) => !each.closest("script, style, .katex, code, #editor"))
  .flatMap((each) => [
    ...["aria-label", "aria-description", "aria-valuetext", "title", "placeholder"].map((name) => each.getAttribute(name)),
    ...[...each.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE).map((child) => child.textContent.trim()),
  ]).filter((text) => text)"""
CALLED_IN_CODE = {"data", "grad", "loss", "output"}
"""Words of programs, and of buttons of the keyboard, that are the same in French."""


def sentences(language: str) -> dict[str, str]:
    """The messages of one line without places to fill."""
    texts = "\n".join(path.read_text("utf-8") for path in sorted((MESSAGES / language).glob("page*.ftl")))
    return {key: text for key, text in MESSAGE.findall(texts) if "{" not in text}


def english_alone() -> set[str]:
    """What is in the English catalogue and nowhere in the French one."""
    french = sentences("fr")
    known = set(french.values())
    return {text for key, text in sentences("en").items() if french.get(key, text) != text and text not in known} - CALLED_IN_CODE


SPOKEN = re.compile(r"\b(?:feeds|parameter|input|intermediate|constant|data|shape|slider)\b(?!:)")


def test_no_name_for_a_screen_reader_is_left_in_english(open_page: Open, subtests: pytest.Subtests) -> None:
    english = english_alone()
    assert "input" in english
    page = open_page("about:blank", locale="fr-FR")
    for path in (link("W = [1, 2]\nL = sum(relu(W))"), "/training", "/learn/slope"):
        with subtests.test(path=path):
            visit(page, path)
            expect(page.locator(".card, .network-picture, svg[role]").first).to_be_attached()
            found = page.evaluate(EVERYTHING)
            assert len(found) > 50
            assert sorted(english.intersection(found)) == []
            labels = page.evaluate(
                "() => [...document.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'))"
            )
            assert [label for label in labels if SPOKEN.search(label)] == []


@pytest.mark.parametrize("locale", ["en-US", "fr-FR"])
def test_the_header_and_the_tabs_beside_the_graph_have_room_in_every_language(
    open_page: Open, subtests: pytest.Subtests, locale: str
) -> None:
    page = open_page("about:blank", locale=locale)
    for width in (1280, 1366, 1440, 1600):
        with subtests.test(width=width):
            visit(page, "/", (width, 720))
            expect(page.locator(".card").first).to_be_attached()
            expect(page.locator("#panel-tabs button").last).to_be_visible()
            for part in (".header", "#panel-tabs"):
                assert page.locator(part).evaluate("each => each.scrollWidth <= each.clientWidth"), part


def test_a_french_browser_gets_a_french_page(open_page: Open, subtests: pytest.Subtests) -> None:
    page = open_page("about:blank", locale="fr-FR")
    for path in ("/", "/training"):
        with subtests.test(path=path):
            visit(page, path)
            expect(page.locator("#help p").first).to_be_attached()
            expect(page.locator("html")).to_have_attribute("lang", "fr")
            assert sorted(set(ENGLISH.findall(words(page)))) == []


def test_the_menu_changes_the_language_and_the_browser_remembers_it(open_page: Open) -> None:
    page = open_page()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.keyboard.press("?")
    with page.expect_navigation():
        page.locator("#help select").first.select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert "fr" not in page.url.partition("#")[2]
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


@pytest.mark.parametrize("path", ["/#v=1&program=x*7", "/training", "/learn", "/learn/slope/2"])
def test_every_page_changes_its_language_in_the_menu_and_in_the_list_of_commands(open_page: Open, path: str) -> None:
    page = open_page(path)
    page.locator("#more-button").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.url.endswith(path), "what is shown stays"
    until_it_listens(page)
    page.keyboard.press("ControlOrMeta+k")
    page.locator(".palette-field").fill("langue")
    with page.expect_navigation():
        page.get_by_role("option", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_an_edge_and_the_list_of_commands_have_no_english_word(open_page: Open) -> None:
    address = link("x = [[1, 2], [3, 4]]\ny = x*x\nL = sum(y @ x)", direction="right")
    page = open_page(address, locale="fr-FR")
    workbench = Workbench(page)
    card = page.locator("#graph [aria-label^='x, ']")
    card.focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#graph .wire:focus")).to_have_attribute("aria-label", re.compile("règle"))
    page.keyboard.press("Home")
    expect(card).to_have_attribute("aria-label", re.compile("gradient pas encore disponible"))
    page.keyboard.press("End")
    for edge in (0, 2):
        workbench.click_wire(edge)
        expect(page.locator(".edge-links button").nth(0)).to_have_text(re.compile("^de "))
        expect(page.locator(".edge-links button").nth(1)).to_have_text(re.compile("^vers "))
        expect(page.locator("#inspector dt").filter(has_text=re.compile("^where$"))).to_have_count(0)
    page.keyboard.press("ControlOrMeta+k")
    expect(page.locator("#palette [role=option]").filter(has_text="Courbe\u00a0: ")).to_have_count(1)


def test_the_sentence_of_the_run_bar_can_be_read_whole_where_its_end_is_cut_off(open_page: Open) -> None:
    page = open_page("/training", locale="fr-FR", viewport={"width": 850, "height": 800})
    sentence = page.locator(".run-bar .narration, .timeline .narration").first
    expect(sentence).to_have_attribute("title", re.compile("appuyez sur lecture"))
    assert sentence.get_attribute("title") == sentence.text_content()
