"""Containers of parameters and of modules, and losses with a margin or a distribution, beside PyTorch's."""

import contextlib
import io
import re

import numpy as np
import pytest

from backpass.engine import ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

HEADER = """
import torch
import torch.nn as nn
import torch.nn.functional as F
x = torch.tensor([[0.5, -0.2], [0.3, 0.8]], requires_grad=True)
y = torch.tensor([[1.5, 0.2], [-0.3, 0.4]])
s = torch.tensor([[1.0, -1.0], [-1.0, 1.0]])
c = torch.tensor([[3.0, 0.0], [1.0, 2.0]])
t = torch.tensor([0, 1])
"""
LOSSES = (
    "nn.TripletMarginLoss(margin=2.0, p=1, swap=True)(x, y, -y)",
    "F.triplet_margin_loss(x, y, x + y, reduction='sum')",
    "nn.MultiMarginLoss(p=2, margin=0.7, weight=torch.tensor([1.0, 2.0]))(x, t)",
    "F.multi_margin_loss(x[0], t[0], reduction='none') + F.multi_margin_loss(x - x, t)",
    "nn.MultiLabelSoftMarginLoss()(x, (s + 1) / 2)",
    "F.multilabel_soft_margin_loss(x, (s + 1) / 2, weight=y, reduction='sum')",
    "nn.PoissonNLLLoss(full=True)(x, c)",
    "nn.PoissonNLLLoss(log_input=False)(x + 1, c)",
    "nn.GaussianNLLLoss(full=True)(x, y, x ** 2 + 0.1)",
    "F.gaussian_nll_loss(x, y, torch.tensor([0.5, 1e-9])) + F.gaussian_nll_loss(y, x, x[0] ** 2)",
    "nn.PairwiseDistance()(x, y).sum() + F.pairwise_distance(x, y, p=1, keepdim=True).prod()",
    "nn.SoftMarginLoss(reduction='sum')(x, s)",
    "nn.HingeEmbeddingLoss(2.0)(x, s) + F.hinge_embedding_loss(x * 0 + 1, s)",
    "nn.CosineEmbeddingLoss(0.1)(x, y, torch.tensor([1.0, -1.0]))",
    "nn.MarginRankingLoss(reduction='none')(x[0], x[1], s[0]).sum()",
    "F.margin_ranking_loss(x, y, s, margin=1.0) + F.margin_ranking_loss(x, x, s)",
)
NET = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.ws = nn.ParameterList([nn.Parameter(torch.ones(2) * i) for i in range(1, 3)])
        self.ws.append(nn.Parameter(torch.tensor([1.5, 2.5])))
        self.ws.extend([torch.tensor([0.5, 3.0])])
        self.heads = nn.ModuleDict({"a": nn.Linear(2, 1), "b": nn.Linear(2, 1)})
        self.heads.update({"c": nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))})
        self.scale = nn.ParameterDict({"s": nn.Parameter(torch.tensor(2.0)), "r": torch.tensor(0.5)})
        for i, p in enumerate(self.parameters()):
            nn.init.constant_(p, 0.5 + i / 10)

    def forward(self, x):
        for w in self.ws:
            x = x * w
        total = sum(head(x) for name, head in self.heads.items())
        return total * self.scale["s"] - self.scale["r"] ** 2

net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.01)
for _ in range(2):
    opt.zero_grad()
    out = net(x).sum()
    out.backward()
    opt.step()
    print(out.item())
for name, p in net.named_parameters():
    print(name, p.grad.tolist(), p.tolist())
print(len(list(net.modules())), "a" in net.heads, "z" in net.heads, len(net.heads), len(net.ws), len(net.scale))
print(list(net.heads.keys()), list(net.state_dict().keys()), [len(list(m.parameters())) for m in net.heads.values()])
"""


def _agree(program: str) -> None:
    """Holds every printed name and number equal here and in Python."""
    torch = pytest.importorskip("torch")
    written = io.StringIO()
    torch.set_default_dtype(torch.float64)
    try:
        with contextlib.redirect_stdout(written):
            exec(program, {"__name__": "__main__"})
    finally:
        torch.set_default_dtype(torch.float32)
    ours, theirs = "\n".join(run(parse(program)).printed), written.getvalue().strip()
    number = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
    assert re.sub(number, "#", ours) == re.sub(number, "#", theirs)
    found, expected = ([float(each) for each in re.findall(number, text)] for text in (ours, theirs))
    assert expected
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("loss", LOSSES)
def test_losses_with_margins_give_the_numbers_and_gradients_of_pytorch(loss: str) -> None:
    _agree(f"{HEADER}loss = {loss}\nloss.sum().backward()\nprint(loss.sum().item())\nprint(x.grad.tolist())\n")


def test_containers_hold_parameters_under_their_names() -> None:
    _agree(HEADER + NET)


PLAIN = """
class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = [nn.Linear(2, 2), nn.Linear(2, 1)]
        self.named = {"a": nn.Linear(1, 1)}
        self.weights = [nn.Parameter(torch.ones(1))]
        self.last = nn.Linear(1, 1)
        self.w = nn.Parameter(torch.ones(1))
