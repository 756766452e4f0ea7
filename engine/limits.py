"""How much one program may cost. Work is counted and refused before it is done; time ends only what is shown in part anyway."""

from dataclasses import dataclass

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError, Span

TOO_MUCH = frozenset({Code.TOO_MUCH_WORK, Code.TOO_MANY_REPETITIONS, Code.TOO_MANY_NODES})
"""Codes of what is too much under tentative limits, and may be little enough under others."""
OVER_LIMIT = TOO_MUCH | {Code.TOO_MANY_ELEMENTS}
"""Codes of what is understood and more than is computed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Counts that bound one program; the defaults suit a library user, a server sets its own."""

    characters: int = 10_000_000
    nodes: int = 2_000_000
    elements: int = 50_000_000
    """Numbers in all tensors together."""
    repetitions: int = 20_000_000
    """Repetitions of loops and calls of functions together."""
    depth: int = 1_000
    """Calls within calls."""
    printed: int = 1_000_000
    """Characters that a program prints."""
    operations: int = 100_000_000
    """Nodes that a program may make in all, those among them that nothing can reach any more."""
    evaluations: int = 1_000_000_000
    """Numbers computed again for a check, for forward mode or for second derivatives."""
    explained: int = 20_000
    """Contributions that are put into words."""
    seconds: float | None = None
    """Processor time after which a program ends that is shown as far as it was run (see `interpreter.partial`); None: never."""
    tentative: bool = False
    """Whether a program that is too much for these limits is run again with others, so that no part of it is an answer."""

    def check_characters(self, text: str) -> None:
        """Raises ProblemError (too-long)."""
        if len(text) > self.characters:
            raise ProblemError(
                Problem(
                    Code.TOO_LONG,
                    say("too-long", count=len(text), characters=self.characters),
                    say("too-long.hint"),
                    (self.characters, len(text)),
                )
            )

    def check_nodes(self, count: int) -> None:
        """Raises ProblemError (too-many-nodes)."""
        if count > self.nodes:
            raise ProblemError(
                Problem(
                    Code.TOO_MANY_NODES,
                    say("too-many-nodes", nodes=self.nodes),
                    say("too-many-nodes.hint"),
                )
            )

    def check_operations(self, count: int) -> None:
        """Raises ProblemError (too-much-work)."""
        if count > self.operations > self.nodes:
            raise ProblemError(
                Problem(
                    Code.TOO_MUCH_WORK,
                    say("too-many-operations", operations=self.operations),
                    say("too-many-operations.hint"),
                )
            )

    def check_elements(self, count: int) -> None:
        """Raises ProblemError (too-many-elements)."""
        if count > self.elements:
            raise ProblemError(
                Problem(
                    Code.TOO_MANY_ELEMENTS,
                    say("too-many-elements", count=count, elements=self.elements),
                    say("too-many-elements.hint"),
                )
            )

    def check_evaluations(self, count: int) -> None:
        """Raises ProblemError (too-much-work)."""
        if count > self.evaluations:
            raise ProblemError(
                Problem(
                    Code.TOO_MUCH_WORK,
                    say("too-many-evaluations", count=count, evaluations=self.evaluations),
                    say("too-many-evaluations.hint"),
                )
            )

    def check_explained(self, count: int) -> None:
        """Raises ProblemError (too-much-work)."""
        if count > self.explained:
            raise ProblemError(
                Problem(
                    Code.TOO_MUCH_WORK,
                    say("too-much-explained", count=count, explained=self.explained),
                    say("too-much-explained.hint"),
                )
            )

    def check_repetitions(self, count: int, span: Span) -> None:
        """Raises ProblemError (too-many-repetitions)."""
        if count > self.repetitions:
            raise ProblemError(
                Problem(
                    Code.TOO_MANY_REPETITIONS,
                    say("too-many-repetitions", repetitions=self.repetitions),
                    say("too-many-repetitions.hint"),
                    span,
                )
            )

    def check_seconds(self, used: float, span: Span) -> None:
        """Raises ProblemError (too-much-work)."""
        if self.seconds is not None and used > self.seconds:
            raise ProblemError(
                Problem(
                    Code.TOO_MUCH_WORK,
                    say("too-long-for-whole", seconds=f"{self.seconds:g}"),
                    say("too-long-for-whole.hint"),
                    span,
                )
            )

    def check_depth(self, count: int) -> None:
        """Raises ProblemError (too-deep)."""
        if count > self.depth:
            raise ProblemError(
                Problem(
                    Code.TOO_DEEP,
                    say("too-deep", depth=self.depth),
                    say("too-deep.hint"),
                )
            )

    def printed_too_much(self, count: int) -> Problem | None:
        """The note on a program that prints more than is shown; None where all of it is."""
        if count <= self.printed:
            return None
        message = say("prints-too-much", count=count, printed=self.printed)
        return Problem(Code.IGNORED, message, say("prints-too-much.hint"))
