"""Calls of what another library has under a name: bound by that library's own signature, then handed to our counterpart.

`signatures` has what the library takes, `parameter_meanings` what that means here. A call that does not fit is refused by name.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.formatting import is_whole
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import binding_errors, call_errors
from backpass.engine.interpreter.libraries import spellings
from backpass.engine.interpreter.libraries.arrays import array_functions, number_types
from backpass.engine.interpreter.libraries.lookup import LIBRARY_FUNCTIONS, constructor, find, made_by
from backpass.engine.interpreter.libraries.spellings import CONSTRUCTORS, MODULES
from backpass.engine.interpreter.libraries.written_as_programs.functions_of_modules import OPERATIONS_OF
from backpass.engine.interpreter.libraries.written_as_programs.torch_and_micrograd_classes import offered
from backpass.engine.interpreter.signatures.parameter_meanings import (
    ALIASES,
    MAKES_FASTER,
    MEANT,
    NEVER_INPUTS,
    OBJECTS,
    REFUSED,
    SEARCHED,
    SHORT,
    SYNONYMS,
    WITHOUT_EFFECT,
)
from backpass.engine.interpreter.signatures.signatures import (
    REQUIRED,
    UNSTATED,
    Misfit,
    ParameterKind,
    Signature,
    SignatureParameter,
    bind,
    signature,
    suits,
    table,
)
from backpass.engine.interpreter.values import MISSING, Arguments, Builtin, Item, Plain, SkippedError, Starred, Then, Unknown
from backpass.engine.language.syntax_tree import Call, Part
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import ProblemError

__all__ = ["OBJECTS", "Reading", "accepted", "accepted_methods", "of_function", "of_method"]


_OUT = "out"
IN_PLACE = "inplace"
"""The parameter of PyTorch's activations that puts the result in the place of what they are given."""


@dataclass(frozen=True, slots=True)
class Form:
    """One signature of a function, and what each parameter means here: ours by theirs, where it is supported."""

    given: Signature
    meanings: Mapping[str, str]


