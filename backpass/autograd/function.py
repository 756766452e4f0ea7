"""What PyTorch has in `torch.autograd.function`: the base class of own functions, their context, and a mark on `backward`."""

from backpass.engine import Function, once_differentiable
from backpass.engine.library import FunctionContext as FunctionCtx

__all__ = ["Function", "FunctionCtx", "once_differentiable"]
