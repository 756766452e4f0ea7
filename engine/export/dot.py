"""A graph in the DOT language of Graphviz: value cards with data and gradient, operations between them or on them."""

from backpass.engine.export.captions import Caption, captions, is_ordered
from backpass.engine.serialization.computation import Computation

_SPECIAL = str.maketrans({character: f"\\{character}" for character in '\\"{}|<>'} | {"\n": " ", "\r": " ", "\t": " "})
"""What has a meaning in the label of a record, and how it is written there."""
_STYLES = {
    "input": "style=rounded",
    "constant": "style=dashed",
    "intermediate": "style=solid",
    "output": "style=bold",
}


def dot(computation: Computation, operation_nodes: bool = True) -> str:
    """Edges carry the number of their slot where the inputs may not change places. `a*a` has two edges."""
    lines = ["digraph backpass {", "  rankdir=LR;", '  node [shape=record, fontname="Helvetica", fontsize=11];']
    shown = captions(computation)
    for node, caption in enumerate(shown):
        lines.append(f'  n{node} [label="{_label(caption, with_glyph=not operation_nodes)}", {_STYLES[caption.kind]}];')
        if caption.glyph and operation_nodes:
            lines += [f'  o{node} [label="{_escaped(caption.glyph)}", shape=circle];', f"  o{node} -> n{node};"]
    for node, tensor in enumerate(computation.tensors):
        user = f"o{node}" if operation_nodes else f"n{node}"
        for slot, source in enumerate(tensor.inputs):
            port = f' [headlabel="{slot + 1}"]' if is_ordered(tensor) else ""
            lines.append(f"  n{computation.ids[source]} -> {user}{port};")
    return "\n".join([*lines, "}", ""])


def _label(caption: Caption, *, with_glyph: bool) -> str:
    glyph = caption.glyph if with_glyph else None
    parts = [glyph, caption.name, f"data {caption.data}", None if caption.grad is None else f"grad {caption.grad}"]
    return " | ".join(_escaped(part) for part in parts if part)


def _escaped(text: str) -> str:
    return text.translate(_SPECIAL)
