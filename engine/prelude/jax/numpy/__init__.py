"""`jax.numpy`: NumPy's functions, laid out once more with arrays of JAX, and what JAX has otherwise."""

from backpass.engine.python.libraries.jax_natives import apply as _apply
from backpass.engine.python.libraries.jax_natives import array as _array_of
from backpass.engine.python.libraries.jax_natives import as_array as _as_array
from backpass.engine.python.libraries.jax_natives import bool_ as _bool
from backpass.engine.python.libraries.jax_natives import e as _e
from backpass.engine.python.libraries.jax_natives import euler_gamma as _euler_gamma
from backpass.engine.python.libraries.jax_natives import float32 as _float32
from backpass.engine.python.libraries.jax_natives import float64 as _float64
from backpass.engine.python.libraries.jax_natives import floating as _floating
from backpass.engine.python.libraries.jax_natives import inf as _inf
from backpass.engine.python.libraries.jax_natives import int32 as _int32
from backpass.engine.python.libraries.jax_natives import int64 as _int64
from backpass.engine.python.libraries.jax_natives import integer as _integer
from backpass.engine.python.libraries.jax_natives import nan as _nan
from backpass.engine.python.libraries.jax_natives import pi as _pi
from backpass.engine.python.libraries.jax_natives import plainly as _plainly
from backpass.engine.python.libraries.jax_natives import refuse as _refuse

from ._arithmetic import *
from ._array import Array
from ._comparisons import *
from ._creation import *
from ._linear_algebra import *
from ._pointwise import *
from ._printing import *
from ._reductions import *
from ._selections import *
from ._shapes import *

ndarray = Array
float32 = _float32
float64 = double = float_ = _float64
int32 = _int32
int64 = int_ = _int64
bool_ = bool = _bool
floating = _floating
integer = _integer
newaxis = None
pi = _pi
e = _e
euler_gamma = _euler_gamma
inf = _inf
nan = _nan


def array(object, dtype=None, copy=True, order="K", ndmin=0):
    return _array_of(object, dtype, True, ndmin)


def asarray(a, dtype=None, order=None, *, copy=None):
    return _array_of(a, dtype, False)


def clip(arr=None, /, min=None, max=None, *, a=None, a_min=None, a_max=None):
    source = _as_array(a if arr is None else arr)
    low = a_min if min is None else min
    high = a_max if max is None else max
    ends = [each for each in (low, high) if each is not None]
    at_end = [each for each in ends if _plainly("any", source == each)]
    if len(ends) < 2 or at_end:  # where half of the gradient goes to the end
        found = source if low is None else _apply("maximum", source, low)
        return found if high is None else _apply("minimum", found, high)
    return _apply("clip", source, low, high)


def einsum(*operands, **options):
    return _refuse("einsum")


def permute_dims(a, /, axes):
    from ._shapes import transpose

    return transpose(a, axes)
