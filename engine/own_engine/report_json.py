"""What a program's own engine did, as plain data: nodes, edges and steps, with its gradients and the right ones."""

from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.own_engine.engine_graph import ObjectGraph, Vertex, close
from backpass.engine.own_engine.folding import Folding
from backpass.engine.own_engine.literals import literal_of
from backpass.engine.own_engine.mistakes import Kind, Mistake
from backpass.engine.own_engine.report import Report
from backpass.engine.own_engine.traced import plain
from backpass.engine.own_engine.watching import readable
from backpass.engine.problems import Code, Problem, ProblemError, Span
from backpass.engine.serialization.graph_json import data_json, problem_json, utf16

Json = Any

_KEYS = {
    Kind.OVERWRITTEN: "own-overwritten",
    Kind.NO_SEED: "own-no-seed",
    Kind.ORDER: "own-wrong-order",
    Kind.LOCAL: "own-wrong-local-derivative",
    Kind.MISSING: "own-nothing-sent",
    Kind.RIGHT_OPERAND: "own-right-operand",
    Kind.UNWRAPPED: "own-constant-not-wrapped",
    Kind.BROADCAST: "own-broadcast-not-summed",
    Kind.STALE: "own-gradient-kept",
    Kind.CHANGED: "own-data-changed",
    Kind.RECURSION: "own-recursion-too-deep",
    Kind.FORWARD: "own-wrong-value",
    Kind.TANGENT: "own-wrong-tangent",
    Kind.OTHER: "own-wrong-gradient",
}
"""How each mistake is worded."""
Spans = Callable[[Span | None], list[int] | None]


def report_json(report: Report, text: str) -> Json:
    """The answer to a request for the graph. Raises ProblemError where the program made no graph."""
    problems = list(_problems(report))
    graph = report.graph
    if graph is None and report.refused is not None:
        raise ProblemError(report.refused.problems, report.outcome.printed.splitlines())
    if graph is None:
        raise ProblemError(problems or [_nothing(report)], report.outcome.printed.splitlines())
    span = utf16(text)
    wire = _Wire(report, graph, span)
    answer: dict[str, Json] = {
        "output": len(graph.vertices) - 1,
        "value": number_json(graph.output.node.value),
        "gradients": wire.leaves(),
        "nodes": wire.nodes(),
        "edges": wire.edges,
        "steps": wire.steps(),
        "mentions": [],
        "problems": [problem_json(each, span) for each in problems],
        "own_engine": _about(report, wire, span),
    }
    if wire.folding.all:
        answer["groups"] = wire.folding.all
    if report.outcome.printed:
        answer["printed"] = report.outcome.printed.splitlines()
    return answer


def number_json(value: Any) -> Json:
    """A number or array for JSON; None for anything else."""
    value = plain(value)
    if isinstance(value, np.ndarray):
        return data_json(np.asarray(value, dtype=float)) if value.ndim else data_json(float(value))
    return data_json(float(value)) if isinstance(value, int | float | np.generic) else None


