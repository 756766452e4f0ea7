"""Wrong numbers that give away the thinking behind them: what was mistaken, as a formula, and what to say to it.

One table for all who ask: the page's exercises (static/src/exercises/practice.ts gets the records with the page) and the polls
of a room, which ask for a whole gradient at once. Knows nothing of rooms, tolerances or texts that were typed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from math import isfinite, prod
from typing import NamedTuple

import numpy as np

from backpass.engine.autodiff.reverse_numeric import Contribution, Gradients
from backpass.engine.formulas.algebras import ARRAYS, evaluate
from backpass.engine.graph.tensor import Tensor
from backpass.engine.messages import in_language, say
from backpass.engine.operations import Data

_MAX_PARTS = 40
"""Of a gradient with more contributions than that, only so many are looked for one by one."""


class QuestionKind(StrEnum):
    """What a question asks for, and the numbers that its misconceptions are made of, besides `answer`."""

    VALUE = "value"
    """A node's value; `first` and `second` are its inputs."""
    SEED = "seed"
    """The gradient that the output starts with; `own` is the value of the node whose gradient is asked for."""
    CONTRIBUTION = "contribution"
    """What one user sends back: `upstream`, `local`, `own`, `out`, the value of the user, and where several contributions add
    up `whole`, the gradient that they make.
    """
    SUM = "sum"
    """A gradient after one more contribution: `before` and `sent`."""
    GRADIENT = "gradient"
    """A whole gradient: `own`, and where several contributions add up, `part` (any one), `rest` (all but one) and `product` (of
    all). What is made of a contribution's numbers is made for each of them, and added up.
    """


@dataclass(frozen=True, slots=True)
class Misconception:
    """One mistake. `formula` is a single name, `0`, a name with a minus sign, or two names with an operator between them."""

    asked: tuple[QuestionKind, ...]
    formula: str
    sentence: str
    operations: tuple[str, ...] = ()
    """Made only at nodes (of a contribution: at users) of these operations; at all where empty."""


_SIGN = say("misconception-sign-lost")
_MULTIPLIED = say("misconception-multiplied-paths")
_WHOLE = (QuestionKind.CONTRIBUTION, QuestionKind.GRADIENT)

MISCONCEPTIONS: tuple[Misconception, ...] = (
    Misconception((QuestionKind.VALUE,), "-answer", say("misconception-signs")),
    Misconception((QuestionKind.VALUE,), "first + second", say("misconception-sum-for-product"), ("multiply",)),
    Misconception((QuestionKind.VALUE,), "first * second", say("misconception-product-for-sum"), ("add",)),
    Misconception((QuestionKind.VALUE,), "second - first", say("misconception-order"), ("subtract",)),
    Misconception((QuestionKind.VALUE,), "second / first", say("misconception-order"), ("divide",)),
    Misconception(
        (QuestionKind.VALUE,),
        "first * second",
        say("misconception-power-as-product"),
        ("power",),
    ),
    Misconception((QuestionKind.SEED,), "0", say("misconception-seed-zero")),
    Misconception(
        (QuestionKind.SUM,),
        "sent",
        say("misconception-forgot-earlier"),
    ),
    Misconception((QuestionKind.SUM,), "before", say("misconception-forgot-latest")),
    Misconception(
        (QuestionKind.GRADIENT,),
        "part",
        say("misconception-one-path-alone"),
    ),
    Misconception((QuestionKind.GRADIENT,), "rest", say("misconception-path-missing")),
    Misconception((QuestionKind.SUM,), "before * sent", _MULTIPLIED),
    Misconception((QuestionKind.GRADIENT,), "product", _MULTIPLIED),
    Misconception((QuestionKind.SUM,), "before - sent", say("misconception-subtracted")),
    Misconception((QuestionKind.CONTRIBUTION,), "whole", say("misconception-whole-gradient")),
    Misconception(_WHOLE, "-answer", _SIGN),
    Misconception(_WHOLE, "local", say("misconception-local-alone")),
    Misconception(
        _WHOLE,
        "upstream",
        say("misconception-upstream-alone"),
    ),
    Misconception(
        _WHOLE,
        "upstream + local",
        say("misconception-added-for-multiplied"),
    ),
    Misconception(
        _WHOLE,
        "upstream * own",
        say("misconception-own-factor"),
        ("multiply",),
    ),
    Misconception(
        _WHOLE,
        "upstream * out",
        say("misconception-product-itself"),
        ("multiply",),
    ),
    Misconception(_WHOLE, "upstream * out", say("misconception-output-of-node")),
    Misconception(_WHOLE, "upstream * own", say("misconception-value-of-input")),
    Misconception(
        (QuestionKind.SEED, QuestionKind.CONTRIBUTION, QuestionKind.GRADIENT),
        "own",
        say("misconception-value-for-gradient"),
    ),
)


