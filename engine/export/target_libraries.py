"""The libraries that programs are written for: per library one table of facts, and how a call is written from it.

Most of the facts are derived. A record that uses a native function has its name (`math.tanh`, `np.arcsin`),
and PyTorch and JAX
call theirs as NumPy does. What a library lacks is defined in the program, from the record's text. Only what is
different is listed.
"""

import builtins
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from backpass.engine.export.formula import CHOICE, Source, infix, operand, parsed, python_source
from backpass.engine.interpreter.signatures.parameter_meanings import ALIASES
from backpass.engine.interpreter.signatures.signatures import signature, table
from backpass.engine.operations import OPERATIONS, Family, Native, Operation


class NotWrittenError(Exception):
    """A part of a program that the target has no code for; with the record of the operation, where it is one."""


@dataclass(frozen=True)
class TargetLibrary:
    """Facts about a library."""

    name: str
    imports: Mapping[str, str]
    """By the name a program then uses, the line that brings it."""
    function: Callable[[Native], str | None]
    """The library's own function for a native pair; None where it has none."""
    calls: Mapping[str, str] = field(default_factory=dict)
    """By operation, how a call is written where that does not follow from the record; `{}` are the arguments."""
    constructor: str | None = None
    """What makes a value of the library of a number or nested list; None where plain numbers are its values."""
    arrays: str | None = None
    """The module whose functions of whole arrays are called, with the options of NumPy's; None where it has none."""
    activations: str | None = None
    """The module with the functions of neural networks."""
    full_names: Mapping[str, str] = field(default_factory=dict)
    """By the name under which a program has a module, the one under which the table of signatures has it."""
    transforms: Mapping[str, str] = field(default_factory=dict)
    """By operation on whole arrays, how a call is written where NumPy has another name for it or none: see `transforms`."""
    loss_of_classes: str | None = None
    """How cross_entropy is written where each target is the number of a class."""
    one_axis_only: frozenset[str] = frozenset()
    """Operations whose axis may not be several."""
    slices_backwards: bool = True
    """Whether an index may be a slice with a negative step."""
    choice: str | None = None
    """How a choice is written, by its condition and its two values; None: `a if condition else b`."""
    constants: str = "math"
    """Where pi is found."""
    takes_numbers: bool = True
    """Whether its functions take plain numbers beside its own values."""
    scalars: bool = False
    """Whether it computes with single numbers, whose functions raise where a number does not exist."""

    def written(self, record: Operation, arguments: list[Source]) -> Source | None:
        """The operation as the library has it; None where it lacks it."""
        if record.name in self.calls:
            return _called(self.calls[record.name], arguments)
        if record.notation.infix and record.family is not Family.COMPARISON:
            return infix(record.notation.infix, arguments)
        name = self.function(record.value) if isinstance(record.value, Native) else self._composed(record)
        return _called(f"{name}({', '.join(['{}'] * record.arity)})", arguments) if name and self.has(name) else None

    def has(self, name: str, options: Iterable[str] = ()) -> bool:
        """Whether the library has this function, and whether that takes these options, as its signatures say.

        What NumPy and Python have was seen where the name was found.
        """
        if not self.full_names:
            return True
        library = self.full_names[self.name]
        module, _, function = name.rpartition(".")
        forms = table(library).texts.get(f"{self.full_names.get(module, module)}.{function}", ())
        known = ALIASES.get(library, {})
        takes = [{parameter.name for parameter in signature(form)} for form in forms]
        return any(all(known.get(option, option) in names for option in options) for names in takes)

    def _composed(self, record: Operation) -> str | None:
        """The library's function for what we compose of others."""
        if record.notation.infix or record.stops_gradient or record.family is Family.LOSS:
            return None  # those of the libraries take a mean at once
        if self.arrays and hasattr(np, record.name):
            return f"{self.arrays}.{record.name}"
        name = f"{self.activations}.{record.name}"
        return name if self.activations and self.has(name) else None

    def choose(self, condition: Source, first: Source, second: Source) -> Source:
        """`first` where the condition holds, else `second`."""
        if self.choice:
            return _called(self.choice, [condition, first, second])
        return Source(f"{operand(first, CHOICE + 1)} if {condition.text} else {second.text}", CHOICE)


def _called(template: str, arguments: list[Source]) -> Source:
    """A template with commas or parentheses around each of its places, so that arguments need none."""
    return Source(template.format(*(argument.text for argument in arguments)))


def function_name(record: Operation) -> str:
    """What a function that a program defines for an operation is called: as the operation, but never as one of Python's own."""
    return f"{record.name}_" if hasattr(builtins, record.name) else record.name


