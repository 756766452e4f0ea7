"""Engines as students write them, for the gallery: closures, operation objects, functions with a context, arrays."""

CLOSURES = '''
import math

class Value:
    """A number in a graph."""
    def __init__(self, data, children=(), op="", label=""):
        self.data = data
        self.grad = 0.0
        self.prev = tuple(children)
        self.op = op
        self.label = label
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data:.4f}, grad={self.grad:.4f})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __pow__(self, power):
        assert isinstance(power, (int, float))
        out = Value(self.data ** power, (self,), f"**{power}")
        def _backward():
            self.grad += power * self.data ** (power - 1) * out.grad
        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")
        def _backward():
            self.grad += (1 - t ** 2) * out.grad
        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")
        def _backward():
            self.grad += (out.data > 0) * out.grad
        out._backward = _backward
        return out

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-other)
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return (-self) + other
    def __truediv__(self, other): return self * other ** -1
    def __rtruediv__(self, other): return other * self ** -1

    def backward(self):
        topo, visited = [], set()
        def build(v):
            if v not in visited:
                visited.add(v)
                for child in v.prev:
                    build(child)
                topo.append(v)
        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()
'''

CLOSURES_USE = """
a = Value(2.0, label="a")
b = Value(-3.0, label="b")
c = a * b
d = c + a
e = 2 * d + 1
f = (e * 0.1).tanh()
L = f * a + (b - 1) ** 2
L.backward()
print(L)
print(a, b, c)
print([round(v.grad, 6) for v in (a, b, c, d, e, f)])
"""

OPERATIONS = """
import math
from abc import ABC, abstractmethod

class Operation(ABC):
    def __init__(self, *parents):
        self.parents = parents
    @abstractmethod
    def forward(self): ...
    @abstractmethod
    def backward(self, upstream): ...

class Multiplication(Operation):
    def forward(self):
        x, y = self.parents
        return x.data * y.data
    def backward(self, upstream):
        x, y = self.parents
        return [upstream * y.data, upstream * x.data]

class Addition(Operation):
    def forward(self):
        return self.parents[0].data + self.parents[1].data
    def backward(self, upstream):
        return [upstream, upstream]

class Log(Operation):
    def forward(self):
        return math.log(self.parents[0].data)
    def backward(self, upstream):
        return [upstream / self.parents[0].data]

class Sigmoid(Operation):
    def forward(self):
        self.result = 1 / (1 + math.exp(-self.parents[0].data))
        return self.result
    def backward(self, upstream):
        return [upstream * self.result * (1 - self.result)]

def build(operation):
    needs = any(p.requires_grad for p in operation.parents)
    return Tensor(operation.forward(), requires_grad=needs, grad_fn=operation if needs else None)

class Tensor:
    def __init__(self, data, requires_grad=False, grad_fn=None):
        self.data = data
        self.requires_grad = requires_grad
        self.grad_fn = grad_fn
        self.grad = None

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def __add__(self, other): return build(Addition(self, Tensor.wrap(other)))
    def __mul__(self, other): return build(Multiplication(self, Tensor.wrap(other)))
    __radd__ = __add__
    __rmul__ = __mul__
    def log(self): return build(Log(self))
    def sigmoid(self): return build(Sigmoid(self))

    def topological(self):
        order, seen = [], set()
        def visit(t):
            if id(t) in seen:
                return
            seen.add(id(t))
            if t.grad_fn is not None:
                for p in t.grad_fn.parents:
                    visit(p)
            order.append(t)
        visit(self)
        return order

    def backward(self, grad=1.0):
        self.grad = grad
        for t in reversed(self.topological()):
            if t.grad_fn is None:
                continue
            for parent, g in zip(t.grad_fn.parents, t.grad_fn.backward(t.grad)):
                if parent.requires_grad:
                    parent.grad = g if parent.grad is None else parent.grad + g

    def __repr__(self):
        return f"Tensor({self.data!r}, grad={self.grad!r})"
"""

OPERATIONS_USE = """
w1 = Tensor(-1.0, requires_grad=True)
w2 = Tensor(1.0, requires_grad=True)
b = Tensor(2.0, requires_grad=True)
x1, x2, y = 0.5, -1.5, 1.0
z = w1 * x1 + w2 * x2 + b
p = (2 * z + w1 * w2).sigmoid()
loss = (y * p.log() + (1 - y) * (p * -1 + 1).log()) * -1
loss.backward()
print(loss)
print(w1, w2, b)
"""

