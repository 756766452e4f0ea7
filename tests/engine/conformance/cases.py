"""Calls of what other libraries have, generated from their signatures: by place and by name, with axes counted from either end,
ties, scalars, one to four dimensions, broadcasting, empty arrays, and for each parameter that is not understood one with it.
"""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from backpass.engine.interpreter.signatures.binding import Form, Reading
from backpass.engine.interpreter.signatures.parameter_meanings import WITHOUT_EFFECT
from backpass.engine.interpreter.signatures.signatures import REQUIRED, ParameterKind, SignatureParameter
from backpass.engine.operations import OPERATIONS, Operation

Shape = tuple[int, ...]

SHAPES: tuple[Shape, ...] = ((), (1,), (3,), (2, 3), (3, 3), (3, 1), (2, 3, 2), (2, 1, 3, 2), (0,))
_PAIRS: tuple[tuple[Shape, Shape], ...] = (
    ((), ()),
    ((3,), ()),
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((2, 3), (3, 2)),
    ((3, 1), (1, 4)),
    ((2, 3), (2, 3)),
    ((2, 2), (2,)),
    ((2, 2, 3), (2, 3, 2)),
    ((2, 3, 2), (2, 1)),
)
_NUMBERS: Mapping[str, Sequence[Any]] = {
    "keepdims": (True, False),
    "ddof": (0, 1),
    "correction": (0, 1),
    "bessel": (0, 1),
    "unbiased": (True, False),
    "decimals": (0, 1, 2, -1),
    "alpha": (2.0, 0.5),
    "beta": (2.0, 0.5),
    "delta": (0.5, 2.0),
    "slope": (0.2, 0.01),
    "rounding_mode": ("floor", "trunc"),
    "approximate": ("none", "tanh"),
    "tanh": (True, False),
    "ord": (None, 1, 2, "inf", "-inf", "fro", 3, 0, -1, "nuc"),
    "p": (1, 2, "inf", 3, 0, "fro"),
    "euclidean": ("euclidean", 1, 2, "inf"),
    "low": (-0.5, 0.1),
    "high": (0.7, 1.0),
    "base": (2.0, 10.0),
    "num": (4, 1),
    "endpoint": (True, False),
    "rows": (3, 2),
    "columns": (2, 4),
    "k": (1, -1, 0),
    "diagonal": (1, -1, 0),
    "reduction": ("mean", "sum", "none"),
    "start": (0.0, 1.0),
    "stop": (2.0, 5.0),
    "step": (0.5, 2.0),
    "first": (3.0, 1.0),
    "value": (1.5, -2.0),
    "dtype": (float,),
    "transpose_a": (True, False),
    "transpose_b": (True, False),
}


@dataclass(frozen=True)
class Call:
    """One call: the arrays it is given by name, and how it is written."""

    dotted: str
    arrays: Mapping[str, Any]
    values: tuple[str, ...]
    keywords: Mapping[str, str]
    refused: str | None = None
    """The parameter that must be refused, if one must."""
    differentiated: tuple[str, ...] = field(default=())


def calls(reading: Reading, method: bool, seed: int, most: int) -> Iterator[Call]:
    """Calls of one function, never more than `most`; the same for the same seed."""
    source = random.Random(f"{reading.dotted}{seed}")
    made: dict[tuple[Any, ...], Call] = {}
    for form in reading.forms:
        for _ in range(most * 3):
            call = _call(reading, form, method, source)
            if call is not None:
                shapes = tuple((name, np.shape(data)) for name, data in call.arrays.items())
                made.setdefault((shapes, call.values, tuple(call.keywords.items()), call.refused), call)
    everything = list(made.values())
    source.shuffle(everything)
    yield from itertools.islice(everything, most)


def refusals(reading: Reading, method: bool) -> Iterator[Call]:
    """For each parameter that is not understood a call that gives it, by name where that is possible."""
    for form in reading.forms:
        for each in _not_understood(form):
            for attempt in range(20):
                call = _call(reading, form, method, random.Random(attempt), each)
                if call is not None and call.arrays and np.size(next(iter(call.arrays.values()))):
                    yield call
                    break


