"""Every route to the same derivative gives the same number, also where something could be special: 0, 1, −1, 2, repeated values.

The oracle computes the forward formulas with seventy digits and takes differences (see `high_precision`), so it shares no rule
with any route. Every record is asked about, alone and within a product; each route answers with the right number or says that
something is special here. How much is compared is counted and asserted.

`BACKPASS_ROUTES=20` asks twenty times as many questions.
"""

import contextlib
import itertools
import math
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import OPERATIONS, Operation
from engine.autodiff import create_graph, forward, hessian
from engine.autodiff.backward import Contribution
from engine.compile import lower
from engine.operations import Family
from engine.symbolic import derivative as derivative_formulas
from tests.engine.autodiff.high_precision import Undefined, derivative, is_close
from tests.engine.autodiff.routes import ROUTES, Found, NoAnswer, Question

MORE = int(os.environ.get("BACKPASS_ROUTES", "1"))
"""How many times as many questions are asked."""
SPECIAL = (0.0, 1.0, -1.0, 2.0)
GENERIC = (0.7, -1.3)
NAMES = "xyz"
RECORDS = [record for record in OPERATIONS.values() if record.elementwise and not record.stops_gradient]
SLOW = {"compiled_batch", "exported_jax", "exported_pytorch"}
"""Routes that compile or trace for each question."""
_DIGITS = {"exported_pytorch": 1e-8}
"""PyTorch's polygamma, in the third derivative of `lgamma`, has one digit fewer."""


def expression(record: Operation, variant: int) -> str:
    """A call of the record, alone or where its result is used with its inputs."""
    names = list(NAMES[: record.arity])
    symbol = record.notation.infix
    call = f"{record.notation.call or record.name}({', '.join(names)})"
    if symbol:
        call = f"({names[0]} {symbol} {names[1]})" if record.arity == 2 else f"({symbol}{names[0]})"
    return [call, f"{call} * x", f"x * {call} * {call}"][variant]


def _call(record: Operation, arguments: Sequence[str]) -> str:
    symbol = record.notation.infix
    if symbol:
        return f"({symbol.join(arguments)})" if record.arity > 1 else f"({symbol}{arguments[0]})"
    return f"{record.notation.call or record.name}({', '.join(arguments)})"


def orders(names: str) -> Iterator[dict[str, int]]:
    """All mixed derivatives up to the fourth."""
    for counts in itertools.product(range(5), repeat=len(names)):
        if 1 <= sum(counts) <= 4:
            yield {name: count for name, count in zip(names, counts, strict=True) if count}


def questions(record: Operation) -> Iterator[Question]:
    """At special points and ordinary ones, in an order that tries a little of everything first."""
    names = NAMES[: record.arity]
    points = [dict(zip(names, values, strict=True)) for values in itertools.product((*SPECIAL, *GENERIC), repeat=record.arity)]
    every = [
        Question(expression(record, variant), point, order) for variant in range(3) for point in points for order in orders(names)
    ]
    random.Random(record.name).shuffle(every)
    return iter(every)


def asked(record: Operation) -> int:
    """How many questions: fewer where the rule is a long series, of which derivatives are longer still."""
    return MORE * (1 if max(len(rule.text) for rule in record.rules) > 500 else 5)


class Ledger:
    """What was compared, and what went wrong."""

    def __init__(self) -> None:
        self.compared: Counter[str] = Counter()
        self.reported: Counter[str] = Counter()
        self.undefined = 0
        self.wrong: list[str] = []

    def ask(self, question: Question, routes: Iterable[str]) -> None:
        """Holds every route against the oracle."""
        try:
            expected: float | None = derivative(question.text, question.point, question.orders)
        except Undefined:
            expected = None
            self.undefined += 1
        answers = dict(_answers(question, routes))
        # What has no way to say something cannot be blamed where others say it.
        special = expected is None or any(found.reported for found in answers.values())
        for name, (value, reported) in answers.items():
            digits = _DIGITS.get(name, 1e-9)
            if expected is not None and (is_close(value, expected) or math.isclose(value, expected, rel_tol=digits)):
                self.compared[name] += 1
            elif reported or not math.isfinite(value) or (reported is None and special):
                self.reported[name] += 1
            else:
                self.wrong.append(f"{name}: {question} gives {value}, not {expected}")


def _answers(question: Question, routes: Iterable[str]) -> Iterator[tuple[str, Found]]:
    for name in routes:
        with contextlib.suppress(NoAnswer):
            yield name, ROUTES[name](question)


LEDGER = Ledger()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_every_route_gives_the_derivative_of_the_forward_formula_or_says_why_not(record: Operation) -> None:
    ledger = Ledger()
    quick = [name for name in ROUTES if name not in SLOW]
    for count, question in enumerate(itertools.islice(questions(record), asked(record))):
        ledger.ask(question, [*quick, *SLOW] if count % 40 == 0 and MORE > 1 else quick)
    LEDGER.compared += ledger.compared
    LEDGER.reported += ledger.reported
    LEDGER.undefined += ledger.undefined
    assert not ledger.wrong, "\n".join(ledger.wrong[:10])


