"""The commands of `run.py`: reads the command line and hands the work to those who know how."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from scripts import checks, environment, page, server, versions
from scripts.environment import PYTHON, SetUpError
from scripts.page import ROOT
from scripts.release import release


def main(arguments: list[str]) -> int:
    options, rest = parser().parse_known_args(arguments)
    if rest and options.command not in ("test", "fuzz"):
        parser().error(f"not understood: {' '.join(rest)}")
    try:
        if options.command == "test":
            return test(rest)
        if options.command == "fuzz":
            return fuzz(rest)
        if options.command == "bench":
            return bench(options.names, smallest=options.smallest)
        if options.command == "dev":
            return dev(options.host, options.port, options.lan)
        if options.command == "docs":
            return docs()
        if options.command == "lock":
            return versions.lock()
        if options.command == "release":
            environment.prepare("test")
            release(options.version, ROOT)
            return 0
        return serve(options.host, options.port, options.lan)
    except (SetUpError, page.PageError) as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python3 run.py", description="Without a command: serves Backpass and prints its address."
    )
    add_address(made)
    commands = made.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    add_address(commands.add_parser("dev", help="serve, and build and load again whatever changes"))
    commands.add_parser(
        "test",
        add_help=False,
        help="run every check and every test; with --quick, those of what changed; with --newest, with the newest packages; "
        "with --coverage, the tests alone, with the lines that none of them reached; with other arguments, pytest alone",
    )
    commands.add_parser("fuzz", add_help=False, help="look for defects with fuzzers and sweeps; with --help, which there are")
    commands.add_parser("docs", help="bring the tables in docs/ up to date with the records they describe")
    commands.add_parser("lock", help="bring requirements.lock to the newest versions that pyproject.toml admits")
    releasing = commands.add_parser("release", help="write a new version, with the notes of docs/changes in CHANGELOG.md")
    releasing.add_argument("version", metavar="VERSION", help="three numbers, as in 1.2.0: see docs/versions.md")
    measuring = commands.add_parser("bench", help="measure")
    measuring.add_argument("names", nargs="*", type=benchmark, metavar="NAME", help="all of tests/bench by default")
    measuring.add_argument("--smallest", action="store_true", help="as little as there is, only to see that each runs")
    return made


BENCHMARKS = sorted(file.stem for file in (ROOT / "tests" / "bench").glob("*.py") if not file.stem.startswith(("_", "test_")))
"""Every file of tests/bench without a leading underscore is one, and prints its own figures."""


def benchmark(name: str) -> str:
    if name not in BENCHMARKS:
        raise argparse.ArgumentTypeError(f"no benchmark is called {name}; there are {', '.join(BENCHMARKS)}")
    return name


def add_address(to: argparse.ArgumentParser) -> None:
    to.add_argument("--lan", action="store_true", help="let others on this network in, and print the address and its QR code")
    to.add_argument("--host", default="127.0.0.1", help="address to listen on (default: only this machine)")
    to.add_argument("--port", type=int, help=f"port to listen on (default: {server.DEFAULT_PORT}, or the next free one)")


def serve(host: str, port: int | None, lan: bool) -> int:
    environment.prepare()
    return server.serve(host, port, lan)


def dev(host: str, port: int | None, lan: bool) -> int:
    environment.prepare()
    environment.prepare_node()
    return server.serve_and_reload(host, port, lan)


def test(pytest_arguments: list[str]) -> int:
    environment.prepare("test")
    environment.prepare_packages()
    if "--quick" in pytest_arguments:
        rest = [argument for argument in pytest_arguments if argument != "--quick"]
        return subprocess.run([str(PYTHON), "scripts/quick.py", *rest], cwd=ROOT, check=False).returncode
    if pytest_arguments == ["--newest"]:
        return versions.newest()
    if "--coverage" in pytest_arguments:
        return checks.run(checks.covered([argument for argument in pytest_arguments if argument != "--coverage"]))
    if pytest_arguments:
        return checks.run_pytest(pytest_arguments)
    return checks.run()


def fuzz(arguments: list[str]) -> int:
    """Ctrl+C is for the fuzzer, which prints what it found."""
    environment.prepare("test")
    command = [str(PYTHON), "-m", "tests.fuzz", *arguments]
    with subprocess.Popen(command, cwd=ROOT) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue


def docs() -> int:
    environment.prepare()
    return subprocess.run([str(PYTHON), "scripts/docs.py"], cwd=ROOT, check=False).returncode


def bench(names: list[str], *, smallest: bool = False) -> int:
    """Each in a process of its own, so that none finds what another has left."""
    environment.prepare("bench")
    environment.prepare_packages()
    how = os.environ | ({"BENCHMARKS_OF_BACKPASS": "smallest"} if smallest else {})
    commands = [[str(PYTHON), "-m", "tests.bench", name] for name in names or BENCHMARKS]
    return max(abs(subprocess.run(command, cwd=ROOT, env=how, check=False).returncode) for command in commands) and 1
