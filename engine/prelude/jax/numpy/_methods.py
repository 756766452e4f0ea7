"""The functions that are methods of arrays as well."""

from ._arithmetic import clip
from ._comparisons import all, any, argmax, argmin, argsort, nonzero, searchsorted
from ._linear_algebra import trace
from ._members import astype, conj, copy, dot, flatten, item, reshape, round, tolist, transpose
from ._reductions import cumprod, cumsum, max, mean, min, prod, std, sum, var
from ._selections import compress, sort, take
from ._shapes import diagonal, ravel, repeat, squeeze, swapaxes


def block_until_ready(self):
    return self