@dataclass(frozen=True)
class Reading:
    """How calls of one function of a library are read."""

    dotted: str
    name: str
    ours: "Operation | Builtin"
    forms: tuple[Form, ...]
    aliases: Mapping[str, str]
    bare: bool
    """Whether a call with the inputs alone, by place, is just the operation."""

    def call(self, machine: Any, values: list[Item], keywords: dict[str, Item], part: Part) -> "Item | Then":
        """Calls our counterpart. Raises ProblemError (argument-count, unsupported) for what does not fit or is refused."""
        if self._writes_into(keywords):
            return self._written(machine, values, dict(keywords), part)
        translated = self.translated(machine, values, keywords, part)
        overwrites = machine.truth(translated.pop(IN_PLACE, False), part.span)
        found = _call(machine, self.ours, translated, Call(self.name, 0, part.span, getattr(part, "head", part.span)))
        if isinstance(found, Tensor) and "dtype" in keywords:
            number_types.note_width(machine, found, keywords["dtype"])
        if not overwrites:
            return found
        assert not isinstance(found, Then)
        held = machine.changed(values[0] if values else keywords["input"], found, part)
        return machine.aliases.current(held) if isinstance(held, Tensor) else held  # type: ignore[no-any-return]

    def _writes_into(self, keywords: dict[str, Item]) -> bool:
        """Whether NumPy puts the result into an array that is there: `np.clip(x, -5, 5, out=x)`."""
        is_numpy_s = self.dotted.startswith("numpy.") and any(each.name == _OUT for form in self.forms for each in form.given)
        out = keywords.get(_OUT)
        return is_numpy_s and isinstance(out, Tensor) and bool(out.shape) and _OUT not in self.honoured

    def _written(self, machine: Any, values: list[Item], keywords: dict[str, Item], part: Part) -> Item:
        """Puts the result into the array of `out`. Raises ProblemError where it has another shape."""
        held: Any = keywords.pop(_OUT)
        found = self.call(machine, values, keywords, part)
        if not isinstance(found, Tensor) or found.shape != held.shape:
            raise ProblemError(binding_errors.value(_OUT, str(held.shape), str(getattr(found, "shape", ())), part))
        changed = machine.changed(held, found, part)
        return machine.aliases.current(changed) if isinstance(changed, Tensor) else changed  # type: ignore[no-any-return]

    def check(self, machine: Any, values: list[Item], keywords: dict[str, Item], part: Part) -> None:
        """Raises ProblemError where the call does not fit."""
        self.translated(machine, values, keywords, part)

    def translated(self, machine: Any, values: list[Item], keywords: dict[str, Item], part: Part) -> dict[str, Item]:
        """The arguments by our names. Raises ProblemError (argument-count, unsupported)."""
        if self.dotted in REFUSED:
            raise ProblemError(binding_errors.function(self.dotted, REFUSED[self.dotted], part))
        form, bound = self._bound(machine, values, keywords, part)
        translated: dict[str, Item] = {}
        for each in form.given:
            ours = form.meanings.get(each.name)
            if ours is None:
                if each.name in bound:
                    self._check_default(machine, each, bound[each.name], part)
                continue
            item = bound.get(each.name, each.default)
            if each.name not in bound and (
                item is REQUIRED or item is UNSTATED or ours in translated or item == self.usual.get(ours)
            ):
                continue
            if ours in translated and translated[ours] is not None and each.name in bound:
                raise ProblemError(binding_errors.misfit(self, Misfit("twice", each.name), part))
            translated[ours] = _spread(each, item)
        axis = translated.get("axis")
        if self.dotted.startswith("torch") and isinstance(axis, tuple | list) and not axis and isinstance(self.ours, Operation):
            del translated["axis"]  # PyTorch's empty list of axes is that of all
        return translated

    @cached_property
    def usual(self) -> Mapping[str, Any]:
        """What our parameters are where they are not given."""
        return {each.name: each.default for each in own_signature(self.ours)}

    def _bound(self, machine: Any, values: list[Item], keywords: dict[str, Item], part: Part) -> tuple[Form, Mapping[str, Item]]:
        """The form that the call fits, and its arguments by parameter. Raises ProblemError, SkippedError."""
        misfit: Misfit | None = None
        kinds: Misfit | None = None
        for form in self.forms:
            bound = bind(form.given, values, keywords, self.aliases)
            if isinstance(bound, Misfit):
                misfit = bound if misfit is None or bound.reason == "missing" else misfit
            elif len(self.forms) == 1 or suits(form.given, bound, lambda tensor: is_whole(tensor, machine)):
                return form, bound
            else:
                kinds = Misfit("kinds", "")
        if any(isinstance(each, Unknown) for each in (*values, *keywords.values())):
            raise SkippedError
        raise ProblemError(binding_errors.misfit(self, kinds or misfit or Misfit("kinds", ""), part))

    def _check_default(self, machine: Any, parameter: SignatureParameter, item: Item, part: Part) -> None:
        """What has no meaning here must be what it is anyway. Raises ProblemError (unsupported)."""
        name = parameter.name
        if name in WITHOUT_EFFECT or self.name in MAKES_FASTER:
            return
        if name == "dtype":
            if item is None or number_types.is_float(machine, item, part.span):
                return
            if self.name in ("zeros_like", "ones_like") and number_types.is_type(item):
                return
        elif _same(item, parameter.default):
            return
        raise ProblemError(binding_errors.parameter(self, name, item, part))

    @cached_property
    def function(self) -> Builtin:
        """It as a value."""
        return Builtin(
            self.ours.name,
            lambda machine, arguments: self.call(machine, arguments.values, arguments.keywords, arguments.part),
        )

    @property
    def arity(self) -> int:
        """How many inputs an operation has."""
        return self.ours.arity if isinstance(self.ours, Operation) else -1

    @property
    def honoured(self) -> frozenset[str]:
        """The parameters that mean something here."""
        return frozenset(name for form in self.forms for name in form.meanings)

    @property
    def parameters(self) -> tuple[str, ...]:
        """All parameters of all forms, each once."""
        return tuple(dict.fromkeys(each.name for form in self.forms for each in form.given))