def test_enough_was_compared_by_every_route() -> None:
    asked_at_all = LEDGER.compared.total() + LEDGER.reported.total()
    if not asked_at_all:
        pytest.skip("only where the questions above were asked in the same run")
    assert LEDGER.compared.total() > 2_000 * MORE
    assert LEDGER.compared.total() > asked_at_all / 2
    assert min(LEDGER.compared[name] for name in ROUTES if name not in SLOW) > 30 * MORE


SHORT = [record for record in RECORDS if record.arity < 3 and asked(record) > MORE and record.family is not Family.COMPARISON]


@st.composite
def programs(draw: st.DrawFn) -> Question:
    """An expression of two names in which operations are put into one another, at a point with values that are special."""
    made = ["x", "y", *draw(st.lists(st.sampled_from(["0", "1", "(-1)", "2"]), max_size=1))]
    for record in draw(st.lists(st.sampled_from(SHORT), min_size=2, max_size=4)):
        names = [draw(st.sampled_from(made[-3:])) for _ in range(record.arity)]
        made.append(_call(record, names))
    values = st.sampled_from((*SPECIAL, *GENERIC))
    point = {"x": draw(values), "y": draw(values)}
    wanted = draw(st.sampled_from([order for order in orders("xy") if sum(order.values()) < 4]))
    return Question(f"{made[-1]} * {draw(st.sampled_from(['x', 'y', '1']))}", point, wanted)


def test_programs_drawn_at_random_have_one_derivative_by_every_route() -> None:
    ledger = Ledger()
    quick = [name for name in ROUTES if name not in SLOW]

    @settings(deadline=None, max_examples=max(30 * MORE, settings().max_examples if MORE > 1 else 0), database=None)
    @given(programs())
    def compare(question: Question) -> None:
        try:
            assume(abs(derivative(question.text, question.point, question.orders)) < 1e4)
        except Undefined:
            assume(False)
        before = len(ledger.wrong)
        ledger.ask(question, quick)
        assert len(ledger.wrong) == before, ledger.wrong[before:]

    compare()
    assert ledger.compared.total() > 200 * MORE


def _scaled_formula(honest: Any) -> Any:
    """The same for a formula."""
    return lambda formulas, tensor, slot: formulas.algebra.scaled(Fraction(1001, 1000), honest(formulas, tensor, slot))


Mutation = tuple[Any, str, Callable[[Any], Any], str, set[str]]


def _enlarged(honest: Any) -> Any:
    """What multiplies a result by 1.001, whatever shape it has."""

    def enlarged(*arguments: Any, **more: Any) -> Any:
        found = honest(*arguments, **more)
        if isinstance(found, list):
            return [each * 1.001 for each in found]
        return found._replace(scaled=found.scaled * 1.001) if isinstance(found, Contribution) else found * 1.001

    return enlarged


def _without_a_factor_of_one(honest: Any) -> Any:
    """The fault for which this file was written: `jax.grad(jax.grad(lambda x: x*x*x))(1.0)` was 4."""
    return lambda upstream, slope: slope if upstream.data == 1.0 and upstream.operation is None else honest(upstream, slope)


def _enlarged_result(honest: Any) -> Any:
    """The same for a result in written code."""
    return lambda *arguments, **more: honest(*arguments, **more) * arguments[-1].code.constant(1.001)


MUTATIONS: list[Mutation] = [
    (create_graph, "_multiply", _without_a_factor_of_one, "xxx", {"create_graph", "order", "library"}),
    (create_graph, "_multiply", _enlarged, "xxx", {"nested_grad", "create_graph", "order", "library", "batch"}),
    (hessian, "slope_changes", _enlarged, "xx", {"order"}),
    (forward, "contribution", _enlarged, "x", {"forward_mode"}),
    (lower._Code, "scale", _enlarged_result, "x", {"batch", "compiled_batch"}),
    (derivative_formulas._Formulas, "slope", _scaled_formula, "x", {"formula"}),
]
"""Where, what, how it is spoilt, by which names the question differentiates, and which routes must notice."""


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: f"{mutation[1]} {mutation[2].__name__}")
def test_a_route_that_is_spoilt_on_purpose_is_noticed(mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, spoil, by, routes = mutation
    monkeypatch.setattr(module, name, spoil(getattr(module, name)))
    ledger = Ledger()
    ledger.ask(Question("x*x*x*x + y*tanh(y)", {"x": 1.0, "y": 2.0}, Counter(by)), sorted(routes))
    assert {line.split(":")[0] for line in ledger.wrong} == routes
