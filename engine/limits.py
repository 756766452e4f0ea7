"""How much one program may cost. Work is counted and refused before it is done; nothing here measures time."""

from dataclasses import dataclass

from engine.problems import Code, Problem, ProblemError


@dataclass(frozen=True, slots=True)
class Limits:
    """Counts that bound one program; the defaults suit a library user, a server sets its own."""

    characters: int = 10_000_000
    nodes: int = 2_000_000
    elements: int = 50_000_000
    """Numbers in all tensors together."""
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
                    f"The tensors would have {count:,} elements in all; at most {self.elements:,} are kept here.",
                    "Use smaller tensors, or the Python library, where you set the limits.",
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
