"""What holds for all tests: which run side by side, in which order, with which examples, and what a run says at its end."""

import contextlib
import os
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

# Each worker of a parallel run has about one core: libraries that start a thread per core would only wait for one another.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Tests start processes: where no bytecode is kept, each compiles the whole of Backpass again, which takes longer than most tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

import pytest
from hypothesis import settings

from tests import forked_servers, servers
from tests.in_turn import usual_dtype

settings.register_profile("same", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=2_000)  # pytest --hypothesis-profile=explore
settings.load_profile("same")

BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Playwright keeps an event loop running once it was started, which tests that start one of their own must not meet.

    The browser's tests come last therefore, in a parallel run as well, where workers take tests in this order.
    """
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """What a worker of a parallel run takes at a time, see `tests.parallel`."""
    from tests.parallel import ByFile

    return ByFile(config, log)


@pytest.fixture(autouse=True)
def default_dtype() -> Iterator[None]:
    with usual_dtype():
        yield


@pytest.fixture(scope="session", autouse=True)
def _servers_are_forks() -> Iterator[None]:
    """Each server that a test starts is a fork of one process, which the first of them starts."""
    if not forked_servers.can_fork():
        yield
        return
    with contextlib.ExitStack() as ends, pytest.MonkeyPatch.context() as patch:
        made = cache(lambda: ends.enter_context(forked_servers.forks()))
        patch.setattr(servers, "start_process", lambda *given: made().start(*given))
        yield


class TimeBudget:
    """Runs tests until the time is over, and passes over the others without a verdict on them."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.left_out = 0

    def pytest_runtest_protocol(self) -> bool | None:
        """True where a test is not to be run."""
        if time.monotonic() < self.end:
            return None
        self.left_out += 1
        return True

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.write_line(f"{self.left_out} tests were left out, since their time was over.")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seconds", type=float, help="start no further test after so many seconds")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("seconds") is not None:
        config.pluginmanager.register(TimeBudget(config.getoption("seconds")))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says at the end what was not tested and why, what tests counted, and which files took longest.

    A test counts with `record_property(name, number)`; numbers of the same name are added up.
    """
    skipped = Counter(str(report.longrepr[2]) for report in terminalreporter.getreports("skipped"))
    terminalreporter.write_line(f"{sum(skipped.values())} skipped{':' if skipped else ''}")
    for reason, count in skipped.most_common():
        terminalreporter.write_line(f"  {count} × {reason}")
    counted = Counter[str]()
    for report in [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]:
        counted.update({name: value for name, value in report.user_properties if isinstance(value, int)})
    if counted:
        terminalreporter.write_line("Counted:")
        for name, count in counted.items():
            terminalreporter.write_line(f"  {count:11,} {name}")
    seconds, of_tests = Counter[str](), Counter[str]()
    for outcome in ("", "passed", "failed"):  # "" is where fixtures are set up and taken down
        for report in terminalreporter.getreports(outcome):
            seconds[report.fspath] += report.duration
            of_tests[report.nodeid] += report.duration
    if len(seconds) > 10:
        folders = Counter[str]()
        for file, duration in seconds.items():
            folders[str(Path(file).parent)] += duration
        for kind, found in (("tests", of_tests), ("files", seconds), ("folders", folders)):
            terminalreporter.write_line(f"The slowest {kind}:")
            for path, duration in found.most_common(30 if kind == "tests" else 10):
                terminalreporter.write_line(f"  {duration:6.1f} s  {path}")
