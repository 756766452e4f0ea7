"""NumPy. Each name is one `def` with its own signature; files whose names begin with `_` are parts of this module."""

from backpass.engine.python.libraries.array_natives import (
    bool_ as _bool,
)
from backpass.engine.python.libraries.array_natives import (
    e as _e,
)
from backpass.engine.python.libraries.array_natives import (
    euler_gamma as _euler_gamma,
)
from backpass.engine.python.libraries.array_natives import (
    float64 as _float64,
)
from backpass.engine.python.libraries.array_natives import (
    floating as _floating,
)
from backpass.engine.python.libraries.array_natives import (
    generic as _generic,
)
from backpass.engine.python.libraries.array_natives import (
    inf as _inf,
)
from backpass.engine.python.libraries.array_natives import (
    int64 as _int64,
)
from backpass.engine.python.libraries.array_natives import (
    integer as _integer,
)
from backpass.engine.python.libraries.array_natives import (
    nan as _nan,
)
from backpass.engine.python.libraries.array_natives import (
    ndarray as _ndarray,
)
from backpass.engine.python.libraries.array_natives import (
    number as _number,
)
from backpass.engine.python.libraries.array_natives import (
    pi as _pi,
)

from ._arithmetic import *
from ._comparisons import *
from ._creation import *
from ._iteration import *
from ._linear_algebra import *
from ._pointwise import *
from ._printing import *
from ._reductions import *
from ._selections import *
from ._shapes import *

ndarray = _ndarray
float64 = double = float_ = _float64
int64 = int_ = intp = _int64
bool_ = bool = _bool
number = _number
floating = _floating
integer = _integer
generic = _generic
newaxis = None
pi = _pi
e = _e
euler_gamma = _euler_gamma
inf = _inf
nan = _nan
