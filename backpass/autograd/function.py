"""What PyTorch has in `torch.autograd.function`: the base class of own functions, their context, and a mark on `backward`."""

from engine import Function, once_differentiable
from engine.library import FunctionContext as FunctionCtx

__all__ = ["Function", "FunctionCtx", "once_differentiable"]
