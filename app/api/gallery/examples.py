"""`GET /api/v1/examples`: programs worth looking at. The page's menu, the API and the tests read them from here."""

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response
from pydantic import Field

from backpass.app.api.documents import Document
from backpass.app.api.gallery import course_examples, gpt_example, own_engine_examples, tutorial_examples
from backpass.app.api.routes import API, operation
from backpass.app.api.schema_types import Row
from backpass.engine.messages import language, say, worded


class ExampleModel(Row):
    """A program worth looking at."""

    name: str
    title: str
    sentence: str = Field(description="What there is to see.")
    program: str


class Examples(Row):
    """The examples of the page, the first one first."""

    examples: list[ExampleModel]


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
        say("example-two-paths"),
        say("example-two-paths.about"),
        "a = 2.0\nb = 3.0\nc = 4.0\nd = 5.0\n\nL = (b*a + c) * (a + d)\n",
    ),
    Example(
        "product-and-sum",
        say("example-product-sum"),
        say("example-product-sum.about"),
        "x = 2.0\ny = -3.0\nz = 10.0\n\nx*y + z\n",
    ),
    Example(
        "square",
        say("example-used-twice"),
        say("example-used-twice.about"),
        "a = 3.0\n\na*a + a\n",
    ),
    Example(
        "manual-backprop",
        say("example-by-hand"),
        say("example-by-hand.about"),
        "a = 2.0\nb = -3.0\nc = 10.0\nf = -2.0\n\ne = a*b\nd = e + c\nL = d * f\n",
    ),
    Example(
        "neuron",
        say("example-neuron"),
        say("example-neuron.about"),
        "x1 = 2.0\nx2 = 0.0\nw1 = -3.0\nw2 = 1.0\nb = 6.8813735870195432\n\nn = x1*w1 + x2*w2 + b\no = tanh(n)\n",
    ),
    Example(
        "neuron-taken-apart",
        say("example-tanh-apart"),
        say("example-tanh-apart.about"),
        "x1 = 2.0\nx2 = 0.0\nw1 = -3.0\nw2 = 1.0\nb = 6.8813735870195432\n\nn = x1*w1 + x2*w2 + b\ne = "
        "exp(2*n)\no = (e - 1) / (e + 1)\n",
    ),
    Example(
        "parabola",
        say("example-parabola"),
        say("example-parabola.about"),
        "x = 0.0\n\n2x² + 3x + 5\n",
    ),
    Example(
        "logistic-loss",
        say("example-logistic"),
        say("example-logistic.about"),
        "x1 = 1.0\nx2 = -1.0\ny = 1.0\nw1 = -1.0\nw2 = 1.0\nb = 2.0\n\np = sigmoid(w1*x1 + w2*x2 + b)\nloss "
        "= -(y*log(p) + (1 - y)*log(1 - p))\n",
    ),
    Example(
        "paths",
        say("example-all-paths"),
        say("example-all-paths.about"),
        "x = 0.8\nw1 = 1.7\nw2 = 0.2\nw3 = 0.6\n\na = x**2\nb = relu(w1*a + w3)\nc = relu(w2*a + w3)\ny = 4*sin(b + c)\n",
    ),
    Example(
        "micrograd",
        say("example-readme"),
        say("example-readme.about"),
        "from micrograd.engine import Value\n\na = Value(-4.0)\nb = Value(2.0)\nc = a + b\nd = a * b + "
        "b**3\nc += c + 1\nc += 1 + c + (-a)\nd += d * 2 + (b + a).relu()\n"
        "d += 3 * d + (b - a).relu()\ne = c - d\nf = e**2\ng = f / 2.0\ng += 10.0 / f\ng.backward()\n",
    ),
    Example(
        "layer",
        say("example-layer"),
        say("example-layer.about"),
        "W = [[1.0, -2.0], [3.0, 0.5]]\nx = [1.0, -1.0]\nb = [0.5, 0.0]\n\nh = tanh(W @ x + b)\nL = sum(h)\n",
    ),
    Example(
        "derivative",
        say("example-function"),
        say("example-function.about"),
        "def f(x):\n    return 3*x**2 - 4*x + 5\n\nf(3.0)\n",
    ),
    Example(
        "recurrent",
        say("example-five-times"),
        say("example-five-times.about"),
        "w = 0.8\nh = 1.0\n\nfor t in range(5):\n    h = tanh(w*h)\n\nh\n",
    ),
    Example(
        "gradient-of-gradient",
        say("example-second"),
        say("example-second.about"),
        "import jax\n\ndef f(x):\n    return x**3 - 2*x\n\nslope = jax.grad(f)\nx = 1.5\n\nslope(x)**2\n",
    ),
    Example(
        "network",
        say("example-network"),
        say("example-network.about"),
        NETWORK,
    ),
    Example(
        "blocked",
        say("example-blocked"),
        say("example-blocked.about"),
        "x = 1.5\nw = -2.0\nb = 1.0\n\nrelu(w*x + b) + b\n",
    ),
    Example(
        "outside-the-domain",
        say("example-nan"),
        say("example-nan.about"),
        "x = 1.0\ny = 3.0\n\nd = x - y\nz = log(d) * y\n",
    ),
    Example(
        "transformer-block",
        say("example-transformer-block"),
        say("example-transformer-block.about"),
        tutorial_examples.TRANSFORMER_BLOCK,
    ),
    Example("lstm-cell", say("example-lstm-cell"), say("example-lstm-cell.about"), tutorial_examples.LSTM_CELL),
    Example("vae-loss", say("example-vae-loss"), say("example-vae-loss.about"), tutorial_examples.VAE_LOSS),
    Example("gan-step", say("example-gan-step"), say("example-gan-step.about"), tutorial_examples.GAN_STEP),
    Example("k-means", say("example-k-means"), say("example-k-means.about"), tutorial_examples.K_MEANS),
    Example("ppo-loss", say("example-ppo-loss"), say("example-ppo-loss.about"), tutorial_examples.PPO_LOSS),
    Example("kalman-update", say("example-kalman-update"), say("example-kalman-update.about"), tutorial_examples.KALMAN_UPDATE),
    Example("black-scholes", say("example-black-scholes"), say("example-black-scholes.about"), tutorial_examples.BLACK_SCHOLES),
    Example("pendulum", say("example-pendulum"), say("example-pendulum.about"), tutorial_examples.PENDULUM),
    Example(
        "bayesian-logistic",
        say("example-bayesian-logistic"),
        say("example-bayesian-logistic.about"),
        tutorial_examples.BAYESIAN_LOGISTIC,
    ),
)


