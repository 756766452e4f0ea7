"""Programs written for other libraries run as they are and give our value and our gradients."""

import contextlib
import dataclasses
import importlib.util
import io
import itertools
import math
import random
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from backpass.engine import OPERATIONS, Code, Operation, ProblemError, Tensor
from backpass.engine.export import pytorch_and_jax
from backpass.engine.export.formula import Source
from backpass.engine.export.registry import FORMATS, export
from backpass.engine.export.target_libraries import JAX, PYTHON, PYTORCH, TARGETS, Lacking
from backpass.engine.formulas.compiled import kernel
from backpass.engine.graph.tensor import FUNCTIONS, apply
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.operations import Native
from backpass.engine.serialization.computation import Computation, identifiers
from backpass.engine.serialization.graph_json import gradient_json
from tests.engine.operations.derivative_checks import samples
from tests.in_turn import in_turn

_PACKAGE = {"pytorch": "torch"}
RECORDS = [record for record in OPERATIONS.values() if record.elementwise]
every_target = in_turn("target", TARGETS)
tensor_target = in_turn("target", [name for name, facts in TARGETS.items() if not facts.scalars])
scalar_target = in_turn("target", [name for name, facts in TARGETS.items() if facts.scalars])
every_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
FIGURES = re.compile(r"^(gradient of )?(.*?) = (.*)$")
NAMES = {"nan": math.nan, "inf": math.inf}


@pytest.fixture(autouse=True)
def _single_precision_afterwards() -> Iterator[None]:
    """An exported PyTorch program asks for double precision, which must not outlive it here."""
    yield
    single_precision_again()


def single_precision_again() -> None:
    if importlib.util.find_spec("torch"):
        import torch

        torch.set_default_dtype(torch.float32)


def text_of(target: str, made: Run, upstream: Any = 1.0, wrt: list[str] | None = None) -> str:
    return export(Computation.of(made, wrt, upstream), target)


def test_a_refusal_names_only_formats_that_can_hold_the_computation() -> None:
    made = run(parse("import numpy as np\nx = np.array([1.0, -2.0])\n(x[::-1]*x).sum()"))
    for refused in ("pytorch", "python"):
        with pytest.raises(ProblemError) as error:
            text_of(refused, made)
        assert "Export it as numpy or jax" in (error.value.problems[0].hint or "")


def figures(target: str, text: str) -> tuple[Any, dict[str, Any]]:
    """The value and the gradients that a program prints, run in a namespace of its own."""
    if target != "python":
        pytest.importorskip(_PACKAGE.get(target, target))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
        exec(compile(text, target, "exec"), {"__name__": "exported"})
    found = [FIGURES.match(line) for line in printed.getvalue().splitlines()]
    lines = [(match[1], match[2], eval(match[3], dict(NAMES))) for match in found if match]
    assert lines[0][0] is None
    return lines[0][2], {name: value for _, name, value in lines[1:]}


def same(found: Any, expected: Any) -> bool:
    """Equal to rounding, infinities and NaN included."""
    return np.shape(found) == np.shape(expected) and np.allclose(found, expected, rtol=1e-9, atol=1e-12, equal_nan=True)


def agrees(target: str, made: Run, upstream: Any = 1.0) -> None:
    answer = gradient_json(made, None, upstream)
    value, gradients = figures(target, text_of(target, made, upstream))
    assert same(value, floats(answer["value"]))
    assert list(gradients) == list(answer["gradients"])
    for name, gradient in gradients.items():
        assert same(gradient, floats(answer["gradients"][name])), name


def floats(value: Any) -> Any:
    return [floats(each) for each in value] if isinstance(value, list) else float(value)


@every_target
@every_example
def test_every_example_gives_its_value_and_gradients_in_every_library(target: str, example: Any) -> None:
    made = run(parse(example.program))
    whole_arrays = any(tensor.operation and not tensor.operation.elementwise for tensor in ancestors(made.output))
    not_a_number = TARGETS[target].scalars and not math.isfinite(made.output.item())
    if not_a_number or (whole_arrays and not TARGETS[target].transforms):
        with pytest.raises(ProblemError) as error:
            text_of(target, made)
        assert error.value.problems[0].code is Code.NOT_EXPORTABLE
        assert error.value.problems[0].span
    else:
        agrees(target, made)


