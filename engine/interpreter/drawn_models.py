"""The graph of a model that a program defines and never gives data, or whose data is not available: its output on random numbers.
Which shape they have follows from its first layers; of several that may fit, the first with which it runs counts.

Nothing here guesses silently: the note says which call is drawn, so that one can write it with other numbers.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import library_errors
from backpass.engine.interpreter.program_state.stop import latest_of, scopes_of
from backpass.engine.interpreter.values import Arguments, Class, Instance, Item, Scope, SkippedError, UserFunction
from backpass.engine.language.program import DefineClass, Program
from backpass.engine.language.syntax_tree import FunctionParameter, Literal
from backpass.engine.problems import Code, Problem, ProblemError, Span

MAX_TRIED = 60
"""Calls that are tried in all."""
_MAX_OF_MODEL = 12
"""Calls of one model that are tried."""
_MAX_LAYERS = 4
"""First layers whose sizes are looked at."""
_MAX_LOOKED_THROUGH = 200
"""Members of a model that are looked at."""

_BATCH, _STEPS = 2, 5
_PICTURES = (28, 32, 64, 96, 128, 224)
"""Heights and widths of pictures, the likeliest first."""
_FEW = (16, 8)
"""Those of models for which these are too many points."""


class Drawn(NamedTuple):
    """The output of a model on numbers that stand in, and the note that says so."""

    output: Tensor
    note: Problem
    name: str
    """What the program calls the model, or its class."""
    model: Instance
    stopped_by: Sequence[Problem] = ()
    """What stopped it on the way, where the output is what it had computed by then."""


class StandIn(NamedTuple):
    """Numbers of a shape: of a normal distribution, or whole ones below a bound."""

    shape: tuple[int, ...]
    below: int | None = None

    def of_one(self) -> "StandIn":
        """The same of one example, where the first axis counts several."""
        several = len(self.shape) > 1 and self.shape[0] == _BATCH
        return self._replace(shape=(1, *self.shape[1:])) if several else self

    @property
    def written(self) -> str:
        """The call that draws such numbers."""
        lengths = ", ".join(map(str, self.shape))
        return f"torch.randn({lengths})" if self.below is None else f"torch.randint({self.below}, ({lengths},))"

    def drawn(self, name: str) -> Any:
        """The numbers, always the same of a name."""
        generator = np.random.default_rng(crc32(f"{name} {self.shape}".encode()))
        if self.below is None:
            return generator.standard_normal(self.shape)
        return generator.integers(0, max(self.below, 1), self.shape).astype(float)


def drawn_model(machine: Any, scopes: Sequence[Mapping[str, Item]], program: Program) -> Drawn | None:
    """The output of the first model that runs: of one that the program has made, the one that was made last first, else of a
    class that it defines. None where it has no model of PyTorch, or none runs.

    Raises ProblemError (too-many-elements) where one is larger than what may be kept.
    """
    module = machine.loaded("torch.nn").get("Module")
    if not isinstance(module, Class):
        return None
    drawing = _Drawing(machine, module, program, scopes)
    for written, model in drawing.models():
        if drawing.left <= 0:
            break
        if (found := drawing.called(written, model)) is not None:
            return found
    if drawing.begun is None and drawing.too_large is not None:
        raise ProblemError(drawing.too_large)
    return drawing.begun


class _Drawing:
    """Tries calls of the models of one program."""

    def __init__(self, machine: Any, module: Class, program: Program, scopes: Sequence[Mapping[str, Item]]) -> None:
        self._machine, self._module, self._scopes = machine, module, scopes
        self._defined = {each.name: each for each in program.statements if isinstance(each, DefineClass)}
        self.left = MAX_TRIED
        self.begun: Drawn | None = None
        """A model that something stopped which is no matter of shapes: what it had computed by then."""
        self._why: Sequence[Problem] = ()
        self.too_large: Problem | None = None
        """The problem of the first model that has more numbers than are kept here."""

    def models(self) -> Iterator[tuple[str, Instance]]:
        """The models, with what the program calls them."""
        seen: set[int] = set()
        of_its_own: list[tuple[str, Instance]] = []
        of_library: list[tuple[str, Instance]] = []
        for names in self._scopes:
            for name, item in reversed([*names.items()]):
                if isinstance(item, Instance) and self._module in item.kind.line() and id(item) not in seen:
                    seen.add(id(item))
                    (of_its_own if item.kind.name in self._defined else of_library).append((name, item))
        yield from of_its_own
        yield from (pair for pair in of_library if any(each.name == "ModuleList" for each in pair[1].kind.line()))
        for name in reversed(self._defined):
            kind = next((names[name] for names in self._scopes if name in names), None)
            if isinstance(kind, Class) and self._module in kind.line() and kind is not self._module:
                yield from self._made(kind)

    def _made(self, kind: Class) -> Iterator[tuple[str, Instance]]:
        """An object of a class, made with numbers that are usual for parameters of such names."""
        begin = kind.find("__init__")
        taken = begin.parameters[1:] if isinstance(begin, UserFunction) and not begin.foreign else ()
        wanted = [each for each in taken if each.default is None and not _takes_rest(each)]
        known = [self._value_of(each.name) for each in wanted]
        made = self._tried(kind, [each[1] for each in known])
        if isinstance(made, Instance):
            written = f"{kind.name}({', '.join(each[0] for each in known)})"
            if made.kind.find("forward") is self._module.find("forward"):
                for name, part in made.members.items():  # such as the generator of a GAN
                    if isinstance(part, Instance) and self._module in part.kind.line():
                        yield f"{written}.{name}", part
            yield written, made

    def _value_of(self, name: str) -> tuple[str, Item]:
        """A value for a parameter of a name: what the top level calls so, else one that is usual for it."""
        if _SETTINGS.fullmatch(name) and (settings := self._settings(name)) is not None:
            return settings
        found = self._scopes[-1].get(name)
        if isinstance(found, int | float | str) or (isinstance(found, Tensor) and not found.shape):
            return name, found
        value = usual(name)
        return repr(value), value

    def _settings(self, name: str) -> tuple[str, Item] | None:
        """Small sizes for all that a program reads of its settings, as in `cfg["emb_dim"]`; None where it reads none."""
        text = self._machine.names.text
        of_dictionary = dict.fromkeys(re.findall(rf"\b{name}\[[\"'](\w+)[\"']\]", text))
        members = dict.fromkeys(re.findall(rf"\b{name}\.([a-z_]\w*)\b(?!\()", text))
        known = {each: usual(each) for each in (of_dictionary or members)}
        if not known or len(known) > _MAX_SETTINGS:
            return None
        if of_dictionary:
            return repr(known), {**known}
        written = ", ".join(f"{each}={value!r}" for each, value in known.items())
        return f"SimpleNamespace({written})", Instance(Class("SimpleNamespace", (), {}), {**known})

    def called(self, written: str, model: Instance) -> Drawn | None:
        """The output of a model on what stands in. None where none of it fits."""
        forward = model.kind.find("forward")
        if not isinstance(forward, UserFunction):
            return None
        wanted = [each for each in forward.parameters[1:] if each.default is None and not _takes_rest(each)]
        if not wanted and not forward.foreign:
            wanted = list(forward.parameters[1:2])
        kept = {**model.members}
        too_large = False
        has_weights = next(_layers(model), None) is not None
        waiting = deque(islice(self._arguments(wanted, model), _MAX_OF_MODEL))
        while waiting and self.left > 0:
            stand_ins = waiting.popleft()
            self._machine.evaluator.count_from_zero()  # what was tried before is held by nothing
            try:
                given = [
                    self._leaf(each.name, numbers, forward.span, watched=not has_weights)
                    for each, numbers in zip(wanted, stand_ins, strict=True)
                ]
            except ProblemError:
                continue  # larger than what may be kept
            output = _number_in(self._tried(model, given))
            call = f"{written}({', '.join(numbers.written for numbers in stand_ins)})"
            note = library_errors.drawn_model(model.kind.name, call, _place(model, self._defined, forward))
            if output is not None and output.operation is not None:
                return Drawn(output, note, written.partition("(")[0], model)
            if self._note_begun(Drawn(_NOTHING if output is None else output, note, written.partition("(")[0], model)):
                return None
            if not too_large and any(each.code is Code.TOO_MANY_ELEMENTS for each in self._why):
                too_large = True
                waiting.extendleft(reversed(_smaller(stand_ins)))
            model.members.clear()
            model.members |= kept
        return None

    def _note_begun(self, drawn: Drawn) -> bool:
        """Keeps what a model had computed when something stopped it that other numbers would not mend; whether it was so."""
        if not self._why or any(each.code not in _OF_NAMES or each.span is None for each in self._why):
            return False
        scopes = scopes_of(self._machine.abandoned, Scope())
        current = self._machine.aliases.current
        found = next((found for each in scopes if (found := latest_of(each.names.values(), current)) is not None), None)
        if found is not None and self.begun is None:
            is_half_made = drawn.name == "self"  # why, the problem of the program says
            self.begun = drawn._replace(output=found, stopped_by=() if is_half_made else self._why)
        return True

    def _arguments(self, wanted: Sequence[FunctionParameter], model: Instance) -> Iterator[tuple[StandIn, ...]]:
        """What may fit the parameters of a model: one after the other for the first, the same or a state for those behind it."""
        layers = list(islice(_layers(model), _MAX_LAYERS))
        candidates = list(dict.fromkeys(each for layer in layers for each in fitting(layer.members))) or [StandIn((_BATCH, 3))]
        recurrent = next((layer for layer in layers if _whole(layer.members.get("hidden_size"))), None)
        alike = [tuple(first for _ in wanted) for first in candidates]
        further = []
        if len(wanted) > 1:
            for first in candidates:
                rest = StandIn((first.shape[0], 1), below=2) if recurrent is None else state(recurrent.members, first.shape)
                further.append((first, *(rest for _ in wanted[1:])))
        takes_state = recurrent is not None and any(_STATE.search(each.name) for each in wanted[1:])
        yield from (*further, *alike) if takes_state else (*alike, *further)

    def _leaf(self, name: str, numbers: StandIn, span: Span, *, watched: bool) -> Tensor:
        leaf = Tensor(numbers.drawn(name), requires_grad=watched and numbers.below is None)
        leaf.span = span
        self._machine.aliases.made(leaf, "torch")
        if numbers.below is not None:
            self._machine.tracking.array_of_whole_numbers(leaf)
        self._machine.names.constructed(leaf, name, None)
        return leaf

    def _tried(self, callee: Item, given: list[Any]) -> Item | None:
        self.left -= 1
        part = Literal(None, (0, 0))
        try:
            self._why = ()
            return self._machine.apart(callee, Arguments(given, {}, part))  # type: ignore[no-any-return]
        except (ProblemError, SkippedError) as error:
            place = self._machine.evaluator.place
            found = error.problems if isinstance(error, ProblemError) else []
            self._why = [each if place is None else replace(each, span=place) for each in found]
            large = next((each for each in self._why if each.code is Code.TOO_MANY_ELEMENTS), None)
            self.too_large = self.too_large or large
            self._machine.clear()
            return None


_NOTHING = Tensor(0.0, requires_grad=False)

_OF_NAMES = frozenset({Code.UNKNOWN_FUNCTION, Code.UNKNOWN_NAME, Code.ATTRIBUTE_REFUSED, Code.IMPORT_REFUSED})
"""Problems that no other shape mends."""

_STATE = re.compile(r"hid|state|^h(?:_|\d|x?$)")
"""What a parameter is called that takes the state of a recurrent layer."""

_SETTINGS = re.compile(r"cfg|config|conf|configs|hparams|hyperparams|args|opt|params|model_args|model_config")
"""What a parameter is called that takes all sizes of a model together."""
_MAX_SETTINGS = 40

_SIZE = 4
"""For a parameter of any other name."""
_USUAL: tuple[tuple[str, Any], ...] = (
    ("model_type", None),
    ("dtype", None),
    ("rope_freq", None),
    ("qk_norm", False),
    ("base", 10_000.0),
    ("bias", True),
    ("kv_", 2),
    ("context", 8),
    ("rnn_type", "GRU"),
    ("cell_type", "GRU"),
    ("pad_i", 0),
    ("padding_i", 0),
    ("filter_sizes", [2, 3]),
    ("factor", 2),
    ("scale", 2),
    ("drop", 0.1),
    ("prob", 0.1),
    ("bidirectional", False),
    ("kernel", 3),
    ("stride", 1),
    ("padding", 1),
    ("vocab", 20),
    ("head", 2),
    ("layer", 2),
    ("depth", 2),
    ("block_size", 8),
    ("class", 4),
    ("channel", 3),
    ("dim", 8),
    ("size", 8),
    ("embed", 8),
    ("emb", 8),
    ("hidden", 8),
    ("feature", 4),
    ("in_", 4),
    ("out", 4),
    ("input", 4),
    ("latent", 4),
    ("d_model", 8),
    ("nin", 4),
    ("nout", 4),
    ("n_", 4),
    ("num_", 4),
)
"""By a part of a parameter's name, a small value that is usual for it; the first that fits counts."""


