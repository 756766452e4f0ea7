"""Arrays of NumPy's that become PyTorch's tensors, and back: whose methods they have. The oracle is PyTorch itself.

Both have `transpose`, `max`, `std`, `repeat` and others under one name that do something else.
"""

from typing import Any

import numpy as np
import pytest

from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

torch = pytest.importorskip("torch")

DATA = "d = np.array([[1.0, 2.0, 4.0, 8.0], [3.0, 5.0, 9.0, 2.5], [0.5, 7.0, 6.0, 1.0]])\n"
HEAD = f"import numpy as np\nimport torch\n{DATA}"

MAKES = (
    *("torch.tensor(d)", "torch.as_tensor(d)", "torch.from_numpy(d)", "torch.FloatTensor(d).double()", "torch.DoubleTensor(d)"),
    *("torch.Tensor(d).double()", "torch.tensor(d, dtype=torch.float64)", "torch.from_numpy(d).float().double()"),
    *("torch.from_numpy(d.copy())", "torch.tensor(d.astype(np.float64))", "torch.from_numpy(d.astype(np.float32)).double()"),
    *("torch.tensor(d[0:2])", "torch.tensor(d[:, 1:3])", "torch.tensor(d.T)", "torch.from_numpy(d[0:2])", "torch.as_tensor(d.T)"),
    *("torch.tensor(d[[0, 2]])", "torch.tensor(d[d[:, 0] > 0.7])", "torch.tensor(d[:, None, 0:2])[:, 0]", "torch.tensor(d)[0:2]"),
    *("torch.tensor(np.array([d[0], d[1]]))", "torch.tensor(np.array([d[0:2], d[1:3]])[0])", "torch.tensor([d[0], d[1]])"),
    *("torch.tensor(np.array([d[i:i + 2, 0] for i in range(2)]))", "torch.tensor([[d[0, 0], 2.0], [d[1, 1], 3.0]])"),
    *("torch.tensor([row for row in d])", "torch.tensor([list(d[0]), list(d[1])])", "torch.tensor(d.tolist())"),
    *("torch.tensor(np.sin(d))", "torch.from_numpy(np.sin(d))", "torch.tensor(d * 2 + 1)", "torch.tensor(d @ d.T)"),
    *("torch.tensor(np.stack([d[0], d[1]]))", "torch.tensor(np.concatenate([d, d]))", "torch.tensor(np.vstack([d, d]))"),
    *("torch.tensor(d.reshape(2, 6))", "torch.tensor(np.arange(6.0).reshape(2, 3))", "torch.tensor(np.outer(d[0], d[1]))"),
    *(
        "torch.tensor((d - d.mean(axis=0)) / d.std(axis=0))",
        "torch.tensor(np.where(d > 2, d, 0.0))",
        "torch.tensor(d.clip(1, 5))",
    ),
    *("torch.stack([torch.tensor(d[0]), torch.tensor(d[1])])", "torch.stack([torch.from_numpy(row) for row in d])"),
    *("torch.cat([torch.tensor(d), torch.from_numpy(d)])", "d.mean() * torch.tensor(d)", "torch.tensor(d) * torch.tensor(d[0])"),
    *("torch.from_numpy(torch.tensor(d).numpy() * 2)", "torch.autograd.Variable(torch.from_numpy(d))", "torch.tensor(d).clone()"),
    *("torch.nn.Parameter(torch.tensor(d)).detach()", "torch.tensor(d, requires_grad=True).detach()"),
    *("torch.utils.data.default_collate([d[0], d[1]])", "next(iter(torch.utils.data.DataLoader(d, batch_size=2)))"),
)

