"""What `help` says of every public name: it is there, has an example, and the example gives what it says."""

import ast
import doctest
import inspect
from typing import Any

import numpy as np
import pytest

import backpass
from backpass import nn, optim
from backpass.engine import OPERATIONS, Tensor
from backpass.engine.interpreter.signatures.binding import readings
from backpass.engine.library import language_methods
from backpass.engine.library.docstrings import EXAMPLES_FILE
from scripts import method_examples
from tests.in_turn import in_turn

METHODS = [name for name in dir(Tensor) if not name.startswith("_")]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def documentation(owner: Any, name: str) -> str:
    return inspect.getdoc(inspect.getattr_static(owner, name, None) or getattr(owner, name)) or ""


def check(text: str, name: str) -> int:
    """Runs the examples of a text as somebody who copies them does; gives how many there are."""
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=OPTIONS).run(examples, out=said.append)
    assert result.failed == 0, "".join(said)
    return result.attempted


@in_turn("name", METHODS)
def test_a_member_of_tensor_says_what_it_does_with_an_example(name: str) -> None:
    text = documentation(Tensor, name)
    assert text.strip()[0] != ">"
    assert check(text, name) > 0, f"Tensor.{name} has no example"


CALLABLE = [name for name in METHODS if inspect.isfunction(inspect.getattr_static(Tensor, name))]


def taken_of(name: str) -> inspect.Signature:
    return inspect.signature(inspect.getattr_static(Tensor, name))


@in_turn("name", CALLABLE)
def test_help_shows_the_name_and_the_arguments_of_a_method_and_calls_it_by_that_name(name: str) -> None:
    method = inspect.getattr_static(Tensor, name)
    assert method.__name__ == method.__qualname__.rpartition(".")[2] == name
    parameters = taken_of(name).parameters
    assert next(iter(parameters)) in ("self", "tensors")
    assert not any(each.kind is each.VAR_KEYWORD or each.name in ("arguments", "args") for each in parameters.values())
    assert not any(each.endswith("_") for each in parameters)
    calls = calls_in(documentation(Tensor, name), name)
    assert calls, f"no example calls {name}"
    for call in calls:
        is_of_class = isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "Tensor"
        given = call.args if is_of_class else [None, *call.args]
        taken_of(name).bind(*given, **{each.arg: each.value for each in call.keywords if each.arg})


@in_turn("name", CALLABLE)
def test_help_describes_every_parameter(name: str) -> None:
    """In a section of its own; the two methods that are always refused take nothing."""
    described = parameters_in(documentation(Tensor, name))
    taken = {*taken_of(name).parameters} - {"self", "options", "named", "args", "kwargs"}
    assert taken == described or name in ("nonzero", "repeat"), name


def parameters_in(text: str) -> set[str]:
    """The names before the colons of the section of parameters, of which a line may have several."""
    section = text.partition("Parameters:\n")[2].partition("\n\n")[0]
    heads = [line.partition(":")[0].strip() for line in section.splitlines() if line[4:5] != " "]
    return {name for head in heads for name in head.split(", ") if name}


OPERATION_NAMES = [name for name in OPERATIONS.spellings if name.isascii() and name not in ("std", "var")]


@in_turn("name", OPERATION_NAMES)
def test_an_operation_as_a_function_describes_itself_with_an_example_of_its_name(name: str) -> None:
    function = getattr(backpass, name)
    text = inspect.getdoc(function) or ""
    assert f"backpass.{name}(" in text
    assert check(text, name) > 0
    assert parameters_in(text) == {*inspect.signature(function).parameters}


@pytest.mark.parametrize("name", [f"{module.__name__}.{name}" for module in (nn, optim) for name in module.__all__])
def test_models_and_optimisers_describe_their_parameters(name: str) -> None:
    kind = getattr(nn if ".nn." in name else optim, name.rpartition(".")[2])
    text = inspect.cleandoc(vars(kind)["__doc__"])
    assert check(text, name) > 0, f"{name} has no example"
    if "__init__" in vars(kind) and "of `Neuron`" not in text:
        assert parameters_in(text) >= {*inspect.signature(kind).parameters} - {"zero_biases", "random"}