def usual(name: str) -> Any:
    """A small value for a parameter of this name."""
    return next((value for part, value in _USUAL if part in name.lower()), _SIZE)


def _takes_rest(parameter: FunctionParameter) -> bool:
    return parameter.several or parameter.mapping or not parameter.name


def _place(model: Instance, defined: Mapping[str, DefineClass], forward: UserFunction) -> Span:
    statement = defined.get(model.kind.name)
    return (0, 0) if statement is None and forward.foreign else forward.span if statement is None else statement.span


def _number_in(item: Item | None) -> Tensor | None:
    """The first array with a gradient of what a model gives."""
    waiting: list[Any] = [item]
    for each in waiting:
        if isinstance(each, Tensor) and each.requires_grad:
            return each
        if isinstance(each, list | tuple | dict) and len(waiting) < _MAX_LOOKED_THROUGH:
            waiting += each.values() if isinstance(each, dict) else each
    return None


def _layers(model: Instance) -> Iterator[Instance]:
    """The layers of a model that compute something of their own, in the order in which it has them."""
    waiting: list[Any] = [model]
    for _ in range(_MAX_LOOKED_THROUGH):
        if not waiting:
            return
        item = waiting.pop()
        if isinstance(item, Instance):
            if any(name in item.members for name in SIZES) and _is_layer(item):
                yield item
                continue
            waiting += reversed(item.members.values())
        elif isinstance(item, list | tuple | dict):
            waiting += reversed(list(item.values()) if isinstance(item, dict) else item)
        elif isinstance(item, Tensor) and item.requires_grad and item.shape:
            yield Instance(_OF_PARAMETER, {"in_features": item.shape[0]})


