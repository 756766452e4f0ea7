"""What a run may cost: steps, calls within calls, items held, characters printed. Counted and refused before it is done."""

import ast
import itertools
import re
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from operator import length_hint
from time import monotonic, thread_time
from typing import Any, NoReturn
from weakref import ref

import numpy as np

from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.plain_python.living_items import alive
from backpass.engine.plain_python.syntax.operators import without_addresses
from backpass.engine.plain_python.syntax.places import Places
from backpass.engine.plain_python.values import Instance
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.progress import LoopProgress, Progress

_WIDTH = re.compile(r"\d{4,}")
_PER_REPETITION = 8
"""Items that Python goes through by itself in the time of one repetition of ours."""
_STEPS_BETWEEN_LOOKS = 2_000
"""Repetitions after which the clock is looked at."""
_MAX_MEASURED = 200_000
"""Items within items that are shown or compared at once."""
_LONG_NUMBER = 1_000
"""Bits from which on a whole number takes long to show."""
DEEPEST = 1_000
"""Calls within calls, and values within values, after which Python raises RecursionError."""
_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))
_CONTAINERS = (list, tuple, dict, set, frozenset, deque, Exception, *_VIEWS)


class Guards:
    """The part of the machine that counts."""

    watch: Any
    counts_living: bool

    @abstractmethod
    def call(self, what: Any, values: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """Calls anything."""

    @abstractmethod
    def open_calls(self) -> frozenset[int]:
        """The numbers of the calls in progress."""

    def __init__(self, limits: Limits, places: Places) -> None:
        self.limits = limits
        self.places = places
        self.node: ast.AST | None = None
        """The statement or call that runs."""
        self.depth = 1
        self.halted: ProblemError | None = None
        """The refusal that ended the run, raised again should a library have caught it."""
        self.open_at_end: frozenset[int] = frozenset()
        """The numbers of the calls that were open then."""
        self._numbers: dict[int, tuple[int, Any]] = {}
        """By its place in memory, the number that `id` gives for a value, and what keeps it from being another's."""
        self._next_number = itertools.count(1)
        self._steps = 0
        self._look_at = min(_STEPS_BETWEEN_LOOKS, limits.repetitions)
        self._began, self._began_by_the_clock = (0.0, 0.0) if limits.seconds is None else (thread_time(), monotonic())
        self._held = 0
        self.loops: list[tuple[str, Iterator[Any], int]] = []
        """The loops in progress: the name that gets the items, what gives them, and how many there are; -1 if that is unknown."""

    def progress(self) -> Progress:
        """Where the program is. For another thread to read."""
        return Progress(tuple(map(_progress_of, [*self.loops])), self._steps)

    def tick(self, count: int = 1) -> None:
        """Counts repetitions and calls. Raises ProblemError (too-many-repetitions)."""
        self._steps += count
        if self._steps > self._look_at or self.halted is not None:
            self._look()

    def _look(self) -> None:
        """Whether there is still work and time left."""
        if self.halted is not None:
            raise self.halted
        place = self.places.span(self.node) or (0, 0)
        if self._steps > self.limits.repetitions:
            self._halt(lambda: self.limits.check_repetitions(self._steps, place))
        self._look_at = min(self._steps + _STEPS_BETWEEN_LOOKS, self.limits.repetitions)
        seconds = self.limits.seconds
        if seconds is None or monotonic() - self._began_by_the_clock <= seconds:
            return  # what a thread has used is slow to ask, and never more than has passed
        used = thread_time() - self._began
        if used > seconds:
            self._halt(lambda: self.limits.check_seconds(used, place))

    def hold(self, items: int) -> None:
        """Counts items that are about to be made. Raises ProblemError (too-many-elements)."""
        self._held += items
        if self._held > self.limits.elements or self.halted is not None:
            self._make_room(items)

    def _make_room(self, items: int) -> None:
        """Counts what is alive where everything ever made would be too much. Raises ProblemError (too-many-elements)."""
        if self.halted is not None:
            raise self.halted
        if items <= self.limits.elements and self.counts_living:
            self._held = alive(self.watch.kept(), self.watch.objects) + items
            self.tick(1 + self._held // _PER_REPETITION)
        if self._held > self.limits.elements:
            self._halt(lambda: self.limits.check_elements(self._held))

    def too_large(self) -> NoReturn:
        """Refuses a number, text or list without looking at how large it would be."""
        self._halt(lambda: self.limits.check_elements(self.limits.elements + 1))

    def _halt(self, check: Any) -> NoReturn:
        try:
            check()
        except ProblemError as error:
            place = self.places.span(self.node)
            self.halted = ProblemError(problem.at(place) if place else problem for problem in error.problems)
            self.open_at_end = self.open_calls()
        assert self.halted is not None
        raise self.halted

    def halt(self, problem: Problem) -> NoReturn:
        """Ends the run with a problem that no `except` of the program catches."""
        self.halted = ProblemError(problem)
        self.open_at_end = self.open_calls()
        raise self.halted

    def refusal(self, node: ast.AST) -> ProblemError:
        """The refusal of what is Python and not interpreted here."""
        name = type(node).__name__
        return ProblemError(
            Problem(Code.UNSUPPORTED, say("python-not-read", name=name), say("python-not-read.hint"), self.places.span(node))
        )

    def counted(self, items: Any) -> Any:
        """Anything that a loop goes through, counted where its length is known."""
        length = length_hint(items) if not isinstance(items, type) and hasattr(items, "__len__") else 0  # which a scalar refuses
        self.tick(1 + length // _PER_REPETITION)
        return items

    def finite(self, items: Iterable[Any]) -> Iterator[Any]:
        """Each item of an iteration that Python goes through by itself, counted as it comes."""
        for place, item in enumerate(iter(items)):
            if not place % _PER_REPETITION:
                self.tick()
            yield item

    def measure(self, value: Any, *, cut: bool = False) -> int:
        """Counts what a value holds before it is shown, compared or looked up: one list may stand in another a thousand times.
        Returns the count. Raises RecursionError as Python does for what lies too deep, and where Python does not `cut` what
        holds itself.
        """
        if not isinstance(value, _CONTAINERS):
            if isinstance(value, int) and value.bit_length() > _LONG_NUMBER:
                self.tick(value.bit_length() // _LONG_NUMBER)
            if not isinstance(value, np.ndarray):
                return 0
            self.tick(1 + min(value.size, 1_000))
            if value.dtype.kind != "O":
                return 0
        level, count, depth = [value], 0, 0
        while level:
            depth += 1
            if depth > DEEPEST:
                if cut and _are_few(value):
                    break
                raise RecursionError("maximum recursion depth exceeded in comparison")
            below: list[Any] = []
            for each in level:
                items = _parts(each)
                count += len(items)
                if count > _MAX_MEASURED:
                    self.too_large()
                below += [item for item in items if isinstance(item, _CONTAINERS)]
            level = below
        self.tick(count // _PER_REPETITION)
        return count

    def check_held(self, value: Any) -> None:
        """Refuses lists and arrays as items of an array of objects: NumPy goes through them by itself, deeper than any limit, and
        through those that hold themselves without an end. Raises ProblemError (unsupported).
        """
        if isinstance(value, np.ndarray) and value.dtype.kind == "O":
            items = value.ravel().tolist()
            self.tick(1 + len(items) // _PER_REPETITION)
            if any(isinstance(each, (*_CONTAINERS, np.ndarray)) for each in items):
                place = self.places.span(self.node)
                self.halt(Problem(Code.UNSUPPORTED, say("python-array-of-lists"), say("python-array-of-lists.hint"), place))

    def measured(self, function: Any) -> Any:
        """A function whose results Python compares by itself, each measured before."""
        if function is None:
            return None

        function = self.counting(function)

        def call(*values: Any) -> Any:
            result = function(*values)
            self.measure(result)
            return result

        return call

    def counting(self, function: Any) -> Any:
        """A function that Python will call by itself: a type, as in `map(list, items)`, makes its values as where the program
        calls it.
        """
        return (lambda *values, **named: self.call(function, values, named)) if isinstance(function, type) else function

    def shown(self, value: Any, how: Callable[[Any], str] = str) -> str:
        """A value as a text, without the places in memory that Python gives for what it cannot show otherwise."""
        self.measure(value, cut=True)
        return how(value) if isinstance(value, str) else without_addresses(how(value), "")

    def number_of(self, value: Any) -> int:
        """`id(value)`: a small number, the same as long as the value is there."""
        key = id(value)
        if key not in self._numbers:
            self.hold(1)
            number = next(self._next_number)
            kept: Any = value
            if isinstance(value, Instance):
                kept = ref(value, lambda _: self._numbers.pop(key, None))
            self._numbers[key] = number, kept
        return self._numbers[key][0]

    def check_template(self, template: str) -> None:
        """Refuses widths of thousands of characters in formats."""
        if _WIDTH.search(template) or "*" in template:
            self.too_large()

    def formatted(self, value: Any, written: str) -> str:
        """A value in a text, by the format behind its colon."""
        self.check_template(written.replace("*", "", 1))
        return self.shown(value, lambda each: format(each, written))


def _are_few(value: Any) -> bool:
    """Whether a value holds so few others, each counted once, that it lies deep only because it holds itself."""
    waiting, seen = [value], {id(value)}
    while waiting and len(seen) < DEEPEST:
        for each in _parts(waiting.pop()):
            if isinstance(each, _CONTAINERS) and id(each) not in seen:
                seen.add(id(each))
                waiting.append(each)
    return not waiting


def _parts(value: Any) -> Collection[Any]:
    if isinstance(value, dict):
        return (*value, *value.values())
    return value.args if isinstance(value, Exception) else value.ravel().tolist() if isinstance(value, np.ndarray) else value


def _progress_of(loop: tuple[str, Iterator[Any], int]) -> LoopProgress:
    name, items, total = loop
    return LoopProgress(name, total - length_hint(items) if total >= 0 else 0, total if total >= 0 else None)
