"""How much one program may cost. Work is counted and refused before it is done; nothing here measures time."""

from dataclasses import dataclass

from engine.problems import Code, Problem, ProblemError, Span


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
    evaluations: int = 1_000_000_000
    """Numbers computed again for a check, for forward mode or for second derivatives."""

    def check_characters(self, text: str) -> None:
        """Raises ProblemError (too-long)."""
        if len(text) > self.characters:
            raise ProblemError(
                Problem(
                    Code.TOO_LONG,
                    f"The program has {len(text):,} characters; at most {self.characters:,} are read here.",
                    "Shorten it, or use the Python library, where you set the limits.",
                    (self.characters, len(text)),
                )
            )

    def check_nodes(self, count: int) -> None:
        """Raises ProblemError (too-many-nodes)."""
        if count > self.nodes:
            raise ProblemError(
                Problem(
                    Code.TOO_MANY_NODES,
                    f"The graph would have more than {self.nodes:,} nodes, the most that are computed here.",
                    "Leave out some terms, or use the Python library, where you set the limits.",
                )
            )

    def check_elements(self, count: int) -> None:
        """Raises ProblemError (too-many-elements)."""
        if count > self.elements:
            raise ProblemError(
                Problem(
                    Code.TOO_MANY_ELEMENTS,
                    f"Tensors and lists would have {count:,} elements in all; at most {self.elements:,} are kept here.",
                    "Use smaller ones, or the Python library, where you set the limits.",
                )
            )

    def check_evaluations(self, count: int) -> None:
        """Raises ProblemError (too-much-work)."""
        if count > self.evaluations:
            raise ProblemError(
                Problem(
                    Code.TOO_MUCH_WORK,
                    f"This would take about {count:,} evaluations; at most {self.evaluations:,} are made here for one request.",
                    "Ask for fewer inputs with `wrt`, make the program smaller, or use the Python library, where you set "
                    "the limits.",
                )
            )

    def check_repetitions(self, count: int, span: Span) -> None:
        """Raises ProblemError (too-many-repetitions)."""
        if count > self.repetitions:
            raise ProblemError(
                Problem(
                    Code.TOO_MANY_REPETITIONS,
                    f"The program repeats loops and calls more than {self.repetitions:,} times, the most that are run here.",
                    "Look for a loop that never ends; else take fewer steps, or use the Python library with limits of your own.",
                    span,
                )
            )

    def check_depth(self, count: int) -> None:
        """Raises ProblemError (too-deep)."""
        if count > self.depth:
            raise ProblemError(
                Problem(
                    Code.TOO_DEEP,
                    f"Functions call one another more than {self.depth:,} deep.",
                    "A function that calls itself needs a case in which it does not; a loop needs no depth at all.",
                )
            )

    def check_printed(self, count: int, span: Span) -> None:
        """Raises ProblemError (too-many-elements)."""
        if count > self.printed:
            raise ProblemError(
                Problem(
                    Code.TOO_MANY_ELEMENTS,
                    f"The program prints more than {self.printed:,} characters.",
                    "Print less often, as in `if step % 10 == 0:`.",
                    span,
                )
            )