def as_run(output: Tensor, leaves: list[Tensor]) -> Run:
    names = {f"x{index}": leaf for index, leaf in enumerate(leaves)}
    for name, leaf in names.items():
        leaf.label = name
    return Run(parse(""), output, names, names, {}, set(), [], [])


@every_target
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_every_operation_gives_its_value_and_slopes_in_every_library(target: str, record: Operation) -> None:
    point = samples(record, 1)[0]
    leaves = [Tensor(number) for number in point]
    agrees(target, as_run(FUNCTIONS[record.name](*leaves), leaves))


@tensor_target
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_every_operation_works_on_arrays_and_is_summed_where_it_was_broadcast(target: str, record: Operation) -> None:
    points = samples(record, 3)
    columns = [np.array(column) for column in zip(*points, strict=True)]
    shapes = [(3,), (3, 1), (1, 3), (3,), (3, 1)]
    leaves = [Tensor(column.reshape(shapes[index + len(columns) - 1])) for index, column in enumerate(columns)]
    agrees(target, as_run(FUNCTIONS[record.name](*leaves), leaves))


SPECIAL = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)
STEP, STEEP = 1e-6, 1e3


def smooth_points(record: Operation) -> np.ndarray:
    """The special points at which the slopes from both sides agree; elsewhere each library has a convention of its own.

    Points are repeated until there are as many as before: JAX compiles what it runs for each shape once.
    """
    points = np.array(list(itertools.product(SPECIAL, repeat=record.arity)))

    def values(shift: np.ndarray) -> np.ndarray:
        columns = [Tensor(column) for column in (points + shift).T]
        return np.asarray(FUNCTIONS[record.name](*columns).raw)

    here = values(np.zeros(record.arity))
    kept = np.isfinite(here)
    for direction in np.eye(record.arity) * STEP:
        with np.errstate(all="ignore"):
            right, left = (values(direction) - here) / STEP, (here - values(-direction)) / STEP
            kept &= (np.abs(right) < STEEP) & np.isclose(left, right, rtol=1e-3, atol=1e-3)
    return np.resize(points[kept], points.shape) if kept.any() else points[kept]


@tensor_target
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_every_operation_has_its_slopes_at_special_points_in_every_library(target: str, record: Operation) -> None:
    points = smooth_points(record)
    assert len(points)
    leaves = [Tensor(column.copy()) for column in points.T]
    agrees(target, as_run(FUNCTIONS[record.name](*leaves).sum(), leaves))


@tensor_target
@pytest.mark.parametrize("target_number", [0.0, 1.0])
def test_a_target_that_is_a_whole_number_has_its_slope_in_every_library(target: str, target_number: float) -> None:
    for name, first in (("binary_cross_entropy", 0.3), ("binary_cross_entropy_with_logits", 0.0)):
        leaves = [Tensor(np.array([first, 0.8])), Tensor(np.array([target_number, 0.4]))]
        agrees(target, as_run(FUNCTIONS[name](*leaves).sum(), leaves))


@tensor_target
@pytest.mark.parametrize("tracked", [True, False])
@pytest.mark.parametrize(("logits", "classes"), [([0.2, -1.0, 0.5], 2.0), ([[0.2, -1.0, 0.5], [1.0, 3.0, -2.0]], [0.0, 1.0])])
def test_a_loss_of_class_numbers_has_its_slopes_in_every_library(target: str, tracked: bool, logits: Any, classes: Any) -> None:
    leaves = [Tensor(np.array(logits)), Tensor(np.array(classes), requires_grad=tracked)]
    agrees(target, as_run(FUNCTIONS["cross_entropy"](*leaves).sum(), [each for each in leaves if each.requires_grad]))


TRANSFORMS = [record for record in OPERATIONS.values() if not record.elementwise]
CASES = [(record, index) for record in TRANSFORMS for index in range(len(record.cases))]


@in_turn("target", ["numpy", "pytorch", "jax"])
@pytest.mark.parametrize(("record", "index"), CASES, ids=[f"{record.name}-{index}" for record, index in CASES])
def test_every_operation_on_whole_arrays_gives_its_value_and_gradients(target: str, record: Operation, index: int) -> None:
    case = record.cases[index]
    made = np.random.default_rng(index)
    low, high = record.samples[0]
    leaves = [Tensor(made.uniform(low, high, shape)) for shape in case.shapes]
    inputs: Any = [leaves] if record.variadic else leaves
    result = as_run(FUNCTIONS["tanh"](FUNCTIONS[record.name](*inputs, **case.options)), leaves)
    if target == "pytorch" and beyond_pytorch(record, case.options):
        with pytest.raises(ProblemError) as error:
            text_of(target, result)
        assert error.value.problems[0].code is Code.NOT_EXPORTABLE
    else:
        agrees(target, result)