class WrongAnswer(NamedTuple):
    """A wrong answer, and the reply to it."""

    value: float
    sentence: str


def value_mistakes(tensor: Tensor) -> list[WrongAnswer]:
    """Mistakes about a node's value. Those about a tensor with an axis are none: nobody types one."""
    if tensor.operation is None or not _single(tensor.raw, *(each.raw for each in tensor.inputs)):
        return []
    names = dict(zip(("first", "second"), (each.item() for each in tensor.inputs), strict=False))
    return _made(QuestionKind.VALUE, {"answer": tensor.item(), **names}, tensor.operation.name)


def gradient_mistakes(gradients: Gradients, tensor: Tensor) -> list[WrongAnswer]:
    """Mistakes about the gradient of a tensor of this graph. Candidates: some may be the right number, or none at all.

    Of the same program with other inputs, the same candidates stand in the same order.
    """
    answer = gradients.of(tensor)
    if answer is None or not _single(answer):
        return []
    own = {"own": tensor.item(), "answer": float(answer)}
    if tensor is gradients.tensors[-1]:
        return _made(QuestionKind.SEED, own)
    sent = [each for each in gradients.contributions() if each.input is tensor]
    if any(each.local is None or not _single(each.local, each.upstream) for each in sent):
        return _made(QuestionKind.GRADIENT, own)
    ways = [_names(each) for each in sent]
    if len(ways) == 1:
        return _made(QuestionKind.CONTRIBUTION, ways[0], _operation(sent[0]))
    parts = [way["answer"] for way in ways]
    found: list[WrongAnswer] = []
    for part in parts[:_MAX_PARTS]:
        found += _made(QuestionKind.GRADIENT, {"part": part})
    for part in parts[:_MAX_PARTS] if len(parts) > 2 else ():
        found += _made(QuestionKind.GRADIENT, {"rest": own["answer"] - part})
    found += _made(QuestionKind.GRADIENT, {"product": prod(parts), "answer": own["answer"]})
    found += _everywhere(ways, [_operation(each) for each in sent])
    return found + _made(QuestionKind.GRADIENT, {"own": own["own"]})


def distinct(found: Iterable[WrongAnswer], answer: float, close: float) -> list[WrongAnswer]:
    """Those that are finite and differ from the answer by more than its share `close`, and of equal ones the first."""
    kept: list[WrongAnswer] = []
    for each in found:
        others = (answer, *(other.value for other in kept))
        if isfinite(each.value) and not any(abs(each.value - other) <= close * max(abs(other), 1e-12) for other in others):
            kept.append(each)
    return kept


def _made(asked: QuestionKind, names: Mapping[str, float], operation: str = "") -> list[WrongAnswer]:
    """The mistakes of a kind that these numbers suffice for."""
    return [
        WrongAnswer(_number(each, names), in_language(each.sentence))
        for each in MISCONCEPTIONS
        if asked in each.asked and _fits(each, operation) and _terms(each) <= names.keys()
    ]


def _everywhere(ways: list[dict[str, float]], operations: list[str]) -> list[WrongAnswer]:
    """The mistakes about one contribution, made with every one of them; added up."""
    return [
        WrongAnswer(reduce(float.__add__, (_number(each, way) for way in ways)), in_language(each.sentence))
        for each in MISCONCEPTIONS
        if {QuestionKind.CONTRIBUTION, QuestionKind.GRADIENT} <= set(each.asked)
        and not _terms(each) <= {"own", "answer"}
        and all(_fits(each, operation) for operation in operations)
    ]


def _names(each: Contribution) -> dict[str, float]:
    assert each.local is not None
    names = {"upstream": each.upstream, "local": each.local, "answer": each.sent, "own": each.input.raw, "out": each.user.raw}
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
