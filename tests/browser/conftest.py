"""A real server, a real Chromium, and pages that are watched: an error on the console or a request elsewhere fails the test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from scripts.page import ROOT
from tests.browser.classroom import Student, Teacher
from tests.browser.contexts import Contexts
from tests.browser.launching import running_chromium
from tests.browser.pages import Workbench, until_it_listens
from tests.browser.watch import Watch
from tests.servers import running_server

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
GRAVE_FINDINGS = """async (asked) => {
  const isGrave = ({impact}) => ["serious", "critical"].includes(impact);
  const isLeftOut = ({enabled, tags}) => !enabled || tags.includes("experimental") || tags.includes("deprecated");
  const grave = axe._audit.rules.filter((rule) => isGrave(rule) && !isLeftOut(rule)).map(({id}) => id);
  const values = asked.length ? asked : grave;
  const {violations} = await axe.run(document, {resultTypes: ["violations"], runOnly: {type: "rule", values}});
  return violations.filter(isGrave);
}"""
"""What is not grave is not looked for: a finding is as grave as its rule, and axe takes half as long."""
SCREENSHOTS = Path(__file__).parent / "screenshots"

# Nothing takes as long on a machine that is idle; on a busy one patience is better than a failure.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("server") / "log.txt") as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with running_chromium() as started:
        yield started


@pytest.fixture(scope="session")
def contexts(browser: Browser, server_url: str) -> Contexts:
    return Contexts(browser, server_url)


@pytest.fixture
def open_page(contexts: Contexts, server_url: str) -> Iterator[Callable[..., Page]]:
    """`open_page("/#...", color_scheme="dark")`: a watched page in a context of its own.

    `may_fail` names what its console may say of requests, where a test takes the server away; `cold` is a browser that has
    fetched nothing yet; on a `first_visit` the opening plays.
    """
    watches = []

    def open_one(
        path: str = "/", may_fail: str | None = None, cold: bool = False, first_visit: bool = False, **options: Any
    ) -> Page:
        page = contexts.new_page(options, cold=cold, first_visit=first_visit)
        page.set_default_timeout(PATIENCE)
        watches.append(Watch(page, options.get("base_url", server_url), may_fail))
        page.goto(path)
        if options.get("java_script_enabled", True):
            until_it_listens(page)
        return page

    yield open_one
    contexts.give_back()
    seen = [line for watch in watches for line in watch.seen]
    assert not seen, "The page must not do this:\n" + "\n".join(seen)


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """The start page."""
    return open_page()


@pytest.fixture
def open_workbench(open_page: Callable[..., Page]) -> Callable[..., Workbench]:
    """The same as a page object."""
    return lambda *arguments, **options: Workbench(open_page(*arguments, **options))


@pytest.fixture
def workbench(page: Page) -> Workbench:
    """The start page as a page object."""
    return Workbench(page)


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[str]]:
    """`axe(page)`: what axe finds serious or critical, a line each, with the elements; `axe(page, rule)` by that rule."""
    source = AXE.read_text(encoding="utf-8")

    def findings(page: Page, *rules: str) -> list[str]:
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(source)
        grave = page.evaluate(GRAVE_FINDINGS, list(rules))
        return [f"{finding['id']}: {finding['help']}: {[node['target'] for node in finding['nodes']]}" for finding in grave]

    return findings


@pytest.fixture(scope="session")
def screenshot() -> Callable[[Page, str], Path]:
    """`screenshot(page, "dark")`: writes tests/browser/screenshots/dark.png, for people to look at."""
    SCREENSHOTS.mkdir(exist_ok=True)

    def write(page: Page, name: str) -> Path:
        path = SCREENSHOTS / f"{name}.png"
        page.screenshot(path=path)
        return path

    return write


@pytest.fixture
def teacher(open_page: Callable[..., Page]) -> Iterator[Teacher]:
    made = Teacher(open_page())
    yield made
    # A context that is closed with a class in it leaves the class on the server, where the next test does not want its load.
    made.page.evaluate(
        """() => {
          const code = localStorage.getItem("backpass.class");
          const authorization = `Bearer ${localStorage.getItem(`backpass.room.${code}.host`)}`;
          return code && fetch(`/api/v1/rooms/${code}`, {method: "DELETE", headers: {authorization}});
        }"""
    )


@pytest.fixture
def enter(open_page: Callable[..., Page]) -> Callable[..., Student]:
    """`enter(code, "Ada", **options of the browser)`: one more student, in the class."""

    def one(code: str, nickname: str = "", **options: object) -> Student:
        student = Student(open_page(f"/r/{code}", **options))
        student.join(nickname)
        return student

    return one