def beyond_pytorch(record: Operation, options: Any) -> bool:
    """Products along several axes, and slices that run backwards."""
    backwards = any(isinstance(each, slice) and (each.step or 1) < 0 for each in options.get("key", ()))
    return backwards or (record.name == "prod" and isinstance(options.get("axis"), tuple))


@pytest.mark.parametrize("target", ["python", "micrograd", "latex"])
def test_operations_on_whole_arrays_are_refused_where_their_backward_pass_is_not_written(target: str) -> None:
    with pytest.raises(ProblemError) as error:
        text_of(target, run(parse("x = 2\nsum(x)*x")))
    assert error.value.problems[0].code is Code.NOT_EXPORTABLE
    assert error.value.problems[0].span == (6, 12)


def test_a_tensor_program_with_products_and_indices_comes_out_right() -> None:
    program = "h = tanh(x @ w + b)\np = softmax(h, axis=-1)\n-log(p[0, 1]) + mean(h[:, 1:]) + sum(w.T)"
    inputs = {"x": [[1.0, 2.0], [0.5, -1.0]], "w": [[0.1, 0.2, 0.3], [-0.3, 0.4, 0.1]], "b": [0.1, 0.0, -0.1]}
    for target in ("numpy", "pytorch", "jax"):
        agrees(target, run(parse(program), inputs))
    assert "h[:, 1:]" in text_of("jax", run(parse(program), inputs))


@pytest.mark.parametrize(
    "layers",
    [
        "nn.Conv2d(1, 2, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8, 1)",
        "nn.Conv2d(1, 1, 3, padding='same', bias=False), nn.AvgPool2d(2)",
        "nn.Conv2d(1, 1, 3, stride=2, padding=1), nn.ConvTranspose2d(1, 1, 2, stride=2)",
    ],
)
def test_padded_convolutions_come_out_right(layers: str) -> None:
    program = (
        f"import torch\nfrom torch import nn\nm = nn.Sequential({layers})\nx = torch.arange(16.0).reshape(1, 1, 4, 4)\nm(x).sum()"
    )
    for target in ("pytorch", "jax"):
        agrees(target, run(parse(program)))


def random_run(seed: int) -> Run:
    """A graph over the registry, each operation at inputs inside its sample ranges, to which values are squashed."""
    chosen = random.Random(seed)
    leaves = [Tensor(chosen.uniform(-2, 2)) for _ in range(3)]
    made = list(leaves)
    for _ in range(8):
        record = chosen.choice(RECORDS)
        inputs = []
        for low, high in record.samples:
            squashed = FUNCTIONS["tanh"](chosen.choice(made))
            inputs.append(squashed * ((high - low) / 2.2) + (high + low) / 2)
        made.append(FUNCTIONS[record.name](*inputs))
    output = made[-1]
    for tensor in made[:-1]:
        output = output + tensor
    return as_run(output, leaves)


@every_target
@pytest.mark.parametrize("seed", range(12))
def test_random_programs_give_their_value_and_gradients_in_every_library(target: str, seed: int) -> None:
    agrees(target, random_run(seed))


PROGRAMS = [
    "2.5",
    "x = 3\nx",
    "exp(2) + log(3)*x",
    "x = 2\n2**x + x**3 + x**-1 + x**0",
    "x = 0\nx**0 + x**2",
    "a = 2\nb = 3\na**b - b/a",
    "x = -2\n-x**2 - -x",
    "x = 2\n(-3)*x + x*-3 - (-x)",
    "x = 2\nx = x*3\nx*x",
    "x = 2\ny = x*x\nx = 5\nx*y",
    "a = b = 2\na*b",
    "x = 0.7\ny = pi*x + e\ny",
    "x = 3\nmax(x, 3) + max(1, x)",
    "x = 2\nr = floor(x/3) + sign(x)*x + round(x) + ceil(x)\nr",
]


@every_target
@pytest.mark.parametrize("program", PROGRAMS, ids=[program[:30] for program in PROGRAMS])
def test_constants_signs_powers_and_names_used_twice_come_out_right(target: str, program: str) -> None:
    agrees(target, run(parse(program)))