class _Wire:
    """Nodes, edges and steps of one graph of objects."""

    def __init__(self, report: Report, graph: ObjectGraph, span: Spans) -> None:
        self.report = report
        self.graph = graph
        self.span = span
        self.ids = {id(each.of): place for place, each in enumerate(graph.vertices)}
        self.folding = Folding(report.recorder, graph, lambda at: span(report.machine.places.span(at)))
        self.edges: list[Json] = []
        self.between: dict[tuple[int, int], list[int]] = {}
        self.sources: list[list[int]] = [[] for _ in graph.vertices]
        """For each node the sources of its edges, in their order."""
        self._lay_edges()

    def leaves(self) -> dict[str, Json]:
        """The engine's gradients of what was computed from nothing, by name."""
        return {
            name: number_json(each.theirs)
            for each in self.graph.vertices
            if not each.inputs and (name := self.name(each)) is not None
        }

    def name(self, vertex: Vertex) -> str | None:
        """What the program calls an object."""
        return self.report.recorder.called(vertex.of)

    def nodes(self) -> list[Json]:
        """A node for each object."""
        return [self._node(place, each) for place, each in enumerate(self.graph.vertices)]

    def _node(self, place: int, vertex: Vertex) -> Json:
        value = vertex.node.value
        name = self.name(vertex)
        asked = self.report.recorder.asked_at.get(id(vertex.of)) or vertex.at
        role = self._role(vertex, is_given=literal_of(asked) is not None)
        literal = literal_of(asked) if not vertex.inputs and np.ndim(value) == 0 else None
        written = self.span(self.report.machine.places.span(literal))
        node = {
            "id": place,
            "name": name,
            "op": _operation(vertex),
            "role": role,
            "inputs": self.sources[place],
            "shape": list(np.shape(value)),
            "data": number_json(value),
            "grad": number_json(vertex.theirs),
            "span": self.span(self.report.machine.places.span(asked)),
            "right": number_json(vertex.right),
            "kind": vertex.of.user_class.name,
        }
        if id(vertex.of) in self.graph.wrong:
            node["wrong"] = True
        if self.folding.all:
            node["group"] = self.folding.of[place]
        return node if written is None else {**node, "literal": written}

    def _role(self, vertex: Vertex, *, is_given: bool) -> str:
        if vertex is self.graph.output:
            return "output"
        if vertex.inputs:
            return "intermediate"
        return "input" if is_given and np.ndim(vertex.node.value) == 0 else "parameter" if self.name(vertex) else "constant"

    def _lay_edges(self) -> None:
        """An edge for each use of a value: as often as an operation of ours takes it, else once."""
        for target, vertex in enumerate(self.graph.vertices):
            for slot, source in enumerate(_slots(vertex)):
                self.sources[target].append(self.ids[id(source.of)])
                self.between.setdefault((target, self.ids[id(source.of)]), []).append(len(self.edges))
                self.edges.append(
                    {
                        "id": len(self.edges),
                        "source": self.ids[id(source.of)],
                        "target": target,
                        "slot": slot,
                        "local": None,
                        "contribution": None,
                        "how": None,
                    }
                )

    def steps(self) -> list[Json]:
        """The timeline: each value, then each store of a gradient, in the engine's own order."""
        steps: list[Json] = [{"phase": "forward", "node": place} for place, each in enumerate(self.graph.vertices) if each.inputs]
        used: dict[int, int] = {}
        mistake = self.report.mistake
        for place, event in enumerate(self.graph.found.events):
            target = self.ids.get(id(event.store.of))
            source = None if event.source is None else self.ids.get(id(event.source))
            if target is None:
                continue
            step: Json = {"phase": "backward", "total": number_json(event.store.value)}
            edges = self.between.get((source, target), []) if source is not None else []
            if edges:
                edge = edges[min(used.get(edges[0], 0), len(edges) - 1)]
                used[edges[0]] = used.get(edges[0], 0) + 1
                self.edges[edge] |= {"contribution": number_json(event.sent), "how": "scale", "local": _local(event)}
                step["edge"] = edge
            elif source is None:
                step["node"] = target
            else:
                continue
            step["span"] = self.span(self.report.machine.places.span(event.store.at))
            if mistake is not None and mistake.event == place:
                step["wrong"] = True
            if event.replaced:
                step["assigned"] = True
                if np.any(event.before):
                    step["replaced"] = True
            steps.append(step)
        return steps


def _local(event: Any) -> Json:
    if np.ndim(event.upstream) or np.ndim(event.sent) or event.upstream is None or float(event.upstream) == 0.0:
        return None
    with np.errstate(all="ignore"):
        return data_json(float(event.sent) / float(event.upstream))


def _operation(vertex: Vertex) -> str | None:
    """The operation of a node: ours where the engine applied one alone, else as the engine names it."""
    if not vertex.inputs:
        return None
    known = vertex.operation
    labels = [readable(value) for value in vertex.of.members.values() if isinstance(value, str) and 0 < len(value) <= 20]
    named = next((each.lower() for each in labels if each.lower() in OPERATIONS), None)
    return named or known or next(iter(labels), None) or "own"


def _slots(vertex: Vertex) -> list[Vertex]:
    """The inputs of an object, one that is used twice by a single operation twice."""
    by_node = {id(each.node): each for each in vertex.inputs}
    direct = [by_node[id(each)] for each in vertex.node.inputs if id(each) in by_node]
    return direct if len(direct) > len(vertex.inputs) else vertex.inputs


def _about(report: Report, wire: _Wire, span: Spans) -> Json:
    """What is found: the roles of attributes, whether all is right, and the first mistake."""
    assert report.roles is not None
    graph = wire.graph
    compared = [each for each in graph.vertices if each.right is not None and each.theirs is not None]
    found: dict[str, Json] = {
        "verdict": "wrong" if report.mistake else "unknown" if graph.unknown or not compared else "right",
        "value": report.roles.value,
        "gradient": report.roles.gradient or report.roles.tangent,
        "mode": "forward" if report.roles.tangent else "reverse",
        "question": report.unclear,
        "passes": len(report.passes),
        "shown": report.shown,
        "agreeing": sum(close(each.theirs, each.right) for each in compared),
        "compared": len(compared),
        "mistake": None if report.mistake is None else mistake_json(report, report.mistake, span),
    }
    return found


