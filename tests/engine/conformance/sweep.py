"""The sweep: calls of everything that is accepted, made here and in the real library.

`WHOLE` is compared by `python3 run.py fuzz conformance` before it makes other calls; the test command takes one share of it.
"""

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from backpass import engine
from backpass.engine.interpreter.signatures import binding
from backpass.engine.interpreter.signatures.binding import OBJECTS, Reading
from backpass.engine.interpreter.signatures.parameter_meanings import REFUSED
from backpass.engine.operations import Operation
from tests.engine.conformance import oracles
from tests.engine.conformance.cases import Call, calls

APART = frozenset(
    {
        *("grad", "value_and_grad", "grad_and_value", "elementwise_grad", "hessian", "jacobian", "jacrev", "jacfwd", "vmap"),
        *(
            "jit",
            "function",
            "checkpoint",
            "remat",
            "block_until_ready",
            "no_grad",
            "inference_mode",
            "enable_grad",
            "GradientTape",
        ),
        *(
            "manual_seed",
            "seed",
            "default_rng",
            "normal",
            "uniform",
            "rand",
            "randn",
            "random",
            "random_sample",
            "standard_normal",
        ),
        *(
            "choice",
            "sample",
            "shuffle",
            "randint",
            "shuffle",
            "multinomial",
            "randrange",
            "integers",
            "permutation",
            "randperm",
            "randn_like",
            "rand_like",
            "bernoulli",
            "dropout",
            "gauss",
            "normalvariate",
        ),
        *(
            "empty",
            "empty_like",
            "tensor",
            "array",
            "asarray",
            "as_tensor",
            "Parameter",
            "Variable",
            "constant",
            "einsum",
            "to",
            "astype",
        ),
        *("backward", "retain_grad", "requires_grad_", "put_back", "index"),
    }
)
"""What is no function of arrays, draws, or makes them of data: tested by itself."""

_OWNERS = {"numpy": "np", "jax.numpy": "jnp", "torch.nn.functional": "F", "autograd.numpy": "np", "numpy.linalg": "np.linalg"}
"""How modules are written."""


def readings(library: str) -> Iterator[tuple[Reading, str]]:
    """All of a library that is tested here, and what stands before its name: `self` for methods."""
    for reading in binding.readings("python" if library == "math" else library):
        module, _, name = reading.dotted.rpartition(".")
        if (
            module.rpartition(".")[2] == "random"
            or name in APART
            or name[0].isupper()
            or reading.dotted in REFUSED
            or (library == "math" and module != "math")
        ):
            continue
        yield reading, "self" if module in OBJECTS.get(library, ()) else _OWNERS.get(module, module)


_SINGLE_PRECISION = frozenset({"torch.Tensor.float"})
"""All numbers are float64 here."""
_DIVIDES_BY_SPREAD = frozenset({"jax.numpy.std", "jax.Array.std"})
"""Functions whose gradient is NaN there where all elements are equal; here it is 0, as in PyTorch, with the note on a kink."""
_WITHOUT_RULES = frozenset({"concat", "where"})
"""What HIPS autograd passes to NumPy without a rule, so that its gradient is zero, or does not sum over what was broadcast."""


def is_declared(call: Call, found: str) -> bool:
    """Whether a difference is declared: where it is the library that is asked which errs, or numbers are float64 here."""
    if call.dotted in _SINGLE_PRECISION:
        return True
    if call.dotted in _DIVIDES_BY_SPREAD and found.startswith("gradient") and "nan" in found:
        return True
    if call.dotted.startswith("autograd") and found.startswith("gradient"):
        name = call.dotted.rpartition(".")[2]
        by_name = any(value in call.arrays for value in call.keywords.values())  # it differentiates arguments by place only
        level = name in ("std", "var") and "nan" in found  # its rule divides by a spread of zero
        counted_from_the_end = name == "transpose" and "-" in " ".join((*call.values, *call.keywords.values()))
        return by_name or level or counted_from_the_end or name in _WITHOUT_RULES or "correction" in call.keywords
    return False


@dataclass
class Result:
    """What a sweep found."""

    compared: int = 0
    refused_here: Counter[str] = field(default_factory=Counter)
    lenient: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


WHOLE = {"math": (8, 1), "numpy": (5, 1), "torch": (4, 4), "autograd": (3, 3), "jax": (1, 4)}
"""How many calls of each function are made, of JAX only of what is more than an operation element by element, and into how many
shares they are dealt out, those of one function in turn: a share of no more than five seconds has one of nearly every function.
"""


def share_of_sources(library: str) -> int:
    """The share for these sources: the same on every machine, and another one after most changes of the engine."""
    folder = Path(engine.__file__).parent
    texts = [file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py"))]
    return zlib.crc32("".join(texts).encode()) % WHOLE[library][1]


def whole(library: str) -> Iterator[tuple[int, Call, str]]:
    """The share that each call of the whole is in, the call, and what stands before its name."""
    most, shares = WHOLE[library]
    for reading, owner in readings(library):
        if library == "jax" and isinstance(reading.ours, Operation) and reading.ours.elementwise:
            continue
        first = zlib.crc32(reading.dotted.encode())
        for number, call in enumerate(calls(reading, owner == "self", 0, most), start=first):
            yield number % shares, call, owner


def sweep_share(library: str, share: int) -> Result:
    """Compares one share of the whole."""
    result = Result()
    for of_share, call, owner in whole(library):
        if of_share == share:
            _compare(call, library, owner, result)
    return result


def sweep(library: str, seed: int) -> Result:
    """Makes one call of each function that a library has, other ones for each seed."""
    result = Result()
    for reading, owner in readings(library):
        for call in calls(reading, owner == "self", seed, 1):
            _compare(call, library, owner, result)
    return result


def _compare(call: Call, library: str, owner: str, result: Result) -> None:
    pair = library == "torch" and call.dotted.rpartition(".")[2] in ("max", "min") and _is_pair(call)
    text = oracles.program(call, library, owner)
    mine = oracles.ours(text, call.differentiated, pair=pair)
    real = oracles.theirs(call, library, owner)
    if mine.problem is not None:
        result.refused_here[f"{call.dotted}: {mine.problem}" if real.problem is None else "both"] += 1
        return
    if real.problem is not None:
        result.lenient[call.dotted] += 1
        return
    result.compared += 1
    found = oracles.disagreement(mine, real)
    if found is not None and not is_declared(call, found):
        result.wrong.append(f"{text}{found}")


def _is_pair(call: Call) -> bool:
    given = [*call.values, *call.keywords]
    return any(each in ("dim", "axis") for each in call.keywords) or (len(given) > 1 and given[1].lstrip("-").isdigit())
