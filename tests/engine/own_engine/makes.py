"""Engines of eight makes, as students write them. Each is right; `corpus` spoils them one mistake at a time."""

from backpass.app.api.gallery.own_engine_examples import (
    ARRAYS,
    ARRAYS_USE,
    CLOSURES,
    CLOSURES_USE,
    FUNCTIONS,
    FUNCTIONS_USE,
    OPERATIONS,
    OPERATIONS_USE,
)

__all__ = ("ARRAYS", "ARRAYS_USE", "CLOSURES", "CLOSURES_USE", "FUNCTIONS", "FUNCTIONS_USE", "OPERATIONS", "OPERATIONS_USE")


TAPE = """
import math

tape = []

class Var:
    count = 0
    def __init__(self, value):
        self.value = value
        self.adjoint = 0.0
        Var.count += 1
        self.name = f"v{Var.count}"

def lift(x):
    return x if isinstance(x, Var) else Var(x)

def add(x, y):
    x, y = lift(x), lift(y)
    z = Var(x.value + y.value)
    def pull():
        x.adjoint += z.adjoint
        y.adjoint += z.adjoint
    tape.append(pull)
    return z

def mul(x, y):
    x, y = lift(x), lift(y)
    z = Var(x.value * y.value)
    def pull():
        x.adjoint += z.adjoint * y.value
        y.adjoint += z.adjoint * x.value
    tape.append(pull)
    return z

def exp(x):
    z = Var(math.exp(x.value))
    def pull():
        x.adjoint += z.adjoint * z.value
    tape.append(pull)
    return z

def sin(x):
    z = Var(math.sin(x.value))
    def pull():
        x.adjoint += z.adjoint * math.cos(x.value)
    tape.append(pull)
    return z

def gradients(output):
    output.adjoint = 1.0
    for pull in reversed(tape):
        pull()
"""
TAPE_USE = """
x = Var(0.5)
y = Var(1.5)
s = mul(x, y)
t = add(sin(s), mul(x, 2.0))
u = mul(t, exp(s))
v = add(u, mul(t, t))
gradients(v)
print(f"{v.value:.6f}")
for each in (x, y, s, t, u):
    print(each.name, round(each.adjoint, 6))
"""

DUAL = """
import math

class Dual:
    def __init__(self, real, eps=0.0):
        self.real = real
        self.eps = eps
    @staticmethod
    def of(x):
        return x if isinstance(x, Dual) else Dual(x)
    def __add__(self, other):
        other = Dual.of(other)
        return Dual(self.real + other.real, self.eps + other.eps)
    def __sub__(self, other):
        other = Dual.of(other)
        return Dual(self.real - other.real, self.eps - other.eps)
    def __mul__(self, other):
        other = Dual.of(other)
        return Dual(self.real * other.real, self.eps * other.real + self.real * other.eps)
    def __truediv__(self, other):
        other = Dual.of(other)
        return Dual(self.real / other.real, (self.eps * other.real - self.real * other.eps) / other.real ** 2)
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return Dual.of(other) - self
    def __rtruediv__(self, other): return Dual.of(other) / self
    def sin(self):
        return Dual(math.sin(self.real), math.cos(self.real) * self.eps)
    def exp(self):
        e = math.exp(self.real)
        return Dual(e, e * self.eps)
    def __repr__(self):
        return f"{self.real} + {self.eps}e"
"""
DUAL_USE = """
def f(x):
    return (x * x * 3 - 4 * x + 5) * x.sin() / (x.exp() + 1)

x = Dual(1.5, 1.0)
y = f(x)
print(y)
h = 1e-6
print(round((f(Dual(1.5 + h)).real - f(Dual(1.5 - h)).real) / (2 * h), 4), round(y.eps, 4))
print(2 - x, 2 * x + 1)
"""


RECURSIVE = """
import math

class Node:
    def __init__(self, value, parents=()):
        self.value = value
        self.gradient = 0.0
        self.parents = list(parents)

    @classmethod
    def constant(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def __add__(self, other):
        other = Node.constant(other)
        return Node(self.value + other.value, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = Node.constant(other)
        return Node(self.value * other.value, [(self, other.value), (other, self.value)])

    def __radd__(self, other): return self.__add__(other)
    def __rmul__(self, other): return self.__mul__(other)

    def __neg__(self):
        return Node(-self.value, [(self, -1.0)])

    def __sub__(self, other):
        return self + (-Node.constant(other))

    def exp(self):
        e = math.exp(self.value)
        return Node(e, [(self, e)])

    def log(self):
        return Node(math.log(self.value), [(self, 1.0 / self.value)])

    def backward(self, upstream=1.0):
        self.gradient += upstream
        for parent, local in self.parents:
            parent.backward(upstream * local)
"""
RECURSIVE_USE = """
x = Node(1.25)
y = Node(0.75)
p = x * y
q = p.exp() + 2 * x
r = (q * y).log() - p
z = r * x + 1
z.backward()
print(round(z.value, 8))
print(*(round(n.gradient, 8) for n in (x, y, p, q, r)), sep=" ")
"""

EDGES = '''
from math import tanh, cosh
from functools import total_ordering

class Scalar:
    """Every scalar has a serial number; a parent's is smaller than its child's."""
    __slots__ = ("v", "d", "edges", "serial")
    made = 0

    def __init__(self, v, edges=None):
        self.v = v
        self.d = 0.0
        self.edges = edges or []
        Scalar.made += 1
        self.serial = Scalar.made

    def _with(self, other):
        return other if isinstance(other, Scalar) else Scalar(other)

    def __add__(self, other):
        other = self._with(other)
        return Scalar(self.v + other.v, [(self, lambda g: g), (other, lambda g: g)])

    def __mul__(self, other):
        other = self._with(other)
        a, b = self.v, other.v
        return Scalar(a * b, [(self, lambda g: g * b), (other, lambda g: g * a)])

    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other

    def tanh(self):
        return Scalar(tanh(self.v), [(self, lambda g: g / cosh(self.v) ** 2)])

    def grads(self):
        reached, waiting = {self.serial: self}, [self]
        while waiting:
            for parent, _ in waiting.pop().edges:
                if parent.serial not in reached:
                    reached[parent.serial] = parent
                    waiting.append(parent)
        self.d = 1.0
        for serial in sorted(reached, reverse=True):
            node = reached[serial]
            for parent, rule in node.edges:
                parent.d += rule(node.d)
'''
EDGES_USE = """
a = Scalar(0.3)
b = Scalar(-1.2)
c = a * b + a
d = (2 * c + b).tanh()
out = d * c + a * a
out.grads()
print("%.6f" % out.v)
print({name: "%.6f" % s.d for name, s in zip("abcd", (a, b, c, d))})
"""