OWN_ENGINES = (
    Example(
        "own-engine-closures",
        say("example-own-closures"),
        say("example-own-closures.about"),
        own_engine_examples.CLOSURES.lstrip() + own_engine_examples.CLOSURES_USE,
    ),
    Example(
        "own-engine-operations",
        say("example-own-operations"),
        say("example-own-operations.about"),
        own_engine_examples.OPERATIONS.lstrip() + own_engine_examples.OPERATIONS_USE,
    ),
    Example(
        "own-engine-functions",
        say("example-own-functions"),
        say("example-own-functions.about"),
        own_engine_examples.FUNCTIONS.lstrip() + own_engine_examples.FUNCTIONS_USE,
    ),
    Example(
        "own-engine-arrays",
        say("example-own-arrays"),
        say("example-own-arrays.about"),
        own_engine_examples.ARRAYS.lstrip() + own_engine_examples.ARRAYS_USE,
    ),
    Example("own-engine-gpt", say("example-own-gpt"), say("example-own-gpt.about"), gpt_example.PROGRAM.lstrip()),
    Example(
        "own-engine-exercise",
        say("example-own-exercise"),
        say("example-own-exercise.about"),
        own_engine_examples.EXERCISE.lstrip() + own_engine_examples.EXERCISE_USE,
    ),
)
"""Programs with an engine of their own, which are run as they are written; endpoints that ask our engine refuse them."""

COURSES = (
    Example(
        "course-operation-nodes",
        say("example-course-operation-nodes"),
        say("example-course-operation-nodes.about"),
        course_examples.OPERATION_NODES.lstrip(),
    ),
    Example(
        "course-values",
        say("example-course-values"),
        say("example-course-values.about"),
        course_examples.VALUES.lstrip(),
    ),
    Example(
        "course-neuron-and-moons",
        say("example-course-neuron-and-moons"),
        say("example-course-neuron-and-moons.about"),
        course_examples.NEURON_AND_MOONS.lstrip(),
    ),
    Example(
        "course-functions",
        say("example-course-functions"),
        say("example-course-functions.about"),
        course_examples.FUNCTIONS_WITH_CONTEXT.lstrip(),
    ),
)
"""The worked examples of four teaching engines, whose texts Python runs on the library as well."""


def examples_json() -> list[dict[str, Any]]:
    """The examples as the page and the API show them."""
    return [asdict(example) for example in (*EXAMPLES, *COURSES, *OWN_ENGINES)]


router = APIRouter(prefix=API, tags=["reference"])


@cache
def document(_language: str) -> Document:
    """The answer in a language, which is that of the context."""
    return Document(orjson.dumps({"examples": worded(examples_json())}))


@router.get("/examples", **operation("examples", "Programs worth looking at", answer=Examples, cached=True))
async def examples(request: Request) -> Response:
    """Programs worth looking at, each with a sentence on what there is to see."""
    return document(language.get()).response(request)
