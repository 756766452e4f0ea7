"""Passes over repetitions of a long loop whose steps are freed: what they compute is computed, but no graph is made of them.

Two repetitions in a row are recorded. Where the program is in the same state after both, all that follow take the same way, as
long as the conditions on the loop's variable turn out the same. They are computed on numbers alone, and counted as if they had
been run; the two before the end, and before a repetition that goes another way, are run again, so that the graph of the last
repetition is there. Statements that only note what is computed are run in each (see `bookkeeping`). A loop that cannot be
recorded is tried again ever more rarely.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from itertools import islice
from operator import length_hint
from typing import Any, NamedTuple

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter import bytecode
from backpass.engine.interpreter.frame import CallFrame
from backpass.engine.interpreter.program_state.loop_memory import LoopMemory
from backpass.engine.interpreter.repetition.bookkeeping import Rerun
from backpass.engine.interpreter.repetition.held_arrays import is_one_held_twice
from backpass.engine.interpreter.repetition.recording import Recording, record
from backpass.engine.interpreter.repetition.replay import Replay
from backpass.engine.interpreter.repetition.state import State, alike, state_of
from backpass.engine.interpreter.values import Going
from backpass.engine.problems import ProblemError

_RUN = 2
"""Repetitions that are run after those that are skipped."""
_WORTHWHILE = 4
"""Repetitions that are skipped at once, at least."""
_RANGE = type(iter(range(0)))
_FAILURES = (ArithmeticError, ValueError, TypeError, KeyError, IndexError, ProblemError)


class Recorded(NamedTuple):
    """A repetition, the state after it, and what had been counted by then."""

    recording: Recording
    state: State
    counted: tuple[int, int, int, int]
    labels: dict[str, int]
    since: float
    """The number of the first tensor that was made in it and in those right before it that were recorded."""


class Shortcut:
    """What skips repetitions of the loops of one run."""

    def __init__(self, machine: Any, memory: LoopMemory, handlers: Mapping[type, Callable[..., None]]) -> None:
        self._machine = machine
        self._memory = memory
        self._handlers = handlers
        self._before: Recorded | None = None
        """The repetition before the present one, if it was recorded."""
        self._loop: tuple[int | None, int | None] = (None, None)
        """The loop, and the one whose steps are freed."""
        self._began = 0, 0
        """Its repetitions when it was first met, and how many nodes there were."""
        self._failures = 0
        self._barred: set[int] = set()
        """Places of statements of the loop that are no asides."""
        self._wait = 0
        """Repetitions that are run before the next attempt."""
        self._passing: tuple[Going, int, Replay] | None = None
        """While repetitions are skipped: the loop, how many there had been, and what computes them."""

    def repeat(self, part: bytecode.ForIter, going: Going, frame: CallFrame) -> None:
        """Runs the repetition that has just begun, and computes those that follow as far as they are like it.

        Raises ProblemError and SkippedError, as running it does.
        """
        if self._machine.groups.all[going.loop].parent is not None:
            return
        if (going.loop, self._memory.cut_loop) != self._loop:
            self._loop = going.loop, self._memory.cut_loop
            self._before, self._failures, self._wait = None, 0, 0
            self._barred = set()
            self._began = going.count, self._machine.counted()[0]
        if self._wait > 0:
            self._wait -= 1
            return
        if not self._may_pass(part, going, frame):
            return
        if self._memory.cut_loop is None and not self._may_be_too_long(going):
            self._wait = length_hint(going.items)
            return
        made = self._recorded(part, frame)
        before, self._before = self._before, made
        if made is None:
            self._fail()
            return
        if (
            before is not None
            and not made.recording.asides.is_interrupted
            and before.recording.path == made.recording.path
            and before.recording.guards == made.recording.guards
            and len(before.recording.tensors) == len(made.recording.tensors)
            and alike(before.state, made.state)
            and before.recording.numbers.alike(made.recording.numbers)
        ):
            if self._memory.cut_loop is None:
                self._foresee(part, going, frame, before, made)
            else:
                self._pass(part, going, frame, before, made)

    def forget(self) -> None:
        """What was recorded keeps no tensor from being freed."""
        self._passing = None
        if self._before is not None:
            self._before.recording.tensors.clear()
            self._before = None

    def count_of(self, going: Going) -> int:
        """Repetitions of a loop that have begun, with those that are being skipped. For another thread to read."""
        passing = self._passing
        if passing is None or passing[0] is not going:
            return going.count
        return max(going.count, passing[1] + passing[2].done)

    def _fail(self) -> None:
        self._before = self._passing = None  # repetitions that are compared follow one another
        self._failures += 1
        self._wait = 2**self._failures

    def _may_be_too_long(self, going: Going) -> bool:
        """Whether twice as many nodes as until now in each repetition would not have room."""
        repetitions, nodes = going.count - self._began[0], self._machine.counted()[0] - self._began[1]
        return bool(self._machine.evaluator.will_free(2 * nodes * length_hint(going.items) // max(repetitions, 1)))

    def _foresee(self, part: bytecode.ForIter, going: Going, frame: CallFrame, before: Recorded, made: Recorded) -> None:
        """Frees the steps of a loop that is certain to be too long, before they fill all the room that there is."""
        nodes = made.counted[0] - before.counted[0]
        never_left = all(
            each is part or getattr(getattr(each, "to", None), "position", 0) < part.to.position
            for each in frame.instructions[frame.position : part.to.position]
        )
        alike_ahead = self._alike_ahead(part, going, frame, made.recording, in_a_row=False)
        if never_left and self._machine.evaluator.will_free(alike_ahead * nodes):
            self._machine.evaluator.free_now()
        else:
            self._wait = length_hint(going.items)

    def _may_pass(self, part: bytecode.ForIter, going: Going, frame: CallFrame) -> bool:
        machine = self._machine
        return (
            self._memory.cut_loop in (None, going.loop)
            and going.count > _RUN
            and machine.frames == [frame]
            and isinstance(going.items, _RANGE)
            and len(part.names) == 1
            and part.parts is None
            and not (machine.contexts or machine.evaluator.protected or machine.recordings or machine.standing)
            and machine.watched is None
            and machine.hooks.reads is None
            and length_hint(going.items) > _RUN + _WORTHWHILE
        )

    def _recorded(self, part: bytecode.ForIter, frame: CallFrame) -> Recorded | None:
        machine = self._machine
        recording = record(machine, frame, frame.position - 1, self._handlers, self._barred)
        if recording is None or not recording.tensors:
            return None
        own = {part.names[0], *recording.numbers.names, *recording.asides.private}
        names = {name: item for name, item in frame.scope.names.items() if name not in own}
        since = self._before.since if self._before else recording.tensors[0].number
        state = state_of(names, self._memory.tables, recording.tensors, since)
        return None if state is None else Recorded(recording, state, machine.counted(), self._memory.labels(), since)

    def _pass(self, part: bytecode.ForIter, going: Going, frame: CallFrame, before: Recorded, made: Recorded) -> None:
        work = tuple(now - then for now, then in zip(made.counted, before.counted, strict=True))
        ahead = self._alike_ahead(part, going, frame, made.recording)
        times = min(self._kept_ahead(going, made.recording, ahead) - _RUN, self._machine.repetitions_left(work))
        if times < _WORTHWHILE:
            self._fail()
            return
        tensors, asides = [*made.recording.tensors], made.recording.asides
        replay = Replay(before.recording.tensors, tensors, made.recording.numbers, asides.noted)
        self._passing = going, going.count, replay
        variable: int = frame.scope.names[part.names[0]]  # type: ignore[assignment]
        try:
            repeatable = not any(map(self._memory.is_derived, replay.brought)) and self._may_run_asides(
                before, made, going, frame, times
            )
            exact = repeatable and replay.is_exact(variable)
            found: Sequence[Any] = replay.run(times, copy(going.items)) if exact else ()  # type: ignore[arg-type] # of a range
        except _FAILURES:
            found = ()  # what is wrong is reported of the repetition in which it goes wrong
        if not found:
            self._fail()
            return
        if asides.noted:
            rerun = Rerun(self._machine, frame, part.names[0], self._handlers)
            self._take_apart(made, rerun, frame)
            found = replay.run_with_asides(times, copy(going.items), rerun)  # type: ignore[arg-type]
        for _ in islice(going.items, times):
            going.count += 1
        own_work = tuple(each - aside for each, aside in zip(work, asides.work, strict=True))
        self._machine.count_again(own_work, times)
        labels = before.labels | {name: count for name, count in self._memory.labels().items() if name in asides.private}
        self._memory.passed_over(tensors, found, labels, times)
        self._before = self._passing = None
        self._failures = 0

    def _may_run_asides(self, before: Recorded, made: Recorded, going: Going, frame: CallFrame, times: int) -> bool:
        """Whether it is known for each repetition which asides are run, and nothing that they have noted shows a part of what
        the recorded repetition has made, whose numbers will be others. Raises KeyError, TypeError, ArithmeticError.
        """
        asides, names = made.recording.asides, frame.scope.names
        if any(each.recording.asides.hold_what_changes() for each in (before, made)):
            return False
        if is_one_held_twice(asides.held, before.recording.tensors, made.recording.tensors):
            return False
        for variable in islice(copy(going.items), times):
            for noted in asides.noted:
                noted.is_run(asides.variable, variable)  # type: ignore[arg-type] # of a range
        items = [item for name, length in asides.lengths().items() for item in names[name][length:]]  # type: ignore[index]
        return not any(isinstance(item, Tensor) and self._memory.is_derived(item) for item in items)

    def _take_apart(self, made: Recorded, rerun: Rerun, frame: CallFrame) -> None:
        """Lists that hold tensors of the recorded repetition hold others with the same numbers; what was computed from such
        tensors for a list is not any more.
        """
        lengths, names = made.recording.asides.lengths(), frame.scope.names
        held = {item for name, length in lengths.items() for item in names[name][length:] if isinstance(item, Tensor)}  # type: ignore[index]
        leaves = {each: rerun.leaf(each, each.raw, each.label) for each in made.recording.tensors if each in held}
        for name, length in lengths.items():
            items: Any = names[name]
            items[length:] = [leaves.get(item, item) if isinstance(item, Tensor) else item for item in items[length:]]
            self._memory.cut([each for each in items[length:] if isinstance(each, Tensor) and each.operation is not None])

    def _kept_ahead(self, going: Going, recording: Recording, ahead: int) -> int:
        """How many of the repetitions ahead there are before the last one that a condition leads to keep something: the graph of
        that is there afterwards, as that of the last repetition is.
        """
        try:
            last = recording.asides.last_kept([*islice(copy(going.items), ahead)])  # type: ignore[list-item] # of a range
        except _FAILURES:
            return 0
        return ahead if last is None else min(ahead, last)

    def _alike_ahead(
        self, part: bytecode.ForIter, going: Going, frame: CallFrame, recording: Recording, *, in_a_row: bool = True
    ) -> int:
        """How many repetitions that follow take the same way: those until the first that does not, or all of them."""
        if not recording.guards:
            return length_hint(going.items)
        variable = part.names[0]
        count = 0
        try:
            for value in copy(going.items):
                same = all(guard.holds(variable, value) for guard in recording.guards)  # type: ignore[arg-type]
                if in_a_row and not same:
                    break
                count += same
        except _FAILURES:
            return 0
        return count
