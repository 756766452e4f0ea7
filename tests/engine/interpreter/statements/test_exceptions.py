"""`try`, `except`, `else`, `finally`, `raise` and the `else` of loops: programs print what they print in Python."""

import contextlib
import io
from dataclasses import replace

import pytest

from backpass.engine import Code, Limits, ProblemError
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

PROGRAMS = (
    """
try:
    a = 1 / 0
except ZeroDivisionError as e:
    print("caught", e)
    a = 2.0
print(a)
""",
    """
x = 2.0
def safe(d):
    try:
        return x / d
    except ZeroDivisionError:
        return 0.5
    finally:
        print("done", d)
print(safe(0), safe(4))
""",
    """
class MyError(ValueError):
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code
def f(x):
    if x < 0:
        raise MyError("negative", 7)
    return x
for v in [1, -1, 2]:
    try:
        print(f(v))
    except (KeyError, MyError) as e:
        print("error:", e, e.code, e.args, type(e).__name__)
    else:
        print("fine")
    finally:
        print("finally", v)
""",
    """
d = {"a": 1}
xs = [1, 2]
for k in ["a", "b"]:
    try:
        print(d[k], xs[5])
    except KeyError as e:
        print("KeyError", e, repr(e))
    except IndexError as e:
        print("IndexError", e)
""",
    """
def g():
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            print(i)
        finally:
            print("f", i)
    else:
        print("never")
    while i < 6:
        i += 1
    else:
        print("else", i)
    for j in range(2):
        pass
    else:
        print("all")
g()
""",
    """
try:
    try:
        raise ValueError("inner")
    except ValueError as e:
        print("one", e)
        raise
    finally:
        print("two")
except Exception as e:
    print("three", e, isinstance(e, ValueError), isinstance(e, LookupError))
""",
    """
try:
    assert 1 > 2, "too small"
except AssertionError as e:
    print(e, repr(e))
try:
    int("abc")
except ValueError as e:
    print(e)
try:
    float("x1")
except ValueError as e:
    print(e)
""",
    """
import math
for v in [4, -1, 0]:
    try:
        print(math.log(v), math.sqrt(v))
    except ValueError as e:
        print("no", e)
try:
    print(math.exp(1000))
except OverflowError as e:
    print("over", e)
""",
    """
def h():
    try:
        raise NotImplementedError
    except NotImplementedError as e:
        return "nothing", str(e)
print(h())
class A: pass
try:
    A().missing
except AttributeError:
    print("no attribute")
def one(a): return a
try:
    one(1, 2)
except TypeError:
    print("type")
a, b = 1, 2
try:
    a, b = [1]
except ValueError:
    print("value", a)
""",
    """
def k():
    for v in range(3):
        try:
            for w in range(3):
                if w == 1:
                    raise KeyError(w)
                print(v, w)
        except KeyError:
            continue
        finally:
            if v == 1:
                break
    return v
print(k(), [i for i in range(3)])
""",
)


def _printed_by_python(text: str) -> list[str]:
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        exec(text, {})
    return written.getvalue().splitlines()


@pytest.mark.parametrize("text", PROGRAMS)
def test_python_prints_the_same(text: str) -> None:
    assert list(run(parse(text)).printed) == _printed_by_python(text)


def test_gradients_flow_through_what_was_computed_before_and_after_an_exception() -> None:
    text = """
x = 3.0
def f(v, d):
    y = v * v
    try:
        y = y * 2 / d
    except ZeroDivisionError:
        y = y * 5
    return y
f(x, 0) + f(x, 4)
"""
    found = run(parse(text))
    assert found.output.raw == 45 + 4.5
    assert backward(found.output).of(found.inputs["x"]) == 30 + 3


def _problem_of(text: str, limits: Limits | None = None) -> Code:
    with pytest.raises(ProblemError) as caught:
        run(parse(text), limits=limits or Limits())
    return caught.value.problems[0].code


_SMALL = replace(Limits(), repetitions=200, nodes=200, depth=30, elements=2_000)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("while True: pass", Code.TOO_MANY_REPETITIONS),
        ("def f(): f()\n    f()", Code.TOO_DEEP),
        ("[0] * 5000", Code.TOO_MANY_ELEMENTS),
        ("for i in range(150): x = x * x * x", Code.TOO_MANY_NODES),
    ],
)
@pytest.mark.parametrize("handler", ["except:", "except Exception:", "finally:"])
def test_limits_are_not_caught(body: str, code: Code, handler: str) -> None:
    assert _problem_of(f"x = 1.5\ntry:\n    {body}\n{handler}\n    x = 2.0\nx*x", _SMALL) is code


@pytest.mark.parametrize("made", ["jnp.arange(3.0)", "(1.0, 2.0)", "'text'"])
def test_what_cannot_be_changed_is_a_type_error(made: str) -> None:
    start = f"import jax.numpy as jnp\na = {made}\n"
    text = f"{start}try:\n    a[0] = 10.0\nexcept TypeError as e:\n    print('caught')\nx = 2.0\nx*x"
    assert run(parse(text)).printed == ["caught"]


def test_what_is_not_known_here_is_not_caught() -> None:
    assert _problem_of("import torch\nx = 2.0\ntry:\n    y = torch.no_such_function(x)\nexcept Exception:\n    y = x\ny*y") is (
        Code.UNKNOWN_FUNCTION
    )


def test_an_exception_that_no_handler_takes_ends_the_program() -> None:
    assert _problem_of("x = 2.0\ntry:\n    raise ValueError(1)\nexcept KeyError:\n    x = 3.0\nx*x") is Code.ASSERTION
    assert _problem_of("x = 2.0\ntry:\n    y = 1/0\nexcept KeyError:\n    x = 3.0\nx*x") is Code.ASSERTION


def test_only_exceptions_are_raised_and_caught() -> None:
    assert _problem_of("x = 2.0\ntry:\n    raise 3\nexcept Exception:\n    x = 3.0\nx*x") is Code.UNSUPPORTED
    assert _problem_of("x = 2.0\ntry:\n    raise ValueError\nexcept 3:\n    x = 3.0\nx*x") is Code.UNSUPPORTED


def test_outside_of_try_arithmetic_goes_on_as_on_the_graph() -> None:
    assert run(parse("x = 2.0\ntry:\n    y = x\nexcept ValueError:\n    y = 0\nz = y / 0\nz")).output.raw == float("inf")


@pytest.mark.parametrize(
    "text", ["try:\n    x = 2\nx*x", "except ValueError:\n    x = 2\nx*x", "x = 2\nfinally:\n    y = 3\nx*x"]
)
def test_parts_that_stand_alone_are_refused(text: str) -> None:
    assert _problem_of(text) is Code.SYNTAX
