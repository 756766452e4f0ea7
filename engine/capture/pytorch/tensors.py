"""Records of PyTorch's tensors. Nothing here changes a tensor, or its graph."""

from math import isfinite
from typing import Any

import torch

from engine.capture import summaries
from engine.capture.refusals import refused
from engine.capture.summaries import BINS, MAX_ELEMENTS, Recorded, Summary, recorded
from engine.messages import say


def dtype_name(dtype: torch.dtype) -> str:
    """`float32`."""
    return str(dtype).removeprefix("torch.")


@torch.no_grad()
def kept(tensor: Any, most_elements: int = MAX_ELEMENTS) -> Recorded:
    """The record of a tensor on any device and of any layout: all of it up to `most_elements`, else a summary.

    None for tensors without numbers of their own (those inside of `vmap`, and on the device `meta`). Raises CaptureError for
    complex numbers.
    """
    plain = tensor.detach()
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
    return summarised(plain, dtype, device)


def summarised(plain: Any, dtype: str, device: str) -> Summary:
    """The summary of a tensor that is not empty, computed where it is: as `engine.capture.summaries.summarised` of its array, but
    for rounding, in a tenth of the time.
    """
    flat = plain.reshape(-1)
    if flat.dtype not in {torch.float32, torch.float64}:
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
