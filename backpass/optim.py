"""Optimisers that change parameters along their gradients: `import backpass.optim as optim`."""

from backpass.engine.learning.optim import SGD, Adam, AdamW, Optimizer, RMSprop

__all__ = ["SGD", "Adam", "AdamW", "Optimizer", "RMSprop"]