class Lacking(dict[str, str]):
    """The functions that a program defines because its library lacks them, by name, in the order in which they are needed."""

    def __init__(self, target: TargetLibrary, prefix: str = "") -> None:
        super().__init__()
        self.target = target
        self.prefix = prefix

    def call(self, record: Operation, arguments: list[Source]) -> Source:
        """The operation on the arguments, its definition added to the program where it needs one."""
        only_numbers = all(argument.number is not None for argument in arguments)
        # A library that takes its own values alone leaves functions of plain numbers to `math`.
        target = PYTHON if only_numbers and not self.target.takes_numbers else self.target
        written = target.written(record, arguments)
        if written is not None:
            return written
        if record.name not in self:
            self[record.name] = self._definition(record)
        return _called(f"{self.prefix}{function_name(record)}({', '.join(['{}'] * record.arity)})", arguments)

    def formula(self, text: str, names: Mapping[str, Source]) -> Source:
        """A formula of a record, its names replaced."""
        constants = {
            "pi": Source(f"{self.target.constants}.pi", number=math.pi),
            "inf": Source('float("inf")'),
            "nan": Source('float("nan")'),
        }
        return python_source(parsed(text), {**constants, **names}, self.call, self.target.choose)

    def _definition(self, record: Operation) -> str:
        if not isinstance(record.value, str):
            raise NotWrittenError(record)
        body = self.formula(record.value, {name: Source(name) for name in record.parameters}).text
        head = f"def {self.prefix}{function_name(record)}({', '.join(record.parameters)}):"
        return f'{head}\n    """{record.summary}"""\n    return {body}'


def _of_math(native: Native) -> str | None:
    name = getattr(native.scalar, "__name__", "")
    return f"math.{name}" if getattr(math, name, None) is native.scalar else None


def _numpy_name(native: Native) -> str | None:
    name = getattr(native.array, "__name__", "")
    return name if getattr(np, name, None) is native.array else None


def _of_numpy(native: Native) -> str | None:
    name, of_numbers = _numpy_name(native), _of_math(native)
    return f"np.{name}" if name else f"np.vectorize({of_numbers}, otypes=[float])" if of_numbers else None


def _like_numpy(module: str) -> Callable[[Native], str | None]:
    """A library whose functions have NumPy's names, or where NumPy has none those of `math`."""
    return lambda native: f"{module}.{_numpy_name(native) or getattr(native.scalar, '__name__', '')}"


def _called_alike(module: str) -> dict[str, str]:
    """What PyTorch and JAX call alike, and NumPy otherwise than we do."""
    return {
        "determinant": f"{module}.linalg.det({{arguments}})",
        "inverse": f"{module}.linalg.inv({{arguments}})",
        "solve": f"{module}.linalg.solve({{arguments}})",
        "index": "{arguments}[{key}]",
    }


def _chosen_by(module: str) -> dict[str, str]:
    """Comparisons as numbers: the answers of PyTorch and JAX are truths, which have no sign and no gradient."""
    comparisons = [record for record in OPERATIONS.values() if record.family is Family.COMPARISON and record.notation.infix]
    return {
        "where": f"{module}.where({{}} != 0, {{}}, {{}})",
        **{record.name: f"{module}.where({{}} {record.notation.infix} {{}}, 1.0, 0.0)" for record in comparisons},
    }


_MATH = "import math"
_WHOLE = {name: f"float(math.{name}({{}}))" for name in ("floor", "ceil")}

