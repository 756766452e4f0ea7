"""One case after the other: a program of the grammar, of PyTorch's subset, or an existing one spoiled; then requests about it.

A case is known by its number and the seed, so each can be made again by itself.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.fuzz.corpus import corpus
from tests.fuzz.grammar import program
from tests.fuzz.mutation import mutated
from tests.fuzz.oracles import differences_disagree, torch_disagrees, torch_program, violated
from tests.fuzz.requests import Call, Case, Violation, calls, checked
from tests.fuzz.shrinking import shrunk

_ODD_INPUTS: tuple[Any, ...] = (
    0,
    1,
    -1.5,
    1e308,
    True,
    None,
    "1",
    [],
    [1, 2],
    [[1], [2, 3]],
    [[1, 2], [3, 4]],
    {"a": 1},
    10**400,
    [1, "2"],
    -0.0,
)
_ODD_FIELDS = (
    ("graph", ("wrt", "upstream", "output")),
    ("graph", ("directions", "layout")),
    ("gradient", ("order", "mode")),
    ("gradient", ("order",)),
    ("paths", ("node", "most", "element")),
    ("paths", ("name", "element")),
    ("check", ("seed", "sweep", "wrt")),
    ("batch", ("inputs", "upstream")),
    ("export", ("format", "operation_nodes")),
    ("jacobian", ("wrt", "output")),
    ("explain", ("upstream", "inputs")),
)


@dataclass
class Tally:
    """What a run of cases came to."""

    cases: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    """Per endpoint and status, and per oracle how often it had something to compare."""
    violations: dict[str, list[Violation]] = field(default_factory=dict)
    """By kind and place, each defect once or more."""


def generator_of(seed: int, number: int) -> random.Random:
    """What makes case `number` of a seed."""
    return random.Random(f"{seed}/{number}")


def case(generator: random.Random) -> tuple[Case, str]:
    """A case, and where its text comes from."""
    roll = generator.random()
    if roll < 0.05:
        return Case(torch_program(generator)), "torch"
    if roll < 0.5:
        return Case(program(generator), _inputs(generator, 0.15)), "grammar"
    base = generator.choice(corpus()) if generator.random() < 0.7 else program(generator)
    return Case(mutated(base, generator, corpus()), _inputs(generator, 0.1)), "mutation"


def _inputs(generator: random.Random, share: float) -> dict[str, Any]:
    if generator.random() > share:
        return {}
    return {
        name: generator.choice(_ODD_INPUTS) for name in generator.sample(("x", "y", "w", "a", "θ", "zz"), generator.randint(1, 2))
    }


def run_cases(seed: int, numbers: Iterator[int] | range) -> Tally:
    """Runs cases and gathers what they break."""
    tally = Tally()
    for number in numbers:
        tally.cases += 1
        try:
            _run(seed, number, tally)
        except Violation as violation:
            tally.violations.setdefault(violation.headline, []).append(violation)
    return tally


def _run(seed: int, number: int, tally: Tally) -> None:
    generator = generator_of(seed, number)
    made, origin = case(generator)
    asked = list(_requests(made, generator))
    for place, call in enumerate(asked):
        document = checked(call, again=number % 7 == 0, modelled=(number + place) % 10 == 0)
        answered = "status" not in document
        tally.answers[f"{call.endpoint} {'200' if answered else document['status']}"] += 1
        if not answered and place == 0:
            return  # the other endpoints refuse the same text for the same reason, but for one in ten
        if answered and call.endpoint == "gradient" and call.body.keys() == {"program", "inputs"} and not made.inputs:
            _by_other_means(call, document, origin, tally)


def _requests(made: Case, generator: random.Random) -> Iterator[Call]:
    """The graph first; then the gradient, and one or two of all that can be asked."""
    every = [*calls(made), _odd(made, generator)]
    if generator.random() < 0.1:
        yield generator.choice(every)
    yield every[0]
    yield Call("gradient", made.body)
    yield from generator.sample(every, generator.choice((0, 1, 1, 2)))


def _odd(made: Case, generator: random.Random) -> Call:
    """A request whose other fields are chosen as badly."""
    endpoint, fields = generator.choice(_ODD_FIELDS)
    values = {name: generator.choice(_ODD_INPUTS) for name in fields if generator.random() < 0.9}
    usual = {"name": "x", "node": generator.randint(0, 9), "order": generator.randint(1, 10), "format": "latex", "output": "y"}
    return Call(
        endpoint, made.body | values | {name: usual[name] for name in values if name in usual and generator.random() < 0.6}
    )


def _by_other_means(call: Call, document: Any, origin: str, tally: Tally) -> None:
    if origin == "torch":
        tally.answers["compared with PyTorch"] += 1
        violated("PyTorch", torch_disagrees(call.body["program"], document), call)
    elif origin == "grammar":
        tally.answers["compared with differences"] += 1
        violated("differences", differences_disagree(call, document), call)


def smallest(violation: Violation) -> Call:
    """The call with the smallest program that breaks the same promise at the same place."""
    wanted = str(violation).split("\n", 1)[0].partition(": ")[2][:60]

    def fails(text: str) -> bool:
        try:
            checked(Call(violation.call.endpoint, {**violation.call.body, "program": text}))
        except Violation as other:
            return other.kind == violation.kind and wanted[:40] in str(other)
        return False

    if violation.kind in ("PyTorch", "differences", "time", "not deterministic"):
        return violation.call
    return Call(violation.call.endpoint, {**violation.call.body, "program": shrunk(violation.call.body["program"], fails)})