"""
"""Layers and parameters in plain lists and dictionaries, which are no part of the module."""
DERIVED = """
class Derived(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(2, 2))
        self.net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
        self.last = nn.Linear(2, 1)
"""
"""A container that has layers of its own by name, behind those that it was given."""
SHARED = """
class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.Linear(2, 2)
        self.b.weight = self.a.weight
        self.both = nn.ModuleList([self.a, self.b])
        self.steps = nn.Sequential(self.a, nn.Tanh(), self.b)

    def forward(self, x):
        return self.steps(x)
"""
"""Layers that a model has under several names, and a weight that two layers share."""


def _registered(definition: str) -> str:
    name = re.findall(r"class (\w+)", definition)[0]
    return f"""{HEADER}{definition}
m = {name}()
for i, p in enumerate(m.parameters()):
    nn.init.constant_(p, 0.1 + i / 10)
print([name for name, p in m.named_parameters()], list(m.state_dict()))
print(len(list(m.modules())), [name for name, each in m.named_modules()], [name for name, each in m.named_children()])
_ = m.eval()
seen = []
_ = m.apply(lambda each: seen.append(each.training))
print(seen)
"""


@pytest.mark.parametrize("definition", [PLAIN, DERIVED, SHARED])
def test_a_module_has_the_parameters_that_pytorch_registers(definition: str) -> None:
    _agree(_registered(definition))


def test_layers_in_a_plain_list_keep_their_mode() -> None:
    _agree(f"{_registered(PLAIN)}print(m.parts[0].training, m.last.training)\n")


@pytest.mark.parametrize("definition", [DERIVED, SHARED])
def test_what_is_shared_or_attached_takes_one_step_as_in_pytorch(definition: str) -> None:
    _agree(f"""{_registered(definition)}
opt = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.5)
for _ in range(3):
    opt.zero_grad()
    loss = m(x).sum()
    loss.backward()
    opt.step()
    print(loss.item())
for name, p in m.named_parameters():
    print(name, p.tolist(), p.grad.tolist())
""")


def test_an_optimiser_of_a_plain_list_is_refused_with_what_to_write() -> None:
    lists_alone = PLAIN.replace("self.last", "last").replace("self.w ", "w ")
    program = f"{HEADER}{lists_alone}\nm = Plain()\ntorch.optim.SGD(m.parameters(), lr=0.1)\n"
    with pytest.raises(ProblemError, match="no parameters") as refused:
        run(parse(program))
    assert "`nn.ModuleList`" in str(refused.value.problems[0].hint)


FILLED = """
import copy
from collections import OrderedDict
import torch.optim as optim
def fill(m, k=0.3):
    with torch.no_grad():
        for i, p in enumerate(m.parameters()):
            p.copy_((torch.sin(torch.arange(p.numel()) * 1.7 + i) * k).reshape(p.shape))
    return m