ASKED = (
    *("X.transpose(0, 1)", "X.std()", "X.var()", "X.std(0)", "X.max()", "X.max(1)[0]", "X.max(dim=0).values", "X.min(0)[0]"),
    *("X.sum(1)", "X.sum(dim=0, keepdim=True)", "X.mean(0)", "X.median()", "X.T", "X.t()", "X.repeat(2, 1)", "X.sort(0)[0]"),
    *("X.sort(1, descending=True)[0]", "X.size(0)", "X.size()[1]", "X.shape[0]", "X.split(1)[0]", "X.split(1, 1)[0]"),
    *(
        "X.chunk(2, 0)[0]",
        "X.unbind(0)[0]",
        "X.argmax(1)",
        "X.argsort(1)",
        "X.reshape(-1)",
        "X.permute(1, 0)",
        "X.swapaxes(0, 1)",
    ),
    *(
        "X.squeeze(0)",
        "X.expand(2, *X.shape)",
        "X.topk(1)[0]",
        "X.cumsum(0)",
        "X.prod(1)",
        "X.clamp(1, 3)",
        "X.roll(1)",
        "X.tile(2)",
    ),
    *(
        "X.repeat_interleave(2, 0)",
        "X.std(unbiased=False)",
        "(X * 2).std()",
        "X[:, 0].std()",
        "torch.std(X)",
        "torch.max(X, 1)[0]",
    ),
    *(
        "X.numpy().std()",
        "X.numpy().max(0)",
        "X.numpy().transpose(1, 0)",
        "X.numpy().size",
        "X.numpy().repeat(2)",
        "X.numpy()[:, 0].std()",
    ),
    *("np.array(X).std()", "X.detach().numpy().var(axis=0)", "torch.tensor(X.numpy()).std()", "X.numpy()[:, 0].std()"),
    *("d.std()", "d.var(0)", "d.max(0)", "d.size", "d.repeat(2)", "d.transpose(1, 0)", "(d * 2).std()", "np.std(d)"),
)

PLACES = {
    "at the top level": "X = {make}\n{asked}",
    "in a function": "def made(d):\n    return {make}\nX = made(d)\n{asked}",
    "in a loop": "X = None\nfor i in range(2):\n    X = {make}\n{asked}",
    "where something is changed in place": "t = torch.zeros(2)\nt += 1\nX = {make}\n{asked}",
}


def numbers(value: Any) -> Any:
    if isinstance(value, Tensor):
        return np.asarray(value.data)
    return np.asarray(value.detach().numpy() if isinstance(value, torch.Tensor) else value, dtype=float)


@pytest.mark.filterwarnings("ignore:__array__ implementation", "ignore:Creating a tensor from a list")
@pytest.mark.parametrize("place", PLACES)
def test_every_way_from_an_array_gives_a_tensor_with_pytorchs_methods_and_leaves_the_array_numpys(place: str) -> None:
    asked = "\n".join(f"r{index} = torch.as_tensor({each}).double()" for index, each in enumerate(ASKED))
    torch.set_default_dtype(torch.float64)
    try:
        for make in MAKES[:: 1 if place == "at the top level" else 6]:
            text = HEAD + PLACES[place].format(make=make, asked=asked)
            expected: dict[str, Any] = {}
            exec(text, expected)
            found = run(parse(text), None, "X").names
            for index, each in enumerate(ASKED):
                got, want = numbers(found[f"r{index}"]), numbers(expected[f"r{index}"])
                assert got.shape == want.shape, (make, each)
                np.testing.assert_allclose(got, want, rtol=1e-6, err_msg=f"{each} of {make}")
    finally:
        torch.set_default_dtype(torch.float32)


def test_gradients_go_through_what_was_handed_over() -> None:
    """As the page asks for them, where no tensor of the program requires a gradient: to the array that all was made of."""
    text = f"{HEAD}w = np.sin(d)\nX = torch.tensor(w)\nloss = (X.max(1)[0] ** 2).sum() + w.std()"
    found = run(parse(text))
    found.output.backward()
    d = torch.tensor(eval(DATA[4:], {"np": np}), requires_grad=True)
    w = torch.sin(d)
    ((w.max(1)[0] ** 2).sum() + w.std(correction=0)).backward()
    np.testing.assert_allclose(found.inputs["d"].grad, d.grad.numpy(), rtol=1e-12)


def test_a_window_over_an_array_has_no_copy_of_it_in_the_graph() -> None:
    text = f"{HEAD}X = torch.tensor(np.array([d[0, 0:2], d[0, 1:3]])).unsqueeze(-1)\nloss = X.transpose(0, 1).sum()"
    found = run(parse(text))
    names = [each.operation.name if each.operation else "input" for each in ancestors(found.output)]
    assert sorted(names) == ["expand_dims", "index", "index", "input", "stack", "sum", "transpose"]