def _spread(parameter: SignatureParameter, item: Item) -> Item:
    """What a parameter for several places was given, as several again."""
    return Starred(list(item)) if parameter.kind is ParameterKind.SEVERAL and isinstance(item, tuple) else item


def _same(item: Item, default: Any) -> bool:
    """Whether an argument is the default anyway."""
    if isinstance(item, Tensor) and not item.shape:
        item = item.item()
    if isinstance(item, Plain) and isinstance(default, Plain):
        return item == default
    return type(item) is type(default) and isinstance(item, str | tuple | None) and item == default


def _call(machine: Any, ours: "Operation | Builtin", translated: dict[str, Item], part: Call) -> "Item | Then":
    """Calls an operation or a function of ours with arguments by our names. Raises ProblemError (argument-count)."""
    given = own_signature(ours)
    places = [each for each in given if each.kind is not ParameterKind.NAME]
    values: list[Item] = []
    for each in places:
        if each.name not in translated:
            break
        item = translated.pop(each.name)
        if isinstance(item, Starred):
            values += item.items
        else:
            values += list(item) if each.kind is ParameterKind.SEVERAL and isinstance(item, tuple | list) else [item]
    translated = {name: tuple(item.items) if isinstance(item, Starred) else item for name, item in translated.items()}
    if isinstance(ours, Builtin):
        needed = [each for each in places if each.default is REQUIRED]
        if len(values) < len(needed):
            least = len(needed)
            raise ProblemError(call_errors.builtin_arguments(part.name, least, None, len(values), part))
        return ours.call(machine, Arguments(values, translated, part))
    options = {name: item for name, item in translated.items() if not (item is None or item is False)}
    return machine.evaluator.call(ours, part, values, options)  # type: ignore[no-any-return]


def own_signature(ours: "Operation | Builtin") -> Signature:
    """What a function of ours takes."""
    return signature(own_text(ours))


def own_text(ours: "Operation | Builtin") -> str:
    """The same as text. Of an operation its inputs, and by name its options."""
    if isinstance(ours, Builtin):
        return ours.takes or "(*values)"
    first_default = ours.arity - len(ours.defaults)
    inputs = [f"{name}=None" if slot >= first_default else name for slot, name in enumerate(ours.parameters)]
    return f"({', '.join([*inputs, *(['*'] if ours.options else []), *(f'{each}=None' for each in ours.options)])})"


# Resolver what a name means


def of_function(module: str, name: str, found: "Operation | Builtin") -> Reading | None:
    """How a call of a module's function is read; None where neither the library nor we say what it takes."""
    if (module, name) not in _READINGS:
        _READINGS[module, name] = _of_function(module, name, found)
    return _READINGS[module, name]


_READINGS: dict[tuple[str, str], Reading | None] = {}
"""By module and name, what was asked for before."""


def _of_function(module: str, name: str, found: "Operation | Builtin") -> Reading | None:
    if isinstance(found, Builtin) and found.takes is None:
        return None
    library = library_of(module)
    texts = table(library).texts
    full = ".".join([_full(module), name])
    searched = [full, *(f"{each}.{name}" for each in SEARCHED.get(library, ()))]
    dotted = next((each for each in searched if each in texts), None)
    ours = array_functions.standing_for(name, found, dotted) if dotted else found
    if dotted is None:
        return None if isinstance(ours, Operation) else _reading(full, name, ours, (own_text(ours),), {})
    return _reading(dotted, name, ours, texts[dotted], ALIASES.get(library, {}))