FUNCTIONS = """
import numpy as np

class Context:
    def __init__(self):
        self.saved = ()
    def save_for_backward(self, *items):
        self.saved = items

class Function:
    @classmethod
    def apply(cls, *inputs):
        ctx = Context()
        tensors = [x if isinstance(x, Tensor) else Tensor(x) for x in inputs]
        out = cls.forward(ctx, *[t.data for t in tensors])
        return Tensor(out, creator=cls, parents=tensors, ctx=ctx)

    @staticmethod
    def forward(ctx, *args):
        raise NotImplementedError
    @staticmethod
    def backward(ctx, grad_output):
        raise NotImplementedError

class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b
    @staticmethod
    def backward(ctx, g):
        return g, g

class Mul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b
    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        return g * b, g * a

class Sin(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.sin(a)
    @staticmethod
    def backward(ctx, g):
        (a,) = ctx.saved
        return (g * np.cos(a),)

class ReLU(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)
    @staticmethod
    def backward(ctx, g):
        (a,) = ctx.saved
        return (g * (a > 0),)

class Sum(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a.shape)
        return np.sum(a)
    @staticmethod
    def backward(ctx, g):
        return (g * np.ones(ctx.saved[0]),)

class Tensor:
    def __init__(self, data, creator=None, parents=(), ctx=None):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros_like(self.data)
        self.creator = creator
        self.parents = parents
        self.ctx = ctx

    def __add__(self, other): return Add.apply(self, other)
    def __radd__(self, other): return Add.apply(other, self)
    def __mul__(self, other): return Mul.apply(self, other)
    def __rmul__(self, other): return Mul.apply(other, self)
    def sin(self): return Sin.apply(self)
    def relu(self): return ReLU.apply(self)
    def sum(self): return Sum.apply(self)

    def __repr__(self):
        name = f", grad_fn={self.creator.__name__}" if self.creator else ""
        return f"Tensor({self.data.tolist()}{name})"

    def backward(self):
        order, seen = [], set()
        def walk(t):
            if t in seen:
                return
            seen.add(t)
            for p in t.parents:
                walk(p)
            order.append(t)
        walk(self)
        self.grad = np.ones_like(self.data)
        for t in reversed(order):
            if t.creator is None:
                continue
            grads = t.creator.backward(t.ctx, t.grad)
            for p, g in zip(t.parents, grads):
                while np.ndim(g) > p.data.ndim:
                    g = np.sum(g, axis=0)
                p.grad = p.grad + g
"""

FUNCTIONS_USE = """
w = Tensor([1.7, 0.2, -0.6])
x = Tensor([0.5, -1.0, 2.0])
a = w * x
b = (2.0 * a + w).relu()
c = (b + a).sin() * w
y = (c + c * a).sum()
y.backward()
print(y, c)
print(w.grad, x.grad, a.grad)
"""

ARRAYS = """
import numpy as np

def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad

class Tensor:
    def __init__(self, data, parents=(), op="leaf"):
        self.data = np.asarray(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents = parents
        self.op = op
        self.back = None

    @property
    def shape(self):
        return self.data.shape

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data + other.data, (self, other), "add")
        def back():
            self.grad += unbroadcast(out.grad, self.shape)
            other.grad += unbroadcast(out.grad, other.shape)
        out.back = back
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data * other.data, (self, other), "mul")
        def back():
            self.grad += unbroadcast(other.data * out.grad, self.shape)
            other.grad += unbroadcast(self.data * out.grad, other.shape)
        out.back = back
        return out

    def __matmul__(self, other):
        out = Tensor(self.data @ other.data, (self, other), "matmul")
        def back():
            self.grad += out.grad @ other.data.T
            other.grad += self.data.T @ out.grad
        out.back = back
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,), "tanh")
        def back():
            self.grad += (1 - out.data ** 2) * out.grad
        out.back = back
        return out

    def mean(self):
        out = Tensor(self.data.mean(), (self,), "mean")
        def back():
            self.grad += np.ones(self.shape) * out.grad / self.data.size
        out.back = back
        return out

    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __neg__(self): return self * -1.0
    def __sub__(self, other): return self + -other

    def backward(self):
        order, seen = [], set()
        def visit(t):
            if t not in seen:
                seen.add(t)
                for p in t.parents:
                    visit(p)
                order.append(t)
        visit(self)
        self.grad = np.ones_like(self.data)
        for t in reversed(order):
            if t.back:
                t.back()

    def __repr__(self):
        return f"Tensor({self.data}, op={self.op})"
"""

ARRAYS_USE = """
X = Tensor([[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]])
W = Tensor([[0.1, -0.2, 0.3], [0.4, 0.5, -0.6]])
b = Tensor([0.01, 0.02, 0.03])
H = (X @ W + b).tanh()
Y = H * H + 2 * H - b
loss = Y.mean()
loss.backward()
print(loss)
print(np.round(W.grad, 6))
print(b.grad.shape, np.round(b.grad, 6))
"""

_BEFORE, _, _WITH_TANH = CLOSURES.partition("    def tanh(self):\n")
_, _, _AFTER = _WITH_TANH.partition("\n\n")
_TO_WRITE = """    def tanh(self):
        # Your task. Compute the value, and say in `_backward` what it sends to `self.grad`.
        raise NotImplementedError("tanh is not written yet")
"""
EXERCISE = f"{_BEFORE}{_TO_WRITE}\n{_AFTER}"
"""The engine of closures without `tanh`, which is to be written."""
EXERCISE_USE = """
# Write `tanh` above, then examine the engine: the tests of `tanh` and the hidden tests pass when it is right.
a = Value(0.5, label="a")
b = Value(-1.5, label="b")
c = a * b + a
L = c * c  # afterwards: L = c.tanh() * a
L.backward()
"""
