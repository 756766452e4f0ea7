"""Every record keeps its promises. These tests are generated: a new operation is tested by existing."""

import contextlib
import dataclasses
import math
import re
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path

import numpy as np
import pytest

from backpass.engine import OPERATIONS, Code, Operation, ProblemError, Tensor
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.formulas.compiled import formulas, holds, kernel, scalar_source
from backpass.engine.graph.tensor import FUNCTIONS
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse, parse_expression
from backpass.engine.messages import in_language, speaking
from backpass.engine.operations import Family, How, Rule
from backpass.engine.operations.model import Registry
from tests.engine.operations.derivative_checks import TOLERANCE, complex_step, relative_error, samples, slopes_at, worst_error
from tests.in_turn import in_turn

RECORDS = list(OPERATIONS.values())
ELEMENTWISE = [record for record in RECORDS if record.elementwise]
TRANSFORMS = [record for record in RECORDS if not record.elementwise]
every_operation = in_turn("operation", RECORDS, ids=lambda record: record.name)
every_elementwise_operation = in_turn("operation", ELEMENTWISE, ids=lambda record: record.name)
RULES = [(record, slot) for record in ELEMENTWISE for slot in range(record.arity)]


def rules_where(applies: Callable[[Operation, int], bool]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A test of the rules to which it applies; the others are no tests, so that none is reported as skipped."""
    chosen = [(record, slot) for record, slot in RULES if applies(record, slot)]
    return in_turn("operation, slot", chosen, ids=lambda rule: f"{rule[0].name}-{rule[1]}")


def is_analytic(operation: Operation, slot: int) -> bool:
    """Whether the complex step can be taken: the function neither compares nor holds back, and takes complex numbers."""
    if operation.stops_gradient or operation.family is Family.PIECEWISE:
        return False
    if re.search(r" if |\babs|_abs", scalar_source(operation).value):
        return False
    try:
        complex_step(operation, samples(operation)[0], slot)
    except TypeError:
        return False
    return True


every_rule = rules_where(lambda *_: True)
SHAPES = [((3,), (3,)), ((2, 3), (3,)), ((2, 1), (1, 3)), ((2, 3), ()), ((), (2, 2)), ((1,), (2, 2)), ((4, 1, 2), (3, 1))]


@every_elementwise_operation
def test_the_rules_agree_with_finite_differences(operation: Operation) -> None:
    if operation.stops_gradient:
        assert all(slope == 0 for point in samples(operation) for slope in slopes_at(operation, point))
    else:
        assert worst_error(operation) < TOLERANCE


@rules_where(is_analytic)
def test_the_rules_agree_with_the_complex_step_where_it_can_be_taken(operation: Operation, slot: int) -> None:
    expected = [complex_step(operation, point, slot) for point in samples(operation)]
    found = [slopes_at(operation, point)[slot] for point in samples(operation)]
    assert np.allclose(found, expected, rtol=1e-12, atol=1e-13)


@every_rule
def test_a_rule_that_is_a_thousandth_wrong_is_caught(operation: Operation, slot: int) -> None:
    rules = list(operation.rules)
    rules[slot] = Rule(f"({rules[slot].text}) * 1.001 + 0.0001")
    assert worst_error(dataclasses.replace(operation, rules=tuple(rules))) > TOLERANCE


@every_elementwise_operation
def test_arrays_and_floats_give_the_same_numbers(operation: Operation) -> None:
    points = samples(operation, 11)
    columns = [np.array(column) for column in zip(*points, strict=True)]
    functions = kernel(operation)
    values = functions.value(*columns)
    for index, point in enumerate(points):
        value, slopes = functions.scalar(*point)
        assert values[index] == pytest.approx(value, rel=1e-14, abs=1e-300)
        for slot, slope in enumerate(slopes):
            found = np.broadcast_to(functions.slopes[slot](*columns, values), values.shape)[index]
            assert found == pytest.approx(slope, rel=1e-13, abs=1e-300)


@every_elementwise_operation
def test_special_values_are_answered_and_never_raise(operation: Operation) -> None:
    for inputs, expected in operation.special:
        value, slopes = kernel(operation).scalar(*inputs)
        assert value == pytest.approx(expected, nan_ok=True, rel=1e-15)
        assert len(slopes) == operation.arity
        with np.errstate(all="ignore"):
            assert float(kernel(operation).value(*map(np.array, inputs))) == pytest.approx(expected, nan_ok=True, rel=1e-15)


@every_elementwise_operation
def test_extreme_inputs_give_floats_and_never_raise(operation: Operation) -> None:
    extremes = [0.0, -0.0, 1.0, -1.0, 1e308, -1e308, 5e-324, 710.0, -746.0, math.inf, -math.inf, math.nan]
    for inputs in product(extremes, repeat=operation.arity):
        value, slopes = kernel(operation).scalar(*inputs)
        assert type(value) is float
        assert all(type(slope) is float for slope in slopes)


@every_elementwise_operation
@in_turn("shapes", SHAPES)
def test_broadcast_gradients_have_the_shape_of_their_input_and_the_sum_of_the_scalar_ones(
    operation: Operation, shapes: tuple
) -> None:
    generator = np.random.default_rng(1)
    data = [generator.uniform(*ends, size=shape) for ends, shape in zip(operation.samples, cycle(shapes), strict=False)]
    inputs = [Tensor(array) for array in data]
    out = FUNCTIONS[operation.name](*inputs)
    gradients = backward(out)
    full = np.broadcast_arrays(*data)
    for slot, tensor in enumerate(inputs):
        found = np.asarray(gradients.of(tensor))
        assert found.shape == data[slot].shape
        each = np.array(
            [
                kernel(operation).scalar(*map(float, point))[1][slot]
                for point in zip(*(array.ravel() for array in full), strict=True)
            ]
        )
        assert found.sum() == pytest.approx(each.sum(), rel=1e-12)


@every_elementwise_operation
def test_a_wrong_number_of_arguments_is_refused_by_library_and_language(operation: Operation) -> None:
    name = operation.notation.call or operation.name
    # One argument alone, or one more, means another operation where the record says so: max(x) is the largest element.
    # The second of `round` is Python's number of digits.
    wrong = (
        0
        if operation.unary_form or operation.extended_form or name == "round"
        else operation.arity - 1
        if operation.is_variadic_fold
        else operation.arity + 1
    )
    call = f"{name}({', '.join('x' * wrong)})"
    with pytest.raises(ProblemError) as refusal:
        run(parse(call))
    assert refusal.value.problems[0].code is Code.ARGUMENT_COUNT
    assert operation.signature in (refusal.value.problems[0].hint or "")
    with pytest.raises(TypeError):
        FUNCTIONS[operation.name](*[Tensor(1.0)] * (operation.arity + 1))


@every_elementwise_operation
def test_the_domain_holds_at_the_samples_and_its_end_is_explained(operation: Operation) -> None:
    if operation.domain is None:
        assert all(
            not math.isnan(value) or any(map(math.isnan, inputs)) or any(map(math.isinf, inputs))
            for inputs, value in operation.special
        )
        return
    for point in samples(operation):
        assert holds(operation.domain.text, operation, point).all()
    assert operation.domain.outside.endswith(".")
    assert operation.domain.hint.endswith(".")


@every_operation
def test_a_kink_has_a_convention(operation: Operation) -> None:
    assert operation.kink is None or operation.convention is not None


@rules_where(lambda operation, slot: operation.rules[slot].display_text is not None)
def test_what_is_usually_shown_equals_what_is_computed(operation: Operation, slot: int) -> None:
    shown = dataclasses.replace(operation, rules=tuple(Rule(each.display_text or each.text) for each in operation.rules))
    for point in samples(operation):
        assert relative_error(slopes_at(shown, point)[slot], slopes_at(operation, point)[slot]) < 1e-15


@every_elementwise_operation
def test_the_signature_is_a_program_that_calls_it(operation: Operation) -> None:
    assert run(parse(operation.signature)).output.operation is operation


@every_elementwise_operation
def test_every_spelling_calls_it_as_function_and_as_method(operation: Operation) -> None:
    for name in operation.names:
        arguments = ", ".join("pqr"[: operation.arity])
        assert run(parse(f"{name}({arguments})")).output.operation is operation
        assert run(parse(f"p.{name}({', '.join('qr'[: operation.arity - 1])})")).output.operation is operation


@every_operation
def test_templates_mark_only_parameters_and_the_value(operation: Operation) -> None:
    shown = formulas(operation)
    known = {*operation.parameters, "out", *(() if operation.elementwise else "G")}
    for template in (shown.latex, shown.plain, operation.notation.spoken, *(text for pair in shown.rules for text in pair)):
        assert {first or second for first, second in re.findall(r"«(\w+)»|‹(\w+)›", template)} <= known
        assert template.count("{") == template.count("}")


@in_turn("language", ["en", "fr"])
@in_turn("operation", OPERATIONS.values(), ids=lambda operation: operation.name)
def test_reasons_have_no_letters_which_a_program_may_use_for_something_else(operation: Operation, language: str) -> None:
    with speaking(language):
        outside = operation.domain.outside if operation.domain else ""
        for sentence in (operation.why, operation.convention or "", outside):
            # `a` is a word of both languages, and what an apostrophe follows is one of French.
            letters = re.findall(r"(?<![\w’'])[b-zB-Z](?![\w’'])", in_language(sentence))
            assert not set(letters) & {*operation.parameters, "n", "k", "x"} - {"y"}, sentence


@every_operation
def test_the_record_speaks_in_whole_sentences(operation: Operation) -> None:
    for sentence in (operation.summary, operation.why):
        assert sentence.endswith(".")
        assert len(sentence.split()) > 3
    assert operation.notation.spoken


def test_an_addition_copies_a_product_scales_and_a_maximum_routes() -> None:
    how = {name: [rule.how for rule in OPERATIONS[name].rules] for name in ("add", "multiply", "maximum")}
    assert how == {"add": [How.COPY] * 2, "multiply": [How.SCALE] * 2, "maximum": [How.ROUTE] * 2}


def test_a_name_given_twice_is_refused() -> None:
    tanh = OPERATIONS["tanh"]
    with pytest.raises(ValueError, match="'tanh' names both"):
        Registry.of([[tanh], [tanh]])


def test_a_record_without_a_rule_for_each_parameter_is_refused() -> None:
    with pytest.raises(ValueError, match="2 parameters need as many rules"):
        dataclasses.replace(OPERATIONS["add"], rules=(Rule("1"),))


def test_rules_use_only_our_own_language() -> None:
    for operation in RECORDS:
        for rule in operation.rules:
            assert parse_expression(rule.text)
        if isinstance(operation.value, str):
            assert parse_expression(operation.value)


@every_rule
def test_no_rule_writes_down_a_number_that_is_not_finite(operation: Operation, slot: int) -> None:
    """A written NaN or infinity is a constant: differentiated once more it would be a slope of 0 where there is none."""
    assert not re.search(r"\b(nan|inf)\b", operation.rule(slot).text)


def test_no_second_list_of_operations_exists() -> None:
    root = Path(__file__).parents[3]
    sources = [*root.glob("engine/**/*.py"), *root.glob("app/**/*.py"), *root.glob("static/src/**/*.ts")]
    for source in sources:
        if {"operations", "examples", "prelude"} & {*source.parts}:
            continue  # a prelude has the names of its library
        quoted = set(re.findall(r"[\"'](\w+)[\"']", source.read_text()))
        assert len(quoted & {"sigmoid", "softplus", "expm1", "log1p", "arctan", "atan", "cosh"}) < 2, f"{source} lists operations"


@every_operation
def test_any_options_are_taken_or_refused(operation: Operation) -> None:
    for x in ("2.0", "[1.0, 2.0]", "[[1.0, 2.0], [3.0, 4.0]]"):
        for options in (
            "",
            ", 0",
            ", x, 7",
            ", None",
            ", True",
            ", (0, 1)",
            ", axis=5",
            ", axis=None",
            ", shape=None",
            ", key=0",
        ):
            for inputs in ("x", "[x, x]"):
                with contextlib.suppress(ProblemError):
                    run(parse(f"x = {x}\n{operation.name}({inputs}{options})"))


@every_elementwise_operation
def test_the_identities_that_a_record_names_hold(operation: Operation) -> None:
    f = lambda *inputs: kernel(operation).scalar(*inputs)[0]  # noqa: E731
    for point in samples(operation):
        x = point[0]
        if operation.odd or operation.even:
            assert f(-x) == (-f(x) if operation.odd else f(x))
        if operation.is_idempotent:
            assert f(x, x) == x if operation.arity == 2 else f(f(x)) == f(x)
        if operation.left_inverse_of:
            undone = OPERATIONS[operation.left_inverse_of]
            for (y,) in samples(undone):
                assert f(kernel(undone).scalar(y)[0]) == pytest.approx(y, rel=1e-12)


@every_operation
def test_only_what_commutes_says_so(operation: Operation) -> None:
    if operation.arity != 2 or not operation.elementwise:
        assert not operation.commutes
        return
    pairs = [(kernel(operation).scalar(a, b)[0], kernel(operation).scalar(b, a)[0]) for a, b in samples(operation)]
    assert operation.commutes == all(there == back for there, back in pairs)
