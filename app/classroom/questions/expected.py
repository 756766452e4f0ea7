"""What is right, and what known mistakes would give: computed from the room's program when asked, then stored with the poll.

So answers are marked without running the program again, and the host may change it meanwhile. Knows nothing of guests.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from backpass.app.classroom.questions.sample_points import ENOUGH, finite, nearby
from backpass.app.classroom.questions.schemas import (
    ChoiceQuestion,
    EdgeQuestion,
    FormulaQuestion,
    GivenNumberQuestion,
    NumberQuestion,
    Question,
    TextQuestion,
)
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.programs import ProgramRequest, refused, run_program
from backpass.engine import Code, Gradients, Limits, Problem, ProblemError, Tensor, backward
from backpass.engine.explain.misconceptions import WrongAnswer, gradient_mistakes, value_mistakes
from backpass.engine.explain.narration import arrivals
from backpass.engine.explain.notation import GraphNotation
from backpass.engine.explain.number_format import shorten
from backpass.engine.graph.trace import Trace, ancestors
from backpass.engine.interpreter.run import Run
from backpass.engine.messages import kept, say
from backpass.engine.shapes import format_shape
from backpass.engine.symbolic.derivative import derivatives

MAX_EDGES = 2_000
"""Nobody finds an edge in a larger picture."""
_MAX_NAMES, _LONGEST_LABEL = 60, 60

_QUANTITIES = {"value": "quantity-value", "gradient": "quantity-gradient"}


class _Expected(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_inf_nan="strings")


Thoughts = dict[str, str]
"""What the author of a lesson says to each answer, as safe HTML: `right`, `wrong-0`, or the place of a choice."""


class ExpectedNumber(_Expected):
    """A number, and wrong ones with what they give away, as `messages.kept` has it."""

    type: Literal["number"] = "number"
    value: float
    mistakes: list[tuple[float, str]]
    within: float | None = Field(default=None, description="As a distance, where it is not the question's share.")
    wrong: list[float] = Field(default=[], description="To which the author of a lesson has an answer.")
    thoughts: Thoughts = {}


class Point(_Expected):
    """What the formula has to give for some values of the program's names, and what mistakes would give."""

    names: dict[str, float]
    value: float
    mistakes: list[float]


class ExpectedFormula(_Expected):
    """A formula, known by its values. The first point is the present one."""

    type: Literal["formula"] = "formula"
    text: str | None = Field(description="One way of writing it; None where it cannot be written in a line.")
    points: list[Point]
    sentences: list[str] = Field(description="Per mistake the reply to it.")


class ExpectedChoice(_Expected):
    """Places in the list."""

    type: Literal["choice"] = "choice"
    correct: list[int] | None
    thoughts: Thoughts = {}


class ExpectedEdge(_Expected):
    """Edges along which a contribution could come next, those along which one has come, and those along which none ever will."""

    type: Literal["edge"] = "edge"
    next: list[int]
    landed: list[int]
    idle: list[int]
    labels: list[str] = Field(description="Per edge `user → input`, as the gradient flows.")


class ExpectedText(_Expected):
    """Nothing."""

    type: Literal["text"] = "text"


Expected = Annotated[ExpectedNumber | ExpectedFormula | ExpectedChoice | ExpectedEdge | ExpectedText, Field(discriminator="type")]


class AskRequest(ProgramRequest):
    """A question about a program."""

    question: Question


class PreparedQuestion(_Expected):
    """A question as it is put to guests, and what is right."""

    prompt: str
    expected: Expected


def prepare_question(body: bytes, limits: Limits) -> Answer:
    """`PreparedQuestion` for an `AskRequest`: for the dispatcher, since a program is run."""
    try:
        prepared = _prepared(AskRequest.read(body), limits)
    except ProblemError as error:
        return refused(error, body)
    return Answer(200, prepared.model_dump_json().encode())


def _prepared(request: AskRequest, limits: Limits) -> PreparedQuestion:
    question = request.question
    if isinstance(question, ChoiceQuestion):
        correct = None if question.correct is None else sorted(set(question.correct))
        return PreparedQuestion(prompt=question.prompt or say("which-one"), expected=ExpectedChoice(correct=correct))
    if isinstance(question, GivenNumberQuestion):
        return PreparedQuestion(prompt=question.prompt, expected=ExpectedNumber(value=question.correct, mistakes=[]))
    if isinstance(question, TextQuestion):
        return PreparedQuestion(prompt=question.prompt or say("what-do-you-think"), expected=ExpectedText())
    run = run_program(request, limits)
    gradients = backward(run.output, run.seed())
    trace = Trace(gradients.tensors)
    notation = GraphNotation(run, trace)
    if isinstance(question, EdgeQuestion):
        expected = _edges(gradients, trace, notation, question.position)
        return PreparedQuestion(prompt=question.prompt or say("which-edge"), expected=expected)
    node = len(trace.tensors) - 1 if question.node is None else question.node
    _check_node(trace, gradients, notation, node, question.quantity)
    called = say(_QUANTITIES[question.quantity], label=_label(notation, node))
    if isinstance(question, NumberQuestion):
        value, mistakes = _number(gradients, node, question.quantity)
        sentences = [(each.value, kept(each.sentence)) for each in mistakes]
        return PreparedQuestion(
            prompt=question.prompt or say("what-is", called=called), expected=ExpectedNumber(value=value, mistakes=sentences)
        )
    return PreparedQuestion(
        prompt=question.prompt or say("which-formula", called=called), expected=_formula(request, question, run, node, limits)
    )


