"""`numpy.ndarray`: what is no function of the library. All other methods are in `_methods`."""

from backpass.engine.python.libraries.array_natives import ArrayBase, set_shape, shape_of, size_of, type_of


class ndarray(ArrayBase):
    __slots__ = ()

    def __deepcopy__(self, memo):
        return self.copy()

    @property
    def shape(self):
        return shape_of(self)

    @shape.setter
    def shape(self, value):
        set_shape(self, value)

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
    def flat(self):
        return iter(self.reshape(-1))

    @property
    def itemsize(self):
        return type_of(self).itemsize

    @property
    def nbytes(self):
        return size_of(self) * type_of(self).itemsize
