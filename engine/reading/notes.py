"""What is worth noting of a run: names without a value, an output that depends on nothing, an exception."""

import ast
from contextlib import suppress

from backpass.engine.autodiff.diagnose import differentiated_in_program
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.autodiff.second_order_kinks import problems_at_borders
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.handles.rules import rules_of
from backpass.engine.interpreter.errors import call_errors, program_errors
from backpass.engine.interpreter.tensor_semantics.library_differences import DIFFERENCES, difference
from backpass.engine.interpreter.tensor_semantics.pass_notes import library_called, notes_of_pass
from backpass.engine.language.parsing.lexer import SUPERSCRIPTS_WRITTEN
from backpass.engine.language.program import Program
from backpass.engine.language.syntax_tree import Call
from backpass.engine.messages import say
from backpass.engine.operations import Data, Family
from backpass.engine.plain_python.syntax.places import Places
from backpass.engine.plain_python.values import Function, UserClass
from backpass.engine.problems import Code, Problem, ProblemError, Span
from backpass.engine.python.run import Evaluation

_MAX_CHECKED = 20_000
"""Operations of backward passes that are compared with what the library of the program does."""


def assumed_notes(evaluation: Evaluation, known: list[str]) -> list[Problem]:
    """A note for each name that has no value and counts as 1."""
    found = []
    before: list[str] = []
    for name, leaf in evaluation.record.assumed:
        assert leaf.span is not None
        found.append(program_errors.assumed_input(name, leaf.span, [*known, *before]))
        if together := program_errors.run_together(name, leaf.span, before):
            found.append(together)
        before.append(name)
    return found


def product_notes(evaluation: Evaluation, places: Places) -> list[Problem]:
    """A note for each `x(y + 1)` that is a product. Raises ProblemError where a power stands behind one, which could mean two."""
    found = []
    for node in evaluation.record.products:
        if isinstance(node.func, ast.Name):
            span, head = places.span(node) or (0, 0), places.span(node.func) or (0, 0)
            part = Call(node.func.id, len(node.args), span, head)
            if places.text[span[1] :].lstrip().startswith(("^", "**", *SUPERSCRIPTS_WRITTEN)):
                raise ProblemError(call_errors.power_of_product(part))
            found.append(call_errors.read_as_product(part))
    return found


class Passes:
    """The notes on the backward passes of a run, as far as they are looked at."""

    def __init__(self, program: Program) -> None:
        self.notes: list[Problem] = []
        self._program = program
        self._checked = 0

    def begun(self, output: Tensor, upstream: Data | None, is_differentiated: bool) -> None:
        """A pass begins: what its library would answer otherwise is noted, and, where its gradients can be differentiated again,
        where they have no derivative.
        """
        if self._checked >= _MAX_CHECKED or not output.requires_grad or rules_of(ancestors(output)):
            return  # a rule of the program is asked by its own passes alone
        with suppress(ProblemError):
            gradients = backward(output, 1.0 if upstream is None else upstream)
            self._checked += len(gradients.tensors)
            found = [*notes_of_pass(self._program, gradients, doubles=self._program.doubles)]
            if is_differentiated:
                text = self._program.text
                found += differentiated_in_program(gradients.tensors, text, library_called(self._program))
                found += problems_at_borders(gradients.tensors, text)
            self.notes += [each for each in found if each not in self.notes]


def library_notes(evaluation: Evaluation) -> list[Problem]:
    """The notes on what the library of a program does otherwise."""
    if not evaluation.machine.uses_tensors:
        return []
    libraries = evaluation.machine.libraries
    found = [difference(name, _concerned(name, libraries.imported), span) for name, span in libraries.differences.items()]
    return found + [program_errors.sum_of_passes(node.label, span or (0, 0)) for span, node in libraries.sums.items()]


def _concerned(name: str, imported: list[str]) -> str:
    """The library of a program that does something otherwise: of several the first that does."""
    known = DIFFERENCES[name].libraries
    return next((each for each in imported if each in known), known[0])


def rule_notes(evaluation: Evaluation, places: Places) -> list[Problem]:
    """A note for each class that says how its gradient goes back, and is no rule of a library."""
    found = []
    for each in evaluation.source.of_kinds(ast.ClassDef):
        made = evaluation.names.get(each.name)
        methods = {part.name for part in each.body if isinstance(part, ast.FunctionDef)}
        if (
            {"forward", "backward"} <= methods
            and isinstance(made, UserClass)
            and all(getattr(base, "name", "") != "Function" for base in made.line)
        ):
            found.append(program_errors.own_rule(each.name, places.span(each) or (0, 0)))
    return found


def output_notes(output: Tensor, inputs: dict[str, Tensor], text: str) -> list[Problem]:
    """The notes on an output that depends on no input, or that is the answer of a comparison."""
    found = [] if output.requires_grad else [program_errors.nothing_to_differentiate(output, inputs)]
    made_by = output.operation
    if made_by is not None and made_by.family is Family.COMPARISON and made_by.notation.infix and output.span is not None:
        found.append(program_errors.answer_of_comparison(text, output.span))
    return found


def raised(evaluation: Evaluation, places: Places) -> Problem:
    """The exception that ended a program."""
    outcome = evaluation.outcome
    assert outcome.error is not None
    name, text = type(outcome.error).__name__, _text_of(outcome.error)
    span: Span = places.span(outcome.blamed) or (0, len(places.text))
    if isinstance(outcome.error, NameError) and not isinstance(outcome.error, UnboundLocalError):
        message = say("python-raises", name=name, text=text)
        return Problem(Code.UNKNOWN_NAME, message, say("raised.hint"), span)
    return program_errors.python_raises(name, text, span)


def _text_of(error: Exception) -> str:
    """What an exception says; nothing where a class of the program raises instead."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - `__str__` is the program's
        return ""


def uncalled(evaluation: Evaluation) -> list[str]:
    """The functions and classes that a program defines."""
    return [name for name, value in evaluation.names.items() if isinstance(value, Function | UserClass)]
