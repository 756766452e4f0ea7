"""Random programs of the language: every statement, other libraries' spellings, class notation and LaTeX."""

import random
from collections.abc import Callable

from backpass.engine.interpreter.libraries.registry import LIBRARY_FUNCTIONS
from backpass.engine.interpreter.libraries.spellings import CONSTRUCTORS, MODULES
from backpass.engine.interpreter.libraries.written_as_programs.torch_and_micrograd_classes import PRELUDES, offered
from backpass.engine.language.latex.symbols import FUNCTION_NAMES
from backpass.engine.operations import OPERATIONS
from tests.fuzz.expressions import BUILTIN_NAMES, COMPARISONS, INFIX, INTEGERS, METHOD_NAMES, OPTIONS, Expressions

Lines = list[str]
_THINGS = (
    *(
        "x",
        "v",
        "W",
        "L",
        "D",
        "f",
        "A",
        "o",
        "None",
        "True",
        "...",
        "'text'",
        "'ij,jk->ik'",
        "''",
        "[]",
        "()",
        "{}",
        "0",
        "1",
        "-1",
        "2",
        "0.5",
    ),
    *(
        "range(3)",
        "[1, 2]",
        "[[1, 2], [3, 4]]",
        "(2, 3)",
        "[True, False, True]",
        "lambda u: u*u",
        "lambda: 1",
        "1e308",
        "x > 1",
        "v > 0",
    ),
    *(
        "np",
        "torch",
        "[v, v]",
        "[None]",
        "['a']",
        "x*x",
        "W @ W",
        "-1e400",
        "10**30",
        "zip(v, v)",
        "enumerate(L)",
        "f'{x}'",
        "sum(v)",
    ),
)
_KEYWORDS = (
    *OPTIONS,
    "p",
    "w",
    "x",
    "dtype",
    "out",
    "requires_grad",
    "size",
    "argnums",
    "in_axes",
    "reduction",
    "key",
    "default",
    "start",
)
_IMPORTS = {
    "torch": ("import torch", "import torch.nn as nn", "import torch.nn.functional as F"),
    "numpy": ("import numpy as np",),
    "jax": ("import jax", "import jax.numpy as jnp", "from jax import grad, vmap, jit"),
    "autograd": ("import autograd.numpy as np", "from autograd import grad"),
    "tensorflow": ("import tensorflow as tf",),
    "micrograd": ("from micrograd.engine import Value",),
}
_CALLED_THROUGH = {"torch": "torch.", "numpy": "np.", "jax": "jnp.", "autograd": "np.", "tensorflow": "tf."}


def program(generator: random.Random) -> str:
    """A program."""
    written = _Program(generator)
    kinds: tuple[Callable[[], str], ...] = (
        written.plain,
        written.structured,
        written.dialect,
        written.wild,
        lambda: class_notation(generator),
        lambda: latex(generator),
    )
    return generator.choices(kinds, (4, 3, 3, 2, 1, 1))[0]()


