"""What the page mounts for a live block: the program, its graph, and the state to begin with, in the format of links."""

from typing import Any
from urllib.parse import urlencode

from backpass.app.api.endpoints.graphs import GraphRequest, compute
from backpass.app.evaluation.programs import run_program
from backpass.app.lessons.figures import LIMITS, FigureError, figure
from backpass.app.lessons.info_strings import Options
from backpass.app.lessons.options import QUANTITY
from backpass.engine import Problem, ProblemError
from backpass.engine.messages import say

_ALIKE = {
    "view": "view",
    "direction": "direction",
    "overlay": "overlay",
    "pitfall": "pitfall",
    "ranges": "ranges",
    "forward": "forward",
}
"""Options that a link of the playground carries under a name of its own, as they are."""
_BOUNDS = ("reach", "below", "above")
_OF_GRAPHS = ("step", "select", "overlay", "view", "direction", "operations", "forward", "pitfall")
"""Options that say how a graph is drawn, which is not there where a curve is in its place."""
LARGEST_GRAPH = 400
"""Nodes of a graph that comes with the page; a larger one is asked for when the block comes into view."""


class BlockError(ValueError):
    """A block that cannot be shown as it is written: what is wrong, what to write instead, and the option that is wrong."""

    def __init__(self, message: str, hint: str, option: str | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.option = message, hint, option


class ProgramError(ValueError):
    """The program of a block does not run."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def backpass_block(program: str, options: Options) -> dict[str, Any]:
    """The data of a `backpass` block. Raises ProgramError where the program does not run, BlockError where an option is wrong."""
    given = {name: values[0] for name, values in options.items()}
    directions = [{name: 1.0} for name in given.get("forward", "").split(",") if name]
    try:
        request = GraphRequest(program=program, directions=directions)
        graph = compute(request, run_program(request, LIMITS), LIMITS)
    except ProblemError as error:
        raise ProgramError(error.problems[0]) from None
    block: dict[str, Any] = {"program": program, "fragment": _fragment(given, graph), "controls": _controls(given)}
    if "plot" in given:
        block["plot"] = _plot(given, graph)
    elif "rate" in given:
        raise BlockError(say("lesson-rate-no-plot"), say("lesson-rate-no-plot.hint"), "rate")
    block.update({name: True for name in ("edit", "beside") if name in given})
    if "hide" in given:
        block["redaction"] = _redaction(given["hide"], graph)
    if "goal" in given:
        block["goal"] = _goal(program, given)
    elif any(name in given for name in _BOUNDS):
        name = next(name for name in _BOUNDS if name in given)
        raise BlockError(say("lesson-bound-no-goal", name=name), say("lesson-goal.hint"), name)
    if len(graph["nodes"]) <= LARGEST_GRAPH:
        block["graph"] = graph
    return block


def _controls(given: dict[str, str]) -> list[str]:
    chosen = given.get("controls", "sliders" if "plot" in given else "play,sliders").split(",")
    return [name for name in chosen if name != "none"]


def _fragment(given: dict[str, str], graph: dict[str, Any]) -> str:
    pairs = {key: given[name] for name, key in _ALIKE.items() if name in given}
    if "plot" in given:
        pairs["panel"] = "plot"
    if "operations" in given:
        pairs["separate"] = "1"
    if "step" in given and given["step"] != "end":
        pairs["at"] = str(_position(given["step"], graph))
    if "select" in given:
        pairs.update(_selected(given["select"], graph))
    return urlencode(pairs)


def _position(step: str, graph: dict[str, Any]) -> int:
    """The place on the timeline: after the forward pass, or so many steps into a pass."""
    phases = [each["phase"] for each in graph["steps"]]
    if step == "start":
        return 0
    if step.isdigit():
        position = int(step)
    else:
        phase, _, number = step.partition("-")
        first = phases.index(phase) if phase in phases else len(phases)
        position = first + (int(number) if number else phases.count(phase))
    if position > len(phases):
        raise BlockError(say("lesson-step-beyond", step=step, count=len(phases)), say("lesson-step-beyond.hint"), "step")
    return position


def _node(name: str, graph: dict[str, Any], option: str) -> int:
    found = [node["id"] for node in graph["nodes"] if node["name"] == name]
    if not found:
        names = ", ".join(dict.fromkeys(node["name"] for node in graph["nodes"] if node["name"]))
        raise BlockError(say("lesson-no-node", name=name), say("lesson-no-node.hint", names=names), option)
    return int(found[-1])


def _selected(select: str, graph: dict[str, Any]) -> dict[str, str]:
    source, arrow, target = select.partition("->")
    if not arrow:
        return {"node": str(_node(select, graph, "select"))}
    ends = (_node(source, graph, "select"), _node(target, graph, "select"))
    for edge in graph["edges"]:
        if (edge["source"], edge["target"]) == ends:
            return {"edge": str(edge["id"])}
    raise BlockError(say("lesson-no-edge", source=source, target=target), say("lesson-no-edge.hint"), "select")


def _plot(given: dict[str, str], graph: dict[str, Any]) -> dict[str, Any]:
    """What a curve is drawn over. Raises BlockError where it cannot be, or would give away what the block hides."""
    for name in _OF_GRAPHS:
        if name in given:
            raise BlockError(say("lesson-plot-no-graph", name=name), say("lesson-plot-no-graph.hint", name=name), name)
    if "play" in given.get("controls", "").split(","):
        raise BlockError(say("lesson-plot-no-play"), say("lesson-plot-no-play.hint"), "controls")
    if given.get("hide", "grad") != "grad":
        raise BlockError(say("lesson-plot-hides"), say("lesson-plot-hides.hint"), "hide")
    if isinstance(graph["value"], list):
        raise BlockError(say("lesson-plot-array"), say("lesson-plot-array.hint"), "plot")
    numbers = {node["name"] for node in graph["nodes"] if node["op"] is None and not isinstance(node["data"], list)}
    along = given["plot"].split(",")
    for name in along:
        if name not in numbers or along.count(name) > 1:
            names = ", ".join(sorted(filter(None, numbers)))
            raise BlockError(say("lesson-plot-no-input", name=name), say("lesson-plot-no-input.hint", names=names), "plot")
    return {"along": along, **({"rate": float(given["rate"])} if "rate" in given else {})}


def _redaction(hide: str, graph: dict[str, Any]) -> dict[str, Any]:
    if hide == "grad":
        return {"position": _position("forward", graph)}
    name, _, quantity = hide.partition(".")
    return {"node": _node(name, graph, "hide"), "quantity": "gradient" if quantity == "grad" else "value"}


def _goal(program: str, given: dict[str, str]) -> dict[str, Any]:
    """What is to be made true, with its bound computed by the engine."""
    bounds = [name for name in _BOUNDS if name in given]
    if len(bounds) != 1:
        raise BlockError(say("lesson-goal-bounds"), say("lesson-goal.hint"), "goal")
    asked = QUANTITY.fullmatch(given["goal"])
    assert asked is not None
    bound = bounds[0]
    try:
        now = figure(program, given["goal"]).value
        wanted = figure(program, given[bound]).value
    except FigureError as error:
        raise BlockError(str(error), say("lesson-goal.hint"), "goal") from None
    if not isinstance(wanted, float):
        raise BlockError(say("lesson-not-a-number", expression=given[bound]), say("lesson-goal.hint"), bound)
    goal: dict[str, Any] = {
        "quantity": "gradient" if asked["quantity"] == "grad" else "value",
        "name": asked["of"] or asked["name"],
        "bound": bound,
        "wanted": wanted,
        "within": float(given.get("within", "0.01").replace("−", "-")),
        "shown": given["goal"],
    }
    if isinstance(now, float) and _holds(now, bound, wanted, goal["within"]):
        raise BlockError(say("lesson-goal-holds"), say("lesson-goal-holds.hint"), "goal")
    return goal


def _holds(now: float, bound: str, wanted: float, within: float) -> bool:
    """As static/src/learn/goals.ts has it."""
    if bound == "below":
        return now < wanted
    return now > wanted if bound == "above" else abs(now - wanted) <= within
