"""How PyTorch shows a tensor: four digits, columns of one width, rows below one another."""

from typing import Any

import numpy as np

from backpass.engine.handles.handle import Handle
from backpass.engine.handles.kinds import default_kind
from backpass.engine.handles.saved import node_name

_DIGITS, _WIDTH, _MAX_SHOWN, _EDGE = 4, 80, 1_000, 3
_BEGINNING = "tensor("


def shown(handle: Handle) -> str:
    """A tensor of any shape as `print` shows it."""
    array = handle.numbers
    flat = array.reshape(-1)
    cut = flat.size > _MAX_SHOWN
    form = _formatter(_edges(array) if cut else flat, handle.kind.rank)
    body = _rows(array, form, len(_BEGINNING), cut=cut) if flat.size or array.ndim else form(array[()])
    more = []
    if handle.kind.name not in (default_kind().name, "int64", "bool") or (not flat.size and handle.kind is not default_kind()):
        more.append(f"dtype={handle.kind!r}")
    if handle.requires_grad:
        more.append("requires_grad=True" if handle.is_leaf else f"grad_fn=<{gradient_name(handle)}>")
    if not flat.size and len(array.shape) != 1:
        more.insert(0, f"size={tuple(array.shape)}")
    return handle.title + _with_more(_BEGINNING + body, more)


def gradient_name(handle: Handle) -> str:
    """What PyTorch calls what made a tensor."""
    operation = handle.node.operation
    assert operation is not None
    return f"{node_name(operation)}Backward0"


def _with_more(text: str, more: list[str]) -> str:
    length = len(text) - text.rfind("\n") - 1
    for each in more:
        if length + len(each) + 2 > _WIDTH:
            text += ",\n" + " " * len(_BEGINNING) + each
            length = len(_BEGINNING) + len(each)
        else:
            text += ", " + each
            length += len(each) + 2
    return text + ")"


def _edges(array: Any) -> Any:
    """The numbers that are shown of a large tensor."""
    parts = []
    for place, length in enumerate(array.shape):
        if length > 2 * _EDGE:
            array = np.concatenate([array.take(range(_EDGE), place), array.take(range(length - _EDGE, length), place)], place)
    parts.append(array)
    return parts[0].reshape(-1)


def _formatter(flat: Any, rank: int) -> Any:
    """What writes one number, all in one width."""
    if rank < 2:
        texts = [str(each) for each in flat.tolist()]
        width = max(map(len, texts), default=1)
        return lambda number: f"{number!s:>{width}}"
    with np.errstate(all="ignore"):
        finite = np.abs(flat.astype(float)[np.isfinite(flat) & (flat != 0)])
    if not finite.size:
        template = "{:.0f}."
    else:
        largest, smallest = float(finite.max()), float(finite.min())
        whole = bool(np.all(finite == np.ceil(finite)))
        far = largest / smallest > 1_000.0 or largest > 1.0e8
        if whole:
            template = "{:.4e}" if far and (largest > 1.0e8 or largest / smallest > 1_000.0) and largest > 1.0e8 else "{:.0f}."
        else:
            template = "{:.4e}" if far or smallest < 1.0e-4 else "{:.4f}"
    written = _writer(template)
    width = max((len(written(each)) for each in flat.tolist()), default=1)
    return lambda number: f"{written(float(number)):>{width}}"


def _writer(template: str) -> Any:
    def write(number: float) -> str:
        if not np.isfinite(number):
            return f"{number}"
        return template.format(number)

    return write


def _rows(array: Any, form: Any, indent: int, *, cut: bool) -> str:
    if array.ndim == 0:
        return str(form(array[()]))
    cut_here = cut and array.shape[0] > 2 * _EDGE
    if array.ndim == 1:
        shown: list[str] = [form(each) for each in array] if not cut_here else [form(each) for each in array[:_EDGE]]
        if cut_here:
            shown += [" ...", *(form(each) for each in array[-_EDGE:])]
        width = len(shown[0]) + 2 if shown else 1
        per_line = max(1, (_WIDTH - indent) // width)
        lines = [", ".join(shown[start : start + per_line]) for start in range(0, len(shown), per_line)] or [""]
        between = ",\n" + " " * (indent + 1)
        return f"[{between.join(lines)}]"
    parts = [_rows(each, form, indent + 1, cut=cut) for each in (array[:_EDGE] if cut_here else array)]
    if cut_here:
        parts += ["...", *(_rows(each, form, indent + 1, cut=cut) for each in array[-_EDGE:])]
    between = "," + "\n" * int(array.ndim - 1) + " " * (indent + 1)
    return f"[{between.join(parts)}]"
