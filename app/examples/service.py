"""The examples, once: the page's menu, the API and the tests read them from here. The first is what an unopened page shows."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Example:
    """A program worth looking at."""

    name: str
    title: str
    sentence: str
    """What there is to see."""
    program: str


NETWORK = """import random
random.seed(1337)

class Neuron:
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(random.uniform(-1, 1))

    def __call__(self, x):
        act = sum((wi*xi for wi, xi in zip(self.w, x)), self.b)
        return act.tanh()

    def parameters(self):
        return self.w + [self.b]

class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    def __call__(self, x):
        outs = [n(x) for n in self.neurons]
        return outs[0] if len(outs) == 1 else outs

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]

class MLP:
    def __init__(self, nin, nouts):
        sz = [nin] + nouts
        self.layers = [Layer(sz[i], sz[i+1]) for i in range(len(nouts))]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

n = MLP(3, [4, 4, 1])
xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
ys = [1.0, -1.0, -1.0, 1.0]

for k in range(10):
    ypred = [n(x) for x in xs]
    loss = sum((yout - ygt)**2 for ygt, yout in zip(ys, ypred))
    for p in n.parameters():
        p.grad = 0.0
    loss.backward()
    for p in n.parameters():
        p.data += -0.1 * p.grad
    print(k, loss.data)
"""

EXAMPLES = (
    Example(
        "two-paths",
        "One input, two paths",
        "a reaches the output through the product and through the sum. Its gradient 31 is two contributions, "
        "21 and 10, that arrive one after the other.",
        "a = 2.0\nb = 3.0\nc = 4.0\nd = 5.0\n\nL = (b*a + c) * (a + d)\n",
    ),
    Example(
        "product-and-sum",
        "Product and sum",
        "Addition copies the gradient to both inputs; multiplication scales it by the other factor.",
        "x = 2.0\ny = -3.0\nz = 10.0\n\nx*y + z\n",
    ),
    Example(
        "square",
        "A value used twice",
        "a*a has two edges to the same a: two contributions arrive and are added. Forgetting to add them is the classic mistake.",
        "a = 3.0\n\na*a + a\n",
    ),
    Example(
        "manual-backprop",
        "Backpropagation by hand",
        "The first graph of many courses: follow the gradient of L back to each letter.",
        "a = 2.0\nb = -3.0\nc = 10.0\nf = -2.0\n\ne = a*b\nd = e + c\nL = d * f\n",
    ),
    Example(
        "neuron",
        "A neuron",
        "Two inputs, two weights, a bias and tanh. The zero input x2 lets nothing through to its weight.",
        "x1 = 2.0\nx2 = 0.0\nw1 = -3.0\nw2 = 1.0\nb = 6.8813735870195432\n\nn = x1*w1 + x2*w2 + b\no = tanh(n)\n",
    ),
    Example(
        "neuron-taken-apart",
        "The neuron, tanh taken apart",
        "The same numbers from a larger graph: tanh written with exp. The chain rule does not care how finely one cuts.",
        "x1 = 2.0\nx2 = 0.0\nw1 = -3.0\nw2 = 1.0\nb = 6.8813735870195432\n\nn = x1*w1 + x2*w2 + b\ne = "
        "exp(2*n)\no = (e - 1) / (e + 1)\n",
    ),
    Example(
        "parabola",
        "A parabola, as written in class",
        "2x² + 3x + 5 has the slope 4x + 3. Move x to −3/4, where it is zero.",
        "x = 0.0\n\n2x² + 3x + 5\n",
    ),
    Example(
        "logistic-loss",
        "Logistic regression and its loss",
        "One labelled point: the loss of a prediction, and which way each weight should move.",
        "x1 = 1.0\nx2 = -1.0\ny = 1.0\nw1 = -1.0\nw2 = 1.0\nb = 2.0\n\np = sigmoid(w1*x1 + w2*x2 + b)\nloss "
        "= -(y*log(p) + (1 - y)*log(1 - p))\n",
    ),
    Example(
        "paths",
        "The sum over all paths",
        "w3 reaches y through b and through c: its gradient is the sum over both paths.",
        "x = 0.8\nw1 = 1.7\nw2 = 0.2\nw3 = 0.6\n\na = x**2\nb = relu(w1*a + w3)\nc = relu(w2*a + w3)\ny = 4*sin(b + c)\n",
    ),
    Example(
        "micrograd",
        "The micrograd README",
        "Twenty-odd operations pasted as they are. g is 24.7041, with a.grad = 138.8338 and b.grad = 645.5773.",
        "from micrograd.engine import Value\n\na = Value(-4.0)\nb = Value(2.0)\nc = a + b\nd = a * b + "
        "b**3\nc += c + 1\nc += 1 + c + (-a)\nd += d * 2 + (b + a).relu()\n"
        "d += 3 * d + (b - a).relu()\ne = c - d\nf = e**2\ng = f / 2.0\ng += 10.0 / f\ng.backward()\n",
    ),
    Example(
        "layer",
        "A layer, as matrices",
        "Two neurons at once: W @ x. The gradient of W is the upstream gradient times x transposed, that of b is copied.",
        "W = [[1.0, -2.0], [3.0, 0.5]]\nx = [1.0, -1.0]\nb = [0.5, 0.0]\n\nh = tanh(W @ x + b)\nL = sum(h)\n",
    ),
    Example(
        "derivative",
        "A function, called",
        "f(x) = 3x² − 4x + 5 at 3 is 20, and its slope there is 14. x has a slider: find the lowest point.",
        "def f(x):\n    return 3*x**2 - 4*x + 5\n\nf(3.0)\n",
    ),
    Example(
        "recurrent",
        "The same weight, five times",
        "A loop unrolled: w is used in every round, so five contributions arrive at it, each fainter than the one before.",
        "w = 0.8\nh = 1.0\n\nfor t in range(5):\n    h = tanh(w*h)\n\nh\n",
    ),
    Example(
        "gradient-of-gradient",
        "The gradient of a gradient",
        "jax.grad gives a function, which can be differentiated again: the backward pass is in the graph, as nodes of its own.",
        "import jax\n\ndef f(x):\n    return x**3 - 2*x\n\nslope = jax.grad(f)\nx = 1.5\n\nslope(x)**2\n",
    ),
    Example(
        "network",
        "A network that learns",
        "The 41-parameter network of many courses, written out with classes and trained for ten steps. The graph is that of "
        "the last loss, folded by samples and layers; print shows how the loss fell.",
        NETWORK,
    ),
    Example(
        "blocked",
        "A blocked gradient",
        "relu of a negative number is 0 and stays 0: nothing gets back through it, so w cannot learn here.",
        "x = 1.5\nw = -2.0\nb = 1.0\n\nrelu(w*x + b) + b\n",
    ),
    Example(
        "outside-the-domain",
        "Where NaN begins",
        "log of a negative number does not exist. The graph stays, and the first node that went wrong is named.",
        "x = 1.0\ny = 3.0\n\nd = x - y\nz = log(d) * y\n",
    ),
)


def examples_json() -> list[dict[str, Any]]:
    """The examples as the page and the API show them."""
    return [asdict(example) for example in EXAMPLES]
