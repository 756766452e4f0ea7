"""`creator`, `parents` and `ctx` of tensors, as courses have them: on the page as in the library."""

from typing import Any

import pytest

import backpass
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

MADE = {
    "a leaf": ("x", None, ()),
    "a product": ("x * w", "multiply", ("x", "w")),
    "a square": ("x * x", "multiply", ("x", "x")),
    "a method": ("x.tanh()", "tanh", ("x",)),
    "a power": ("x ** 2", "power", ("x", None)),
    "a sum of elements": ("(x + [1.0, 2.0]).sum()", "sum", (None,)),
}


def seen_on_the_page(expression: str) -> list[str]:
    program = f"x = 3.0\nw = 2.0\ny = {expression}\nc = y.creator\n"
    program += "print(None if c is None else c.name)\nprint([p is x for p in y.parents], [p is w for p in y.parents])\n"
    return list(run(parse(f"{program}print(y.ctx)\nx * w * y")).printed)


def seen_in_the_library(expression: str) -> list[str]:
    x, w = backpass.Tensor(3.0), backpass.Tensor(2.0)
    y: Any = eval(expression, {"x": x, "w": w})
    name = None if y.creator is None else str(y.creator.name)
    return [str(name), f"{[p is x for p in y.parents]} {[p is w for p in y.parents]}", str(y.ctx)]


@pytest.mark.parametrize(("expression", "name", "parents"), MADE.values(), ids=MADE)
def test_who_made_a_tensor_and_of_what(expression: str, name: str | None, parents: tuple[str | None, ...]) -> None:
    expected = [str(name), f"{[each == 'x' for each in parents]} {[each == 'w' for each in parents]}", "None"]
    assert seen_in_the_library(expression) == expected
    assert seen_on_the_page(expression) == expected


def test_the_context_of_a_creator_of_the_programs_own_is_the_one_that_was_given() -> None:
    program = """class Square:
    @staticmethod
    def backward(ctx, upstream):
        return upstream * 2.0 * ctx[0]
x = Tensor(3.0)
saved = [3.0]
y = Tensor(9.0, creator=Square, parents=(x,), ctx=saved)
print(y.ctx is saved, x.ctx is None)
y"""
    assert list(run(parse(program)).printed) == ["True True"]
