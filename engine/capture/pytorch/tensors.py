"""Records of PyTorch's tensors. Nothing here changes a tensor, or its graph."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from math import isfinite
from typing import Any

import torch

from backpass.engine.capture import summaries
from backpass.engine.capture.refusals import refused
from backpass.engine.capture.summaries import BINS, MAX_ELEMENTS, Recorded, Summary, recorded
from backpass.engine.messages import say


def dtype_name(dtype: torch.dtype) -> str:
    """`float32`."""
    return str(dtype).removeprefix("torch.")


def kept(tensor: Any, most_elements: int = MAX_ELEMENTS) -> Recorded:
    """The record of a tensor on any device and of any layout: all of it up to `most_elements`, else a summary.

    None for tensors without numbers of their own (those inside of `vmap`, and on the device `meta`). Raises CaptureError for
    complex numbers.
    """
    plain = tensor.detach()
    if _is_plain(plain) and plain.numel() <= most_elements:
        return recorded(plain.numpy(), "", "", most_elements)
    if plain.is_meta or torch._C._functorch.is_functorch_wrapped_tensor(plain):
        return None
    if plain.is_complex():
        raise refused(say("capture-complex"), say("capture-complex.hint"))
    if plain.layout is not torch.strided:
        plain = plain.to_dense()
    if plain.is_quantized:
        plain = plain.dequantize()
    plain = plain.resolve_neg()
    dtype, device = dtype_name(tensor.dtype), str(tensor.device)
    if not plain.shape or plain.numel() <= most_elements:
        return recorded(plain.to("cpu", torch.float64).numpy(), dtype, device, most_elements)
    if plain.device.type != "cpu":
        return summarised_on_device(plain, dtype, device)
    if plain.dtype not in _READ:
        plain = plain.to(torch.float32 if plain.dtype in _NARROW else torch.float64)
    return summaries.summarised(plain.numpy(), dtype, device)


def _is_plain(detached: Any) -> bool:
    """Whether a tensor can be read as it is, without the ways that all others take: most are, and there may be many."""
    if detached.dtype not in _READ or detached.layout is not torch.strided or detached.device.type != "cpu":
        return False
    return not detached.is_neg() and not torch._C._functorch.is_functorch_wrapped_tensor(detached)


class Records:
    """Makes records of tensors, as `kept`; numbers that are in memory once, such as those of a tensor, of its transpose and of
    what a sum sends back to each of its terms, are summarised once.

    It remembers the latest few, and keeps them alive: their memory cannot become that of other numbers.
    """

    _CAPACITY = 8
    """So many are remembered. Views of a value, and uses of a gradient, follow one another closely."""

    def __init__(self, most_elements: int, *, remembers_all: bool = False) -> None:
        """`remembers_all`: what it is asked for stays alive in any case."""
        self._most_elements = most_elements
        self._remembers_all = remembers_all
        self._moment = 0
        self._latest: OrderedDict[Hashable, tuple[Any, Summary, int]] = OrderedDict()
        self._staying: dict[Hashable, tuple[Any, Summary, int]] = {}

    def code_ran(self) -> None:
        """Code of which nothing is known has run, and may have changed numbers by way of `.data`, which is not counted."""
        self._moment += 1

    def of(self, tensor: Any, *, stays: bool = False) -> Recorded:
        """The record of a tensor as it is now. `stays`: it is asked for again, at the end."""
        place = _place(tensor) if tensor.numel() > self._most_elements else None
        if place is None:
            return kept(tensor, self._most_elements)
        _, known, moment = self._staying.get(place) or self._latest.get(place) or (None, None, 0)
        found: Recorded
        if known is not None and (moment == self._moment or _has(tensor, known)):
            shape = tuple(tensor.shape)
            found = known if known.shape == shape else replace(known, shape=shape)
        else:
            found = kept(tensor, self._most_elements)
        if isinstance(found, Summary):
            if stays:
                self._staying[place] = tensor.detach(), found, self._moment
            self._latest[place] = tensor.detach(), found, self._moment
            self._latest.move_to_end(place)
            if len(self._latest) > self._CAPACITY and not self._remembers_all:
                self._latest.popitem(last=False)
        return found


@torch.no_grad()
def _has(tensor: Any, found: Summary) -> bool:
    """Whether a tensor still has the extremes of its summary: a change by way of `.data`, as hooks make, is not counted."""
    plain = tensor.detach()
    low, high = summaries.extremes(plain.numpy()) if _is_plain(plain) else map(float, plain.aminmax())
    return (low, high) == (found.min, found.max)


def _place(tensor: Any) -> Hashable | None:
    """Where the elements of a tensor are, in whatever order, and which change of them this is; None where that is not known."""
    if torch._C._functorch.is_functorch_wrapped_tensor(tensor) or tensor.layout is not torch.strided or tensor.is_quantized:
        return None
    try:
        start = tensor.data_ptr()
    except RuntimeError:  # tensors without memory of their own
        return None
    is_whole = tensor.is_contiguous()
    runs: list[tuple[int, int]] = [(1, tensor.numel())] if is_whole else []
    for stride, size in () if is_whole else sorted(zip(tensor.stride(), tensor.shape, strict=True), reverse=True):
        if size == 1:
            continue
        if runs and runs[-1][0] == stride * size:  # together as one axis
            runs[-1] = stride, runs[-1][1] * size
        else:
            runs.append((stride, size))
    return (start, tensor.device, tensor.dtype, tensor.is_neg(), version(tensor), *runs) if start else None


def version(tensor: Any) -> int:
    """Counts the changes in place; always 0 for tensors that do not count them."""
    return 0 if tensor.is_inference() else int(tensor._version)


_READ = {torch.float32, torch.float64}
"""The types that are summarised as they are."""
_NARROW = {torch.bool, torch.uint8, torch.int8, torch.int16, torch.float16, torch.bfloat16}
"""Types whose every number is one of float32."""


def summarised_on_device(plain: Any, dtype: str, device: str) -> Summary:
    """As `engine.capture.summaries.summarised` of the tensor's array, but for rounding, without a copy of it on the host."""
    flat = plain.reshape(-1)
    if flat.dtype not in _READ:
        flat = flat.to(torch.float64)
    size = flat.numel()
    zeros = float(size - flat.count_nonzero()) / size
    shape = tuple(plain.shape)
    low, high = map(float, flat.aminmax())
    if not (isfinite(low) and isfinite(high)):
        flat = flat[flat.isfinite()]
        if not flat.numel():
            return Summary(shape, dtype, device, None, None, None, None, zeros, 1.0, (0,) * BINS)
        low, high = map(float, flat.aminmax())
    nonfinite = 1.0 - flat.numel() / size
    largest = max(abs(low), abs(high)) or 1.0
    if not _SMALLEST < largest < _LARGEST:
        return summaries.summarised(plain.to("cpu", torch.float64).numpy(), dtype, device)
    mean = float(flat.mean(dtype=torch.float64))
    norm = float(torch.linalg.vector_norm(flat, dtype=torch.float64))
    counts = _histogram(flat, low, high) if high > low else [flat.numel(), *[0] * (BINS - 1)]
    return Summary(shape, dtype, device, low, high, mean, norm, zeros, nonfinite, tuple(counts))


_MAX_COUNTED = 2**24
"""`histc` counts in the type of its numbers: beyond this, a float32 count no longer grows."""


def _histogram(flat: Any, low: float, high: float) -> list[int]:
    parts = [torch.histc(part, BINS, low, high).to(torch.int64) for part in flat.split(_MAX_COUNTED)]
    return list(map(int, torch.stack(parts).sum(0)))


_SMALLEST, _LARGEST = 1e-30, 1e30
"""Between these, neither squares of float64 numbers nor the range of float32 ones leave what their type can hold."""