def _label(notation: GraphNotation, node: int) -> str:
    """What a node is called, as far as a sentence has room for it."""
    return shorten(notation.label(node), _LONGEST_LABEL)


def _number(gradients: Gradients, node: int, quantity: str) -> tuple[float, list[WrongAnswer]]:
    tensor, gradient = gradients.tensors[node], gradients.values[node]
    if quantity == "value":
        return tensor.item(), value_mistakes(tensor)
    assert isinstance(gradient, float)
    return gradient, gradient_mistakes(gradients, tensor)


def _formula(request: AskRequest, question: FormulaQuestion, run: Run, node: int, limits: Limits) -> ExpectedFormula:
    there = nearby(run.program, run, request.inputs, request.output, limits) if finite(run) else []
    if len(there) < ENOUGH:
        raise _not_askable(
            say("formula-untested"),
            say("formula-untested.hint"),
        )
    points, sentences = [], []
    for each in (run, *there):
        gradients = backward(each.output)
        value, mistakes = _number(gradients, node, question.quantity)
        tensor = gradients.tensors[node]
        sentences = [kept(mistake.sentence) for mistake in mistakes]
        names = _names(each, tensor if question.quantity == "value" else None)
        points.append(Point(names=names, value=value, mistakes=[mistake.value for mistake in mistakes]))
    return ExpectedFormula(text=_written(run, node, question.quantity), points=points, sentences=sentences)


def _names(run: Run, asked: Tensor | None) -> dict[str, float]:
    """The values of the program's names; if a value is asked, only those that it is computed from."""
    made_from = None if asked is None else set(ancestors(asked)) - {asked}
    found: dict[str, float] = {}
    for name, tensor in {**run.names, **run.inputs}.items():
        usable = name.isidentifier() and isinstance(tensor.raw, float) and (made_from is None or tensor in made_from)
        if usable and len(found) < _MAX_NAMES:
            found[name] = tensor.item()
    return found


def _written(run: Run, node: int, quantity: str) -> str | None:
    """The gradient with letters where the node has a name, the value as the program has it."""
    tensor = ancestors(run.output)[node]
    if quantity == "value":
        return run.program.text[slice(*tensor.span)] if tensor.span else None
    name = next((name for name, each in {**run.names, **run.inputs}.items() if each is tensor), None)
    if name is None:
        return None
    try:
        formula = derivatives(run, [name]).by_name[name]
    except ProblemError:
        return None
    return formula.text if formula is not None and "\n" not in formula.text else None


def _edges(gradients: Gradients, trace: Trace, notation: GraphNotation, position: int) -> ExpectedEdge:
    count = sum(map(len, trace.inputs))
    if count > MAX_EDGES:
        raise _not_askable(
            say("too-many-edges", count=count, max_edges=MAX_EDGES),
            say("too-many-edges.hint"),
        )
    begins = sum(map(bool, trace.inputs)) + 1
    landed = arrivals(gradients, trace)
    lands: dict[int, int] = {}
    complete: dict[int, int] = {len(trace.tensors) - 1: begins}
    now = begins
    for each in landed:
        now += 2 if each.contribution.axes else 1  # undoing a broadcast is a step of its own
        lands[each.edge] = complete[each.source] = now
    if not begins <= position < now:
        raise _not_askable(
            say("no-gradient-on-its-way", position=position, begins=begins, now=now),
            say("no-gradient-on-its-way.hint"),
        )
    labels = [
        f"{notation.node(target).plain} → {notation.node(source).plain}"
        for target, inputs in enumerate(trace.inputs)
        for source in inputs
    ]
    return ExpectedEdge(
        next=sorted(each.edge for each in landed if lands[each.edge] > position and complete[each.target] <= position),
        landed=sorted(edge for edge, at in lands.items() if at <= position),
        idle=sorted(set(range(count)) - lands.keys()),
        labels=labels,
    )


def _check_node(trace: Trace, gradients: Gradients, notation: GraphNotation, node: int, quantity: str) -> None:
    """Raises ProblemError (not-askable) where there is no such number."""
    if node >= len(trace.tensors):
        raise _not_askable(
            say("poll-no-node", node=node, count=len(trace.tensors) - 1),
            say("poll-no-node.hint"),
        )
    tensor = trace.tensors[node]
    if not isinstance(tensor.raw, float):
        raise _not_askable(
            say("poll-tensor", label=_label(notation, node), shape=format_shape(tensor.shape)),
            say("poll-tensor.hint"),
        )
    if quantity == "gradient" and gradients.values[node] is None:
        raise _not_askable(say("poll-constant", label=_label(notation, node)), say("poll-constant.hint"))


def _not_askable(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.NOT_ASKABLE, message, hint))
