"""Random programs of plain Python: whole numbers, floats, texts, lists, dictionaries, functions, classes and generators.

Each prints what it computes. A program is known by its seed.
"""

import ast
import random

from backpass.engine import Limits
from backpass.engine.plain_python.machine import Machine
from backpass.engine.problems import ProblemError

_NUMBERS = ["0", "1", "2", "-3", "7", "10**20", "0.5", "-2.5", "1e10", "True", "a", "b", "c"]
_BINARY = ["+", "-", "*", "//", "%", "/", "% 97**2 +", "&", "|", "^", "<<1 |", "<", "==", ">=", "and", "or"]
_TEXTS = ["'abc'", "'x,y'", "s", "str(a)", "f'{a!r:>6}'", "'%s' % (b,)", "s[::-1]", "s.upper()", "s * 2"]
_LISTS = ["[a, b, c]", "xs", "list(range(4))", "sorted(xs, key=str)", "xs[1:]", "[x for x in xs if x]", "xs[::-1]", "list(d)"]


class _Writer:
    """Writes one program."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []

    def number(self, depth: int = 2) -> str:
        """An expression that is a number where it does not raise."""
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.2:
            return pick(_NUMBERS)
        calls = [
            lambda: f"({self.number(depth - 1)} {pick(_BINARY)} {self.number(depth - 1)})",
            lambda: f"{pick(['abs', 'int', 'float', 'round', 'bool', '-', 'not_'])}({self.number(depth - 1)})",
            lambda: f"{pick(['sum', 'len', 'max', 'min'])}({self.items()})",
            lambda: f"({self.number(depth - 1)} if {self.number(depth - 1)} else {self.number(depth - 1)})",
            lambda: f"{pick(['f', 'C(a).m', 'C(b)', 'C'])}({self.number(depth - 1)})",
            lambda: f"d.get({self.number(depth - 1)}, {pick(_NUMBERS)})",
            lambda: f"divmod({self.number(depth - 1)}, {pick(_NUMBERS)})[{pick('01')}]",
        ]
        return str(pick(calls)())

    def items(self) -> str:
        """An expression that is a list."""
        pick = self.random.choice
        calls = [
            lambda: pick(_LISTS),
            lambda: f"[{self.number(1)} for x in {pick(_LISTS)}]",
            lambda: f"list(g({pick('0123')}))",
            lambda: f"[*{pick(_LISTS)}, {self.number(1)}]",
            lambda: f"list(map(f, {pick(_LISTS)}))",
            lambda: f"[p for p, _ in zip({pick(_LISTS)}, {pick(_LISTS)})]",
        ]
        return str(pick(calls)())

    def statement(self, indent: str, depth: int) -> None:
        """One statement, with those inside it."""
        pick, write = self.random.choice, self.lines.append
        simple = [
            lambda: f"{pick('abc')} = {self.number()}",
            lambda: f"{pick('abc')} {pick(['+=', '-=', '*='])} {self.number(1)}",
            lambda: f"xs = {self.items()}",
            lambda: f"xs.{pick(['append', 'remove', 'extend', 'insert'])}({self.number(1)})",
            lambda: f"d[{self.number(1)}] = {self.number(1)}",
            lambda: f"s = {pick(_TEXTS)}[:20]",
            lambda: f"print({self.number()}, {pick(_TEXTS)}, {self.items()})",
            lambda: f"{pick('ab')}, *{'xs'} = {self.items()}",
            lambda: f"print(f'{{{self.number(1)}!s:>5}}', sorted(map(str, d)), {{*map(str, xs)}} == set(map(str, xs)))",
        ]
        if depth == 0 or self.random.random() < 0.6:
            write(indent + str(pick(simple)()))
            return
        heads = [
            [f"for a in [*{self.items()}][:4]:"],
            [f"if {self.number(1)}:", "else:"],
            ["try:", f"except {pick(['ZeroDivisionError', '(TypeError, ValueError)', 'Exception'])} as e:", "finally:"],
            [f"match {self.items()}:"],
        ]
        chosen = pick(heads)
        for head in chosen:
            write(indent + head)
            if head.startswith("match"):
                write(f"{indent}  case {pick(['[b, *xs]', '[]', '[a, b]', '[0 | 1, *_] as xs'])}:")
            if head.startswith("except"):
                write(f"{indent}  print(type(e).__name__)")
            inner = indent + ("    " if head.startswith("match") else "  ")
            for _ in range(self.random.randint(1, 2)):
                self.statement(inner, depth - 1)


_BEGINNING = """\
a, b, c, s, xs, d = {a}, {b}, {c}, 'hello', [3, 1, 2], {{1: 2, 7: 3}}
def f(x, *more, k=2):
    return x * k + len(more)
def not_(x): return not x
def g(n):
    for i in range(n):
        got = yield i * {a}
        if got: return
class B:
    k = {b}
    def m(self, x): return ('B', x)
    def __call__(self, x): return self.v
class C(B):
    def __init__(self, v): self.v = v
    def m(self, x): return super().m(x)[1] + self.k
    def __add__(self, o): return C(self.v + getattr(o, 'v', o))
    def __eq__(self, o): return isinstance(o, C) and self.v == o.v
    def __repr__(self): return f'C({{self.v}})'
"""


def program(seed: str) -> str:
    """The program of a seed."""
    writer = _Writer(seed)
    given = {name: writer.random.choice(_NUMBERS[:9]) for name in "abc"}
    for _ in range(writer.random.randint(4, 9)):
        writer.statement("", 2)
    return _BEGINNING.format(**given) + "\n".join(writer.lines) + "\nprint(a, b, c, s, xs, d)\n"


def same(text: str, printed: str, error: list[str] | None) -> bool:
    """Whether a program prints what CPython prints, and ends with an exception of the same kind or none."""
    try:
        outcome = Machine(text, Limits()).run(ast.parse(text))
    except ProblemError:
        return False
    return (outcome.printed, outcome.error and type(outcome.error).__name__) == (printed, error and error[0])
