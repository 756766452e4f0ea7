"""Optimisers, which move parameters against their gradients: `import backpass.optim as optim`.

>>> from backpass import Tensor, optim
>>> x = Tensor(4.0)
>>> (x * x).backward()
>>> optim.SGD([x], lr=0.1).step()
>>> round(x.item(), 6)
3.2
"""

from backpass.engine.learning.optim import SGD, Adam, AdamW, Optimizer, RMSprop

__all__ = ["SGD", "Adam", "AdamW", "Optimizer", "RMSprop"]
