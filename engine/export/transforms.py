"""How a call of an operation on whole arrays is written: the library's own function, with the same options.

Knows options such as axis and key; the functions that are called otherwise than NumPy's stand in the target's table.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from backpass.engine.export.target_libraries import TargetLibrary
from backpass.engine.graph.tensor import Tensor
from backpass.engine.operations import Family, Options
from backpass.engine.shapes import axes_of


def transform_source(target: TargetLibrary, tensor: Tensor, arguments: Sequence[str]) -> str | None:
    """The source of a node that a `Transform` made; None where the target cannot express it."""
    record = tensor.operation
    assert record is not None
    options = tensor.options or {}
    template = target.transforms.get(record.name)
    of_numpy = f"{target.arrays}.{record.name}"  # the libraries have NumPy's names
    if template is None and target.arrays and hasattr(np, record.name) and target.has(of_numpy, options):
        template = f"{of_numpy}({{arguments}}{{options}})"
    if template is None or _beyond(target, record.name, options):
        return None
    if compares_classes(tensor):
        return target.loss_of_classes.format(*arguments) if target.loss_of_classes else None
    shape = tensor.inputs[0].shape
    listed = ", ".join(arguments)
    return template.format(
        *arguments,
        arguments=f"[{listed}]" if record.variadic else listed,
        options="".join(f", {name}={value!r}" for name, value in options.items()),
        axis=options.get("axis", -1),
        axes=axes_of(options.get("axis"), shape) if "{axes}" in template else (),
        keepdims=bool(options.get("keepdims")),
        order=axes_of(options.get("axes"), shape) if options.get("axes") else tuple(range(len(shape)))[::-1],
        ddof=options.get("ddof", 0),
        shape=options.get("shape"),
        key=_written(options.get("key", ())),
    )


def compares_classes(tensor: Tensor) -> bool:
    """Whether a node is a loss whose targets are numbers of classes, which have no gradient."""
    record = tensor.operation
    whole = record is not None and record.family is Family.LOSS and not record.elementwise
    return whole and tensor.inputs[0].shape != tensor.inputs[1].shape


def _beyond(target: TargetLibrary, name: str, options: Options) -> bool:
    """Whether the options are more than the library's function takes."""
    several = isinstance(options.get("axis"), tuple) and len(options["axis"]) > 1
    backwards = any(isinstance(each, slice) and (each.step or 1) < 0 for each in options.get("key", ()))
    return (several and name in target.one_axis_only) or (backwards and not target.slices_backwards)


def _written(key: Sequence[Any]) -> str:
    """What stands between the brackets. A list that stands there alone keeps a comma, since JAX takes it for nothing else."""
    alone = len(key) == 1 and isinstance(key[0], tuple)
    return ", ".join(map(_index, key)) + "," * alone


def _index(key: Any) -> str:
    """An index as it is written between brackets."""
    if isinstance(key, tuple):
        return repr(list(key))
    if not isinstance(key, slice):
        return "..." if key is Ellipsis else repr(key)
    start, stop, step = ("" if each is None else repr(each) for each in (key.start, key.stop, key.step))
    return f"{start}:{stop}" + (f":{step}" if step else "")
