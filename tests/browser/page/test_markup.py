"""What a user types is text, wherever it is shown; nothing of it ever becomes markup, and the page keeps to its own policy."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench, link

Open = Callable[..., Workbench]

MARKUP = "<img src=x onerror=window.hurt=1><b>bold</b>"
WATCH_POLICY = """window.violations = [];
document.addEventListener("securitypolicyviolation", ({violatedDirective, blockedURI}) => {
  window.violations.push(`${violatedDirective} ${blockedURI}`);
});"""


@pytest.fixture
def guarded(open_page: Callable[..., Page]) -> Callable[[str], Workbench]:
    def open_one(path: str) -> Workbench:
        page = open_page("about:blank")
        page.add_init_script(WATCH_POLICY)
        page.goto(path)
        return Workbench(page)

    return open_one


def unhurt(workbench: Workbench) -> None:
    workbench.painted()
    assert workbench.page.locator("img, b, script:not([src]):not([type='application/json'])").count() == 0
    assert workbench.page.evaluate("() => window.hurt") is None
    assert workbench.page.evaluate("() => window.violations") == []


PROGRAMS = [
    f"from micrograd.engine import Value\na = Value(2.0, label='{MARKUP}')\na*a",
    f"a = 2.0  # {MARKUP}\na*a",
    f"a = 2.0\na * '{MARKUP}'",
    f"a = 2.0\n{MARKUP}",
    f"a = 2.0\nimport {MARKUP}",
    "a = 2.0\n</script><script>window.hurt=1</script>",
    "a = 2.0\na.__class__.__mro__[1].__subclasses__()",
    "a = 2.0\n{{7*7}} ${7*7} {% debug %}",
]


def test_markup_in_a_program_is_text(guarded: Callable[[str], Workbench]) -> None:
    workbench = guarded("/")
    for program in PROGRAMS:
        workbench.write(program)
        workbench.settle_or_explain()
        unhurt(workbench)


def test_markup_in_the_program_of_a_link_is_text(guarded: Callable[[str], Workbench]) -> None:
    workbench = guarded("/")
    for program in PROGRAMS:
        workbench.page.goto("about:blank")
        workbench.page.goto(link(program))
        workbench.settle_or_explain()
        unhurt(workbench)


def test_a_label_with_markup_is_read_everywhere_as_it_was_written(guarded: Callable[[str], Workbench]) -> None:
    workbench = guarded(link(f"a = Value(2.0, label='{MARKUP}')\nb = a*a\nb + a", node=0))
    workbench.settle_or_explain()
    for act in (
        lambda: workbench.page.keyboard.press("Home"),
        lambda: workbench.page.keyboard.press("."),
        workbench.graph.locator(".card").first.click,
        lambda: workbench.tool("Show as a table").click(),
        workbench.table.get_by_role("rowheader").first.click,
        lambda: workbench.page.keyboard.press("End"),
    ):
        act()
        unhurt(workbench)


def test_markup_in_a_link_is_text(guarded: Callable[[str], Workbench]) -> None:
    workbench = guarded("/")
    for key in ("program", "inputs", "at", "node", "view", "theme", "step", "speed", "z", MARKUP):
        workbench.page.goto(f"/#v=1&{key}={MARKUP}")
        workbench.settle_or_explain()
        unhurt(workbench)


def test_markup_in_the_values_of_a_link_is_text(guarded: Callable[[str], Workbench]) -> None:
    workbench = guarded(link("x*y", inputs=f"x:1;{MARKUP}:2"))
    workbench.settle_or_explain()
    unhurt(workbench)


def test_using_everything_breaks_no_rule_of_the_policy(guarded: Callable[[str], Workbench]) -> None:
    workbench = guarded("/")
    workbench.write("x = 2.0\ny = tanh(x)*x + ta")
    workbench.editor.press_sequentially("n")
    expect(workbench.page.get_by_role("listbox", name="Completions")).to_be_visible()
    workbench.write("x = 2.0\ny = log(-x) + tanh(x)*x")
    expect(workbench.problems).to_contain_text("log")
    workbench.editor.get_by_text("log").hover()
    workbench.page.keyboard.press("Escape")
    workbench.drag_slider("x", to=0.2)
    workbench.card("x").click()
    expect(workbench.explanation.locator(".katex").first).to_be_visible()
    workbench.tool("Keys and help").click()
    workbench.page.keyboard.press("Escape")
    for tool in ("Projector", "Turn the graph", "Draw operations"):
        workbench.page.keyboard.press("Escape")
        workbench.tool(tool).click()
    workbench.page.keyboard.press("Escape")
    workbench.button("Play").click()
    workbench.painted()
    unhurt(workbench)


def test_the_policy_lets_in_no_foreign_script_and_no_eval(page: Page) -> None:
    policy = page.request.get("/").headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert "unsafe" not in policy