def _call(
    reading: Reading, form: Form, method: bool, source: random.Random, refused: SignatureParameter | None = None
) -> Call | None:
    record = _record(reading)
    inputs = _inputs(reading, record)
    arrays = _arrays(reading, record, inputs, source)
    lead = next(iter(arrays.values()), None)
    shape = np.shape(lead) if lead is not None else ()
    told: dict[str, str] = {}
    differentiated = [name for name in inputs if name != "condition"]
    used: list[str] = []
    left_out = source.random() < 0.3
    for each in form.given:
        ours = form.meanings.get(each.name)
        if ours in inputs:
            if each.default is not REQUIRED and each.kind is not ParameterKind.SEVERAL and ours not in ("b", "a") and left_out:
                continue
            told[each.name] = _array_text(reading, str(ours))
            used.append(str(ours))
        elif ours is not None and (each.default is REQUIRED or source.random() < 0.5):
            text = _option(ours, each, shape, source)
            if text is None:
                return None
            told[each.name] = text
    if refused is not None:
        told[refused.name] = "False" if refused.default is True else "7"
    arranged = _arranged(form, told, method, source)
    if arranged is None:
        return None
    values, keywords = arranged
    return Call(
        reading.dotted,
        {name: data for name, data in arrays.items() if name in used},
        values,
        keywords,
        None if refused is None else refused.name,
        tuple(name for name in differentiated if name in used),
    )


def _record(reading: Reading) -> Operation | None:
    return reading.ours if isinstance(reading.ours, Operation) else OPERATIONS.spellings.get(reading.ours.name)


def _inputs(reading: Reading, record: Operation | None) -> tuple[str, ...]:
    """Names, of ours, that get an array."""
    if reading.ours.name in ("max", "min"):
        return ("x", "other")
    if record is not None:
        return record.parameters
    return (
        ("x",)
        if reading.name in ("argmax", "argmin", "zeros_like", "ones_like", "tril", "triu", *_PLAIN_METHODS)
        else _PAIR_OF.get(reading.name, ())
    )


_PLAIN_METHODS = ("item", "tolist", "numpy", "size", "dim", "numel", "clone", "copy", "contiguous", "float", "double", "cpu")
_PAIR_OF: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("mse_loss", "l1_loss", "huber_loss", "smooth_l1_loss"), ("prediction", "target")),
    "binary_cross_entropy": ("probability", "target"),
    "binary_cross_entropy_with_logits": ("logit", "target"),
    "cross_entropy": ("logits", "target"),
}


def _arrays(reading: Reading, record: Operation | None, inputs: Sequence[str], source: random.Random) -> dict[str, Any]:
    name = reading.ours.name if record is None else record.name
    if reading.name == "cross_entropy" or name == "cross_entropy":
        return _classes(reading, inputs, source)
    if reading.dotted.startswith("math."):
        shapes: Sequence[Shape] = [()]
    elif name in ("inverse", "determinant", "solve", "trace"):
        shapes = [(3, 3), source.choice(((3,), (3, 2)))]
    elif name == "outer":
        shapes = [(2,), (3,)] if source.random() < 0.6 else [(2, 2), (3,)]
    elif len(inputs) > 1:
        one, other = source.choice(_PAIRS)
        shapes = [one, other, one] if source.random() < 0.5 else [other, one, other]
    else:
        shapes = [source.choice(SHAPES)]
    samples = record.samples if record is not None else ((-2.0, 2.0),) * len(inputs)
    if reading.name in _PAIR_OF and len(shapes) > 1:
        shapes = [shapes[0], shapes[0]]
    ties = source.random() < 0.3 and (record is None or not record.elementwise)
    generator = np.random.default_rng(source.randrange(2**32))
    found: dict[str, Any] = {}
    for place, name in enumerate(inputs):
        low, high = _RANGES.get(name, samples[min(place, len(samples) - 1)])
        data = generator.uniform(low, high, shapes[min(place, len(shapes) - 1)])
        found[name] = np.round(data * 2) / 2 if ties else np.round(data, 4)
    if "condition" in found:
        found["condition"] = np.asarray(found["condition"] > np.mean([0.0, 0.0]), dtype=float)
    return found


