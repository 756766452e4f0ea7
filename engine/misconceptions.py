"""Wrong numbers that give away the thinking behind them: what was mistaken, as a formula, and what to say to it.

One table for all who ask: the page's exercises (static/src/graph/practice.ts gets the records with the page) and the polls of a
room, which ask for a whole gradient at once. Knows nothing of rooms, tolerances or texts that were typed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from math import isfinite, prod
from typing import NamedTuple

import numpy as np

from engine.arithmetics import ARRAYS, evaluate
from engine.backward import Contribution, Gradients
from engine.operations import Data
from engine.tensor import Tensor

_MOST_PARTS = 40
"""Of a gradient with more contributions than that, only so many are looked for one by one."""


class Asked(StrEnum):
    """What a question asks for, and the numbers that its misconceptions are made of, besides `answer`."""

    VALUE = "value"
    """A node's value; `first` and `second` are its inputs."""
    SEED = "seed"
    """The gradient that the output starts with; `own` is the value of the node whose gradient is asked for."""
    CONTRIBUTION = "contribution"
    """What one user sends back: `upstream`, `local`, `own`, and `out`, the value of the user."""
    SUM = "sum"
    """A gradient after one more contribution: `before` and `sent`."""
    GRADIENT = "gradient"
    """A whole gradient: `own`, and where several contributions add up, `part` (any one), `rest` (all but one) and `product` (of
    all). What is made of a contribution's numbers is made for each of them, and added up.
    """


@dataclass(frozen=True, slots=True)
class Misconception:
    """One mistake. `formula` is a single name, `0`, a name with a minus sign, or two names with an operator between them."""

    asked: tuple[Asked, ...]
    formula: str
    sentence: str
    operations: tuple[str, ...] = ()
    """Made only at nodes (of a contribution: at users) of these operations; at all where empty."""


_SIGN = "The size is right, the sign is not. Follow the signs through the product."
_MULTIPLIED = "Along one path slopes are multiplied; over several paths they are added."
_WHOLE = (Asked.CONTRIBUTION, Asked.GRADIENT)

MISCONCEPTIONS: tuple[Misconception, ...] = (
    Misconception((Asked.VALUE,), "-answer", "The size is right; look at the signs again."),
    Misconception((Asked.VALUE,), "first + second", "That is the sum of the two; this node multiplies.", ("multiply",)),
    Misconception((Asked.VALUE,), "first * second", "That is the product of the two; this node adds.", ("add",)),
    Misconception((Asked.VALUE,), "second - first", "The order matters here: the first input comes first.", ("subtract",)),
    Misconception((Asked.VALUE,), "second / first", "The order matters here: the first input comes first.", ("divide",)),
    Misconception(
        (Asked.VALUE,),
        "first * second",
        "A power multiplies the base by itself; it does not multiply base and exponent.",
        ("power",),
    ),
    Misconception((Asked.SEED,), "0", "0 would mean that the output does not react to itself. It reacts one to one."),
    Misconception(
        (Asked.SUM,),
        "sent",
        "That forgets the path that arrived before: contributions are added, none replaces another.",
    ),
    Misconception((Asked.SUM,), "before", "That forgets the path that has just arrived: both count."),
    Misconception(
        (Asked.GRADIENT,),
        "part",
        "That is what comes back along one path alone. Contributions are added: none replaces another.",
    ),
    Misconception((Asked.GRADIENT,), "rest", "One path is missing: everything that comes back is added."),
    Misconception((Asked.SUM,), "before * sent", _MULTIPLIED),
    Misconception((Asked.GRADIENT,), "product", _MULTIPLIED),
    Misconception((Asked.SUM,), "before - sent", "Contributions are added, with the signs that they have."),
    Misconception(_WHOLE, "-answer", _SIGN),
    Misconception(_WHOLE, "local", "That is the local slope alone. It still has to be multiplied by what arrived upstream."),
    Misconception(
        _WHOLE,
        "upstream",
        "That is what arrived upstream. It is passed on unchanged only by addition; here a local slope scales it.",
    ),
    Misconception(
        _WHOLE,
        "upstream + local",
        "The chain rule multiplies upstream and local; it does not add them. Adding is for what comes along several paths.",
    ),
    Misconception(
        _WHOLE,
        "upstream * own",
        "Wrong factor: the gradient of one factor is scaled by the other one, not by itself.",
        ("multiply",),
    ),
    Misconception(
        _WHOLE,
        "upstream * out",
        "That uses the product itself. The slope of a product is the other factor, an input.",
        ("multiply",),
    ),
    Misconception(
        _WHOLE, "upstream * out", "That uses the output of the node. Look at its rule: the slope is something else here."
    ),
    Misconception(_WHOLE, "upstream * own", "That uses the value of the input. Look at the rule of the node: what is its slope?"),
    Misconception(
        (Asked.SEED, Asked.CONTRIBUTION, Asked.GRADIENT),
        "own",
        "That is its value. The gradient says how fast it changes the output, not how large it is.",
    ),
)


