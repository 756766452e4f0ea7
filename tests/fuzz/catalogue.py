"""What `python3 run.py fuzz` runs: each fuzzer and sweep as rounds that go on until they are stopped, or until all is tried.

The test command runs a share of each, the same on every machine.
"""

import importlib.util
import itertools
import random
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

Findings = Mapping[str, Callable[[], str]]
"""By kind and place; a call makes the smallest text that shows it, which may take seconds."""


@dataclass
class Round:
    """What a few cases came to."""

    cases: int
    counts: Counter[str] = field(default_factory=Counter)
    findings: Findings = field(default_factory=dict)


@dataclass(frozen=True)
class Campaign:
    """A fuzzer or a sweep."""

    sentence: str
    cases: str
    """What its cases are, in the plural."""
    rounds: Callable[[int], Iterator[Round]]
    """The rounds of a seed."""


_BEGINNINGS = 70
"""Places at which the questions of an operation may begin: no operation has fewer, so no seed leaves nothing to ask."""
_IN_A_PROCESS = 40
"""Programs that one process of CPython's runs."""
_MEMORY = 4 * 2**30
"""Bytes of address space for programs: a text that would fill the machine ends in a MemoryError, which is a defect."""


def programs(seed: int) -> Iterator[Round]:
    """The fuzzer, case by case."""
    from tests.fuzz.fuzzing import run_cases, smallest

    for number in itertools.count():
        before = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, before[1]))
        try:
            tally = run_cases(seed, range(number, number + 1))
        finally:
            resource.setrlimit(resource.RLIMIT_AS, before)
        made = {key: partial(_text, smallest, found[0], f"case {number}") for key, found in tally.violations.items()}
        yield Round(1, tally.answers, made)


def operations(seed: int) -> Iterator[Round]:
    """The whole sweep over operations, in an order that the seed chooses."""
    from tests.fuzz.fuzzing import smallest
    from tests.fuzz.sweep import cases, swept

    every = list(cases())
    random.Random(seed).shuffle(every)
    for case in every:
        asked, answered, broken = swept([case])
        found = {key: partial(_text, smallest, violation) for key, violation in broken.items()}
        yield Round(1, Counter(requests=asked, answered=answered), found)


def library_calls(seed: int) -> Iterator[Round]:
    """The whole sweep over functions of libraries and odd arguments, in an order that the seed chooses."""
    from tests.fuzz.fuzzing import smallest
    from tests.fuzz.library_calls import broken_by, cases

    every = list(cases())
    random.Random(seed).shuffle(every)
    for call in every:
        yield Round(1, findings={key: partial(_text, smallest, violation) for key, violation in broken_by([call]).items()})


def python_programs(seed: int) -> Iterator[Round]:
    """Random programs of plain Python, some dozens in each process of CPython's."""
    from tests.engine.own_engine.oracle import of_cpython
    from tests.fuzz.python_programs import program, same

    for number in itertools.count():
        texts = [program(f"{seed}/{number}/{each}") for each in range(_IN_A_PROCESS)]
        found = {
            f"{error[0] if error else 'printed'} in seed {seed}/{number}/{each}": partial(str, text)
            for each, (text, (printed, error)) in enumerate(zip(texts, of_cpython(texts), strict=True))
            if not same(text, printed, error)
        }
        yield Round(_IN_A_PROCESS, findings=found)


def conformance(seed: int) -> Iterator[Round]:
    """Calls of everything that is accepted, here and in the real library: first those of which the test command takes a share,
    then other ones in each round of all libraries.
    """
    from tests.engine.conformance.sweep import WHOLE, sweep, sweep_share

    libraries = [name for name in WHOLE if importlib.util.find_spec(name)]
    whole = ((name, partial(sweep_share, name, share)) for name in libraries for share in range(WHOLE[name][1]))
    others = ((name, partial(sweep, name, more)) for more in itertools.count(seed) for name in libraries)
    for library, swept in itertools.chain(whole, others):
        result = swept()
        counts = Counter({f"compared with {library}": result.compared, "refused here": sum(result.refused_here.values())})
        found = {text.splitlines()[-1][:110]: partial(str, text) for text in result.wrong}
        yield Round(sum(counts.values()), counts, found)


def routes(seed: int) -> Iterator[Round]:
    """Every route to a mixed derivative against the oracle, one question after the other, of each operation in turn."""
    from tests.engine.autodiff.questions import QUICK, RECORDS, SLOW, Ledger, questions

    every = [questions(record) for record in RECORDS]
    for each in every:
        next(itertools.islice(each, seed % _BEGINNINGS, seed % _BEGINNINGS), None)  # another seed begins elsewhere
    for number in itertools.count():
        asked = [question for each in every for question in itertools.islice(each, 1)]
        if not asked:
            return
        for question in asked:
            ledger = Ledger()
            ledger.ask(question, [*QUICK, *SLOW] if number % 40 == 39 else QUICK)
            counts = Counter(compared=ledger.compared.total(), reported=ledger.reported.total(), undefined=ledger.undefined)
            yield Round(1, counts, {f"{line.partition(':')[0]}: {question.text}": partial(str, line) for line in ledger.wrong})


def description(seed: int) -> Iterator[Round]:
    """A server called as its OpenAPI document says, rightly and wrongly."""
    from tests.contract.described import SETTINGS, rounds
    from tests.servers import running_server

    with TemporaryDirectory() as folder, running_server(Path(folder) / "log.txt", **SETTINGS) as url:
        for account in rounds(url, seed):
            counts = Counter({f"status {status}": count for status, count in account.statuses.items()})
            yield Round(account.cases, counts, {key: partial(str, each[0]) for key, each in account.failures.items()})
            if account.interrupted:
                raise KeyboardInterrupt