_RANGES = {"probability": (0.1, 0.9), "logit": (-2.0, 2.0), "logits": (-2.0, 2.0)}


def _classes(reading: Reading, inputs: Sequence[str], source: random.Random) -> dict[str, Any]:
    """Scores and class numbers, or probabilities."""
    generator = np.random.default_rng(source.randrange(2**32))
    torch = reading.dotted.startswith("torch")
    shape = source.choice(((2, 3), (4, 2), (3,), (2, 3, 4)) if torch else ((2, 3), (4, 2)))
    axis = 1 if torch and len(shape) > 1 else len(shape) - 1
    logits = np.round(generator.uniform(-2, 2, shape), 4)
    rest = (*shape[:axis], *shape[axis + 1 :])
    numbers = generator.integers(0, shape[axis], rest).astype(float)
    dense = source.random() < 0.4 if "sparse" not in reading.name else False
    dense = dense or reading.name == "softmax_cross_entropy_with_logits"
    shares = np.round(generator.dirichlet(np.ones(shape[axis]), rest), 4)
    target = np.moveaxis(shares, -1, axis) if dense else numbers
    return dict(zip(inputs, (logits, target), strict=True))


def _array_text(reading: Reading, ours: str) -> str:
    record = _record(reading)
    if record is not None and record.variadic:
        return "[x, x + 1]"
    return ours


def _option(ours: str, parameter: SignatureParameter, shape: Shape, source: random.Random) -> str | None:
    """A value for an option as it is written; None where none fits."""
    rank = len(shape)
    axes = list(range(-rank, rank))
    if ours in ("axis", "along", "lenient", "implied", "everywhere", "dim0", "dim1", "start_dim", "end_dim"):
        if ours == "axis" and parameter.takes != "int" and rank > 1 and source.random() < 0.25:
            return repr(tuple(source.sample(range(rank), 2)))
        if parameter.default is None and source.random() < 0.1:
            return "None"
        return str(source.choice(axes)) if axes else source.choice(("0", "-1"))
    if ours == "axes":
        order = source.sample(range(rank), rank)
        return repr(tuple(each - rank if source.random() < 0.3 else each for each in order))
    if ours == "shape":
        size = int(np.prod(shape, dtype=int))
        options: list[Any] = [(2, 3), (size,), (-1,), (size, 1), (2, *shape), shape or (1,), 3]
        return repr(source.choice(options))
    if ours not in _NUMBERS:
        return None
    value = source.choice(_NUMBERS[ours])
    return _written(value)


def _written(value: Any) -> str:
    if value is float:
        return "float"
    if value in ("inf", "-inf"):
        return f"float('{value}')"
    return repr(value)


def _not_understood(form: Form) -> list[SignatureParameter]:
    """The parameters that mean nothing here, so that anything but their default is refused."""
    return [
        each
        for each in form.given
        if each.name not in form.meanings
        and each.name not in WITHOUT_EFFECT
        and each.kind in (ParameterKind.NAME, ParameterKind.EITHER)
        and not (each.name == "dtype" and each.default is REQUIRED)  # of `view`, where a number is a length
    ]


def _arranged(
    form: Form, told: Mapping[str, str], method: bool, source: random.Random
) -> tuple[tuple[str, ...], dict[str, str]] | None:
    """Some of the arguments by place and the others by name."""
    values: list[str] = []
    keywords: dict[str, str] = {}
    by_name = source.random() < 0.4
    first = True
    for each in form.given:
        if each.kind is ParameterKind.SEVERAL:
            if each.name in told:
                text = told[each.name]
                values.append(text)
            first = False
            continue
        if each.name not in told:
            by_name = True
        elif each.kind is ParameterKind.PLACE or (each.kind is ParameterKind.EITHER and not by_name) or (method and first):
            if keywords:
                return None
            values.append(told[each.name])
        else:
            keywords[each.name] = told[each.name]
        first = False
    return tuple(values), keywords
