"""Every route to the same derivative gives the same number, also where something could be special: 0, 1, −1, 2, repeated values.

The oracle computes the forward formulas with seventy digits and takes differences (see `high_precision`), so it shares no rule
with any route. Every record is asked about, alone and within a product; each route answers with the right number or says that
something is special here. How much is compared is counted and asserted.

`python3 run.py fuzz routes` asks more questions.
"""

import itertools
import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from backpass.engine import OPERATIONS, Operation
from backpass.engine.autodiff import create_graph, forward, hessian
from backpass.engine.autodiff.reverse_numeric import Contribution
from backpass.engine.compile import lower
from backpass.engine.operations import Family
from backpass.engine.symbolic import derivative as derivative_formulas
from tests.engine.autodiff.high_precision import Undefined, derivative
from tests.engine.autodiff.questions import (
    GENERIC,
    QUICK,
    RECORDS,
    SPECIAL,
    Ledger,
    answers_of,
    call_of,
    orders,
    questions,
    share,
)
from tests.engine.autodiff.routes import ROUTES, Question
from tests.engine.autodiff.test_transform_routes import CASES

LEDGER = Ledger()
RecordProperty = Callable[[str, object], None]


def test_every_operation_that_sends_a_gradient_is_asked_about_or_is_one_on_arrays() -> None:
    arrays = {record.name for record, _ in CASES}
    left_out = OPERATIONS.keys() - {record.name for record in RECORDS} - arrays
    assert {name for name in left_out if not OPERATIONS[name].stops_gradient} == set()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_every_route_gives_the_derivative_of_the_forward_formula_or_says_why_not(
    record: Operation, record_property: RecordProperty
) -> None:
    ledger = Ledger()
    for question in itertools.islice(questions(record), share(record)):
        ledger.ask(question, QUICK)
    LEDGER.compared += ledger.compared
    LEDGER.reported += ledger.reported
    LEDGER.undefined += ledger.undefined
    record_property("derivatives of derivatives: operations on numbers", 1)
    ledger.count(record_property, "derivatives of derivatives")
    assert not ledger.wrong, "\n".join(ledger.wrong[:10])


def test_enough_was_compared_by_every_route() -> None:
    asked_at_all = LEDGER.compared.total() + LEDGER.reported.total()
    if not asked_at_all:
        pytest.skip("only where the questions above were asked in the same run")
    assert LEDGER.compared.total() > 2_000
    assert LEDGER.compared.total() > asked_at_all / 2
    assert min(LEDGER.compared[name] for name in QUICK) > 30


UNDEFINED = [
    Question("x ** y", {"x": -1.3, "y": -1.0}, {"y": 2}),
    Question("x ** y", {"x": -1.3, "y": -1.0}, {"x": 1, "y": 3}),
    Question("x ** y", {"x": -1.0, "y": 2.0}, {"y": 4}),
    Question("(x ** y) * x", {"x": -1.0, "y": -1.0}, {"y": 2}),
    Question("(x ** y) * x", {"x": -1.0, "y": 0.0}, {"y": 3}),
]
"""Where the base is negative, a power has no derivative by its exponent, so none of any order."""


@pytest.mark.parametrize("question", UNDEFINED, ids=str)
def test_what_is_undefined_at_the_first_order_stays_undefined_by_every_route(question: Question) -> None:
    with pytest.raises(Undefined):
        derivative(question.text, question.point, question.orders)
    answers = dict(answers_of(question, ROUTES))
    assert {"nested_grad", "create_graph", "library"} <= answers.keys()
    assert {name: found.value for name, found in answers.items() if math.isfinite(found.value)} == {}
    assert not [name for name, found in answers.items() if found.reported is False]


SHORT = [record for record in RECORDS if record.arity < 3 and share(record) > 1 and record.family is not Family.COMPARISON]


@st.composite
def programs(draw: st.DrawFn) -> Question:
    """An expression of two names in which operations are put into one another, at a point with values that are special."""
    made = ["x", "y", *draw(st.lists(st.sampled_from(["0", "1", "(-1)", "2"]), max_size=1))]
    for record in draw(st.lists(st.sampled_from(SHORT), min_size=2, max_size=4)):
        names = [draw(st.sampled_from(made[-3:])) for _ in range(record.arity)]
        made.append(call_of(record, names))
    values = st.sampled_from((*SPECIAL, *GENERIC))
    point = {"x": draw(values), "y": draw(values)}
    wanted = draw(st.sampled_from([order for order in orders("xy") if sum(order.values()) < 4]))
    return Question(f"{made[-1]} * {draw(st.sampled_from(['x', 'y', '1']))}", point, wanted)


def test_programs_drawn_at_random_have_one_derivative_by_every_route(record_property: RecordProperty) -> None:
    ledger = Ledger()

    @settings(deadline=None, max_examples=30, database=None)
    @given(programs())
    def compare(question: Question) -> None:
        try:
            assume(abs(derivative(question.text, question.point, question.orders)) < 1e4)
        except Undefined:
            assume(False)
        before = len(ledger.wrong)
        ledger.ask(question, QUICK)
        assert len(ledger.wrong) == before, ledger.wrong[before:]

    compare()
    ledger.count(record_property, "derivatives of random programs")
    assert ledger.compared.total() > 200


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
