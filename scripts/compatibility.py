"""The tables of docs/compatibility.md: what of each library is supported, read from what binds the calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from backpass.engine.interpreter.libraries.written_as_programs.torch_and_micrograd_classes import PRELUDES
from backpass.engine.interpreter.signatures.binding import OBJECTS, Reading, readings
from backpass.engine.interpreter.signatures.parameter_meanings import MAKES_FASTER, REFUSED, WITHOUT_EFFECT
from backpass.engine.interpreter.signatures.signatures import table
from backpass.engine.language import parse
from backpass.engine.language.program import Define, DefineClass

LIBRARIES = {
    "numpy": "NumPy",
    "torch": "PyTorch",
    "jax": "JAX",
    "autograd": "HIPS autograd",
    "tensorflow": "TensorFlow",
    "python": "Python's `math` and `random`",
}
"""Per table, what the library is called."""

Rows = Callable[[list[str], list[list[str]]], str]


def summary(rows: Rows) -> str:
    """A row per library: how much of what it has is accepted, and of its parameters supported."""
    lines = []
    for library, title in LIBRARIES.items():
        found = [each for each in readings(library) if each.dotted not in REFUSED]
        methods = sum(_is_method(each, library) for each in found)
        counts: Counter[str] = Counter()
        for each in found:
            counts += Counter({kind: len(names) for kind, names in _kinds(each).items()})
        every = sum(counts.values())
        lines.append(
            [
                f"{title} {table(library).version}",
                str(len(found) - methods),
                str(methods),
                str(len(_classes(library))),
                str(every),
                str(counts["supported"]),
                str(counts["no effect"]),
                str(counts["default only"]),
                f"{(counts['supported'] + counts['no effect']) / every:.0%}",
            ]
        )
    heading = ["library", "functions", "methods", "classes", "parameters", "supported", "no effect", "default only", "coverage"]
    return rows(heading, lines)


def details(rows: Rows) -> str:
    """A row per kind of call of each library: the names that are called so, and its parameters."""
    lines = []
    for library, title in LIBRARIES.items():
        groups: dict[tuple[str, ...], list[str]] = {}
        for reading in readings(library):
            if reading.dotted in REFUSED:
                continue
            kinds = _kinds(reading)
            method = _is_method(reading, library)
            key = (
                "method" if method else _module(reading.dotted),
                *(_listed(kinds[kind]) for kind in ("supported", "no effect", "default only")),
            )
            groups.setdefault(key, []).append(reading.name)
        for (kind, *parameters), names in groups.items():
            where = f"{title}, methods" if kind == "method" else f"`{kind}`"
            lines.append([where, _listed(sorted(set(names))), *parameters])
    return rows(["where", "names", "supported", "no effect", "at its default only"], lines)


def classes(rows: Rows) -> str:
    """A row per class that is written in the language itself."""
    lines = []
    for module in PRELUDES:
        library = module.partition(".")[0]
        known = table(library).texts if library in LIBRARIES else None
        defined = {each.name: each for each in parse(PRELUDES[module]).statements if isinstance(each, DefineClass)}
        for statement in defined.values():
            if not statement.name.startswith("_") and (known is None or f"{module}.{statement.name}" in known):
                initial = _initial(statement, defined)
                names = [each.name for each in initial.parameters[1:] if each.name] if initial else []
                dead = [name for name in names if name in WITHOUT_EFFECT]
                lines.append([f"`{module}.{statement.name}`", _listed(each for each in names if each not in dead), _listed(dead)])
    return rows(["class", "parameters", "no effect"], lines)


def _initial(made: DefineClass, defined: Mapping[str, DefineClass]) -> Define | None:
    """The `__init__` of a class, or that of the nearest base in the same module."""
    for each in made.body:
        if isinstance(each, Define) and each.name == "__init__":
            return each
    bases = (defined.get(getattr(base[-1], "name", "")) for base in made.bases)
    return next((found for base in bases if base and (found := _initial(base, defined))), None)


def refused(rows: Rows) -> str:
    """A row per function that is refused, since its name means something else here."""
    return rows(["function", "instead"], [[f"`{name}`", hint] for name, hint in sorted(REFUSED.items())])


def effectless(rows: Rows) -> str:
    """A row per parameter that changes nothing, and why."""
    return rows(["parameter", "why it changes nothing"], [[f"`{name}`", why] for name, why in sorted(WITHOUT_EFFECT.items())])


def _kinds(reading: Reading) -> dict[str, list[str]]:
    """The parameters of a function by what becomes of them."""
    found: dict[str, list[str]] = {"supported": [], "no effect": [], "default only": []}
    for name in reading.parameters:
        if name == "self":
            continue
        without = name in WITHOUT_EFFECT or (reading.name in MAKES_FASTER and name not in reading.honoured)
        found["supported" if name in reading.honoured else "no effect" if without else "default only"].append(name)
    return found


def _is_method(reading: Reading, library: str) -> bool:
    return _module(reading.dotted) in OBJECTS.get(library, ())


def _module(dotted: str) -> str:
    return dotted.rpartition(".")[0]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _classes(library: str) -> list[str]:
    """The classes that a library's table and a prelude both have."""
    found = []
    for module, text in PRELUDES.items():
        if module.partition(".")[0] == library:
            names = [each.name for each in parse(text).statements if isinstance(each, DefineClass)]
            found += [name for name in names if f"{module}.{name}" in table(library).texts]
    return found