def test_names_that_a_signature_shows_are_taken() -> None:
    x, y = Tensor([1.0, -2.0]), Tensor([0.5, 1.0])
    huber: Any = backpass.huber
    assert x.huber(target=y).tolist() == x.huber(labels=y).tolist() == huber(input=x, labels=y).tolist() == [0.125, 2.5]
    assert x.prelu(alpha=0.5).tolist() == x.leaky_relu(negative_slope=0.5).tolist() == [1.0, -1.0]
    assert x.detach().huber_(target=y).tolist() == [0.125, 2.5]
    assert x.detach().leaky_relu_(negative_slope=0.5).tolist() == [1.0, -1.0]
    assert backpass.maximum(x, y, 0.75).tolist() == [1.0, 1.0]


def calls_in(text: str, name: str) -> list[ast.Call]:
    """The calls of a method in the examples of a text."""
    return [
        each
        for example in doctest.DocTestParser().get_examples(text)
        for each in ast.walk(ast.parse(example.source))
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == name
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("tile", "(self, *dims)"),
        ("det", "(self, /)"),
        ("tanh", "(self, /)"),
        ("amin", "(self, /, axis=None, keepdims=False, *, dim=None, keepdim=False)"),
        ("softmax", "(self, /, axis=-1, *, dim=None)"),
        ("addcmul", "(self, tensor1, tensor2, *, value=1)"),
        ("addcmul_", "(self, tensor1, tensor2, *, value=1)"),
        ("reshape", "(self, /, *sizes, shape=None, newshape=None)"),
    ],
)
def test_a_signature_is_that_of_the_record_or_of_pytorch(name: str, shown: str) -> None:
    assert str(taken_of(name)) == shown


@in_turn("name", ["softmax", "log_softmax", "sum", "var", "transpose", "squeeze"])
def test_a_default_that_a_signature_shows_is_what_the_method_does_without_it(name: str) -> None:
    x = Tensor([[1.0, 2.0, 4.0], [3.0, 5.0, 9.0]])
    options = {
        each.name: each.default
        for each in taken_of(name).parameters.values()
        if each.default not in (inspect.Parameter.empty, None) and each.name != "keepdim"  # another name of `keepdims`
    }
    assert np.array_equal(getattr(x, name)(**options).raw, getattr(x, name)().raw)


def test_methods_of_pytorch_show_the_arguments_that_calls_of_them_are_bound_by() -> None:
    bound_by = {each.name: each for each in readings("torch") if each.dotted == f"torch.Tensor.{each.name}"}
    for name in language_methods.METHODS:
        reading, shown = bound_by[name], {*taken_of(name).parameters} - {"self"}
        honoured = {each for each in reading.parameters if each in reading.honoured and each not in _OF_NEW_TENSORS} - {"self"}
        assert shown == honoured, name


_OF_NEW_TENSORS = frozenset({"dtype", "requires_grad"})


@pytest.mark.parametrize("name", backpass.__all__)
def test_a_public_name_says_what_it_does_with_an_example(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    if name == "record":
        pytest.importorskip("torch")
    if name == "capture_jax":
        pytest.importorskip("jax")
    value = getattr(backpass, name)
    text = inspect.getdoc(value) if not inspect.isclass(value) else inspect.cleandoc(vars(value).get("__doc__") or "")
    assert text
    assert check(text, name) > 0, f"backpass.{name} has no example"


def test_a_wrong_example_is_found() -> None:
    with pytest.raises(AssertionError, match=r"3\.0"):
        check(">>> from backpass import Tensor\n>>> Tensor(2.0) + 1\nTensor(4.0, grad_fn=add)", "wrong")


def test_examples_of_operations_are_those_that_their_records_make() -> None:
    """Where this fails, `python3 run.py docs` writes them again."""
    assert EXAMPLES_FILE.read_text(encoding="utf-8") == method_examples.text()


@pytest.mark.parametrize("name", ["atan2", "sub", "softmax", "mul_", "tile", "grad"])
def test_operations_say_what_they_raise(name: str) -> None:
    assert "Raises:\n    " in documentation(Tensor if hasattr(Tensor, name) else backpass, name)
