"""Programs in the shape in which tutorials write them: what they print is compared with the real library, number by number."""

import contextlib
import io
import re

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Code, ProblemError

_NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")
FILL = """
def fill(module):
    for k, p in enumerate(module.parameters()):
        p.data = 0.6 * torch.sin(torch.arange(p.numel()) * 1.3 + k + 0.2).reshape(p.shape)

def points(*shape):
    count = 1
    for length in shape:
        count *= length
    return torch.sin(torch.arange(count) * 1.7 + 0.4).reshape(shape)
"""
"""Numbers that both sides know, in place of drawn ones."""


def printed_alike(text: str) -> None:
    """Holds every number that a program of PyTorch, NumPy or Python prints equal here and there."""
    torch = pytest.importorskip("torch") if "torch" in text else None
    real = io.StringIO()
    if torch is not None:
        torch.set_default_dtype(torch.float64)
    try:
        with contextlib.redirect_stdout(real):
            exec(text, {"__name__": "__main__"})
    finally:
        if torch is not None:
            torch.set_default_dtype(torch.float32)
    ours = "\n".join(run(parse(f"{text}\nvisible = 1.0\nvisible * visible\n")).printed)
    one, other = (np.array([float(number) for number in _NUMBER.findall(each)]) for each in (ours, real.getvalue()))
    assert len(other), "the program prints numbers"
    assert len(one) == len(other), f"{ours}\n\n{real.getvalue()}"
    np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-12)


TORCH = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n" + FILL

