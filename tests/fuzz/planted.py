"""`python3 run.py fuzz planted [NAME ...]`: faults that a good engineer might make, one at a time, and which test finds each.

A fault is a file of tests/planted: a line that says what is wrong, then a patch. It is applied to a copy of the checkout, the
page is built again where the fault is in it, and tests run, those nearest to the fault first, until one fails. The exit status
is 1 where no test finds one of them.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from scripts.page import ROOT, find_node
from scripts.quick import nearest_tests

FOLDER = ROOT / "tests" / "planted"
BATCHES = (4, 12)
"""So many files of tests are tried at first, then so many: pytest takes seconds to begin, and the nearest mostly find it."""
PAGE, SERVER, ENGINE = "static/src/", "app/", ("engine/", "lessons/", "messages/")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S.*?)(?: - |$)", re.MULTILINE)
_NODE_FAILED = re.compile(r"^\s*✖ (.+?) \(", re.MULTILINE)
_WITHOUT_TESTS = 5
"""Pytest's exit status where no test was selected."""


@dataclass(frozen=True)
class Fault:
    """One patch."""

    file: Path

    @property
    def name(self) -> str:
        return self.file.relative_to(FOLDER).with_suffix("").as_posix()

    @cached_property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @property
    def sentence(self) -> str:
        """What is wrong, in plain words."""
        return self.text.partition("\n")[0]

    @property
    def changed(self) -> list[str]:
        """The files that it changes."""
        return re.findall(r"^\+\+\+ b/(\S+)", self.text, re.MULTILINE)

    def applies(self, where: Path, *how: str) -> bool:
        """Whether `git apply` takes it; with `--check` it is not done."""
        command = ["git", "apply", *how, str(self.file)]
        done = subprocess.run(
            command, cwd=where, capture_output=True, check=False, env=os.environ | {"GIT_CEILING_DIRECTORIES": str(where.parent)}
        )
        return done.returncode == 0


FAULTS = [Fault(file) for file in sorted(FOLDER.rglob("*.patch"))]


@dataclass(frozen=True)
class Verdict:
    """Which test found it; None where none did."""

    test: str | None
    seconds: float


def main(arguments: Sequence[str]) -> int:
    chosen = parser().parse_args(arguments)
    unknown = [name for name in chosen.names if not any(fault.name.startswith(name) for fault in FAULTS)]
    if unknown:
        parser().error(f"no fault is called {', '.join(unknown)}; there are {', '.join(fault.name for fault in FAULTS)}")
    wanted = [fault for fault in FAULTS if not chosen.names or any(fault.name.startswith(name) for name in chosen.names)]
    missed = 0
    with tempfile.TemporaryDirectory(prefix="backpass-planted-") as folder:
        copy = Path(folder) / "backpass"
        copy_checkout(copy)
        for fault in wanted:
            print(f"\n--- {fault.name}: {fault.sentence}", flush=True)
            try:
                verdict = tried(fault, copy, chosen.seconds)
            except KeyboardInterrupt:
                print("Stopped.")
                return 1
            missed += verdict.test is None
            said = f"found by {verdict.test}" if verdict.test else "FOUND BY NO TEST"
            print(f"--- {fault.name}: {said} in {verdict.seconds:.0f} s", flush=True)
    print(f"\n{len(wanted) - missed} of {len(wanted)} faults were found.")
    return 1 if missed else 0


