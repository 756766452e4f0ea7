"""Every step of a computation in words, and every contribution from letters to numbers to its result; plain, in LaTeX and spoken.

As plain data, ready for JSON; the numbers themselves are those of `engine.graph`, here they are rounded to be read.
"""

from typing import Any

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.explain.narration import Arrival, Narrator, Wording, arrivals, is_product, local_of, product
from backpass.engine.explain.notation import Formula, GraphNotation, value_formula
from backpass.engine.explain.reasons import Reasons, prose
from backpass.engine.formulas.templates import fill
from backpass.engine.graph.trace import Trace, ancestors
from backpass.engine.interpreter.run import Run
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.serialization.graph_json import problem_json, problems_of, utf16

Json = Any


def explanation_json(run: Run, upstream: Any = 1.0, limits: Limits | None = None) -> Json:
    """All explanations of a run: some 2,500 characters per contribution, however long the program's text is.

    Raises ProblemError (invalid-input, shape-mismatch), and (too-much-work) for more contributions than the limits allow.
    """
    (limits or Limits()).check_explained(sum(len(tensor.inputs) for tensor in ancestors(run.output)))
    gradients = run.in_its_order(backward(run.output, run.seed(upstream)))
    trace = Trace(gradients.tensors)
    notation = GraphNotation(run, trace)
    narrator = Narrator(run, gradients, trace, notation)
    landed = arrivals(gradients, trace)
    reasons = Reasons(gradients, trace, narrator, landed)
    span = utf16(run.program.text)
    return {
        "start": _worded(narrator.start()),
        "steps": _steps(trace, narrator, landed, gradients.values[-1]),
        "nodes": [_node(trace, notation, reasons, node, gradient) for node, gradient in enumerate(gradients.values)],
        "contributions": [_contribution(notation, narrator, reasons, trace, arrival) for arrival in landed],
        "problems": [problem_json(problem, span) for problem in problems_of(run, gradients)],
    }


def _worded(wording: Wording) -> Json:
    return {"sentence": wording.written, "spoken": wording.spoken}


def _why(wording: Wording | None) -> Json:
    return None if wording is None else _worded(wording)


def _formula(formula: Formula | None) -> Json:
    return None if formula is None else {"plain": formula.plain, "latex": formula.latex, "spoken": formula.spoken}


def _equation(left: Formula, right: Formula) -> Formula:
    if left.plain == right.plain:
        return left
    return Formula(
        f"{left.plain} = {right.plain}", f"{left.latex} = {right.latex}", say("aloud-is", left=left.spoken, right=right.spoken)
    )


def _steps(trace: Trace, narrator: Narrator, landed: list[Arrival], seed: Data | None) -> list[Json]:
    """In the order of `engine.graph`'s steps, one for one."""
    last = len(trace.tensors) - 1
    steps: list[Json] = [
        {"phase": "forward", "node": node, **_worded(narrator.computed(node))}
        for node, tensor in enumerate(trace.tensors)
        if tensor.operation
    ]
    if seed is not None:
        steps.append({"phase": "backward", "node": last, **_worded(narrator.seeded(seed))})
    for arrival in landed:
        if arrival.contribution.axes:
            steps.append({"phase": "backward", "edge": arrival.edge, "arriving": True, **_worded(narrator.arriving(arrival))})
        steps.append({"phase": "backward", "edge": arrival.edge, **_worded(narrator.landed(arrival))})
    if steps:
        end = narrator.end()
        steps[-1]["sentence"] += f" {end.written}"
        steps[-1]["spoken"] += f" {end.spoken}"
    return steps


def _node(trace: Trace, notation: GraphNotation, reasons: Reasons, node: int, gradient: Data | None) -> Json:
    """A node's value and gradient."""
    tensor, output = trace.tensors[node], len(trace.tensors) - 1
    derivative = None if gradient is None else _equation(notation.derivative(output, node), value_formula(gradient))
    return {
        "node": node,
        "called": _formula(notation.node(node)),
        "letters": _formula(notation.expression(node)),
        "numbers": _formula(notation.substituted(node)),
        "result": _formula(notation.result(node)),
        "gradient": _formula(derivative),
        "why": _why(reasons.of_gradient(node)),
        "why_value": _why(reasons.of_value(node)),
        "rule": _why(prose(tensor.operation.why) if tensor.operation else None),
    }


def _contribution(notation: GraphNotation, narrator: Narrator, reasons: Reasons, trace: Trace, arrival: Arrival) -> Json:
    """One contribution in four lines: the rule with letters and numbers, the chain rule with letters and numbers, the result."""
    contribution, target = arrival.contribution, arrival.target
    above, local = notation.derivative(len(trace.tensors) - 1, target), notation.local(target, contribution.slot)
    letters = notation.rule(target, contribution.slot)
    numbers = notation.rule_substituted(target, contribution.slot, contribution.upstream)
    derivative = local_of(contribution)
    if letters is not None and derivative is not None:
        letters = _equation(local, letters)
    if numbers is not None and isinstance(derivative, float):
        numbers = _equation(numbers, value_formula(derivative))
    return {
        "edge": arrival.edge,
        **_worded(narrator.landed(arrival)),
        "rule": _formula(letters),
        "rule_numbers": _formula(numbers),
        "chain_rule": _formula(notation.sent_through(target, contribution.slot) or _product(above, local)),
        "numbers": _formula(_numbers(arrival)),
        "result": _formula(value_formula(contribution.sent)),
        "why": _why(reasons.of_contribution(arrival)),
    }


def _product(left: Formula, right: Formula) -> Formula:
    return Formula(
        f"{left.plain} · {right.plain}",
        rf"{left.latex} \cdot {right.latex}",
        say("aloud-product", left=left.spoken, right=right.spoken),
    )


def _numbers(arrival: Arrival) -> Formula:
    """Upstream times local; where the two are not simply multiplied, what became of the upstream gradient."""
    contribution, wording = arrival.contribution, product(arrival.contribution)
    upstream, local = value_formula(contribution.upstream), local_of(contribution)
    if is_product(contribution) and local is not None:
        words = {"a": upstream.latex, "b": value_formula(local).latex}
        return Formula(wording.written, fill(r"«a» \cdot «b»", words, latex=True), wording.spoken)
    return Formula(wording.written, rf"{upstream.latex} \to {value_formula(contribution.sent).latex}", wording.spoken)
