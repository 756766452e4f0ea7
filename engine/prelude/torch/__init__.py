"""PyTorch. Each name is one `def` with its own signature; files whose names begin with `_` are parts of this module."""

from backpass.engine.python.libraries.natives import (
    Size as _Size,
)
from backpass.engine.python.libraries.natives import (
    bool_kind,
    float16_kind,
    float32_kind,
    float64_kind,
    int8_kind,
    int16_kind,
    int32_kind,
    int64_kind,
    uint8_kind,
)
from backpass.engine.python.libraries.natives import (
    default_kind as _default_kind,
)
from backpass.engine.python.libraries.natives import (
    differs as _differs,
)
from backpass.engine.python.libraries.natives import (
    e as _e,
)
from backpass.engine.python.libraries.natives import (
    inf as _inf,
)
from backpass.engine.python.libraries.natives import (
    is_tensor as _is_tensor,
)
from backpass.engine.python.libraries.natives import (
    nan as _nan,
)
from backpass.engine.python.libraries.natives import (
    pi as _pi,
)
from backpass.engine.python.libraries.natives import (
    set_default_kind as _set_default_kind,
)

from ._arithmetic import *
from ._comparisons import *
from ._creation import *
from ._linear_algebra import *
from ._modes import *
from ._pointwise import *
from ._reductions import *
from ._shapes import *
from ._tensor import Tensor

float = float32 = float32_kind
double = float64 = float64_kind
half = float16 = float16_kind
long = int64 = int64_kind
int = int32 = int32_kind
short = int16 = int16_kind
int8 = int8_kind
uint8 = uint8_kind
bool = bool_kind
FloatTensor = Tensor
channels_last = contiguous_format = preserve_format = strided = None
Size = _Size
pi = _pi
e = _e
inf = _inf
nan = _nan


def is_tensor(obj):
    return _is_tensor(obj)


def LongTensor(data):
    from ._creation import tensor

    return tensor(data, dtype=int64_kind)


def device(type="cpu", index=None):
    _differs("device")
    return "cpu"


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    pass


def get_default_dtype():
    return _default_kind()


def set_default_dtype(d):
    _set_default_kind(d)


class finfo:
    def __init__(self, type=None):
        bits = {"float16": 16, "float64": 64}.get(f"{float32_kind if type is None else type}".removeprefix("torch."), 32)
        digits, least = {16: (10, -14), 32: (23, -126), 64: (52, -1022)}[bits]
        self.bits, self.eps = bits, 2.0**-digits
        self.tiny = self.smallest_normal = 2.0**least
        self.max = (2 - self.eps) * 2.0 ** (1 - least)
        self.min = -self.max
        self.resolution = {16: 1e-3, 32: 1e-6, 64: 1e-15}[bits]
