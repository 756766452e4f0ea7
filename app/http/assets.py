"""Where the built page is: the address of each of its files, and its templates. Knows nothing of requests, and builds nothing."""

import json
from pathlib import Path

_PREFIX = "/static/"

_PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = _PACKAGE.parent


class PageNotBuiltError(RuntimeError):
    """The server cannot start without the page."""

    def __init__(self, missing: Path) -> None:
        super().__init__(
            f"The page has not been built: {missing} is missing. Start with `python3 run.py`, which builds it first, "
            "or build it alone with `python3 scripts/page.py build`."
        )


class Assets:
    """The built page: in the package in a wheel, below `static/` and `templates/` in a checkout. Read once."""

    def __init__(self, package: Path = _PACKAGE, checkout: Path = _CHECKOUT) -> None:
        packed = package / "page"
        in_wheel = packed.is_dir()
        self.directory = packed / "static" if in_wheel else checkout / "static" / "dist"
        """What is served below `/static`."""
        self.templates = packed / "templates" if in_wheel else checkout / "templates"
        self.guide = packed / "guide" if in_wheel else checkout / "docs"
        """The documentation."""
        manifest = self.directory / "manifest.json"
        if not manifest.is_file():
            raise PageNotBuiltError(manifest)
        self._files: dict[str, str] = json.loads(manifest.read_text(encoding="utf-8"))

    def url(self, name: str) -> str:
        """`main.js` -> `/static/main-ABC123.js`, an address whose content never changes."""
        if name not in self._files:
            raise LookupError(f"The page has no file called {name!r}; it has {', '.join(self._files)}.")
        return _PREFIX + self._files[name]
