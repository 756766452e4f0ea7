"""Random expressions of the language, mostly of the right kind: numbers, tensors, truths, lists; from the records and the
tables of what programs may call, so that what is added there is tried by itself.
"""

import random
from collections.abc import Sequence

from backpass.engine import OPERATIONS
from backpass.engine.interpreter.builtins.methods import METHODS
from backpass.engine.interpreter.libraries.spellings import OPTION_SPELLINGS
from backpass.engine.interpreter.resolver import BUILTINS

NUMBERS = (
    "0",
    "1",
    "2",
    "-1",
    "0.5",
    "3",
    "-2.5",
    "1e-8",
    "1e8",
    "0.0",
    "-0.0",
    "1.5e308",
    "5e-324",
    "7",
    "10",
    "1_000",
    ".5",
    "2.",
)
INTEGERS = ("0", "1", "2", "3", "-1", "-2", "5")
SHAPES = ((), (1,), (2,), (3,), (2, 2), (2, 3), (3, 2), (1, 3), (2, 1), (2, 1, 2))
ELEMENTWISE = {count: [each for each in OPERATIONS.values() if each.elementwise and each.arity == count] for count in (1, 2, 3)}
TRANSFORMS = [each for each in OPERATIONS.values() if not each.elementwise]
METHOD_NAMES = sorted({name for _, table in METHODS for name in table})
BUILTIN_NAMES = sorted(BUILTINS)
INFIX = ("+", "-", "*", "/", "+", "-", "*", "**", "@", "%", "//")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
OPTIONS = sorted({name for each in OPERATIONS.values() for name in each.options} | set(OPTION_SPELLINGS))
OPTION_VALUES = ("0", "1", "-1", "2", "None", "True", "False", "(0, 1)", "[0]", "(2, -1)", "'sum'", "0.5", "x", "()")


