"""The names of `torch.autograd`: a class written for PyTorch runs once its import line is changed.

>>> from backpass import Tensor, autograd
>>> class Square(autograd.Function):
...     @staticmethod
...     def forward(ctx, x):
...         ctx.save_for_backward(x)
...         return x**2
...
...     @staticmethod
...     def backward(ctx, grad_output):
...         (x,) = ctx.saved_tensors
...         return grad_output * 2 * x
>>> x = Tensor(3.0, requires_grad=True)
>>> Square.apply(x).backward()
>>> x.grad
6.0
"""

from backpass.engine import Function, enable_grad, grad, no_grad, set_grad_enabled

__all__ = ["Function", "enable_grad", "grad", "no_grad", "set_grad_enabled"]
