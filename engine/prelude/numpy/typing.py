"""`numpy.typing`: names for annotations."""

from backpass.engine.python.libraries.array_natives import ndarray as _ndarray

NDArray = ArrayLike = _ndarray
