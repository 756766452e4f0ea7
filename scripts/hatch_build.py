"""Hatch's build hook: builds the page before it is packed, so that wheel and sdist carry it and need no node.

Knows only when to build and where the page goes inside the wheel; how it is built stands in `page.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import page  # hatch loads this file by its path, so its neighbours are no package here


class PageBuildHook(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def page_came_along(self) -> bool:
        """An unpacked sdist (it has a PKG-INFO) brings its page built."""
        return Path(self.root, "PKG-INFO").is_file() and page.MANIFEST.is_file()

    def dependencies(self) -> list[str]:
        return [] if self.page_came_along() or page.machine_node() else [page.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self.page_came_along():
            page.build()
        # An editable installation reads both where they stand, in the checkout.
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"] |= {
                "lessons": "backpass/app/lessons/course",
                "messages": "backpass/engine/catalogue",
                "templates": "backpass/app/page/templates",
                **self.built_files(),
                **self.guide(),
            }

    def guide(self) -> dict[str, str]:
        """The documentation with its drawings; its photographs of the page weigh five times as much as all words.

        Records of decisions and of changes are for readers of a checkout.
        """
        folder = Path(self.root, "docs")
        files = [file for kind in ("*.md", "*.svg") for file in folder.rglob(kind) if file.parent.name not in ("adr", "changes")]
        return {str(file): f"backpass/app/page/guide/{file.relative_to(folder).as_posix()}" for file in files}

    def built_files(self) -> dict[str, str]:
        """All but the source maps, whose readers have a checkout, and what is compressed ahead: the server does that again."""
        folder = Path(self.root, "static", "dist")
        return {
            f"static/dist/{file.name}": f"backpass/app/page/static/{file.name}"
            for file in folder.iterdir()
            if file.suffix not in (".map", ".br")
        }