class Expressions:
    """Writes expressions over the names that it is told of, by kind."""

    def __init__(self, generator: random.Random) -> None:
        self.random = generator
        self.scalars: list[str] = []
        self.tensors: list[str] = []
        self.lists: list[str] = []
        self.functions: list[tuple[str, int]] = []
        """Names and how many arguments they take."""
        self.careful = self.chance(0.6)
        """Whether to keep to what can be computed: one shape, arguments as many as wanted, options left out."""
        self.shape = self.random.choice(SHAPES)
        self.module = ""
        """What operations are called through, such as `torch.`; empty where they are called by name alone."""

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, choices: Sequence[str]) -> str:
        return self.random.choice(choices)

    def number(self) -> str:
        return self.pick(NUMBERS) if self.chance(0.7) else f"{self.random.uniform(-3, 3):.3g}"

    def literal(self, shape: Sequence[int] | None = None) -> str:
        """A number, or nested lists of them."""
        shape = self.any_shape() if shape is None else shape
        if not shape:
            return self.number()
        return f"[{', '.join(self.literal(shape[1:]) for _ in range(shape[0]))}]"

    def any_shape(self) -> Sequence[int]:
        return self.shape if self.careful else self.random.choice(SHAPES)

    def name(self) -> str:
        names = [*self.scalars, *self.tensors]
        return (
            self.pick(names)
            if names and (self.careful or self.chance(0.96))
            else self.pick(("x", "y", "w", "pi", "e", "z1", "α"))
        )

    def any(self, depth: int) -> str:
        """An expression of any kind."""
        roll = 1.0 if self.careful else self.random.random()
        if roll < 0.06:
            return self.listed(depth)
        if roll < 0.1:
            return self.truth(depth)
        if roll < 0.13:
            return self.odd(depth)
        return self.value(depth)

    def value(self, depth: int) -> str:
        """A number or a tensor."""
        if depth <= 0:
            return self.name() if self.chance(0.7) else self.number()
        usual = (self._infix, self._infix, self._infix, self._call, self._call, self._signed, self._power, self._of_function)
        daring = (self._method, self._transform, self._chosen, self._subscript, self._builtin)
        return self.random.choice(usual if self.careful and self.chance(0.85) else usual + daring)(depth - 1)

    def truth(self, depth: int) -> str:
        left, right = self.value(depth - 1), self.value(depth - 1)
        roll = self.random.random()
        if roll < 0.6:
            return f"{left} {self.pick(COMPARISONS)} {right}"
        if roll < 0.7:
            return f"{left} {self.pick(COMPARISONS)} {right} {self.pick(COMPARISONS)} {self.value(0)}"
        if roll < 0.8 and depth > 0:
            return f"{self.truth(depth - 1)} {self.pick(('and', 'or'))} {self.truth(depth - 1)}"
        if roll < 0.87 and depth > 0:
            return f"not {self.truth(depth - 1)}"
        if roll < 0.95:
            return f"{left} {self.pick(('in', 'not in'))} {self.listed(depth - 1)}"
        return f"{left} {self.pick(('is', 'is not'))} {self.pick(('None', right))}"

    def listed(self, depth: int) -> str:
        if self.lists and self.chance(0.4):
            return self.pick(self.lists)
        if depth <= 0 or self.chance(0.5):
            return f"[{', '.join(self.value(depth - 1) for _ in range(self.random.randint(0, 4)))}]"
        return self.comprehension(depth - 1)

    def comprehension(self, depth: int) -> str:
        variable = self.pick(("i", "k", "t"))
        self.scalars.append(variable)
        inner = self.value(depth)
        condition = f" if {self.truth(0)}" if self.chance(0.2) else ""
        second = f" for j in range({self.pick(INTEGERS)})" if self.chance(0.15) else ""
        self.scalars.remove(variable)
        return f"[{inner} for {variable} in {self.iterable(depth)}{condition}{second}]"

    def iterable(self, depth: int) -> str:
        roll = self.random.random()
        if roll < 0.6:
            return f"range({', '.join(self.pick(INTEGERS) for _ in range(self.random.choice((1, 1, 2, 3))))})"
        if roll < 0.7:
            return f"enumerate({self.listed(depth)})"
        if roll < 0.8:
            return f"zip({self.listed(depth)}, {self.listed(depth)})"
        return self.listed(depth) if roll < 0.9 or not self.tensors else self.pick(self.tensors)

    def odd(self, depth: int) -> str:
        """What is seldom written."""
        inner = self.value(depth - 1)
        return self.pick(
            (
                f"f'{{{inner}:.{self.pick(INTEGERS)}f}} {{{self.name()}}}'",
                f"{{'a': {inner}, 'b': {self.number()}}}['{self.pick(('a', 'b', 'c'))}']",
                f"({inner}, {self.number()})",
                f"(lambda u: u*{inner})({self.value(0)})",
                f"'text' % {inner}",
                "'{} {:.2f}'.format(" + inner + ", 2)",
                f"isinstance({inner}, {self.pick(('int', 'float', 'list', 'Value'))})",
                f"[*{self.listed(0)}, {inner}]",
                f"getattr({self.name()}, '{self.pick(('data', 'grad', 'shape', 'nothing'))}', 1)",
                f"{self.name()}.{self.pick(('data', 'grad', 'shape', 'T', 'ndim', 'label', 'requires_grad', 'dtype', 'foo'))}",
                "None",
                "...",
                f"type({inner})",
            )
        )

    # Values

    def _infix(self, depth: int) -> str:
        text = f"{self.value(depth)} {self.pick(INFIX[:4] if self.careful else INFIX)} {self.value(depth)}"
        return f"({text})" if self.chance(0.5) else text

    def _power(self, depth: int) -> str:
        return f"({self.value(depth)})**{self.pick(('2', '3', '0.5', '-1', '0', '1', self.value(0)))}"

    def _signed(self, depth: int) -> str:
        return f"{self.pick(('-', '-', '+', '- -'))}{self.value(depth)}"

    def _chosen(self, depth: int) -> str:
        return f"({self.value(depth)} if {self.truth(depth)} else {self.value(depth)})"

    def _call(self, depth: int) -> str:
        count = self.random.choice((1, 1, 1, 2, 2, 3))
        record = self.random.choice(ELEMENTWISE[count])
        given = [self.value(depth) for _ in range(count if self.careful or self.chance(0.97) else self.random.randint(0, 4))]
        name = self.random.choice(record.names)
        if record.keywords and self.chance(0.2) and len(given) == count:
            given[-1] = f"{self.pick(sorted(record.keywords))}={given[-1]}"
        return f"{self.module}{name}({', '.join(given + self._options(0.0 if self.careful else 0.02))})"

    def _transform(self, depth: int) -> str:
        record = self.random.choice(TRANSFORMS)
        count = self.random.randint(1, 3) if record.variadic else len(record.parameters)
        given = [self._tensor(depth) for _ in range(count)]
        inputs = f"[{', '.join(given)}]" if record.variadic else ", ".join(given)
        options = self._options(0.1 if self.careful else 0.5, record.options)
        return f"{self.module}{self.random.choice(record.names)}({', '.join([inputs, *options])})"

    def _tensor(self, depth: int) -> str:
        if self.tensors and self.chance(0.75):
            return self.pick(self.tensors)
        return self.literal() if self.chance(0.5) else self.value(depth)

    def _options(self, share: float, names: Sequence[str] = ()) -> list[str]:
        if not self.chance(share):
            return []
        chosen = self.pick(names) if names and self.chance(0.85) else self.pick(OPTIONS)
        value = self.pick(OPTION_VALUES) if self.chance(0.95) else self.value(1)
        return [value] if self.chance(0.25) else [f"{chosen}={value}"]

    def _method(self, depth: int) -> str:
        owner = self._tensor(depth) if self.chance(0.6) else self.name()
        if self.chance(0.05 if self.careful else 0.3):
            arguments = [self.value(0) for _ in range(self.random.choice((0, 0, 0, 1, 2)))]
            return f"({owner}).{self.pick(METHOD_NAMES)}({', '.join(arguments)})"
        record = self.random.choice(list(OPERATIONS.values()))
        arguments = [self.value(0) for _ in range(record.arity - 1)]
        arguments += self._options(0.05 if self.careful else 0.3, record.options)
        return f"({owner}).{self.random.choice(record.names)}({', '.join(arguments)})"

    def _of_function(self, depth: int) -> str:
        if not self.functions:
            return self.value(depth)
        name, count = self.random.choice(self.functions)
        count = count if self.careful or self.chance(0.95) else self.random.randint(0, 4)
        return f"{name}({', '.join(self.value(depth) for _ in range(count))})"

    def _subscript(self, depth: int) -> str:
        owner = self._tensor(depth) if self.chance(0.7) or not self.lists else self.pick(self.lists)
        key = self.pick(
            ("0", "-1", "1", ":", "1:", ":2", "::2", "...", "None", "0, 0", ":, 0", "[0, 1]", self.truth(0), self.value(0))
        )
        return f"{owner if owner.isidentifier() else f'({owner})'}[{key}]"

    def _builtin(self, depth: int) -> str:
        count = self.random.choice((1, 1, 1, 2, 3, 0))
        given = [self.any(depth) if self.chance(0.8) else self.listed(depth) for _ in range(count)]
        return f"{self.pick(BUILTIN_NAMES)}({', '.join(given)})"
