"""Every operation of the records × special values × shapes × endpoints: what a person or a program may send, however odd.

`cases()` is the whole, in a fixed order; `share()` a part of it in which every operation has its place.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from backpass.engine import OPERATIONS, Operation
from backpass.engine.operations import Options
from backpass.engine.shapes import Shape
from tests.fuzz.requests import Case, Violation, calls, checked

SPECIAL = (0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -2.5, 5e-324, 1e-300, 1e-8, 1e8, 1e154, 1e308, -1e308, 710.0, -745.0)
EMPTY = ("0", "(0,)", "(0, 3)", "(2, 0)", "(1, 0, 2)")
"""Lengths of arrays without elements, which no input may be and a program can make."""
NOT_FINITE = ("inf", "-inf", "nan")
"""No input may be so; a program can make them."""
SHAPES: tuple[Shape, ...] = ((), (1,), (2,), (3,), (2, 1), (1, 3), (2, 3), (2, 2), (2, 1, 2), (1, 2, 2))
FEWER_SHAPES: tuple[Shape, ...] = ((), (1,), (2,), (2, 1), (2, 3))
AXES = ("", "axis=0", "axis=-1", "axis=1, keepdims=True", "axis=(0, 1)", "axis=5", "keepdims=True", "axis=None")
KEYS = ("0", "-1", "1:", ":1", "::2", "2:2", "[0, 0]", "...", "None", ":, 0", "0, 1", "x > 0", "5", "-7", "::-1", "[[0], [1]]")
ARGUMENTS = {
    "reshape": ("shape=(-1,)", "(2, -1)", "shape=(6,)", "shape=(0,)", "shape=(-1, -1)", "shape=2", "shape=(1, 1, -1)", ""),
    "broadcast_to": ("shape=(2, 3)", "(3,)", "shape=()", "shape=(2, 2, 3)", "shape=(0,)", "shape=(-1,)", ""),
    "expand_dims": ("axis=0", "axis=-1", "axis=3", "0", ""),
    "squeeze": ("", "axis=0", "axis=-1", "axis=4"),
    "transpose": ("", "axes=(1, 0)", "axes=(0, 0)", "axes=(2, 0, 1)"),
    "concatenate": ("", "axis=0", "axis=1", "axis=-1", "axis=7"),
    "stack": ("", "axis=0", "axis=1", "axis=-1", "axis=7"),
    "var": ("", "axis=0", "ddof=1", "axis=1, ddof=1", "ddof=9", "ddof=-1", "ddof=0.5"),
    "std": ("", "axis=0", "ddof=1", "axis=1, ddof=1", "ddof=9", "ddof=-1", "ddof=0.5"),
}
"""What a call of an operation with options of its own may be given besides its inputs."""


def cases() -> Iterator[Case]:
    """The whole."""
    for record in OPERATIONS.values():
        yield from cases_of(record)


def share(count: int, seed: int) -> list[Case]:
    """About so many cases, the same number of each operation."""
    generator = random.Random(seed)
    each = max(1, count // len(OPERATIONS))
    return [case for record in OPERATIONS.values() for case in _some(record, each, generator)]


def swept(chosen: Iterable[Case]) -> tuple[int, int, dict[str, Violation]]:
    """Asks every endpoint about each case: how many requests, how many answers, and the first violation of each kind."""
    broken: dict[str, Violation] = {}
    asked = answered = 0
    for number, case in enumerate(chosen):
        for place, call in enumerate(calls(case)):
            asked += 1
            try:
                document = checked(call, again=(number + place) % 7 == 0, modelled=(number + place) % 5 == 0)
            except Violation as violation:
                broken.setdefault(violation.headline, violation)
            else:
                answered += "status" not in document
    return asked, answered, broken


def _some(record: Operation, count: int, generator: random.Random) -> list[Case]:
    every = list(cases_of(record))
    return generator.sample(every, min(count, len(every)))


def cases_of(record: Operation) -> Iterator[Case]:
    """All cases of one operation: each form of calling it, with each choice of shapes, filled in several ways."""
    # The values only have to be mixed well, and the same each time.
    generator = random.Random(record.name)
    names = record.parameters if not record.variadic else ("a", "b")
    for form in _forms(record, names):
        shapes = SHAPES if len(names) == 1 else FEWER_SHAPES
        for chosen in product(shapes, repeat=len(names)):
            if len(names) > 2 and generator.random() < 0.6:
                continue
            yield from _filled(form, dict(zip(names, chosen, strict=True)), generator)


def _forms(record: Operation, names: Sequence[str]) -> list[str]:
    """The ways to write the operation, `{x}` for the name of an input."""
    if record.name == "index":
        return [f"x[{key}]" for key in KEYS]
    inputs = f"[{', '.join(names)}]" if record.variadic else ", ".join(names)
    if record.elementwise:
        infix = [record.signature] if record.notation.infix else []
        return [*infix, f"{record.name}({inputs})"]
    options = ARGUMENTS.get(record.name, AXES if "axis" in record.options else ("",))
    written = {_options(case.options) for case in (*record.cases, *record.misfits)} - {None}
    return [f"{record.name}({', '.join(filter(None, (inputs, each)))})" for each in dict.fromkeys((*options, *sorted(written)))]


def _options(options: Options) -> str | None:
    """Options as they are written; None for those that no program can write."""
    if any(isinstance(part, slice) for value in options.values() if isinstance(value, tuple) for part in value):
        return None
    return ", ".join(f"{name}={value!r}" for name, value in options.items())


def _filled(form: str, shapes: dict[str, Shape], generator: random.Random) -> Iterator[Case]:
    """Inputs of these shapes: one special value throughout, a mixture of them, and what is not finite."""
    throughout = generator.choice(SPECIAL)
    yield Case(form, {name: _of_shape(shape, lambda: throughout) for name, shape in shapes.items()})
    mixed = {name: _of_shape(shape, lambda: generator.choice(SPECIAL)) for name, shape in shapes.items()}
    wrapped = generator.choice((form, f"sum({form})", f"({form}) * ({form})", f"y = {form}\ny + y", f"({form})**2 + 1"))
    yield Case(wrapped, mixed, _besides(generator, list(shapes)))
    name = generator.choice(list(shapes))
    lengths = generator.choice(EMPTY)
    yield Case(f"{name} = np.zeros({lengths})\n{form}", _without(mixed, name))
    odd = _of_shape(shapes[name], lambda: generator.choice(NOT_FINITE))
    yield Case(f"{name} = {name}0 + {_written(odd)}\n{form}", {f"{name}0": mixed[name], **_without(mixed, name)})


def _besides(generator: random.Random, names: list[str]) -> dict[str, Any]:
    """Now and then a field that changes what is computed."""
    usual: list[dict[str, Any]] = [{}] * 4
    return generator.choice(
        usual
        + [{"wrt": names[:1]}, {"wrt": []}, {"wrt": ["nobody"]}, {"output": names[0]}, {"output": "nobody"}]
        + [{"upstream": value} for value in (0, -2.5, 1e308, [1, 2], [[1.0, 0.0, -1.0], [2.0, 3.0, 4.0]])]
    )


def _without(inputs: dict[str, Any], name: str) -> dict[str, Any]:
    return {each: value for each, value in inputs.items() if each != name}


def _of_shape(shape: Shape, value: Any) -> Any:
    """Nested lists of this shape, each number made anew."""
    if not shape:
        return value()
    return [_of_shape(shape[1:], value) for _ in range(shape[0])]


def _written(value: Any) -> str:
    return f"[{', '.join(map(_written, value))}]" if isinstance(value, list) else str(value)
