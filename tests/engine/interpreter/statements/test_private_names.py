"""Names such as `__x` within a class belong to that class, as Python has it: a subclass has another one."""

import contextlib
import io

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

_SUBCLASS = """
class A:
    def __init__(self):
        self.__x = 2.0
    def get(self):
        return self.__x
class B(A):
    def __init__(self):
        super().__init__()
        self.__x = 9.0
print(B().get())
"""
_ALL = """
class A:
    __count = 3
    def __init__(self, x):
        self.__x = x
        self.__y__ = 5
    def __double(self):
        return self.__x * 2
    def get(self):
        f = lambda: self.__double() + self.__count
        return f()
    def grow(self):
        self.__x += 1.0
        return [self.__x * k for k in range(2)]
class B(A):
    def __double(self):
        return 100
a = B(2.0)
print(a.get(), a.grow(), a._A__x, a.__y__, A._A__count)
"""


@pytest.mark.parametrize("program", [_SUBCLASS, _ALL])
def test_they_are_those_of_the_class(program: str) -> None:
    lines = io.StringIO()
    with contextlib.redirect_stdout(lines):
        exec(compile(program, "program", "exec"), {})
    assert list(run(parse(program)).printed) == lines.getvalue().splitlines()


def test_from_outside_there_is_no_such_name() -> None:
    with pytest.raises(ProblemError, match="There is no `__x`"):
        run(parse("class A:\n    def __init__(self):\n        self.__x = 2.0\nprint(A().__x)"))