def state(members: Mapping[str, Any], shape: tuple[int, ...]) -> StandIn:
    """The state that a recurrent layer of these members begins with, where the model is given numbers of a shape."""
    stacked = (_whole(members.get("num_layers")) or 1) * (2 if members.get("bidirectional") is True else 1)
    is_first = members.get("batch_first") is True or len(shape) == 1
    return StandIn((stacked, shape[0 if is_first else 1], _whole(members["hidden_size"]) or 1))


def _is_layer(item: Instance) -> bool:
    """Whether it computes by itself: of a library, or of the program's without modules in it. A model may note sizes as well."""
    forward = item.kind.find("forward")
    is_foreign = isinstance(forward, UserFunction) and forward.foreign
    return is_foreign or not any(isinstance(each, Instance) for each in item.members.values())


def _smaller(stand_ins: tuple[StandIn, ...]) -> list[tuple[StandIn, ...]]:
    """The same with one example instead of several, then with pictures of few points too."""
    one = tuple(each.of_one() for each in stand_ins)
    few = [
        tuple(each._replace(shape=(*each.shape[:2], *[side] * len(each.shape[2:]))) for each in one)
        for side in _FEW
        if all(len(each.shape) > 3 for each in one)
    ]
    return [one, *few]


_OF_PARAMETER = Class("parameter", (), {})
SIZES = ("in_features", "in_channels", "num_embeddings", "input_size", "num_features", "unmade")
"""Members of layers that say what they take."""


