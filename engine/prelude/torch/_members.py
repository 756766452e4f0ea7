"""Methods of tensors that are no functions of the library, each laid out when it is first called."""

from backpass.engine.python.libraries.natives import (
    apply,
    array_of,
    cast,
    detached,
    differs,
    filled,
    float16_kind,
    float32_kind,
    float64_kind,
    hooked,
    int64_kind,
    is_leaf,
    is_tensor,
    kind_of,
    need_gradient,
    nested,
    retained,
    set_data,
    shape_of,
    size_of,
    tensor_of,
)
from backpass.engine.python.libraries.natives import backward as _backward
from backpass.engine.python.libraries.natives import item as _item


def size(self, dim=None):
    return shape_of(self) if dim is None else shape_of(self)[dim]


def dim(self):
    return len(shape_of(self))


def nelement(self):
    return size_of(self)


def item(self):
    return _item(self)


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
    _backward([self], [gradient], retain_graph, create_graph, wanted)


def double(self):
    return cast(self, float64_kind)


def half(self):
    return cast(self, float16_kind)


def long(self):
    return cast(self, int64_kind)


def type_as(self, other):
    return cast(self, kind_of(other))


def to(self, *wanted, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    for each in wanted:
        if is_tensor(each):
            dtype = kind_of(each)
        elif isinstance(each, str):
            differs("device")
        elif not isinstance(each, bool):
            dtype = each
    return cast(self, dtype)


def cpu(self):
    return self


def cuda(self, device=None, non_blocking=False):
    differs("device")
    return self


def contiguous(self, memory_format=None):
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
