"""How the values and gradients of a captured model fare, by layer, and where the first number went wrong.

Reads the plain data of a graph, so that it says the same of a graph that was saved and read back.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, NamedTuple

import numpy as np

Json = Any
_SPECIAL = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


@dataclass(frozen=True, slots=True)
class LayerHealth:
    """What is known of one layer: the nodes of one group outside of every other. None where nothing was recorded."""

    layer: str
    nodes: int
    value_norm: float | None
    """The norm of the layer's last recorded value."""
    gradient_norm: float | None
    """The norm of the gradient with respect to that value."""
    parameter_norm: float | None
    """Of all parameters that the layer is the first to use."""
    parameter_gradient_norm: float | None
    zeros: float | None
    """The share of zeros in the last recorded value: dead units after a relu."""
    nonfinite: int
    """How many of its values and gradients have elements that are NaN or infinite."""


class NonFinite(NamedTuple):
    """The first value, in the order of evaluation, that has an element that is NaN or infinite."""

    node: int
    name: str
    file: str | None
    line: int | None

    def __str__(self) -> str:
        return self.name if self.file is None else f"{self.name}, line {self.line} of {self.file}"


@dataclass(frozen=True, slots=True)
class Health:
    """`str(health)` is a table of the layers, and a last line with the first value that is not finite, where there is one."""

    layers: Sequence[LayerHealth]
    first_non_finite: NonFinite | None

    def __str__(self) -> str:
        heading = ("layer", "nodes", "value", "gradient", "parameters", "their gradient", "zeros", "not finite")
        lines = [heading, *(_line(each) for each in self.layers)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = ["  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip() for line in lines]
        if self.first_non_finite:
            table.append(f"first non-finite value: {self.first_non_finite}")
        return "\n".join(table)

    __repr__ = __str__


def _line(layer: LayerHealth) -> tuple[str, ...]:
    norms = (layer.value_norm, layer.gradient_norm, layer.parameter_norm, layer.parameter_gradient_norm)
    zeros = "—" if layer.zeros is None else f"{layer.zeros:.0%}"
    return (
        layer.layer,
        str(layer.nodes),
        *("—" if each is None else f"{each:.3g}" for each in norms),
        zeros,
        str(layer.nonfinite),
    )


class _Numbers(NamedTuple):
    """What a layer's table says of one array."""

    norm: float | None
    zeros: float
    nonfinite: float


def health_of(graph: Mapping[str, Json]) -> Health:
    """The health of a graph that `engine.capture.captured_trace` wrote, or the API."""
    paths = _paths(graph.get("groups", []))
    layers: dict[str, list[Json]] = {}
    layer_of: dict[int, str] = {}
    for node in graph["nodes"]:
        if node["op"] is not None:
            layer_of[node["id"]] = _layer(paths, node)
            layers.setdefault(layer_of[node["id"]], []).append(node)
    parameters: dict[str, list[Json]] = {name: [] for name in layers}
    seen: set[int] = set()
    for node in graph["nodes"]:
        for source in node["inputs"]:
            if graph["nodes"][source]["role"] == "parameter" and source not in seen:
                seen.add(source)
                parameters[layer_of[node["id"]]].append(graph["nodes"][source])
    return Health([_health(name, nodes, parameters[name]) for name, nodes in layers.items()], _first(graph["nodes"], paths))


def _paths(groups: Sequence[Json]) -> list[list[str]]:
    """Per group, the names from the outermost group to it."""
    paths: list[list[str]] = []
    for group in groups:
        around = [] if group["parent"] is None else paths[group["parent"]]
        paths.append([*around, group["name"]])
    return paths


def _layer(paths: Sequence[Sequence[str]], node: Json) -> str:
    """The innermost module of a node: of its groups the last that holds a module; groups of single calls have no dots."""
    group = node.get("group")
    if group is None:
        return "—"
    modules = [name for name in paths[group] if not name.endswith("()")]
    return modules[-1] if modules else "—"


def _health(name: str, nodes: Sequence[Json], parameters: Sequence[Json]) -> LayerHealth:
    values = [(node, numbers) for node in nodes if (numbers := _numbers(node, "data"))]
    last = values[-1] if values else None
    gradient = _numbers(last[0], "grad") if last else None
    of_nodes = [*nodes, *parameters]
    bad = sum(1 for node in of_nodes for row in ("data", "grad") if (found := _numbers(node, row)) and found.nonfinite)
    return LayerHealth(
        name,
        len(nodes),
        last[1].norm if last else None,
        gradient.norm if gradient else None,
        _together(parameters, "data"),
        _together(parameters, "grad"),
        last[1].zeros if last else None,
        bad,
    )


def _together(nodes: Sequence[Json], row: str) -> float | None:
    """The norm of several arrays as one; None where one of them was not recorded, or there is none."""
    norms = [found.norm if (found := _numbers(node, row)) else None for node in nodes]
    if not norms or any(norm is None for norm in norms):
        return None
    return hypot(*(norm for norm in norms if norm is not None))


def _numbers(node: Json, row: str) -> _Numbers | None:
    """None where nothing was recorded."""
    summary = node.get("summary", {}).get(row)
    if summary is not None:
        return _Numbers(summary["norm"], summary["zeros"], summary["nonfinite"])
    if node[row] is None:
        return None
    flat = np.array(list(_flat(node[row])))
    if not flat.size:
        return _Numbers(0.0, 0.0, 0.0)
    finite = flat[np.isfinite(flat)]
    norm = float(np.linalg.norm(finite)) if finite.size else None
    return _Numbers(norm, float((flat == 0).mean()), 1.0 - finite.size / flat.size)


def _flat(value: Json) -> Iterator[float]:
    if isinstance(value, list):
        for each in value:
            yield from _flat(each)
    else:
        yield _SPECIAL[value] if isinstance(value, str) else value


def _first(nodes: Sequence[Json], paths: Sequence[Sequence[str]]) -> NonFinite | None:
    for node in nodes:
        numbers = _numbers(node, "data")
        if numbers and numbers.nonfinite:
            site = node.get("site", {})
            layer = _layer(paths, node)
            name = node["name"] or (node["op"] or "input") if layer == "—" else layer
            return NonFinite(node["id"], name, site.get("file"), site.get("line"))
    return None
