"""`torch.Tensor`: what is no function of the library. All other methods are in `_methods`."""

from backpass.engine.python.libraries.natives import (
    TensorBase,
    bool_kind,
    cast,
    copied,
    data_of,
    default_kind,
    filled,
    float32_kind,
    gradient_of,
    int32_kind,
    is_leaf,
    kind_of,
    made_by,
    need_gradient,
    needs_gradient,
    retains,
    set_data,
    set_gradient,
    shape_of,
    tensor_of,
    version_of,
)


class Tensor(TensorBase):
    def __new__(cls, *data):
        if len(data) == 1 and not isinstance(data[0], int):
            return tensor_of(data[0], default_kind())
        return filled(data, 0.0)

    def __deepcopy__(self, memo):
        return copied(self)

    @property
    def shape(self):
        return shape_of(self)

    @property
    def dtype(self):
        return kind_of(self)

    @property
    def ndim(self):
        return len(shape_of(self))

    @property
    def device(self):
        return "cpu"

    @property
    def is_cuda(self):
        return False

    @property
    def grad(self):
        return gradient_of(self)

    @grad.setter
    def grad(self, value):
        set_gradient(self, value)

    @property
    def data(self):
        return data_of(self)

    @data.setter
    def data(self, value):
        set_data(self, value)

    @property
    def requires_grad(self):
        return needs_gradient(self)

    @requires_grad.setter
    def requires_grad(self, value):
        need_gradient(self, value)

    @property
    def is_leaf(self):
        return is_leaf(self)

    @property
    def retains_grad(self):
        return retains(self)

    @property
    def grad_fn(self):
        return made_by(self)

    @property
    def _version(self):
        return version_of(self)

    @property
    def T(self):
        return self.permute(list(range(len(shape_of(self))))[::-1]) if len(shape_of(self)) > 1 else self

    @property
    def mT(self):
        return self.transpose(-1, -2)

    def float(self):
        return cast(self, float32_kind)

    def int(self):
        return cast(self, int32_kind)

    def bool(self):
        return cast(self, bool_kind)

    def type(self, dtype=None):
        return "torch.FloatTensor" if dtype is None else cast(self, dtype)