_COMPLETE = frozenset(
    [
        *("torch", "torch.nn.functional", "torch.special", "torch.linalg", "torch.Tensor", "numpy", "numpy.linalg", "math"),
        *("numpy.ndarray", "jax.numpy", "jax.nn", "jax.lax", "jax.scipy.special", "jax.numpy.linalg", "jax.Array"),
        *("autograd.numpy", "autograd.scipy.special", "autograd.numpy.linalg"),
    ]
)
"""Modules and classes of which the tables have all operations that they offer."""


@cache
def lacking(module: str, name: str) -> str | None:
    """Where a library has an operation that this module or class of it lacks, empty where it has none; None where it has it
    there, or where that is not known.
    """
    full, library = _full(module), "python" if module == "math" else library_of(module)
    texts = table(library).texts
    if full not in _COMPLETE or f"{full}.{name}" in texts:
        return None
    elsewhere = [f"{each}.{name}" for each in SEARCHED.get(library, ())]
    elsewhere += [each for each in texts if each.endswith(f".{name}") and each.rpartition(".")[0] in _COMPLETE]
    return next((each for each in elsewhere if each in texts), "")


def library_of(module: str) -> str:
    """The library whose table a module stands in."""
    first = module.partition(".")[0]
    return SHORT.get(first, first)


def _full(module: str) -> str:
    first, dot, rest = module.partition(".")
    return (first if first in ("math", "random") else SHORT.get(first, first)) + dot + rest


@cache
def of_method(library: str, name: str) -> Reading | None:
    """How a call of a method of a library's arrays is read; None where they have none of that name, or it is not known here."""
    ours: Operation | Builtin | None = TENSOR_METHODS.get(name) or OPERATIONS.spellings.get(name)
    if ours is None or (isinstance(ours, Builtin) and ours.takes is None):
        return None
    for kind in OBJECTS.get(library, ()):
        dotted = f"{kind}.{name}"
        if dotted in table(library).texts:
            texts = ["(self)" if text == "()" else f"(self, {text[1:]}" for text in table(library).texts[dotted]]
            return _reading(dotted, name, array_functions.standing_for(name, ours, dotted), texts, ALIASES.get(library, {}))
    return None


def _reading(dotted: str, name: str, ours: "Operation | Builtin", texts: Sequence[str], aliases: Mapping[str, str]) -> Reading:
    forms = tuple(Form(given, _meanings(dotted, ours, given)) for given in map(signature, texts))
    return Reading(
        dotted, name, ours, forms, aliases, isinstance(ours, Operation) and dotted not in REFUSED and _is_bare(ours, forms)
    )


def _is_bare(ours: Operation, forms: Sequence[Form]) -> bool:
    """Whether a call with the inputs alone is the operation without options."""
    if ours.variadic or ours.defaults or ours.unary_form:
        return False
    for form in forms:
        places = [form.meanings.get(each.name) for each in form.given if each.kind is not ParameterKind.NAME][: ours.arity]
        if places != list(ours.parameters):
            return False
    options = [each for form in forms for each in form.given if form.meanings.get(each.name) in ours.options]
    return all(each.default in (None, False, REQUIRED, UNSTATED, []) for each in options)


def _meanings(dotted: str, ours: "Operation | Builtin", given: Signature) -> dict[str, str]:
    """Which of our parameters each of theirs is."""
    own = own_signature(ours)
    names = {each.name for each in own}
    places = [each.name for each in own if each.kind is not ParameterKind.NAME]
    declared = {**MEANT.get(ours.name, {}), **MEANT.get(dotted, {})}
    found: dict[str, str] = {}
    for index, each in enumerate(given):
        meant = declared.get(each.name)
        if (
            meant is None
            and index < len(places)
            and each.kind is not ParameterKind.NAME
            and not _is_option(each.name, names, places)
        ):
            meant = places[index] if places[index] not in found.values() else None
        if meant is None:
            meant = next((one for one in (*SYNONYMS.get(each.name, ()), each.name) if one in names), None)
        if meant in names and (meant == each.name or each.name not in WITHOUT_EFFECT):
            found[each.name] = str(meant)
        elif each.name == IN_PLACE and dotted.startswith("torch"):
            found[IN_PLACE] = IN_PLACE
    return found


