"""`autograd.misc`."""

from .flatten import flatten
