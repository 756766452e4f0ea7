"""The corpus: engines of every make, right and with each mistake, and what should be said of each."""

from dataclasses import dataclass

from backpass.engine.own_engine.mistakes import Kind
from tests.engine.own_engine import makes


@dataclass(frozen=True, slots=True)
class Sample:
    """An engine with its use. `kind` is the mistake that was made, `line` a part of the line that makes it."""

    name: str
    make: str
    text: str
    kind: Kind | None = None
    line: str = ""


_TEXTS = {
    "closures": (makes.CLOSURES, makes.CLOSURES_USE),
    "operations": (makes.OPERATIONS, makes.OPERATIONS_USE),
    "functions": (makes.FUNCTIONS, makes.FUNCTIONS_USE),
    "tape": (makes.TAPE, makes.TAPE_USE),
    "dual": (makes.DUAL, makes.DUAL_USE),
    "arrays": (makes.ARRAYS, makes.ARRAYS_USE),
    "recursive": (makes.RECURSIVE, makes.RECURSIVE_USE),
    "edges": (makes.EDGES, makes.EDGES_USE),
}

_SPOILED: list[tuple[str, str, Kind | None, str, str, str]] = [
    # make, name, kind, what stands there, what is put there instead, part of the line that is named
    ("closures", "overwritten in mul", Kind.OVERWRITTEN, "self.grad += other.data * out.grad", "self.grad = other.data * out.grad", "self.grad = other.data"),
    ("closures", "overwritten in add", Kind.OVERWRITTEN, "            self.grad += out.grad\n            other.grad += out.grad", "            self.grad = out.grad\n            other.grad = out.grad", ".grad = out.grad"),
    ("closures", "no seed", Kind.NO_SEED, "        self.grad = 1.0\n", "", "+= other.data * out.grad|self.grad += out.grad"),
    ("closures", "seed of zero", Kind.NO_SEED, "self.grad = 1.0", "self.grad = 0.0", "out.grad"),
    ("closures", "forward order", Kind.ORDER, "reversed(topo)", "topo", ".grad +="),
    ("closures", "order before children", Kind.ORDER, "                for child in v.prev:\n                    build(child)\n                topo.append(v)", "                topo.append(v)\n                for child in v.prev:\n                    build(child)", ".grad +="),
    ("closures", "tanh without square", Kind.LOCAL, "(1 - t ** 2)", "(1 - t)", "(1 - t)"),
    ("closures", "mul with own data", Kind.LOCAL, "other.grad += self.data * out.grad", "other.grad += other.data * out.grad", "other.grad += other.data"),
    ("closures", "power without factor", Kind.LOCAL, "power * self.data ** (power - 1)", "self.data ** (power - 1)", "self.data ** (power - 1)"),
    ("closures", "add forgets the right side", Kind.MISSING, "            self.grad += out.grad\n            other.grad += out.grad", "            self.grad += out.grad", ""),
    ("closures", "no radd", Kind.RIGHT_OPERAND, "    def __rmul__(self, other): return self * other\n", "", "2 * d"),
    ("closures", "rsub turned round", Kind.RIGHT_OPERAND, "    def __rsub__(self, other): return (-self) + other", "    def __rsub__(self, other): return self - other", "3 - a"),
    ("closures", "constants not wrapped", Kind.UNWRAPPED, "        other = other if isinstance(other, Value) else Value(other)\n        out = Value(self.data + other.data", "        out = Value(self.data + other.data", "other.data"),
    ("closures", "backward twice", Kind.STALE, "print(L)\n", "L.backward()\nprint(L)\n", ".grad +="),
    ("closures", "changed after forward", Kind.CHANGED, "L.backward()\n", "a.data = 4.0\nL.backward()\n", ".grad +="),
    ("closures", "long chain", Kind.RECURSION, "L.backward()\n", "for _ in range(1500):\n    L = L + 0.01\nL.backward()\n", "build(child)"),
    ("operations", "overwritten", Kind.OVERWRITTEN, "parent.grad = g if parent.grad is None else parent.grad + g", "parent.grad = g", "parent.grad = g"),
    ("operations", "no seed", Kind.NO_SEED, "        self.grad = grad\n", "        self.grad = 0.0\n", ""),
    ("operations", "forward order", Kind.ORDER, "                for p in t.grad_fn.parents:\n                    visit(p)\n            order.append(t)", "                order.append(t)\n                for p in t.grad_fn.parents:\n                    visit(p)", "upstream * y.data"),
    ("operations", "sigmoid", Kind.LOCAL, "upstream * self.result * (1 - self.result)", "upstream * (1 - self.result)", "parent.grad"),
    ("operations", "log", Kind.LOCAL, "upstream / self.parents[0].data", "upstream * self.parents[0].data", "parent.grad"),
    ("operations", "no rmul", Kind.RIGHT_OPERAND, "    __rmul__ = __mul__\n", "", "2 * z"),
    ("operations", "not wrapped", Kind.UNWRAPPED, "return x if isinstance(x, Tensor) else Tensor(x)", "return x", ".data"),
    ("operations", "backward twice", Kind.STALE, "print(loss)\n", "loss.backward()\nprint(loss)\n", "parent.grad"),
    ("operations", "changed after forward", Kind.CHANGED, "loss.backward()\n", "w2.data = 3.0\nloss.backward()\n", "parent.grad"),
    ("operations", "long chain", Kind.RECURSION, "loss.backward()\n", "for _ in range(1200):\n    loss = loss + 1\nloss.backward()\n", "visit(p)"),
    ("functions", "overwritten", Kind.OVERWRITTEN, "p.grad = p.grad + g", "p.grad = g", "p.grad = g"),
    ("functions", "no seed", Kind.NO_SEED, "        self.grad = np.ones_like(self.data)\n", "", "p.grad"),
    ("functions", "forward order", Kind.ORDER, "for t in reversed(order):", "for t in order:", "p.grad"),
    ("functions", "sin", Kind.LOCAL, "g * np.cos(a)", "g * -np.cos(a)", "p.grad"),
    ("functions", "relu", Kind.LOCAL, "g * (a > 0)", "g", "p.grad"),
    ("functions", "mul swapped", Kind.LOCAL, "return g * b, g * a", "return g * a, g * b", "p.grad"),
    ("functions", "no rmul", Kind.RIGHT_OPERAND, "    def __rmul__(self, other): return Mul.apply(other, self)\n", "", "2.0 * a"),
    ("functions", "backward twice", Kind.STALE, "print(y, c)\n", "y.backward()\nprint(y, c)\n", "p.grad"),
    ("functions", "long chain", Kind.RECURSION, "y.backward()\n", "for _ in range(1100):\n    y = y + 1.0\ny.backward()\n", "walk(p)"),
    ("tape", "overwritten", Kind.OVERWRITTEN, "x.adjoint += z.adjoint * y.value", "x.adjoint = z.adjoint * y.value", "x.adjoint = "),
    ("tape", "no seed", Kind.NO_SEED, "    output.adjoint = 1.0\n", "", "adjoint"),
    ("tape", "forward order", Kind.ORDER, "reversed(tape)", "tape", "adjoint"),
    ("tape", "exp", Kind.LOCAL, "z.adjoint * z.value\n", "z.adjoint * x.value\n", "z.adjoint * x.value"),
    ("tape", "sin", Kind.LOCAL, "math.cos(x.value)", "math.sin(x.value)", "math.sin(x.value)"),
    ("tape", "not wrapped", Kind.UNWRAPPED, "    x, y = lift(x), lift(y)\n    z = Var(x.value * y.value)", "    z = Var(x.value * y.value)", "y.value"),
    ("tape", "gradients twice", Kind.STALE, "gradients(v)\n", "gradients(v)\ngradients(v)\n", "adjoint"),
    ("tape", "changed after forward", Kind.CHANGED, "gradients(v)\n", "y.value = 0.25\ngradients(v)\n", "y.value"),
    ("dual", "product rule", Kind.TANGENT, "self.eps * other.real + self.real * other.eps", "self.eps * other.eps", "self.eps * other.eps"),
    ("dual", "sin", Kind.TANGENT, "math.cos(self.real) * self.eps", "math.cos(self.real)", "math.cos(self.real))"),
    ("dual", "quotient", Kind.TANGENT, "/ other.real ** 2", "/ other.real", "other.real)"),
    ("dual", "no rmul", Kind.RIGHT_OPERAND, "    def __rmul__(self, other): return self * other\n", "", "4 * x"),
    ("dual", "rsub turned round", Kind.RIGHT_OPERAND, "return Dual.of(other) - self", "return self - other", "2 - x"),
    ("dual", "not wrapped", Kind.UNWRAPPED, "        return x if isinstance(x, Dual) else Dual(x)", "        return x", "other.real"),
    ("arrays", "not summed in add", Kind.BROADCAST, "other.grad += unbroadcast(out.grad, other.shape)", "other.grad = other.grad + out.grad", "other.grad = other.grad + out.grad"),
    ("arrays", "not summed, in place", Kind.BROADCAST, "other.grad += unbroadcast(out.grad, other.shape)", "other.grad += out.grad", "other.grad += out.grad"),
    ("arrays", "overwritten", Kind.OVERWRITTEN, "self.grad += unbroadcast(other.data * out.grad, self.shape)", "self.grad = unbroadcast(other.data * out.grad, self.shape)", "self.grad = unbroadcast"),
    ("arrays", "matmul without transposing", Kind.LOCAL, "other.grad += self.data.T @ out.grad", "other.grad += self.data.T @ (out.grad * out.grad)", "self.data.T"),
    ("arrays", "tanh", Kind.LOCAL, "(1 - out.data ** 2)", "(1 - self.data ** 2)", "(1 - self.data ** 2)"),
    ("arrays", "mean not divided", Kind.LOCAL, " / self.data.size", "", "np.ones(self.shape)"),
    ("arrays", "no seed", Kind.NO_SEED, "        self.grad = np.ones_like(self.data)\n", "", "self.grad +="),
    ("arrays", "forward order", Kind.ORDER, "reversed(order)", "order", ".grad +="),
    ("arrays", "backward twice", Kind.STALE, "print(loss)\n", "loss.backward()\nprint(loss)\n", ".grad +="),
    ("arrays", "no rmul", Kind.RIGHT_OPERAND, "    def __rmul__(self, other): return self * other\n", "", "2 * H"),
    ("arrays", "changed in place", Kind.CHANGED, "loss.backward()\n", "W.data = W.data * 2.0\nloss.backward()\n", ".grad +="),
    ("recursive", "overwritten", Kind.OVERWRITTEN, "self.gradient += upstream", "self.gradient = upstream", "self.gradient = upstream"),
    ("recursive", "seed of zero", Kind.NO_SEED, "upstream=1.0", "upstream=0.0", "self.gradient"),
    ("recursive", "log", Kind.LOCAL, "1.0 / self.value", "self.value", "self.gradient += upstream"),
    ("recursive", "mul swapped", Kind.LOCAL, "[(self, other.value), (other, self.value)]", "[(self, self.value), (other, other.value)]", "self.gradient += upstream"),
    ("recursive", "backward twice", Kind.STALE, "print(round(z.value, 8))\n", "z.backward()\nprint(round(z.value, 8))\n", "self.gradient += upstream"),
    ("recursive", "no rmul", Kind.RIGHT_OPERAND, "    def __rmul__(self, other): return self.__mul__(other)\n", "", "2 * x"),
    ("recursive", "long chain", Kind.RECURSION, "z.backward()\n", "for _ in range(1200):\n    z = z + 1\nz.backward()\n", "parent.backward"),
    ("edges", "overwritten", Kind.OVERWRITTEN, "parent.d += rule(node.d)", "parent.d = rule(node.d)", "parent.d = rule"),
    ("edges", "no seed", Kind.NO_SEED, "        self.d = 1.0\n", "", "parent.d"),
    ("edges", "ascending order", Kind.ORDER, "sorted(reached, reverse=True)", "sorted(reached)", "parent.d"),
    ("edges", "tanh", Kind.LOCAL, "g / cosh(self.v) ** 2", "g / cosh(self.v)", "parent.d"),
    ("edges", "grads twice", Kind.STALE, 'print("%.6f" % out.v)\n', 'out.grads()\nprint("%.6f" % out.v)\n', "parent.d"),
    ("edges", "no rmul", Kind.RIGHT_OPERAND, "    def __rmul__(self, other): return self * other\n", "", "2 * c"),
]  # fmt: skip