class _Program(Expressions):
    def plain(self) -> str:
        """Assignments and an expression."""
        lines = self._inputs() + [self._assign() for _ in range(self.random.randint(0, 5))]
        return "\n".join([*lines, self.any(3)])

    def structured(self) -> str:
        """With loops, decisions, functions and classes."""
        lines = self._inputs()
        for _ in range(self.random.randint(1, 5)):
            lines += self._statement(2)
        return "\n".join([*lines, self.value(2)])

    def dialect(self) -> str:
        """As people paste it from another library."""
        library = self.random.choice(list(_IMPORTS))
        lines = [each for each in _IMPORTS[library] if self.chance(0.9)]
        self.module = _CALLED_THROUGH.get(library, "") if self.chance(0.85) else ""
        makers = {
            "torch": ("torch.tensor({}, requires_grad=True)", "torch.tensor({})", "nn.Parameter(torch.tensor({}))"),
            "numpy": ("np.array({})", "{}"),
            "jax": ("jnp.array({})", "{}"),
            "autograd": ("np.array({})", "{}"),
            "tensorflow": ("tf.Variable({})", "tf.constant({})"),
            "micrograd": ("Value({})",),
        }[library]
        for name in self.random.sample(("x", "y", "w", "b"), self.random.randint(1, 3)):
            shape = () if library == "micrograd" else self.any_shape()
            lines.append(f"{name} = {self.pick(makers).format(self.literal(shape))}")
            (self.tensors if shape else self.scalars).append(name)
        for _ in range(self.random.randint(0, 4)):
            lines += self._statement(1) if self.chance(0.7) else [self._offered(library)]
        lines.append(f"out = {self.value(3)}")
        ends = {"torch": "out.backward()", "micrograd": "out.backward()"}
        return "\n".join([*lines, ends[library] if library in ends and self.chance(0.6) else "out"])

    def wild(self) -> str:
        """Line by line a call of anything with anything; one that is refused does not keep the next from being tried."""
        lines = [line for lines in _IMPORTS.values() for line in lines if self.chance(0.7)]
        lines += ["x = 1.5", "v = [1.0, -2.0, 3.0]", "W = [[1.0, 2.0], [3.0, 4.0]]", "L = [x, 2]", "D = {'a': x}"]
        lines += ["def f(p, q=2.0):", "    return p*q", "class A:", "    def __init__(self, w=1.0):", "        self.w = w"]
        lines += ["    def __call__(self, p):", "        return self.w*p", "o = A(x)"]
        lines += [f"r{index} = {self._wild(1)}" for index in range(self.random.randint(2, 8))]
        return "\n".join([*lines, "x * 2"])

    def _wild(self, depth: int) -> str:
        if depth <= 0 or self.chance(0.25):
            return self.pick(_THINGS)
        given = [self._wild(depth - 1) for _ in range(self.random.choice((0, 1, 1, 1, 2, 2, 3)))]
        given += [f"{self.pick(_KEYWORDS)}={self._wild(0)}" for _ in range(self.random.choice((0, 0, 0, 1, 2)))]
        roll = self.random.random()
        if roll < 0.3:
            module = self.pick([*LIBRARY_FUNCTIONS])
            called = (
                f"{self.pick((module, module.partition('.')[0], 'torch', 'np', 'jnp'))}.{self.pick([*LIBRARY_FUNCTIONS[module]])}"
            )
        elif roll < 0.5:
            called = f"({self._wild(0)}).{self.pick((*METHOD_NAMES, *OPERATIONS.spellings))}"
        elif roll < 0.7:
            called = self.pick((*BUILTIN_NAMES, *CONSTRUCTORS, "f", "A", "o"))
        elif roll < 0.8:
            module = self.pick([module for module in PRELUDES if offered(module)])
            called = f"{module}.{self.pick(sorted(offered(module)))}"
        elif roll < 0.85:
            return f"({self._wild(0)})[{self.pick((':', '::-1', self._wild(0), self._wild(0) + ':', '..., ' + self._wild(0)))}]"
        elif roll < 0.93:
            return f"{self._wild(0)} {self.pick((*INFIX, *COMPARISONS, 'in', 'is', 'and', 'or'))} {self._wild(0)}"
        else:
            called = f"{self.pick(('', 'torch.', 'np.', 'jnp.', 'F.'))}{self.pick([*OPERATIONS.spellings])}"
        return f"{called}({', '.join(given)})"

    def _offered(self, library: str) -> str:
        """A call of something that the library has and we know."""
        modules = [each for each in (*MODULES, *LIBRARY_FUNCTIONS) if each.partition(".")[0] == library]
        module = self.pick(modules)
        names = [*LIBRARY_FUNCTIONS.get(module, {}), *LIBRARY_FUNCTIONS.get(library, {}), *CONSTRUCTORS]
        given = [
            self.pick((self.value(1), self.literal(), self.listed(1), "lambda u: u*u", "(2, 3)"))
            for _ in range(self.random.randint(0, 3))
        ]
        name = self.pick(("q", "x", "r"))
        self.tensors.append(name)
        called_through = module if self.chance(0.3) else self.module.rstrip(".") or library
        return f"{name} = {called_through}.{self.pick(names)}({', '.join(given)})"

    # Statements

    def _inputs(self) -> Lines:
        lines = []
        for name in self.random.sample(("x", "y", "w", "b", "a1", "θ"), self.random.randint(1, 4)):
            shape = self.any_shape() if self.chance(0.4) else ()
            lines.append(f"{name} = {self.literal(shape)}")
            (self.tensors if shape else self.scalars).append(name)
        return lines

    def _assign(self) -> str:
        name = self.pick(("u", "v", "t", "h", "x", "y", "s1"))
        text = self.value(2)
        roll = self.random.random() ** (0.3 if self.careful else 1)
        if roll < 0.1 and self.scalars:
            return f"{self.name()} {self.pick(('+=', '-=', '*=', '/=', '**=', '@=', '//=', '%='))} {text}"
        if roll < 0.15:
            return f"{name}, {self.pick(('p', 'q'))} = {text}, {self.value(1)}"
        if roll < 0.18:
            return f"{name} = k = {text}"
        if roll < 0.22:
            self.lists.append("L")
            return f"L = {self.listed(2)}"
        if roll < 0.25 and self.lists:
            return f"{self.pick(self.lists)}[{self.pick(INTEGERS)}] = {text}"
        if roll < 0.28 and self.tensors:
            return f"{self.pick(self.tensors)}[{self.pick(INTEGERS)}] {self.pick(('=', '+='))} {text}"
        if roll < 0.3:
            return f"{self.name()}.{self.pick(('data', 'grad', 'label', 'name'))} {self.pick(('=', '-='))} {text}"
        self.scalars.append(name)
        return f"{name} = {text}"

    def _statement(self, depth: int) -> Lines:
        choices: list[tuple[float, Callable[[int], Lines]]] = [(4, lambda _: [self._assign()]), (0.6, lambda _: [self._simple()])]
        if depth > 0:
            choices += [
                (1.5, self._for),
                (0.5, self._while),
                (1, self._if),
                (1, self._function),
                (0.5, self._class),
                (0.3, self._with),
            ]
        weights, makers = zip(*choices, strict=True)
        return self.random.choices(makers, weights)[0](depth - 1)

    def _simple(self) -> str:
        return self.pick(
            ("pass", "import math", f"print({self.name()})")
            if self.careful
            else (
                "pass",
                f"print({self.any(1)}, {self.name()})",
                f"assert {self.truth(1)}",
                f"{self.name()}.backward()",
                f"{self.name()}.zero_grad()",
                "break",
                "continue",
                f"return {self.value(1)}",
                "# a remark",
                "import math",
                "from math import sin, pi as π2",
                f"{self.value(1)}; {self.value(1)}",
                f'"""{self.name()}"""',
                f"del {self.name()}",
                f"L = []; L.append({self.value(1)})",
            )
        )

    def _block(self, depth: int) -> Lines:
        lines = [line for _ in range(self.random.randint(1, 3)) for line in self._statement(depth)]
        return [f"    {line}" for line in lines]

    def _for(self, depth: int) -> Lines:
        variable = self.pick(("i", "k", "t"))
        pair = self.chance(0.1)
        head = f"for {variable}{', j' if pair else ''} in {self.iterable(1)}:"
        self.scalars.append(variable)
        body = self._block(depth)
        return [head, *body, *(["else:", *self._block(0)] if self.chance(0.05) else [])]

    def _while(self, depth: int) -> Lines:
        return ["n = 0", f"while n < {self.pick(INTEGERS)}:", *self._block(depth), "    n += 1"]

    def _if(self, depth: int) -> Lines:
        lines = [f"if {self.truth(1)}:", *self._block(depth)]
        if self.chance(0.3):
            lines += [f"elif {self.truth(1)}:", *self._block(depth)]
        return lines + (["else:", *self._block(depth)] if self.chance(0.5) else [])

    def _function(self, depth: int) -> Lines:
        name, parameters = self.pick(("f", "g", "loss")), self.random.sample(("p", "q", "r"), self.random.randint(0, 3))
        written = list(parameters)
        if written and self.chance(0.2):
            written[-1] += f"={self.number()}"
        elif self.chance(0.1):
            written.append("*rest")
        self.scalars += parameters
        body = self._block(depth)
        result = f"    return {self.value(2)}" if self.chance(0.9) else "    pass"
        self.scalars = [each for each in self.scalars if each not in parameters]
        self.functions.append((name, len(parameters)))
        if self.chance(0.2):
            return [f"{name} = lambda {', '.join(parameters)}: {self.value(2)}"]
        decorator = [f"@{self.pick(('jit', 'torch.no_grad()', 'staticmethod', 'g'))}"] if self.chance(0.05) else []
        return [*decorator, f"def {name}({', '.join(written)}):", *body, result]

    def _class(self, depth: int) -> Lines:
        name = self.pick(("A", "Neuron"))
        method = self.pick(("__call__", "forward", "__add__", "__getitem__", "parameters", "__mul__", "__len__", "__iter__"))
        self.functions.append((f"{name}({self.number()})", 1))
        self.functions.append((name, 1))
        return [
            f"class {name}{self.pick(('', '()', '(object)', '(nn.Module)', '(A)'))}:",
            *([f"    k = {self.number()}"] if self.chance(0.3) else []),
            "    def __init__(self, w):",
            *(["        super().__init__()"] if self.chance(0.2) else []),
            f"        self.w = {self.pick(('w', 'Value(w)', 'w*2', self.value(1)))}",
            f"    def {method}(self, x):",
            *(f"    {line}" for line in self._block(depth)),
            f"        return self.w {self.pick(('*', '+', '-'))} {self.value(1)}",
        ]

    def _with(self, depth: int) -> Lines:
        context = self.pick(("torch.no_grad()", "tf.GradientTape() as tape", "no_grad()", self.value(0)))
        return [f"with {context}:", *self._block(depth)]