PROGRAMS = {
    "a list as long as an input": """
block_size = 3
def contexts(word):
    found = []
    context = [0] * block_size
    for letter in word:
        found.append(context)
        context = context[1:] + [ord(letter) - 96]
    return found
print(contexts("emma"), (0.5,) * (block_size - 1))
""",
    "a view as one axis": TORCH
    + """
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
y = x.view(-1) * torch.arange(4.0).view((-1,))
y.sum().backward()
print(y.tolist(), x.grad.tolist(), x.view(4).tolist(), x.nelement())
""",
    "activations in place": TORCH
    + """
x = torch.tensor([-1.0, 0.5, 2.0], requires_grad=True)
model = nn.Sequential(nn.LeakyReLU(0.2, inplace=True), nn.Dropout(0.0, inplace=True))
h = x * 3
y = nn.Hardswish(inplace=True)(model(h) + 0)
print(h.tolist(), y.tolist())
u = x * 2
print(nn.ReLU(inplace=True)(u).tolist(), u.tolist())
z = x - 1
F.elu(z, 0.5, True)
print(z.tolist())
(y.sum() + u.sum() + (z * z).sum()).backward()
print(x.grad.tolist())
""",
    "sizes that were computed": TORCH
    + """
context, width = 2, 3
model = nn.Sequential(nn.Linear(context * width, 4), nn.Tanh(), nn.Linear(4, 1))
fill(model)
print([tuple(p.shape) for p in model.parameters()], model[0].in_features, model[0].out_features)
model(points(2, 6)).sum().backward()
print(model[0].weight.grad.tolist())
""",
    "frozen parameters": TORCH
    + """
model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
fill(model)
for p in model[0].parameters():
    p.requires_grad = False
print([(name, p.requires_grad) for name, p in model.named_parameters()])
print(sum(p.numel() for p in model.parameters()), sum(p.numel() for p in model.parameters() if p.requires_grad))
optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
model(points(4, 2)).pow(2).mean().backward()
optimizer.step()
print(model[2].weight.tolist(), model[0].weight.tolist())
""",
    "two schedulers of one optimizer": TORCH
    + """
w = torch.tensor([1.0, -2.0], requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
one = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
other = torch.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[2], gamma=0.1)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=0)
print(plateau.get_last_lr())
for epoch in range(3):
    (w * w).sum().backward()
    optimizer.step()
    one.step()
    other.step()
    print(one.get_last_lr(), other.get_last_lr(), optimizer.param_groups[0]["lr"])
""",
    "modules by name": TORCH
    + """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleDict(dict(first=nn.Linear(2, 2), last=nn.Linear(2, 1)))

    def forward(self, x):
        return self.parts.last(torch.tanh(self.parts["first"](x)))

net = Net()
fill(net)
print([name for name, p in net.named_parameters()], len(net.parts), [key for key in net.parts.keys()])
net.parts["last"] = nn.Linear(2, 1, bias=False)
fill(net)
print(len(list(net.parameters())), net(points(3, 2)).tolist())
""",
    "a copy of a model": TORCH
    + """
import copy
net = nn.Linear(2, 1)
fill(net)
target = copy.deepcopy(net)
optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
(net(points(3, 2)) - target(points(3, 2)).detach() - 1.0).pow(2).mean().backward()
optimizer.step()
print(net.weight.tolist(), target.weight.tolist(), target.weight.requires_grad)
target(points(3, 2)).sum().backward()
print(target.weight.grad.tolist(), net.weight.grad.tolist())
rows = [[1, 2], [3]]
shallow, deep = copy.copy(rows), copy.deepcopy(rows)
rows[0].append(9)
print(shallow, deep)
""",
    "a replay memory": TORCH
    + """
from collections import deque, namedtuple
Transition = namedtuple("Transition", ("state", "action", "reward"))
memory = deque([], maxlen=3)
for k in range(5):
    memory.append(Transition(points(1, 2) * k, torch.tensor([[k % 2]]), reward=torch.tensor([float(k)])))
batch = Transition(*zip(*memory))
q = nn.Linear(2, 2)
fill(q)
values = q(torch.cat(batch.state)).gather(1, torch.cat(batch.action))
loss = F.smooth_l1_loss(values, torch.cat(batch.reward).unsqueeze(1))
loss.backward()
print(len(memory), memory[0].reward.item(), loss.item(), q.weight.grad.tolist())
memory.appendleft(Transition(1, 2, 3))
print(memory.popleft().action, len(memory), memory[0]._replace(reward=0.5)[2])
""",
    "containers that count": """
from collections import Counter, OrderedDict, defaultdict
from functools import partial, reduce
from itertools import accumulate, chain, combinations, islice, product, count
import string
groups = defaultdict(list)
for name in ["ann", "bob", "amy"]:
    groups[name[0]].append(len(name))
counts = Counter("gradient descent")
print(dict(groups), counts["e"], counts["z"], counts.most_common(2), list(OrderedDict([("b", 1), ("a", 2)]).values()))
power = partial(pow, 2)
print(power(5), reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(max, [], 7), len(string.ascii_letters + string.punctuation))
print(list(chain([1], [2, 3])), list(product([0, 1], repeat=2)), list(combinations([1, 2, 3], 2)), list(accumulate([1, 2, 3])))
print(list(islice(count(3), 2)), list(islice([5, 6, 7, 8], 1, None, 2)), list(islice([5, 6, 7, 8], 1, 3)))
""",
    "lists of a limited length keep it": """
from collections import deque
def main():
    q = deque([1, 2], maxlen=2)
    q += [3, 4]
    r = q.copy()
    r.append(9)
    print(list(q), list(r), list(deque([1, 2], maxlen=3) + deque([3, 4])), list(2 * deque([1, 2, 3], maxlen=4)))
main()
""",
    "a row with names is a tuple": """
from collections import namedtuple
P = namedtuple("P", "x y")
def main():
    p = P(1, 2)
    print(p + (3, 4), (3, 4) + p, int(p == (1, 2)), int((1, 3) != p), int(p == P(1, 2)), p * 2, int(p in [(1, 2)]))
main()
p = P(0.5, 1.5)
print(int(p == (p.x, p.y)), len(p + (3.0,)))
""",
    "what is counted is added": """
from collections import Counter, defaultdict
def main():
    c = Counter([1, 2, 2], a=3)
    c.update([2, 1, 7])
    c.update({2: 10}, a=4)
    c.update("aab")
    d = c.copy()
    e = Counter(a=2)
    print(c[1], c[2], c[7], c["a"], c["b"], d[100], len(d), e["a"])
    totals, shares = defaultdict(int), defaultdict(float)
    totals[1] += 3
    shares[2] += 0.5
    other = totals.copy()
    print(totals[1], totals[5], shares[2], shares[3], other[9], len(other), len(totals), int(), float(), int(bool()))
main()
""",
    "the class of a value is one thing": """
def main():
    x = 1.0
    print(int(type(x) is float), int(type(3) is int), int(type("a") is str), int(type([]) is list), int(type({}) is dict))
    print(int(type(x) is int), int(type(x) is not float), int(type(()) is tuple), int(type(x) in (int, float)))
main()
""",
    "a copy of a set": """
import copy
def main():
    s = {1, 2}
    t = copy.copy(s)
    t.add(5)
    print(len(s), len(t))
main()
""",
    "kinds of values": TORCH
    + """
import numpy as np
layer = nn.Linear(1, 2)
for m in [layer, nn.ReLU()]:
    print(int(m.__class__.__name__ == "Linear"), int(type(m) == nn.Linear), int("Linear" in type(m).__name__))
a = np.array([1.0, 2.0])
print(int(isinstance(a, np.ndarray)), int(type(a) == np.ndarray), int(type(3.0) == float), int(type([]) == dict))
np.testing.assert_allclose(a, a + 1e-9)
z = torch.zeros(2, requires_grad=True) * 2
print(int(z.grad_fn is not None), int(layer.weight.grad_fn is None), z.new_zeros(2, 1).tolist(), z.new_full((2,), 3.0).tolist())
""",
    "distributions": TORCH
    + """
from torch.distributions import Bernoulli, Categorical, Normal, kl_divergence
mu = torch.tensor([0.5, -1.0], requires_grad=True)
sigma = torch.tensor([0.7, 2.0], requires_grad=True)
logits = torch.tensor([[0.1, -0.4, 1.0], [0.3, 0.2, -0.9]], requires_grad=True)
one, other = Normal(mu, sigma), Normal(0, 1)
policy, second = Categorical(logits=logits), Categorical(probs=torch.softmax(2 * logits, -1))
coin, fair = Bernoulli(logits=mu), Bernoulli(probs=torch.sigmoid(sigma))
print(one.log_prob(torch.tensor(0.3)).tolist(), one.cdf(torch.tensor([0.0, 1.0])).tolist(), one.entropy().tolist())
print(other.log_prob(mu).tolist(), policy.log_prob(torch.tensor([2, 0])).tolist(), second.entropy().tolist())
print(coin.log_prob(torch.tensor([1.0, 0.0])).tolist(), fair.log_prob(torch.tensor(1.0)).tolist(), coin.entropy().tolist())
loss = kl_divergence(one, other).sum() + kl_divergence(policy, second).sum() - policy.entropy().sum()
loss = loss - (second.log_prob(torch.tensor([1, 1])) * torch.tensor([2.0, -1.0])).sum() + fair.entropy().sum()
(loss + one.cdf(torch.tensor(0.2)).sum() + one.log_prob(torch.tensor(0.1)).sum() + coin.log_prob(torch.ones(2)).sum()).backward()
print(loss.item(), mu.grad.tolist(), sigma.grad.tolist(), logits.grad.tolist())
print(list(one.rsample((5,)).shape), list(policy.sample().shape), list(other.sample().shape), list(fair.sample((3,)).shape))
print(int(policy.sample((200,)).max() <= 2), int(policy.sample((200,)).min() >= 0))
""",
    "distributions with outcomes that cannot happen": TORCH
    + """
import math
from torch.distributions import Bernoulli, Categorical, kl_divergence
logits = torch.tensor([0.5, 1.0, float("-inf")], requires_grad=True)
masked, sure = Categorical(logits=logits), Categorical(probs=torch.tensor([0.5, 0.5, 0.0]))
loss = masked.entropy() + masked.log_prob(torch.tensor(0))
loss.backward()
print(loss.item(), logits.grad.tolist())
print(kl_divergence(masked, sure).item(), kl_divergence(masked, Categorical(logits=2 * logits)).item())
print(int(kl_divergence(sure, Categorical(probs=torch.tensor([1.0, 0.0, 0.0]))) == math.inf))
coin = Bernoulli(logits=torch.tensor([25.0, 30.0, 3.0]))
print((coin.log_prob(torch.ones(3)) * 1e9).tolist(), (coin.entropy() * 1e9).tolist())
print(Bernoulli(0.5, validate_args=False).log_prob(torch.tensor(0.3)).item())
""",
    "a normal distribution of two shapes": TORCH
    + """
spread = torch.tensor([[0.5], [2.0]], requires_grad=True)
mean = torch.tensor([0.1, 0.3, 0.2], requires_grad=True)
d = torch.distributions.Normal(mean, spread)
(d.mean.sum() + d.stddev.sum() * 2 + d.entropy().sum() + d.log_prob(torch.tensor(0.4)).sum() + d.variance.sum()).backward()
print(spread.grad.tolist(), mean.grad.tolist(), d.loc.tolist(), d.scale.tolist())
""",
    "triangular systems": TORCH
    + """
A = torch.tensor([[4.0, 1.0], [1.0, 3.0]], requires_grad=True)
b = torch.tensor([[1.0], [2.0]], requires_grad=True)
L = torch.linalg.cholesky(A)
y = torch.linalg.solve_triangular(L, b, upper=False)
x = torch.linalg.solve_triangular(L.T, y, upper=True)
(x * torch.tensor([[1.0], [3.0]])).sum().backward()
print(x.tolist(), A.grad.tolist(), b.grad.tolist())
""",
    "parameters that are drawn in place": TORCH
    + """
class Layer(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.weight = nn.parameter.Parameter(torch.empty(n, 2))
        self.weight.data.uniform_(-1.0, 1.0)

layer = Layer(3)
print(int(layer.weight.abs().max() <= 1), int(layer.weight.abs().min() > 0), int(layer.weight.requires_grad))
q = nn.init.orthogonal_(torch.empty(3, 2))
r = nn.init.orthogonal_(torch.empty(2, 2, 2), gain=2)
print((q.T @ q).round(decimals=6).abs().tolist(), (r.reshape(2, 4) @ r.reshape(2, 4).T).round(decimals=6).abs().tolist())
print(int(nn.init.trunc_normal_(torch.empty(500)).abs().max() <= 2))
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_tutorials_print_what_the_library_prints(name: str) -> None:
    printed_alike(PROGRAMS[name])


def test_a_variable_of_a_module_of_tensorflow_is_found() -> None:
    text = """
import tensorflow as tf
class Line(tf.Module):
    def __init__(self):
        super().__init__(name="line")
        self.w = tf.Variable(2.0)
        self.b = tf.Variable(1.0)
    def __call__(self, x):
        return self.w * x + self.b
model = Line()
with tf.GradientTape() as tape:
    loss = model(3.0) ** 2
print([float(each) for each in tape.gradient(loss, model.trainable_variables)])
"""
    assert run(parse(text)).printed == ["[14.0, 42.0]"]


def test_a_tree_of_named_rows_stays_one() -> None:
    text = """
import jax
from collections import namedtuple
Params = namedtuple("Params", "weight bias")
def loss(params, x):
    return params.weight * x + params.bias
grads = jax.grad(loss)(Params(2.0, 1.0), 3.0)
new = jax.tree.map(lambda p, g: p - g, Params(2.0, 1.0), grads)
print(grads.weight, grads.bias, new.weight, new)
"""
    assert run(parse(text)).printed == ["3.0 1.0 -1.0 Params(weight=-1.0, bias=0.0)"]


@pytest.mark.parametrize(
    "use",
    ["subprocess.Popen()", "pipe = subprocess.PIPE", "socket('x')", "socket.close()"],
)
def test_a_module_that_is_not_loaded_is_refused_where_it_is_used(use: str) -> None:
    header = "import subprocess\nfrom socket import socket\nx = 2.0\n"
    assert run(parse(f"{header}x*x")).output.data == 4.0
    with pytest.raises(ProblemError) as refused:
        run(parse(f"{header}y = {use}\nx*x"))
    (problem,) = refused.value.problems
    assert problem.code is Code.IMPORT_REFUSED
    assert f"{header}y = {use}"[problem.span[0] : problem.span[1]] in use


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np\nx = np.array([1.0])\nnp.testing.assert_allclose(x, x + 1)\nx*x",
        "from collections import namedtuple\nP = namedtuple('P', 'a b')\nP(1, 2, 3)",
        "from collections import namedtuple\nP = namedtuple('P', 'a b')\nP(1)",
        "from collections import deque\ndeque([]).popleft()",
        "import torch\ntorch.zeros(2).uniform_(1.0, 0.0)",
        "import torch\ntorch.zeros(2).normal_(0.0, -1.0)",
        "import torch\nd = torch.nn.ModuleDict({'keys': torch.nn.ReLU()})",
        "import numpy as np\nnp.ndarray((2, 2))",
        "import torch\ntorch.distributions.Normal(0.0, 0.0)",
        "import torch\ntorch.distributions.Categorical()",
        "import torch\ntorch.distributions.Categorical(torch.tensor([-2.0, 3.0, 1.0]))",
        "import torch\ntorch.distributions.Categorical(torch.tensor([0.5, 0.5])).log_prob(torch.tensor(2))",
        "import torch\ntorch.distributions.Bernoulli(torch.tensor([1.5]))",
        "import torch\ntorch.distributions.Bernoulli(0.5).log_prob(torch.tensor([0.3]))",
    ],
)
def test_what_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(text))


def test_a_tensor_made_of_a_number_with_a_name_is_a_leaf_that_is_trained() -> None:
    torch = pytest.importorskip("torch")
    text = """
import torch
torch.set_default_dtype(torch.float64)
x = torch.linspace(-3, 3, 20)
a, b = 0.1, 0.2
a = torch.tensor(a, requires_grad=True)
b = torch.tensor(b, requires_grad=True)
for t in range(7):
    loss = (a + b * x - torch.sin(x)).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        for p in (a, b):
            p -= 1e-3 * p.grad
            p.grad = None
print(loss.item(), a.item(), b.item(), a.is_leaf)
"""
    before, printed = torch.get_default_dtype(), io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(text, {})
    finally:
        torch.set_default_dtype(before)
    made = run(parse(text))
    *numbers, leaf = made.printed[0].split()
    *expected, real = printed.getvalue().split()
    np.testing.assert_allclose(list(map(float, numbers)), list(map(float, expected)), rtol=1e-12)
    assert leaf == real
    assert not made.problems