def _is_option(name: str, names: set[str], places: Sequence[str]) -> bool:
    """Whether a parameter is one of our options by its name, or can be no input."""
    options = names - set(places)
    return name in NEVER_INPUTS or any(one in options for one in (*SYNONYMS.get(name, ()), name))


def is_plain(found: Operation, reading: Reading | None) -> bool:
    """Whether a library's function is the operation of its name and no more, so that its name alone may stand for it."""
    return reading is None or (reading.bare and found.elementwise)


@cache
def shadowing(module: str) -> tuple[str, ...]:
    """The names of a module that mean more there than without it, so that `from module import *` changes what they mean."""
    texts = table(library_of(module)).texts
    found = []
    for name in sorted(accepted(module)):
        ours = _offered(module, name)
        if ours is None or f"{_full(module)}.{name}" not in texts:
            continue
        if isinstance(ours, Builtin) or not is_plain(ours, of_function(module, name, ours)):
            found.append(name)
    return tuple(found)


def chosen(readings: Sequence[Reading], machine: Any, items: list[Item], keywords: dict[str, Item], part: Call) -> Reading:
    """Of a method that several libraries have, which the program names, the first that the call fits."""
    for reading in readings[:-1]:
        try:
            reading.check(machine, items, keywords, part)
        except ProblemError:
            continue
        return reading
    return readings[-1] if len(readings) == 1 else _first_or_last(readings, machine, items, keywords, part)


def _first_or_last(
    readings: Sequence[Reading], machine: Any, items: list[Item], keywords: dict[str, Item], part: Call
) -> Reading:
    """The last where the call fits it, else the first, whose refusal is worded."""
    try:
        readings[-1].check(machine, items, keywords, part)
    except ProblemError:
        return readings[0]
    return readings[-1]


def readings(library: str) -> Iterator[Reading]:
    """How everything that a library's table has is read, methods among it; without what this program has by itself."""
    for dotted in table(library).texts:
        module, _, name = dotted.rpartition(".")
        if module in OBJECTS.get(library, ()):
            reading = of_method(library, name)
        else:
            ours = _offered(module, name)
            reading = of_function(module, name, ours) if ours is not None else None
        if reading is not None and reading.dotted == dotted:
            yield reading


def _offered(module: str, name: str) -> "Operation | Builtin | None":
    """Our counterpart of a name of a module."""
    found = find(module, name) if module in MODULES else MISSING
    dialect = MODULES.get(module)
    if not isinstance(found, Builtin) and dialect and name in (*dialect.constructors, *dialect.fixed):
        found = constructor(name, gradient=CONSTRUCTORS[name])
    if isinstance(found, Builtin):
        library = spellings.library_of(module)
        return made_by(library, found) if library else found
    if module in OPERATIONS_OF and name not in OPERATIONS_OF[module]:  # `torch.jit.trace` is no sum of a diagonal
        return None
    return OPERATIONS.spellings.get(name)


# What is accepted


def accepted(module: str) -> frozenset[str]:
    """Every name that programs may call of a module."""
    if module in OPERATIONS_OF:
        return known_of(module)
    library = module.partition(".")[0]
    dialect = MODULES[module]
    return frozenset(
        {
            *OPERATIONS.spellings,
            *LIBRARY_FUNCTIONS.get(module, {}),
            *LIBRARY_FUNCTIONS.get(library, {}),
            *dialect.constructors,
            *dialect.fixed,
            *offered(module),
        }
    )


def known_of(module: str) -> frozenset[str]:
    """The same, of a module that has few operations without the others."""
    if module not in OPERATIONS_OF:
        return accepted(module) if module in MODULES else frozenset()
    return OPERATIONS_OF[module] | offered(module) | frozenset(LIBRARY_FUNCTIONS.get(module, {}))


def accepted_methods() -> frozenset[str]:
    """Every name that programs may call of an array."""
    return frozenset({*OPERATIONS.spellings, *TENSOR_METHODS})
