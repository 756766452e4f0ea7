"""Going through arrays by their places, and what NumPy knows of its numbers."""

from itertools import product

from backpass.engine.python.libraries.array_natives import as_array, kind_name, refuse


def ndindex(*shape):
    lengths = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    return product(*[range(each) for each in lengths])


def ndenumerate(arr):
    source = as_array(arr)
    return zip(ndindex(source.shape), source.flat, strict=True)


class nditer:
    def __init__(self, op, flags=None, op_flags=None):
        self.array = as_array(op)
        self.places = list(ndindex(self.array.shape))
        self.place = 0

    @property
    def finished(self):
        return self.place >= len(self.places)

    @property
    def multi_index(self):
        return self.places[self.place]

    def iternext(self):
        self.place += 1
        return not self.finished

    def __getitem__(self, key):
        return self.array[(*self.multi_index, ...)]

    def __iter__(self):
        return iter([self.array[(*each, ...)] for each in self.places])

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        pass


class finfo:
    def __init__(self, dtype):
        if kind_name(dtype) != "float64":
            refuse("finfo")
        self.eps = 2.220446049250313e-16
        self.max = 1.7976931348623157e308
        self.min = -1.7976931348623157e308
        self.tiny = self.smallest_normal = 2.2250738585072014e-308
        self.bits = 64


class iinfo:
    def __init__(self, type):
        if kind_name(type) != "int64":
            refuse("iinfo")
        self.max = 9223372036854775807
        self.min = -9223372036854775808
        self.bits = 64
