"""`jax.Array`: what is no function of the library. All other methods are in `_methods`."""

from backpass.engine.python.libraries.jax_natives import ArrayBase, shape_of, size_of, type_of, updated


class _Places:
    def __init__(self, array, key):
        self._array = array
        self._key = key

    def get(self, *, indices_are_sorted=False, unique_indices=False, mode=None, fill_value=None):
        return self._array[self._key]

    def set(self, values, *, indices_are_sorted=False, unique_indices=False, mode=None):
        return updated(self._array, self._key, "set", values)

    def add(self, values, *, indices_are_sorted=False, unique_indices=False, mode=None):
        return updated(self._array, self._key, "add", values)

    def subtract(self, values, *, indices_are_sorted=False, unique_indices=False, mode=None):
        return updated(self._array, self._key, "subtract", values)

    def multiply(self, values, *, indices_are_sorted=False, unique_indices=False, mode=None):
        return updated(self._array, self._key, "multiply", values)

    def mul(self, values, *, indices_are_sorted=False, unique_indices=False, mode=None):
        return updated(self._array, self._key, "multiply", values)

    def divide(self, values, *, indices_are_sorted=False, unique_indices=False, mode=None):
        return updated(self._array, self._key, "divide", values)

    def power(self, values, *, indices_are_sorted=False, unique_indices=False, mode=None):
        return updated(self._array, self._key, "power", values)

    def min(self, values, *, indices_are_sorted=False, unique_indices=False, mode=None):
        return updated(self._array, self._key, "minimum", values)

    def max(self, values, *, indices_are_sorted=False, unique_indices=False, mode=None):
        return updated(self._array, self._key, "maximum", values)


class _At:
    def __init__(self, array):
        self._array = array

    def __getitem__(self, key):
        return _Places(self._array, key)


class Array(ArrayBase):
    __slots__ = ()

    def __deepcopy__(self, memo):
        return self

    @property
    def at(self):
        return _At(self)

    @property
    def shape(self):
        return shape_of(self)

    @property
    def dtype(self):
        return type_of(self)

    @property
    def ndim(self):
        return len(shape_of(self))

    @property
    def size(self):
        return size_of(self)

    @property
    def T(self):
        return self.transpose()

    @property
    def mT(self):
        return self.swapaxes(-1, -2)

    @property
    def real(self):
        return self

    @property
    def itemsize(self):
        return type_of(self).itemsize

    @property
    def nbytes(self):
        return size_of(self) * type_of(self).itemsize