def _whole(item: Item) -> int | None:
    """A size that a layer has kept, which may be an input of the program."""
    value = item.item() if isinstance(item, Tensor) and not item.shape else item
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_number and float(value).is_integer() else None  # type: ignore[arg-type]


def fitting(sizes: Mapping[str, Any]) -> Iterator[StandIn]:
    """What a layer of these sizes may be given, the likeliest first."""
    count = next((found for name in SIZES if (found := _whole(sizes.get(name))) is not None), 0)
    if count < 1:
        return
    if "num_embeddings" in sizes:
        for shape in ((_BATCH, _STEPS), (_BATCH, 8), (_STEPS,), (_BATCH,), (1,)):
            yield StandIn(shape, below=count)
    elif "in_channels" in sizes or "num_features" in sizes:
        rank = len(sizes.get("kernel_size", (1, 1)))
        if rank == 2 and sizes.get("in_features") is None:
            for side in _PICTURES if count != 3 else (32, 64, *_PICTURES):
                yield StandIn((_BATCH, count, side, side))
            yield StandIn((_BATCH, count, 1, 1))
            yield StandIn((_BATCH, count))
        else:
            yield StandIn((_BATCH, count, *([16] * rank)))
    elif "input_size" in sizes:
        yield StandIn((_BATCH, _STEPS, count))
        yield StandIn((_BATCH, count))
    else:
        yield StandIn((_BATCH, count))
        yield StandIn((_BATCH, _STEPS, count))
        yield StandIn((count,))
        if count % 3 == 0 and round((count // 3) ** 0.5) ** 2 == count // 3:
            side = round((count // 3) ** 0.5)
            yield StandIn((_BATCH, 3, side, side))
        if round(count**0.5) ** 2 == count:
            yield StandIn((_BATCH, 1, round(count**0.5), round(count**0.5)))