_RIGHT: list[tuple[str, str, str, str]] = [
    # make, name, what stands there, what is put there instead: other ways to be right
    ("closures", "sets of children", "self.prev = tuple(children)", "self.prev = set(children)"),
    ("closures", "other names", "grad", "slope"),
    ("closures", "zeroed between passes", "L.backward()\nprint(L)", "L.backward()\nfor v in (a, b, c, d, e, f, L):\n    v.grad = 0.0\nprint(L)"),
    ("operations", "gradients of zero", "self.grad = None", "self.grad = None\n        self.steps = 0"),
    ("functions", "in place", "p.grad = p.grad + g", "p.grad += g"),
    ("tape", "own names", "adjoint", "bar"),
    ("arrays", "out of place", "self.grad += unbroadcast(out.grad, self.shape)", "self.grad = self.grad + unbroadcast(out.grad, self.shape)"),
    ("dual", "other names", "eps", "dot"),
    ("edges", "as attributes", '__slots__ = ("v", "d", "edges", "serial")', "kinds = 0"),
]  # fmt: skip


def _spoiled() -> list[Sample]:
    found = []
    for make, name, kind, old, new, line in _SPOILED:
        text = "".join(_TEXTS[make])
        if name == "rsub turned round" and make == "closures":
            text = text.replace("d = c + a\n", "d = c + (3 - a)\n")
        assert old in text, (make, name)
        found.append(Sample(f"{make}: {name}", make, text.replace(old, new), kind, line))
    return found


RIGHT = [Sample(f"{make}: right", make, "".join(texts)) for make, texts in _TEXTS.items()] + [
    Sample(f"{make}: {name}", make, "".join(_TEXTS[make]).replace(old, new)) for make, name, old, new in _RIGHT
]
WRONG = _spoiled()
CORPUS = RIGHT + WRONG