def soak(seed: int) -> Iterator[Round]:
    """A server under mixed load with bursts, minute by minute; what it has must not grow after the first."""
    from tests.bench.soak import MOST_CHILDREN, Soaked

    with Soaked(seed) as soaked:
        first = None
        for minute in itertools.count(1):
            counts = soaked.minute()
            present = soaked.state()
            first = first or present | {"child processes": MOST_CHILDREN}
            end = time.monotonic() + SECONDS_TO_SETTLE
            while time.monotonic() < end and any(_grew(name, first, present) for name in GROWTH):
                time.sleep(1.0)
                present = soaked.state()
            found: dict[str, Callable[[], str]] = {
                f"answered {what}": partial(str, f"{what} × {count} in minute {minute}")
                for what, count in counts.items()
                if " 500" in what or what.endswith(("no answer", "Error"))
            }
            for name in GROWTH:
                if _grew(name, first, present):
                    found[f"{name} grew"] = partial(
                        str, f"{name}: {present[name]:.0f} after minute {minute}, at first {first[name]:.0f}"
                    )
            yield Round(sum(counts.values()), counts, found)


WINDOWS = ((1440, 900), (1280, 720), (1000, 700), (720, 450), (400, 850), (850, 400))
PROJECTED = ((1280, 720), (1440, 900), (1920, 1080))


def legible(seed: int) -> Iterator[Round]:
    """Every example of the gallery in every window, light, dark and projected, at moments of its timeline; in a drawn order."""
    from tests.bench.legibility import examples_of
    from tests.browser.launching import running_chromium
    from tests.browser.legibility import NotShownError, moments_of
    from tests.servers import running_server

    looks = [(window, theme) for window in WINDOWS for theme in ("light", "dark")]
    looks += [(window, "projected") for window in PROJECTED]
    with TemporaryDirectory() as folder, running_server(Path(folder) / "log.txt") as url, running_chromium() as browser:
        page = browser.new_page(base_url=url, reduced_motion="reduce")
        page.goto("/")
        every = list(itertools.product(examples_of(page), looks))
        random.Random(seed).shuffle(every)
        for example, ((width, height), how) in every:
            page.set_viewport_size({"width": width, "height": height})
            state: dict[str, object] = {"projector": 1} if how == "projected" else {"theme": how}
            picture = f"{width}×{height} {how}: {example['title']}"
            try:
                for part, found in moments_of(page, example["program"], **state):
                    where = f"{example['title']}, {width}×{height}, {how}, at {part:.0%} of its timeline"
                    faults = "\n".join([where, *found.faults])
                    yield Round(1, findings={picture: partial(str, faults)} if found.faults else {})
            except NotShownError as problem:  # of a machine that is too busy, which says nothing of the next picture
                yield Round(1, Counter({"not shown in time": 1}), {picture: partial(str, problem)})


def examples(seed: int) -> Iterator[Round]:
    """Every example of the gallery on the page: its frames, the explanation of each node, and its link; in a drawn order."""
    from backpass.app.api.gallery.examples import EXAMPLES
    from tests.browser.gallery_sweep import FRAMES_FROM, TABLE_FROM, lost_in_link, wrong_explanations, wrong_frames
    from tests.browser.launching import running_chromium
    from tests.browser.pages import Workbench
    from tests.servers import running_server

    with TemporaryDirectory() as folder, running_server(Path(folder) / "log.txt") as url, running_chromium() as browser:
        may_copy = ["clipboard-read", "clipboard-write"]

        def opened(path: str) -> Workbench:
            page = browser.new_context(base_url=url, reduced_motion="reduce", permissions=may_copy).new_page()
            page.goto(path)
            return Workbench(page)

        frames, table, sharing, other = map(opened, (FRAMES_FROM, TABLE_FROM, "/", "/"))
        for example in random.Random(seed).sample(EXAMPLES, len(EXAMPLES)):
            for wrong in (
                wrong_frames(frames, example),
                wrong_explanations(table, example),
                lost_in_link(sharing, other, example),
            ):
                yield Round(1, findings={line: partial(str, line) for line in wrong[:1]})


GROWTH = {"child processes": (0, 1.0), "open files": (60, 1.3), "server megabytes": (300, 1.4), "worker megabytes": (600, 1.5)}
"""How much of each there may be after any minute: at least so much, and so many times what there was after the first; of child
processes, what there may be.
"""
SECONDS_TO_SETTLE = 20.0
"""How long a busy machine may take to end the processes of the minute that is over."""


def _grew(name: str, first: dict[str, float], present: dict[str, float]) -> bool:
    least, factor = GROWTH[name]
    return present[name] > max(least, factor * first[name])


def _text(smallest: Callable[..., object], violation: Exception, name: str = "") -> str:
    return f"{violation}\nsmallest{' (' + name + ')' if name else ''}: {smallest(violation)}"


CAMPAIGNS = {
    "programs": Campaign("programs of a grammar, and spoiled ones, at every endpoint", "programs", programs),
    "operations": Campaign("operations × special values × shapes × endpoints", "programs", operations),
    "library-calls": Campaign("functions of libraries × odd arguments", "calls", library_calls),
    "python": Campaign("random programs of plain Python here and in CPython", "programs", python_programs),
    "routes": Campaign("every route to a derivative against seventy digits", "questions", routes),
    "conformance": Campaign("calls here and in NumPy, PyTorch, JAX, HIPS autograd and math", "calls", conformance),
    "legibility": Campaign("the size of type and what covers what: examples × windows × moments", "pictures", legible),
    "examples": Campaign("examples of the gallery: every frame, explanation and link", "looks", examples),
    "description": Campaign("a server called as its OpenAPI document says, rightly and wrongly", "requests", description),
    "soak": Campaign("a server under mixed load with bursts, a minute a round", "requests", soak),
}