def class_notation(generator: random.Random) -> str:
    """As it is written on a blackboard."""
    atoms = (
        "x",
        "2x",
        "3",
        "x²",
        "2x³",
        "(x + 1)(x − 1)",
        "½",
        "π",
        "|x|",
        "√x",
        "√(x + 3)",
        "x₁",
        "2(x)",
        "1/2x",
        "sin(x)",
        "x·y",
        "α",
        "−x⁻¹",
        "3×4",
        "x^2",
        "2πr",
        "e^x",
    )
    lines = []
    for _ in range(generator.randint(1, 3)):
        terms = [generator.choice(atoms) for _ in range(generator.randint(1, 6))]
        text = terms[0]
        for term in terms[1:]:
            text += generator.choice((" + ", " − ", "·", " ÷ ", "", " ", "/", " * ", "^")) + term
        lines.append(f"{generator.choice(('y = ', 'f(x) = ', '', 'L = '))}{text}")
    return generator.choice(("\n", "; ")).join(lines)


def latex(generator: random.Random) -> str:
    r"""A formula in LaTeX."""

    def formula(depth: int) -> str:
        if depth <= 0:
            return generator.choice(("x", "2", "x_1", r"\alpha", r"\pi", "3x", "w_{12}", "0.5", "y"))
        inner = [formula(depth - 1) for _ in range(3)]
        return generator.choice(
            (
                rf"\frac{{{inner[0]}}}{{{inner[1]}}}",
                rf"\sqrt{{{inner[0]}}}",
                rf"\sqrt[3]{{{inner[0]}}}",
                rf"{inner[0]}^{{{inner[1]}}}",
                rf"{inner[0]}^2",
                rf"\left({inner[0]} + {inner[1]}\right)",
                rf"\left|{inner[0]}\right|",
                rf"\{generator.choice([name for name in FUNCTION_NAMES if name.isalpha()])}({inner[0]})",
                rf"\sin^2 {inner[0]}",
                rf"\operatorname{{{generator.choice(list(FUNCTION_NAMES))}}}\left({inner[0]}\right)",
                rf"{inner[0]} \cdot {inner[1]}",
                rf"{inner[0]} - {inner[1]}",
                rf"\sum_{{i=1}}^{{{generator.randint(-1, 4)}}} {inner[0]} i",
                rf"\log_{{2}} {inner[0]}",
                rf"e^{{-{inner[0]}}}",
                rf"\mathrm{{loss}} + {inner[1]}",
                rf"\frac{{d}}{{dx}} {inner[0]}",
                rf"\begin{{bmatrix}} {inner[0]} & 1 \\ 2 & {inner[1]} \end{{bmatrix}}",
            )
        )

    text = formula(generator.randint(1, 4))
    around = generator.choice(("{}", "${}$", r"\[ {} \]", r"y = {}", r"\begin{{align}} y &= {} \end{{align}}", r"f(x) = {}"))
    return around.format(text)
