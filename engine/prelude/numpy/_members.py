"""Methods of arrays that are no functions of the library, or take something else, each laid out when it is first called."""

from backpass.engine.python.libraries.array_natives import apply, cast, copied, nested, set_shape
from backpass.engine.python.libraries.array_natives import item as _item

from ._linear_algebra import dot as _dot
from ._pointwise import round as _round
from ._selections import sort as _sort
from ._shapes import reshape as _reshape
from ._shapes import transpose as _transpose


def item(self, *args):
    return _item(self, *args)


def tolist(self):
    return nested(self)


def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
    return cast(self, dtype)


def copy(self, order="C"):
    return copied(self)


def fill(self, value):
    self[...] = value


def flatten(self, order="C"):
    return apply("reshape", _transpose(self) if order == "F" else self, shape=(-1,))


def reshape(self, *shape, order="C", copy=None):
    return _reshape(self, shape[0] if len(shape) == 1 else shape, order)


def resize(self, *shape):
    set_shape(self, shape[0] if len(shape) == 1 else shape)


def transpose(self, *axes):
    if not axes or axes[0] is None:
        return _transpose(self)
    return _transpose(self, axes if isinstance(axes[0], int) else axes[0])


def sort(self, axis=-1, kind=None, order=None):
    self[...] = _sort(self, axis)


def round(self, decimals=0, out=None):
    return _round(self, decimals, out)


def dot(self, b, out=None):
    return _dot(self, b, out)


def conj(self):
    return self