PYTHON = TargetLibrary(
    "python",
    {"math": _MATH},
    _of_math,
    calls={
        "lgamma": "math.lgamma({})",
        **_WHOLE,
        "abs": "abs({})",
        "round": "float(round({}))",
        "sign": "float(({0} > 0) - ({0} < 0))",
    },
    scalars=True,
)
NUMPY = TargetLibrary(
    "numpy",
    {"math": _MATH, "np": "import numpy as np"},
    _of_numpy,
    calls={"lgamma": "np.vectorize(math.lgamma, otypes=[float])({})"},
    transforms={
        "softmax": "np.exp({arguments} - np.logaddexp.reduce({arguments}, axis={axis}, keepdims=True))",
        "log_softmax": "{arguments} - np.logaddexp.reduce({arguments}, axis={axis}, keepdims=True)",
        "logsumexp": "np.logaddexp.reduce({arguments}, axis={axes}, keepdims={keepdims})",
        "norm": "np.sqrt(np.sum(np.square({arguments}), axis={axes}, keepdims={keepdims}))",
        "flatten": "np.ravel({arguments})",
        "reshape": "np.reshape({arguments}, {shape})",
        "cross_entropy": "-(({0} - np.logaddexp.reduce({0}, axis=-1, keepdims=True)) * {1}).sum(-1)",
        "put_back": "put_back({arguments}, {shape}, np.s_[{key}])",
        **_called_alike("np"),
    },
    loss_of_classes="-np.take_along_axis({0} - np.logaddexp.reduce({0}, axis=-1, keepdims=True), "
    "{1}.astype(int)[..., np.newaxis], axis=-1)[..., 0]",
    constructor="np.array",
    arrays="np",
    choice="np.where({}, {}, {})",
    constants="np",
)
PYTORCH = TargetLibrary(
    "pytorch",
    {"math": _MATH, "torch": "import torch", "functional": "from torch.nn import functional"},
    _like_numpy("torch"),
    calls={
        **_chosen_by("torch"),
        **{name: f"torch.{name}({{}})" for name in ("lgamma", "digamma", "rsqrt", "erfinv")},
        "ndtri": "torch.special.ndtri({})",
        "trigamma": "torch.polygamma(1, {})",
        "log_sigmoid": "functional.logsigmoid({})",
        "clip": "torch.clip(*torch.broadcast_tensors({}, {}, {}))",
        "detach": "{}.detach()",
        "floor_divide": "torch.floor_divide({}.detach(), {}.detach())",
        "softplus": "functional.softplus({}, threshold=40)",
        "gelu_tanh": "functional.gelu({}, approximate='tanh')",
        "cbrt": "(torch.sign({0}) * torch.abs({0}) ** (1 / 3))",
        "prelu": "torch.where({0} > 0, {0}, {1} * {0})",
        "binary_cross_entropy_with_logits": "((1 - {1}) * functional.softplus({0}, threshold=40)"
        " + {1} * functional.softplus(-{0}, threshold=40))",
    },
    constructor="torch.tensor",
    arrays="torch",
    activations="functional",
    full_names={"pytorch": "torch", "functional": "torch.nn.functional"},
    transforms={
        **{name: f"torch.{name}({{arguments}}, dim={{axis}})" for name in ("softmax", "log_softmax")},
        "logsumexp": "torch.logsumexp({arguments}, dim={axes}, keepdim={keepdims})",
        "transpose": "torch.permute({arguments}, {order})",
        "broadcast_to": "torch.broadcast_to({arguments}, {shape})",
        "flatten": "torch.flatten({arguments})",
        "cumsum": "torch.cumsum({arguments}, dim={axis})",
        "expand_dims": "torch.unsqueeze({arguments}, {axis})",
        "norm": "torch.linalg.vector_norm({arguments}, dim={axes}, keepdim={keepdims})",
        **{
            name: f"torch.{name}({{arguments}}, dim={{axes}}, correction={{ddof}}, keepdim={{keepdims}})"
            for name in ("var", "std")
        },
        "cross_entropy": "-(torch.log_softmax({0}, dim=-1) * {1}).sum(-1)",
        # Added where the key picks of all places, which are numbered: `index_put` takes no slices.
        "put_back": "torch.zeros({shape}).flatten().index_add(0, "
        "torch.arange(torch.zeros({shape}).numel()).reshape({shape})[{key}].flatten(), {arguments}.flatten()).reshape({shape})",
        **_called_alike("torch"),
    },
    loss_of_classes="-torch.log_softmax({0}, dim=-1).gather(-1, {1}.long().unsqueeze(-1)).squeeze(-1)",
    one_axis_only=frozenset({"prod"}),
    slices_backwards=False,
    choice="torch.where({}, {}, {})",
    takes_numbers=False,
)
JAX = TargetLibrary(
    "jax",
    {"math": _MATH, "jax": "import jax", "jnp": "import jax.numpy as jnp"},
    _like_numpy("jnp"),
    calls={
        **_chosen_by("jnp"),
        "lgamma": "jax.scipy.special.gammaln({})",
        "digamma": "jax.scipy.special.digamma({})",
        "trigamma": "jax.scipy.special.polygamma(1, {})",
        "rsqrt": "jax.lax.rsqrt({})",
        "prelu": "jnp.where({0} > 0, {0}, {1} * {0})",
        "binary_cross_entropy_with_logits": "((1 - {1}) * jax.nn.softplus({0}) + {1} * jax.nn.softplus(-{0}))",
        "detach": "jax.lax.stop_gradient({})",
        **{name: f"jax.scipy.special.{name}({{}})" for name in ("erf", "erfc", "erfinv", "ndtri")},
        "gelu": "jax.nn.gelu({}, approximate=False)",
        "gelu_tanh": "jax.nn.gelu({}, approximate=True)",
        "softsign": "jax.nn.soft_sign({})",
    },
    constructor="jnp.array",
    arrays="jnp",
    activations="jax.nn",
    full_names={"jax": "jax", "jnp": "jax.numpy"},
    transforms={
        **{name: f"jax.nn.{name}({{arguments}}, axis={{axis}})" for name in ("softmax", "log_softmax")},
        "logsumexp": "jax.scipy.special.logsumexp({arguments}{options})",
        "flatten": "jnp.ravel({arguments})",
        "norm": "jnp.linalg.norm({arguments}{options})",
        "cross_entropy": "-(jax.nn.log_softmax({0}) * {1}).sum(-1)",
        "put_back": "jnp.zeros({shape}).at[{key}].add({arguments})",
        **_called_alike("jnp"),
    },
    loss_of_classes="-jnp.take_along_axis(jax.nn.log_softmax({0}), "
    "jnp.asarray({1}).astype(int)[..., jnp.newaxis], axis=-1)[..., 0]",
    choice="jnp.where({}, {}, {})",
)
MICROGRAD = TargetLibrary(
    "micrograd",
    {"math": _MATH, "sys": "import sys", "Value": "from micrograd.engine import Value"},
    lambda _native: None,
    calls={"relu": "{}.relu()"},
    takes_numbers=False,
    scalars=True,
)
TARGETS = {target.name: target for target in (PYTHON, NUMPY, PYTORCH, JAX, MICROGRAD)}