@every_target
def test_another_seed_than_1_starts_the_backward_pass(target: str) -> None:
    agrees(target, run(parse("x = 2\ny = 3\nx*y")), -2.5)


@tensor_target
def test_tensors_are_differentiated_with_an_upstream_gradient_of_their_shape(target: str) -> None:
    made = run(parse("tanh(w*x + b) * 2"), {"w": [[0.5, -0.5], [1.0, 2.0]], "x": [1, 2], "b": 0.1})
    agrees(target, made, [[1.0, 2.0], [3.0, -4.0]])
    agrees(target, made)


@tensor_target
def test_what_is_not_finite_comes_out_as_it_is(target: str) -> None:
    agrees(target, run(parse("x = 0.0\n1/x + log(x)")))


@scalar_target
def test_tensors_are_refused_where_there_are_only_numbers(target: str) -> None:
    with pytest.raises(ProblemError) as error:
        text_of(target, run(parse("x*2"), {"x": [1, 2]}))
    (problem,) = error.value.problems
    assert problem.code is Code.NOT_EXPORTABLE
    assert "shape (2,)" in problem.message
    assert "numpy" in (problem.hint or "")


@every_target
def test_names_are_kept_where_python_allows_and_made_valid_and_unique_where_not(target: str) -> None:
    program = "θ = 2\nx₁ = 3\nx1 = 4\nlambda₁ = 5\nmath = 6\nprint_ = 7\nθ*x₁ + x1*lambda₁ + sin(math)*print_"
    agrees(target, run(parse(program)))
    text = text_of(target, run(parse(program)))
    assert re.search(r"^ *θ = ", text, re.MULTILINE)
    assert "math_2" in text


def test_identifiers_are_valid_different_and_none_that_is_taken() -> None:
    names = ["x₁", "x1", "x#2", "lambda", "print", "1", "", "a b", "\n", "x\n#", "θ", "é", "class", "class_"]
    made = identifiers(names, {"print"})
    assert made[:5] == ["x1", "x1_2", "x_2", "lambda_", "print_2"]
    assert len(set(made)) == len(made)
    assert all(name.isidentifier() for name in made)


@every_target
def test_a_label_cannot_smuggle_code_into_a_program(target: str) -> None:
    label = 'a\' + boom() #\nboom()\n"""\\'
    leaf = Tensor(2.0, label=label)
    named = {label: leaf}
    text = text_of(target, Run(parse(""), leaf * leaf, named, named, {}, set(), [], []))
    assert figures(target, text.replace(repr(f"gradient of {label} ="), "'gradient of a ='"))[1] == {"a": 4.0}


def test_intermediate_gradients_are_printed_where_they_are_wanted() -> None:
    program = "a = 2\nb = a*a\nc = b*3\nc*c"
    for target in ("python", "numpy", "pytorch", "micrograd"):
        assert figures(target, text_of(target, run(parse(program)), wrt=["c", "a"]))[1] == {"c": 24.0, "a": 288.0}
    with pytest.raises(ProblemError) as error:
        text_of("jax", run(parse(program)), wrt=["c"])
    assert error.value.problems[0].code is Code.NOT_EXPORTABLE


def test_a_deep_graph_runs_in_micrograd_and_in_plain_python() -> None:
    made = run(parse("x = 1.0\ny = x\n" + "y = y + x\n" * 3000))
    agrees("python", made)
    agrees("micrograd", made)


def test_the_backward_pass_by_hand_has_one_line_per_contribution_with_its_rule() -> None:
    text = text_of("python", run(parse("a = 3\nb = a*a\no = tanh(b)")))
    assert re.findall(r"^grad_.*$", text, re.MULTILINE)[1:] == [
        "grad_b = (1 - o ** 2) * grad_o  # tanh: ∂o/∂b = 1 − o²",
        "grad_a = a * grad_b  # multiply: ∂b/∂a = a, in place 1",
        "grad_a += a * grad_b  # multiply: ∂b/∂a = a, in place 2",
    ]


def test_micrograd_programs_define_what_micrograd_lacks_and_nothing_else() -> None:
    text = text_of("micrograd", run(parse("x = 2\nrelu(x)*x**3 + tanh(x)/x")))
    assert re.findall(r"^def (\w+)", text, re.MULTILINE) == ["tanh"]
    assert "x.relu()" in text
    assert "x ** 3" in text


