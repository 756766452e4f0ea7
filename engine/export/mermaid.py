"""A graph as a Mermaid flowchart, which many wikis and README files draw."""

from backpass.engine.export.captions import Caption, captions, is_ordered
from backpass.engine.serialization.computation import Computation

_SHAPES = {"input": ('(["', '"])'), "constant": ('["', '"]'), "intermediate": ('["', '"]'), "output": ('[["', '"]]')}
"""What stands around the text of a node, by its kind."""


def mermaid(computation: Computation, operation_nodes: bool = True) -> str:
    """Edges carry the number of their slot where the inputs may not change places. `a*a` has two edges."""
    lines = ["flowchart LR"]
    for node, caption in enumerate(captions(computation)):
        begin, end = _SHAPES[caption.kind]
        lines.append(f"  n{node}{begin}{_text(caption, with_glyph=not operation_nodes)}{end}")
        if caption.glyph and operation_nodes:
            lines += [f'  o{node}(("{_escaped(caption.glyph)}"))', f"  o{node} --> n{node}"]
    for node, tensor in enumerate(computation.tensors):
        user = f"o{node}" if operation_nodes else f"n{node}"
        for slot, source in enumerate(tensor.inputs):
            port = f"|{slot + 1}|" if is_ordered(tensor) else ""
            lines.append(f"  n{computation.ids[source]} -->{port} {user}")
    return "\n".join([*lines, ""])


def _text(caption: Caption, *, with_glyph: bool) -> str:
    glyph = caption.glyph if with_glyph else None
    parts = [glyph, caption.name, f"data {caption.data}", None if caption.grad is None else f"grad {caption.grad}"]
    return "<br/>".join(_escaped(part) for part in parts if part)


def _escaped(text: str) -> str:
    """All but letters, digits and spaces as character codes: Mermaid reads Markdown, HTML and signs of its own in labels."""
    return "".join(character if character.isalnum() or character in " .−" else f"#{ord(character)};" for character in text)
