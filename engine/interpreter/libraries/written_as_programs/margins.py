"""Losses of `torch.nn.functional` and `torch.nn` that compare with a margin, or take a distribution: formulas of operations."""

_REDUCED = "size_average=None, reduce=None, reduction='mean'"


def _checked(name: str) -> str:
    return "".join(
        f'    backpass.refuse("torch.nn.functional.{name}", "{old}", {old} is not None)\n' for old in ("size_average", "reduce")
    )


FUNCTIONS = f"""
def margin_ranking_loss(input1, input2, target, margin=0.0, {_REDUCED}):
{_checked("margin_ranking_loss")}    return reduced(positive_part(-target * (input1 - input2) + margin), reduction)

def positive_part(x):
    return torch.where(x >= 0, x, 0.0)

def hinge_embedding_loss(input, target, margin=1.0, {_REDUCED}):
{_checked("hinge_embedding_loss")}    apart = torch.where(target != 1, positive_part(margin - input), 0.0)
    return reduced(apart + torch.where(target != -1, input, 0.0), reduction)

def cosine_embedding_loss(input1, input2, target, margin=0.0, {_REDUCED}):
{_checked("cosine_embedding_loss")}    squares = ((input1 * input1).sum(-1) + 1e-12) * ((input2 * input2).sum(-1) + 1e-12)
    cosine = (input1 * input2).sum(-1) / torch.sqrt(squares)
    apart = torch.where(target == -1, positive_part(cosine - margin), 0.0)
    return reduced(torch.where(target == 1, 1 - cosine, 0.0) + apart, reduction)

def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return torch.norm(x1 - x2 + eps, p, -1, keepdim)

def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, {_REDUCED}):
{_checked("triplet_margin_loss")}    if not margin > 0:
        backpass.stop("margin of a triplet")
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.minimum(far, pairwise_distance(positive, negative, p, eps))
    return reduced(positive_part(margin + near - far), reduction)

def soft_margin_loss(input, target, {_REDUCED}):
{_checked("soft_margin_loss")}    return reduced(torch.log1p(torch.exp(-target * input)), reduction)

def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, {_REDUCED}):
{_checked("multi_margin_loss")}    if p not in (1, 2):
        backpass.stop("power of a margin")
    rows = input.reshape(1, -1) if input.dim() == 1 else input
    if torch.amin(target) < 0 or torch.amax(target) >= rows.shape[1]:
        backpass.stop("numbers of classes")
    places = one_hot(target.reshape(-1), rows.shape[1])
    over = margin - (rows * places).sum(1, keepdim=True) + rows
    over = torch.where(over > 0, over, 0.0)
    over = over * over if p == 2 else over
    over = over if weight is None else over * (weight * places).sum(1, keepdim=True)
    losses = torch.where(places == 1, 0.0, over).sum(1) / rows.shape[1]
    return reduced(losses[0] if input.dim() == 1 else losses, reduction)

def multilabel_soft_margin_loss(input, target, weight=None, {_REDUCED}):
{_checked("multilabel_soft_margin_loss")}    losses = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    losses = losses if weight is None else losses * weight
    return reduced(losses.mean(-1), reduction)

def logsigmoid(input):
    return -torch.nn.functional.softplus(-input)

def poisson_nll_loss(
    input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction="mean"
):
{_checked("poisson_nll_loss")}    losses = torch.exp(input) if log_input else input
    losses = losses - target * (input if log_input else torch.log(input + eps))
    if full:
        counts = torch.where(target > 1, target, 1.0)
        rest = counts * torch.log(counts) - counts + 0.5 * torch.log(2 * torch.pi * counts)
        losses = losses + torch.where(target > 1, rest, 0.0)
    return reduced(losses, reduction)

def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    if not isinstance(var, float) and var.dim() > 0 and input.dim() == var.dim() + 1:
        var = var.reshape(*var.shape, 1)
    if var < 0 if isinstance(var, float) else torch.amin(var) < 0:
        backpass.stop("negative variance")
    spread = var + (torch.maximum(var, torch.tensor(eps)) - var).detach()
    losses = 0.5 * (torch.log(spread) + (input - target) ** 2 / spread)
    return reduced(losses + 0.5 * torch.log(torch.tensor(2 * torch.pi)) if full else losses, reduction)
"""

_TAKES = {
    "MarginRankingLoss": ("margin_ranking_loss", f"margin=0.0, {_REDUCED}", "input1, input2, target"),
    "HingeEmbeddingLoss": ("hinge_embedding_loss", f"margin=1.0, {_REDUCED}", "input, target"),
    "CosineEmbeddingLoss": ("cosine_embedding_loss", f"margin=0.0, {_REDUCED}", "input1, input2, target"),
    "TripletMarginLoss": (
        "triplet_margin_loss",
        f"margin=1.0, p=2.0, eps=1e-6, swap=False, {_REDUCED}",
        "anchor, positive, negative",
    ),
    "SoftMarginLoss": ("soft_margin_loss", _REDUCED, "input, target"),
    "MultiMarginLoss": ("multi_margin_loss", f"p=1, margin=1.0, weight=None, {_REDUCED}", "input, target"),
    "MultiLabelSoftMarginLoss": ("multilabel_soft_margin_loss", f"weight=None, {_REDUCED}", "input, target"),
    "PoissonNLLLoss": (
        "poisson_nll_loss",
        "log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction='mean'",
        "log_input, target",
    ),
    "GaussianNLLLoss": ("gaussian_nll_loss", "*, full=False, eps=1e-6, reduction='mean'", "input, target, var"),
    "PairwiseDistance": ("pairwise_distance", "p=2.0, eps=1e-6, keepdim=False", "x1, x2"),
}
"""Classes by their function, what they are made with, and what they are called with."""


def _names(takes: str) -> list[str]:
    return [each.split("=")[0] for each in takes.split(", ") if each != "*"]


LAYERS = "".join(
    f"""
class {name}(Module):
    def __init__(self, {made}):
        self.options = {{{", ".join(f'"{each}": {each}' for each in _names(made))}}}

    def forward(self, {called}):
        return torch.nn.functional.{function}({called}, **self.options)
"""
    for name, (function, made, called) in _TAKES.items()
)