@pytest.mark.parametrize(
    "record", [record for record in RECORDS if isinstance(record.value, str)], ids=lambda record: record.name
)
def test_what_a_library_lacks_is_written_out_from_the_record(record: Operation) -> None:
    """Held for PyTorch without any of its own spellings, forward only: there the formula, not its slope, is ours."""
    torch = pytest.importorskip("torch")
    torch.set_default_dtype(torch.float64)
    bare = dataclasses.replace(PYTORCH, arrays=None, activations=None, calls={"cbrt": PYTORCH.calls["cbrt"]})
    lacking = Lacking(bare)
    arguments = samples(record, 1)[0]
    names = {name: torch.tensor(number) for name, number in zip(record.parameters, arguments, strict=True)}
    call = lacking.call(record, [Source(name) for name in record.parameters]).text
    namespace: dict[str, Any] = {"torch": torch, "math": math, **names}
    exec("\n\n".join(lacking.values()), namespace)
    assert float(eval(call, namespace)) == pytest.approx(kernel(record).scalar(*arguments)[0], rel=1e-12)


NEW = {
    "log_cosh": ("abs(x) + log1p(exp(-2 * abs(x))) - log(2)", "tanh(x)"),
    "bent_identity": ("(sqrt(x**2 + 1) - 1) / 2 + x", "x / (2 * sqrt(x**2 + 1)) + 1"),
    "fabs": ("where(x < 0, -x, x)", "where(x < 0, -1, 1)"),  # NumPy has it, and neither PyTorch nor JAX
    "tanhshrink": ("x - tanh(x)", "tanh(x)**2"),  # PyTorch has it, and not JAX
    "mish": ("x * tanh(softplus(x))", "tanh(softplus(x)) + x * (1 - tanh(softplus(x))**2) * sigmoid(x)"),
    "squared_relu": ("relu(x)**2", "2 * relu(x)"),
    "gaussian": ("exp(-(x**2))", "-2 * x * out"),
}


def new_operation(name: str, value: Any, slope: str) -> Operation:
    like = OPERATIONS["softsign"]
    return dataclasses.replace(like, name=name, value=value, rules=(dataclasses.replace(like.rules[0], text=slope),))


@every_target
@pytest.mark.parametrize("name", NEW)
def test_a_new_operation_is_spelled_out_where_a_library_lacks_it(target: str, name: str) -> None:
    record = new_operation(name, *NEW[name])
    leaf = Tensor(0.7)
    agrees(target, as_run(apply(record, leaf), [leaf]))


@pytest.mark.parametrize("name", [each.name for each in RECORDS if isinstance(each.value, Native) and each.name in JAX.calls])
def test_an_operation_without_a_formula_is_refused_by_name_where_a_library_lacks_it(name: str, monkeypatch: Any) -> None:
    """As if its call were not in the table: NumPy's name for it is none of `jax.numpy`, or the same function."""
    calls = {each: call for each, call in JAX.calls.items() if each != name}
    monkeypatch.setattr(pytorch_and_jax, "JAX", dataclasses.replace(JAX, calls=calls))
    leaves = [Tensor(number) for number in samples(OPERATIONS[name], 1)[0]]
    made = as_run(apply(OPERATIONS[name], *leaves), leaves)
    if JAX.has(f"jnp.{name}"):
        agrees("jax", made)
        return
    with pytest.raises(ProblemError, match=f"it has no `{name}`") as error:
        text_of("jax", made)
    assert error.value.problems[0].code is Code.NOT_EXPORTABLE


@pytest.mark.parametrize(("target", "has"), [("pytorch", False), ("jax", True)])
def test_a_new_operation_on_whole_arrays_is_refused_where_a_library_calls_its_options_otherwise(target: str, has: bool) -> None:
    assert TARGETS[target].has(f"{TARGETS[target].arrays}.flip", ["axis"]) is has
    assert TARGETS[target].has(f"{TARGETS[target].arrays}.sum", ["axis", "keepdims"])


@every_target
def test_the_facts_about_a_library_name_only_operations_that_exist(target: str) -> None:
    assert set(TARGETS[target].calls) <= set(OPERATIONS)


def test_every_target_is_a_format() -> None:
    assert set(TARGETS) <= set(FORMATS)
    assert PYTHON.name in FORMATS
