"""Contexts of the browser which one test after another uses: a page in a new one fetches, compiles and starts everything again.

A context keeps a page of its own open, and with that the process, whose code is compiled. What a test can leave in a context is
thrown away before the next takes it; a page is always a new one.
"""

from collections.abc import Mapping
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

KEPT = 6
"""Contexts that wait for a test: each is a process of the browser."""
WINDOW: ViewportSize = {"width": 1280, "height": 800}
STILL: Literal["reduce"] = "reduce"
"""Nothing moves, unless a test is about what moves: it asks for `reduced_motion="no-preference"`."""
OF_A_PAGE = {"viewport", "color_scheme", "reduced_motion"}
"""Options which a page is given once it is there; a second one in its context has to be given them by the test."""
OF_A_CONTEXT = {"has_touch", "locale"}
"""Options which differ between the contexts that are kept; with any other option a context is one test's."""

OPENED = "try { localStorage['backpass.opened'] = 'yes'; } catch { /* about:blank keeps nothing */ }"
"""The opening of a first visit has been seen: the page starts at rest."""

FORGET = """() => {
  localStorage.clear();
  sessionStorage.clear();
  return "__pwClock" in globalThis;
}"""
"""Whether a test has put its own clock into the context, which stays there."""


class Contexts:
    """Hands contexts out and takes them back."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._waiting: list[tuple[Mapping[str, Any], BrowserContext]] = []
        self._taken: list[tuple[Mapping[str, Any] | None, BrowserContext]] = []

    def new_page(self, options: Mapping[str, Any], *, cold: bool = False, first_visit: bool = False) -> Page:
        """A page with these options of `Browser.new_context`, in a context that no other page has.

        `cold` is a context that has fetched nothing yet; on a `first_visit` the opening plays.
        """
        given: dict[str, Any] = {"base_url": self._url, "viewport": WINDOW, "reduced_motion": STILL, **options}
        if cold or first_visit or not options.keys() <= OF_A_PAGE | OF_A_CONTEXT:
            context = self._browser.new_context(**given)
            if not first_visit:
                context.add_init_script(OPENED)
            self._taken.append((None, context))
            return context.new_page()
        own = {name: given.pop(name) for name in OF_A_PAGE & given.keys()}
        page = self._context(given).new_page()
        if (window := own.pop("viewport")) != WINDOW:
            page.set_viewport_size(window)
        if own["reduced_motion"] == STILL:
            del own["reduced_motion"]  # as in the context
        if own:
            page.emulate_media(**own)
        return page

    def _context(self, options: Mapping[str, Any]) -> BrowserContext:
        for kept in [kept for kept in self._waiting if kept[0] == options]:
            self._waiting.remove(kept)
            if not self._forgets(kept[1]):
                kept[1].close()
                continue
            self._taken.append(kept)
            return kept[1]
        context = self._browser.new_context(viewport=WINDOW, reduced_motion=STILL, **options)
        context.add_init_script(OPENED)
        context.new_page().goto("/healthz")
        self._taken.append((options, context))
        return context

    @staticmethod
    def _forgets(context: BrowserContext) -> bool:
        """Throws away what a test has left there; False where that cannot be done."""
        context.unroute_all()
        context.clear_cookies()
        context.clear_permissions()
        return not context.pages[0].evaluate(FORGET)

    def give_back(self) -> None:
        """Closes all pages that were handed out."""
        for options, context in self._taken:
            if options is None:
                context.close()
                continue
            for page in context.pages[1:]:
                page.close()
            self._waiting.insert(0, (options, context))
        self._taken.clear()
        while len(self._waiting) > KEPT:
            self._waiting.pop()[1].close()

    def close(self) -> None:
        self.give_back()
        while self._waiting:
            self._waiting.pop()[1].close()