X = torch.sin(torch.arange(12.0)).reshape(6, 2)
"""
"""Modules with numbers that are not drawn."""
LEARNT = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 1)
        self.free = torch.ones(3, requires_grad=True)
        self.w = nn.Parameter(torch.ones(1))
        self.register_buffer("count", torch.zeros(1))
    def forward(self, x):
        return self.head(x * self.free) * self.w + self.count
net = fill(Net())
print([n for n, p in net.named_parameters()])
o = optim.SGD(net.parameters(), lr=0.1)
x = torch.tensor([[1.0, 2.0, -1.0]])
for _ in range(3):
    o.zero_grad()
    net(x).sum().backward()
    o.step()
print([p.tolist() for p in net.parameters()], net.free.tolist(), net.free.grad.tolist(), [n for n, p in net.named_parameters()])
net.w.data = torch.tensor([5.0])
with torch.no_grad():
    net.w *= 2
    net.head.weight.copy_(torch.zeros(1, 3))
print([n for n, p in net.named_parameters()], net.w.item())
net.head.weight.requires_grad = False
print([n for n, p in net.named_parameters()], sum(p.numel() for p in net.parameters() if p.requires_grad))
other = copy.deepcopy(net)
print([n for n, p in other.named_parameters()], other.count.requires_grad, list(other.state_dict()))
other.load_state_dict(net.state_dict())
for p in other.parameters():
    p.requires_grad_(True)
other.w.data.fill_(0.5)
print([n for n, p in other.named_parameters()], [p.tolist() for p in other.parameters()])
net.w = nn.Parameter(torch.tensor([9.0]))
_ = net.apply(lambda m: m.weight.data.fill_(1.0) if isinstance(m, nn.Linear) else None)
print([n for n, p in net.named_parameters()], [p.tolist() for p in net.parameters()])
"""
"""What is a parameter: no tensor that is not made as one, no buffer; whatever is done to its numbers."""
NAMED = """
net = fill(nn.Sequential(OrderedDict([("a", nn.Linear(2, 3)), ("act", nn.Tanh()), ("b", nn.Linear(3, 1))])))
print(net.a.bias.tolist(), net(X).sum().item(), len(net), [n for n, _ in net.named_parameters()])
print([n for n, _ in net.named_children()])
net[2] = fill(nn.Linear(3, 2), 0.7)
net[-3] = fill(nn.Linear(2, 3), 0.2)
print(net(X).sum().item(), net.b.weight.shape[0], [n for n, _ in net.named_modules()])
part = net[:2]
print(part(X).sum().item(), [n for n, _ in part.named_parameters()], part.a is net.a)
_ = net.append(nn.Sigmoid())
net.add_module("c", fill(nn.Linear(2, 1)))
print(net(X).sum().item(), [n for n, _ in net.named_children()], len(net))
plain = fill(nn.Sequential(nn.Linear(2, 2), nn.ReLU()))
plain.add_module("out", fill(nn.Linear(2, 1)))
_ = plain.append(nn.Tanh())
print(plain(X).sum().item(), [n for n, _ in plain.named_children()], plain.out.bias.tolist())
tail = plain[1:]
print(tail(X).sum().item(), [n for n, _ in tail.named_children()])
layers = OrderedDict()
for i in range(2):
    layers[f"fc{i}"] = nn.Linear(2, 2)
deep = fill(nn.Sequential(layers))
print(deep.fc1(X).sum().item(), list(deep.state_dict()), sum(1 for m in deep.modules()))
for m in deep:
    print(m.in_features)
"""
"""Containers whose parts have names, with what is put into them, cut out of them or added."""
FROZEN = """
net = fill(nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.Linear(2, 1)))
for p in net[0].parameters():
    p.requires_grad = False
with torch.no_grad():
    net[0].weight.copy_(torch.ones(2, 2) * 0.3)
    net[0].bias.add_(0.5)
    net[0].bias *= 2
nn.init.constant_(net[2].weight, 0.25)
print([n for n, _ in net.named_parameters()], net[0].bias.tolist())
for p in net[0].parameters():
    p.requires_grad_(True)
print([n for n, _ in net.named_parameters()])
o = optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    o.zero_grad()
    net(X).pow(2).sum().backward()
    o.step()
print([p.tolist() for p in net.parameters()], net[1].running_mean.tolist())
twin = copy.deepcopy(net)
print([n for n, _ in twin.named_parameters()], list(twin.state_dict()))
o2 = optim.SGD(twin.parameters(), lr=0.1)
for _ in range(2):
    o2.zero_grad()
    twin(X).pow(2).sum().backward()
    o2.step()
print([p.tolist() for p in twin.parameters()], [p.tolist() for p in net.parameters()])
print(twin[1].running_mean.tolist(), net[1].running_mean.tolist())
net.load_state_dict(twin.state_dict())
print(net(X).sum().item(), twin(X).sum().item())
state = {k: v for k, v in twin.state_dict().items() if "0." in k}
net.load_state_dict(state, strict=False)
best = copy.deepcopy(net.state_dict())
with torch.no_grad():
    for p in net.parameters():
        p -= 1.0
net.load_state_dict(best)
print([n for n, _ in net.named_parameters()], sum(p.sum().item() for p in net.parameters()))
"""
"""Parameters that are frozen and thawed, copies and states."""


@pytest.mark.parametrize("program", [LEARNT, NAMED, FROZEN], ids=["learnt", "named", "frozen"])
def test_modules_keep_their_parameters_as_in_pytorch(program: str) -> None:
    _agree(HEADER + FILLED + program)
