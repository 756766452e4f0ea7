"""What PyTorch has in `torch.autograd`, under the same names: `class Square(backpass.autograd.Function)`."""

from engine import Function, enable_grad, grad, no_grad, set_grad_enabled

__all__ = ["Function", "enable_grad", "grad", "no_grad", "set_grad_enabled"]
