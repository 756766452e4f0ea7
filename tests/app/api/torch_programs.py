"""Programs of PyTorch whose numbers are compared with those of the same program outside: each ends with `loss.backward()`."""

_MODEL = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
_DATA = "x, y = torch.rand(6, 4), torch.rand(6, 2)\nclasses = torch.arange(6) % 2\n"

_EXPRESSIONS = {
    "product and sum": "a * b + a",
    "powers": "a ** 3 + b ** 0.5 + 2 ** a",
    "quotient": "(a + 1) / (b * b + 1)",
    "exponentials": "torch.exp(a) * torch.log(b) + torch.expm1(a) + torch.log1p(b)",
    "trigonometry": "torch.sin(a) * torch.cos(b) + torch.atan2(a, b)",
    "kinks": "torch.relu(a - 0.5) + torch.abs(b - 1) + torch.maximum(a, b) + torch.clamp(a, 0.2, 0.4)",
    "a branch not taken": "torch.where(a > 10, torch.sqrt(a - 10), a)",
    "softmax": "torch.softmax(a, 0) * torch.log_softmax(b, 0) + torch.logsumexp(a, 0)",
    "reductions": "a.mean() + b.prod() + a.std() + b.var() + a.norm() + a.max() + b.median()",
    "products of matrices": "torch.outer(a, b) @ torch.outer(b, a)",
    "views": "a.view(3, 1).expand(3, 3).t().flip(0).reshape(-1)[:4]",
    "indices": "a[[0, 0, 2]] * b[1:] .repeat(2)[:3] + torch.cat([a, b])[1:4]",
    "in place": "(a * 1).mul_(b).add_(a)",
    "sorted": "torch.sort(a * b).values.cumsum(0)",
    "half precision": "(a.to(torch.bfloat16) * b.to(torch.bfloat16)).float()",
    "double precision": "a.double() / b.double() / 3",
    "einsum": "torch.einsum('i,j->ij', a, b).tril()",
}
_MODELS = {
    "linear regression": "net = nn.Linear(4, 2)\nloss = F.mse_loss(net(x), y)",
    "a perceptron": "net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))\nloss = F.cross_entropy(net(x), classes)",
    "activations": "net = nn.Sequential(nn.Linear(4, 4), nn.GELU(), nn.SiLU(), nn.ELU(), nn.LeakyReLU(), nn.Softplus())\nloss = net(x).sum()",
    "batch norm and dropout": "net = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Dropout(0.5))\nloss = net(x).pow(2).mean()",
    "layer norm": "net = nn.Sequential(nn.LayerNorm(4), nn.Linear(4, 2))\nloss = nn.HuberLoss()(net(x), y)",
    "convolutions": "net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(18, 2))\nloss = net(torch.rand(2, 1, 8, 8)).sum()",
    "transposed convolution": "net = nn.ConvTranspose2d(1, 2, 3, stride=2)\nloss = net(torch.rand(1, 1, 4, 4)).square().mean()",
    "a recurrent network": "net = nn.RNN(4, 3, batch_first=True)\nloss = net(x[None])[0].sum()",
    "an LSTM": "net = nn.LSTM(4, 3)\nloss = net(x[:, None])[0].pow(2).sum()",
    "embeddings": "net = nn.EmbeddingBag(9, 3)\nloss = net(torch.tensor([[1, 2], [1, 3]])).pow(2).sum()",
    "attention": "net = nn.MultiheadAttention(4, 2)\nloss = net(x, x, x)[0].pow(2).mean()",
    "a transformer": "net = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0)\nloss = net(x).pow(2).mean()",
    "a class of its own": "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = nn.Parameter(torch.ones(4))\n"
    "    def forward(self, x):\n        return torch.sigmoid(x @ self.w)\nnet = Net()\nloss = F.binary_cross_entropy(net(x), classes.float())",
}

PROGRAMS = [
    f"# {name}\n{_MODEL}a = torch.tensor([0.5, 1.5, 2.5], requires_grad=True)\nb = torch.tensor([1.5, 0.25, 3.0], requires_grad=True)\n"
    f"loss = ({text}).sum()\nloss.backward()"
    for name, text in _EXPRESSIONS.items()
]
PROGRAMS += [f"# {name}\n{_MODEL}{_DATA}{text}\nloss.backward()" for name, text in _MODELS.items()]
