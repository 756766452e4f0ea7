"""The checks of `python3 run.py test --quick`: a verdict in about 90 seconds on what changed.

What changed is what differs from HEAD, or from the revision that is named. Of the tests, those come first whose imports are
nearest to a changed module; they run until their time is over. A landing still needs the whole of `python3 run.py test`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import grimp

from scripts import checks, linked
from scripts.page import ROOT

PACKAGES = ("backpass", "scripts", "tests")
PAGE = ("static/", "templates/", "tests/js/", "package")
"""Where a change asks for the checks of the page."""
PYTEST_SECONDS = 60


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 run.py test --quick", description=__doc__)
    parser.add_argument("--since", default="HEAD", metavar="REVISION", help="what to compare with (default: HEAD)")
    changed = changed_files(parser.parse_args(arguments).since)
    names = [
        check
        for check in checks.CHECKS
        if check.kind == "source" or (check.kind == "page" and any(is_of_the_page(f) for f in changed))
    ]
    tests = nearest_tests(changed)
    if tests:
        names.append(checks.Check("pytest", (*checks.PYTEST.arguments, "-q", "-x", "--seconds", str(PYTEST_SECONDS), *tests)))
    else:
        print("No Python changed that a test imports.")
    return checks.run(names)


def changed_files(since: str) -> list[str]:
    """Paths from the top of the checkout: changed since the revision, or not yet tracked."""
    listings = (["diff", "--name-only", since], ["ls-files", "--others", "--exclude-standard"])
    return [path for listing in listings for path in git(*listing).splitlines()]


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S607 - git is where it is


def is_of_the_page(path: str) -> bool:
    return path.startswith(PAGE)


@cache
def graph_of_imports() -> grimp.ImportGraph:
    linked.link()
    sys.path.insert(0, str(linked.LINKED))
    return grimp.build_graph(*PACKAGES, cache_dir=None)


def nearest_tests(changed: Iterable[str]) -> list[str]:
    """Files of tests that import what changed, the nearest first; without the browser's, which take too long."""
    graph = graph_of_imports()
    reached = [module for module in map(module_of, changed) if module in graph.modules]
    for module in reached:  # grows as it goes: breadth first
        reached += sorted(graph.find_modules_that_directly_import(module) - set(reached))
    return [module.replace(".", "/") + ".py" for module in reached if is_test(module)]


def module_of(path: str) -> str:
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"backpass.{name}" if path.startswith(("app/", "engine/")) else name


def is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_") and ".browser." not in module


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
