"""The order in which lines of mathematics are computed: `L = (z - t)^2` may stand before `z = w x + b`, as on a blackboard."""

from collections.abc import Sequence

from backpass.engine.language.program import Assign, Evaluate, Statement
from backpass.engine.language.syntax_tree import AssignmentTarget, Name


def in_order_of_definition(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The statements, what a line needs before that line, and otherwise as they were written.

    They stay as they are where mathematics would not allow another order: where something else than a formula stands among
    them, or a letter gets two values or depends on itself.
    """
    defined: dict[str, int] = {}
    for place, statement in enumerate(statements):
        targets = statement.targets if isinstance(statement, Assign) else ()
        if not isinstance(statement, Assign | Evaluate) or not all(isinstance(each, AssignmentTarget) for each in targets):
            return tuple(statements)
        for target in targets:
            if target.name in defined:  # type: ignore[union-attr]
                return tuple(statements)
            defined[target.name] = place  # type: ignore[union-attr]
    needs = [
        [defined[part.name] for part in statement.expression if isinstance(part, Name) and part.name in defined]
        for statement in statements
        if isinstance(statement, Assign | Evaluate)
    ]
    order = _sorted(needs)
    return tuple(statements[place] for place in order) if order else tuple(statements)


def _sorted(needs: Sequence[Sequence[int]]) -> list[int]:
    """The places in an order in which each comes after what it needs; empty where there is none."""
    order: dict[int, None] = {}
    for start in range(len(needs)):
        waiting = {start: iter(needs[start])}
        while waiting:
            place, rest = next(reversed(waiting.items()))
            below = next((each for each in rest if each not in order), None)
            if below is None:
                del waiting[place]
                order[place] = None
            elif below in waiting:
                return []
            else:
                waiting[below] = iter(needs[below])
    return [*order]
