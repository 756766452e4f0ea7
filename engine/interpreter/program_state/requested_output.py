"""The output that a request names: a value of the program, a plain number among them, or an element of one."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import program_errors
from backpass.engine.interpreter.evaluation import OperationEvaluator
from backpass.engine.interpreter.program_state.output import as_output, element_of
from backpass.engine.interpreter.values import Item
from backpass.engine.language.program import Assign, Program, walk
from backpass.engine.language.syntax_tree import AssignmentTarget, Literal
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, ProblemError, Span


def asked_for(
    output: str, program: Program, values: Mapping[str, Item], evaluator: OperationEvaluator, usual: Callable[[], Tensor | None]
) -> Tensor | None:
    """`y`, `y[0]`, `W[0, 1]`, or `[0]` of the `usual` output, which is None where there is none. Raises ProblemError
    (unknown-output).
    """
    name, keys = element_of(output)
    if not keys or output in values:
        return _named(output, program, values, evaluator)
    chosen = _named(name, program, values, evaluator) if name else usual()
    if chosen is None:
        return None
    try:
        for key in keys:
            place = Literal(None, chosen.span or (0, 0))
            chosen = evaluator.operation(OPERATIONS["index"], [chosen], place, {"key": key})
    except ProblemError as error:
        raise ProblemError([replace(problem, code=Code.UNKNOWN_OUTPUT, span=None) for problem in error.problems]) from None
    chosen.label = output if name else None
    return chosen


def _named(name: str, program: Program, values: Mapping[str, Item], evaluator: OperationEvaluator) -> Tensor:
    """A value of the program, or a plain number that it computed outside its graph. Raises ProblemError (unknown-output)."""
    if name not in values:
        known = [known for known, each in values.items() if isinstance(each, Tensor | int | float)]
        raise ProblemError(program_errors.unknown_output(name, known))
    value = values[name]
    if isinstance(value, Tensor | int | float | list | tuple):
        span = next(_places(name, program), (0, 0))
        with suppress(ProblemError):
            return as_output(value, span, name, evaluator)
    raise ProblemError(program_errors.output_is_no_number(name, value))


def _places(name: str, program: Program) -> Iterator[Span]:
    """Where a program assigns a name, the last statement first."""
    for statement in reversed(program.statements):
        for each in walk(statement):
            if isinstance(each, Assign):
                yield from (
                    target.span for target in each.targets if isinstance(target, AssignmentTarget) and target.name == name
                )