def mistake_json(report: Report, mistake: Mistake, span: Spans) -> Json:
    """A mistake with its place, its numbers and what to do about it."""
    ids = {} if report.graph is None else {id(each.of): place for place, each in enumerate(report.graph.vertices)}
    vertex, source = mistake.vertex, mistake.source
    return {
        "kind": str(mistake.kind),
        "message": str(worded(report, mistake).message),
        "hint": str(worded(report, mistake).hint or ""),
        "span": span(report.machine.places.span(mistake.at)),
        "node": None if vertex is None else ids.get(id(vertex.of)),
        "source": None if source is None else ids.get(id(source.of)),
        "theirs": number_json(mistake.theirs),
        "right": number_json(mistake.right),
        "rule": _rule(mistake),
    }


def _rule(mistake: Mistake) -> str | None:
    """The rule of the operation whose local derivative is wrong."""
    if mistake.kind is not Kind.LOCAL or mistake.source is None or mistake.vertex is None:
        return None
    name = mistake.source.operation
    record = OPERATIONS.get(name) if name else None
    slots = [each.of for each in _slots(mistake.source)]
    if record is None or mistake.vertex.of not in slots:
        return None
    rule = record.rules[min(slots.index(mistake.vertex.of), len(record.rules) - 1)]
    written = getattr(rule, "text", None)
    return written if isinstance(written, str) else None


def worded(report: Report, mistake: Mistake) -> Problem:
    """A mistake in words."""
    numbers = {"theirs": _short(mistake.theirs), "right": _short(mistake.right)}
    name = _called(report, mistake.vertex)
    key = _KEYS[mistake.kind]
    message = say(key, name=name, source=_called(report, mistake.source), **numbers)
    ids = {} if report.graph is None else {id(each.of): place for place, each in enumerate(report.graph.vertices)}
    node = ids.get(id(mistake.vertex.of)) if mistake.vertex is not None else None
    code = Code.OWN_ENGINE if report.graph else Code.OWN_ENGINE_STOPPED
    return Problem(code, message, say(f"{key}.hint"), report.machine.places.span(mistake.at), node)


def _called(report: Report, vertex: Vertex | None) -> str:
    if vertex is None:
        return "?"
    return report.recorder.called(vertex.of) or f"{vertex.of.user_class.name}({_short(vertex.node.value)})"


def _short(value: Any) -> str:
    if value is None:
        return "—"
    text = f"{float(value):.6g}" if np.ndim(value) == 0 else np.array2string(np.asarray(value, float), precision=4, threshold=12)
    return " ".join(text.split())[:120]


def _problems(report: Report) -> list[Problem]:
    found = [*report.machine.notes]
    if report.mistake is not None:
        found.append(worded(report, report.mistake))
    error = report.outcome.error
    if error is not None:
        name = error.user_class.name if hasattr(error, "user_class") else type(error).__name__
        place = report.machine.places.span(report.outcome.error_at)
        message = say("own-raised", name=name, text=readable(str(error)[:300]))
        found.append(Problem(Code.OWN_ENGINE if report.graph else Code.OWN_ENGINE_STOPPED, message, None, place))
    if report.graph is not None and report.graph.unknown:
        found.append(Problem(Code.OWN_ENGINE, say("own-unknown-operation", name=report.graph.unknown), None, None))
    if report.refused is not None:
        found += report.refused.problems
    if report.recorder.ended:
        key = "own-watched-part" if report.passes else "own-watched-none"
        message = say(key, passes=len(report.passes), numbers=len(report.recorder.stores))
        found.append(Problem(Code.OWN_ENGINE if report.graph else Code.OWN_ENGINE_STOPPED, message, say(f"{key}.hint")))
    if report.unclear:
        question = say("own-which-gradient", names=", ".join(report.unclear))
        found.append(Problem(Code.OWN_ENGINE_QUESTION, question, None, None, choices=tuple(report.unclear)))
    return found


def _nothing(report: Report) -> Problem:
    return Problem(Code.OWN_ENGINE_STOPPED, say("own-no-graph"), say("own-no-graph.hint"), (0, len(report.machine.places.text)))