def parser() -> argparse.ArgumentParser:
    names = "\n".join(f"  {fault.name:32} {fault.sentence}" for fault in FAULTS)
    made = argparse.ArgumentParser(
        prog="python3 run.py fuzz planted",
        description=__doc__,
        epilog=f"NAME is one of these, or how some of them begin:\n{names}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("names", nargs="*", metavar="NAME", help="which faults; all without")
    made.add_argument(
        "--seconds", type=float, default=900.0, metavar="S", help="begin no more tests of a fault after so long (default: 900)"
    )
    return made


def copy_checkout(copy: Path) -> None:
    """What git knows of and what is new, with the built page; packages are those of the checkout."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    if (ROOT / "static" / "dist").is_dir():
        shutil.copytree(ROOT / "static" / "dist", copy / "static" / "dist")
    for packages in (".venv", "node_modules"):
        (copy / packages).symlink_to(ROOT / packages)


def tried(fault: Fault, copy: Path, seconds: float) -> Verdict:
    """Applies it, looks for a test that fails, and takes it back."""
    start = time.monotonic()
    if not fault.applies(copy):
        raise SystemExit(f"{fault.name} does not apply; what it changes has changed.")
    try:
        found = next(failing_tests(fault, copy, start + seconds), None)
        return Verdict(found, time.monotonic() - start)
    finally:
        fault.applies(copy, "--reverse")
        if (kept := kept_page(copy)).is_dir():
            shutil.rmtree(copy / "static" / "dist", ignore_errors=True)
            kept.rename(copy / "static" / "dist")


def kept_page(copy: Path) -> Path:
    """Where the built page is put aside while one with a fault is in its place."""
    return copy.parent / "dist"


def failing_tests(fault: Fault, copy: Path, end: float) -> Iterator[str]:
    """Tests that fail, as they are found: first those in node, which need no built page."""
    for words in node_words(fault.changed):
        passed, printed = ran([*find_node().node, "tests/js/run.mjs", *words], copy)
        if not passed:
            found = _NODE_FAILED.search(printed)
            yield f"tests/js: {found[1] if found else 'it does not build'}"
    if any(file.startswith("static/") for file in fault.changed):
        (copy / "static" / "dist").rename(kept_page(copy))
        if not ran([sys.executable, "scripts/page.py", "build"], copy)[0]:
            yield "the page's build"
    files = likely_tests(fault.changed)
    batches = iter(files)
    for size in (*BATCHES, len(files)):
        batch = list(islice(batches, size))
        left = end - time.monotonic()
        if not batch or left < 0:
            return
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-rfE",
            "-p",
            "no:cacheprovider",
            "--seconds",
            f"{left:.0f}",
            *batch,
        ]
        passed, printed = ran(command, copy)
        if not passed:
            found = _FAILED.search(printed)
            yield found[1] if found else printed.strip().rpartition("\n")[2]


def node_words(changed: Sequence[str]) -> list[list[str]]:
    """What picks the page's unit tests, the nearest first: those of the file's name, of its room, all."""
    if not any(file.startswith(("static/", "messages/", "lessons/")) for file in changed):
        return []
    paths = [Path(file) for file in changed if file.startswith(PAGE)]
    names, rooms = [f"/{path.stem}." for path in paths], [f"{path.parts[2]}/" for path in paths]
    known = [file.as_posix() for file in (ROOT / "tests" / "js").rglob("*.test.ts")]
    return [*(words for words in (names, rooms) if any(word in file for word in words for file in known)), []]


def likely_tests(changed: Sequence[str]) -> list[str]:
    """Files of tests, those first that stand where the fault stands, then by imports, then the browser's of its room."""
    rooms = list(dict.fromkeys(room for file in changed for room in rooms_of(file)))
    beside = [test for room in rooms for test in sorted((ROOT / room).rglob("test_*.py"))]
    imports = nearest_tests(changed) if any(file.endswith(".py") for file in changed) else []
    near = set(imports)
    paths = [test.relative_to(ROOT).as_posix() for test in beside]
    both = [test for test in imports if test in set(paths)]
    return list(dict.fromkeys([*both, *(test for test in paths if test not in near), *imports]))


def rooms_of(file: str) -> Iterator[str]:
    """Where tests of a file may stand, the nearest first."""
    path = Path(file)
    if file.startswith(PAGE):
        room = path.parts[3] if path.parts[2] == "view" else path.parts[2]
        yield from (f"tests/browser/{room}", "tests/contract", "tests/browser/page", "tests/browser")
    elif file.startswith("messages/"):
        yield from ("tests/contract", "tests/engine/explain", "tests/engine")
    elif file.startswith("lessons/"):
        yield from ("tests/app/lessons", "tests/docs", "tests/browser/learn")
    else:
        yield from (f"tests/{parent}" for parent in path.parents if (ROOT / "tests" / parent).is_dir() and len(parent.parts) > 1)


def ran(command: Sequence[str], where: Path) -> tuple[bool, str]:
    """Whether it passed, and what it printed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(where)}
    done = subprocess.run(
        command, cwd=where, env=environment, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.returncode in (0, _WITHOUT_TESTS), done.stdout