class Mistake(NamedTuple):
    """A wrong answer, and what to say to whoever gives it."""

    value: float
    sentence: str


def value_mistakes(tensor: Tensor) -> list[Mistake]:
    """Mistakes about a node's value. Those about a tensor with an axis are none: nobody types one."""
    if tensor.operation is None or not _single(tensor.data, *(each.data for each in tensor.inputs)):
        return []
    names = dict(zip(("first", "second"), (each.item() for each in tensor.inputs), strict=False))
    return _made(Asked.VALUE, {"answer": tensor.item(), **names}, tensor.operation.name)


def gradient_mistakes(gradients: Gradients, tensor: Tensor) -> list[Mistake]:
    """Mistakes about the gradient of a tensor of this graph. Candidates: some may be the right number, or none at all.

    Of the same program with other inputs, the same candidates stand in the same order.
    """
    answer = gradients.of(tensor)
    if answer is None or not _single(answer):
        return []
    own = {"own": tensor.item(), "answer": float(answer)}
    if tensor is gradients.tensors[-1]:
        return _made(Asked.SEED, own)
    sent = [each for each in gradients.contributions() if each.input is tensor]
    if any(each.local is None or not _single(each.local, each.upstream) for each in sent):
        return _made(Asked.GRADIENT, own)
    ways = [_names(each) for each in sent]
    if len(ways) == 1:
        return _made(Asked.CONTRIBUTION, ways[0], _operation(sent[0]))
    parts = [way["answer"] for way in ways]
    found: list[Mistake] = []
    for part in parts[:_MOST_PARTS]:
        found += _made(Asked.GRADIENT, {"part": part})
    for part in parts[:_MOST_PARTS] if len(parts) > 2 else ():
        found += _made(Asked.GRADIENT, {"rest": own["answer"] - part})
    found += _made(Asked.GRADIENT, {"product": prod(parts), "answer": own["answer"]})
    found += _everywhere(ways, [_operation(each) for each in sent])
    return found + _made(Asked.GRADIENT, {"own": own["own"]})


def distinct(found: Iterable[Mistake], answer: float, close: float) -> list[Mistake]:
    """Those that are finite and differ from the answer by more than its share `close`, and of equal ones the first."""
    kept: list[Mistake] = []
    for each in found:
        others = (answer, *(other.value for other in kept))
        if isfinite(each.value) and not any(abs(each.value - other) <= close * max(abs(other), 1e-12) for other in others):
            kept.append(each)
    return kept


def _made(asked: Asked, names: Mapping[str, float], operation: str = "") -> list[Mistake]:
    """The mistakes of a kind that these numbers suffice for."""
    return [
        Mistake(_number(each, names), each.sentence)
        for each in MISCONCEPTIONS
        if asked in each.asked and _fits(each, operation) and _terms(each) <= names.keys()
    ]


def _everywhere(ways: list[dict[str, float]], operations: list[str]) -> list[Mistake]:
    """The mistakes about one contribution, made with every one of them; added up."""
    return [
        Mistake(reduce(float.__add__, (_number(each, way) for way in ways)), each.sentence)
        for each in MISCONCEPTIONS
        if {Asked.CONTRIBUTION, Asked.GRADIENT} <= set(each.asked)
        and not _terms(each) <= {"own", "answer"}
        and all(_fits(each, operation) for operation in operations)
    ]


def _names(each: Contribution) -> dict[str, float]:
    assert each.local is not None
    names = {"upstream": each.upstream, "local": each.local, "answer": each.sent, "own": each.input.data, "out": each.user.data}
    return {name: float(number) for name, number in names.items()}


def _operation(each: Contribution) -> str:
    assert each.user.operation is not None
    return each.user.operation.name


def _fits(each: Misconception, operation: str) -> bool:
    return not each.operations or operation in each.operations


def _terms(each: Misconception) -> set[str]:
    return {term.removeprefix("-") for term in each.formula.split() if term.removeprefix("-").isidentifier()}


def _number(each: Misconception, names: Mapping[str, float]) -> float:
    with np.errstate(all="ignore"):
        return float(evaluate(each.formula, names, ARRAYS))


def _single(*data: Data) -> bool:
    return all(isinstance(each, float) for each in data)
