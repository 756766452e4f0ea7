"""`torch.Tensor`: what is no function of the library. All other methods are in `_methods`."""

from backpass.engine.python.libraries.natives import (
    TensorBase,
    apply,
    array_of,
    backward,
    bool_kind,
    cast,
    copied,
    data_of,
    detached,
    filled,
    float16_kind,
    float32_kind,
    float64_kind,
    gradient_of,
    hooked,
    int32_kind,
    int64_kind,
    is_leaf,
    is_tensor,
    item,
    kind_of,
    made_by,
    need_gradient,
    needs_gradient,
    nested,
    retained,
    retains,
    set_data,
    set_gradient,
    shape_of,
    size_of,
    tensor_of,
    version_of,
)


class Tensor(TensorBase):
    def __new__(cls, *data):
        if len(data) == 1 and not isinstance(data[0], int):
            return tensor_of(data[0], float32_kind)
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

    def size(self, dim=None):
        return shape_of(self) if dim is None else shape_of(self)[dim]

    def dim(self):
        return len(shape_of(self))

    def nelement(self):
        return size_of(self)

    def item(self):
        return item(self)

    def tolist(self):
        return nested(self)

    def numpy(self, *, force=False):
        return array_of(detached(self) if force else self)

    def detach(self):
        return detached(self)

    def detach_(self):
        need_gradient(self, False) if is_leaf(self) else set_data(self, detached(self))
        return self

    def requires_grad_(self, requires_grad=True):
        need_gradient(self, requires_grad)
        return self

    def retain_grad(self):
        retained(self)

    def register_hook(self, hook):
        return hooked(self, hook)

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        wanted = [inputs] if is_tensor(inputs) else inputs
        backward([self], [gradient], retain_graph, create_graph, wanted)

    def float(self):
        return cast(self, float32_kind)

    def double(self):
        return cast(self, float64_kind)

    def half(self):
        return cast(self, float16_kind)

    def long(self):
        return cast(self, int64_kind)

    def int(self):
        return cast(self, int32_kind)

    def bool(self):
        return cast(self, bool_kind)

    def type_as(self, other):
        return cast(self, kind_of(other))

    def type(self, dtype=None):
        return "torch.FloatTensor" if dtype is None else cast(self, dtype)

    def to(self, *wanted, dtype=None, device=None, non_blocking=False, copy=False):
        for each in wanted:
            if is_tensor(each):
                dtype = kind_of(each)
            elif not isinstance(each, (str, bool)):
                dtype = each
        return cast(self, dtype)

    def cpu(self):
        return self

    def cuda(self, device=None):
        return self

    def contiguous(self):
        return self

    def is_contiguous(self):
        return True

    def is_floating_point(self):
        return kind_of(self) in (float16_kind, float32_kind, float64_kind)

    def new_zeros(self, *size):
        return filled(size[0] if len(size) == 1 and isinstance(size[0], (tuple, list)) else size, 0.0, kind_of(self))

    def new_ones(self, *size):
        return filled(size[0] if len(size) == 1 and isinstance(size[0], (tuple, list)) else size, 1.0, kind_of(self))

    def new_tensor(self, data, *, dtype=None, requires_grad=False):
        return tensor_of(data, dtype or kind_of(self), requires_grad)

    def where(self, condition, y):
        return apply("where", condition, self, y)
