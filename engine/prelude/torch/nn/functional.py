"""`torch.nn.functional`: what layers and losses compute, of tensors of any shape unless a function says otherwise."""

from backpass.engine.python.libraries.natives import apply, drawn, rank_of

from .._pointwise import relu, sigmoid, tanh
from .._reductions import log_softmax as _log_softmax
from .._reductions import softmax as _softmax
from ._images import *


def linear(input, weight, bias=None):
    found = apply("matmul", input, weight.t())
    return found if bias is None else found + bias


def bilinear(input1, input2, weight, bias=None):
    found = ((input1.unsqueeze(-2).unsqueeze(-2) @ weight) * input2.unsqueeze(-2).unsqueeze(-2)).sum(-1).squeeze(-1)
    return found if bias is None else found + bias


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    return _softmax(input, _class_axis(input) if dim is None else dim, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    return _log_softmax(input, _class_axis(input) if dim is None else dim, dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    return _softmax(-input, _class_axis(input) if dim is None else dim, dtype)


def _class_axis(input):
    return 0 if len(input.shape) in (0, 1, 3) else 1


def leaky_relu(input, negative_slope=0.01, inplace=False):
    return apply("prelu", input, negative_slope)


def prelu(input, weight):
    return apply("prelu", input, weight)


def elu(input, alpha=1.0, inplace=False):
    if alpha == 1.0:
        return apply("elu", input)
    return apply("where", input > 0, input, alpha * apply("expm1", input))


def celu(input, alpha=1.0, inplace=False):
    return apply("where", input > 0, input, alpha * apply("expm1", input / alpha))


def selu(input, inplace=False):
    scale, alpha = 1.0507009873554804934193349852946, 1.6732632423543772848170429916717
    return scale * apply("where", input > 0, input, alpha * apply("expm1", input))


def gelu(input, approximate="none"):
    return apply("gelu_tanh" if approximate == "tanh" else "gelu", input)


def silu(input, inplace=False):
    return apply("silu", input)


def mish(input, inplace=False):
    return input * apply("tanh", apply("softplus", input))


def softplus(input, beta=1.0, threshold=20.0):
    if beta == 1 and threshold == 20:
        return apply("softplus", input)
    scaled = beta * input
    return apply("where", scaled > threshold, input, apply("softplus", scaled) / beta)


def softsign(input):
    return apply("softsign", input)


def logsigmoid(input):
    return apply("log_sigmoid", input)


def tanhshrink(input):
    return input - apply("tanh", input)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    return apply("clip", input, min_val, max_val)


def relu6(input, inplace=False):
    return apply("clip", input, 0.0, 6.0)


def hardsigmoid(input, inplace=False):
    return apply("clip", input + 3.0, 0.0, 6.0) / 6.0


def hardswish(input, inplace=False):
    return input * hardsigmoid(input)


def softshrink(input, lambd=0.5):
    return apply("relu", input - lambd) - apply("relu", -input - lambd)


def dropout(input, p=0.5, training=True, inplace=False):
    if not training or p == 0.0:
        return input
    if p == 1.0:
        return input * 0.0
    return input * drawn("chances", input.shape, input.dtype, chance=1 - p) / (1 - p)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    return input / input.norm(p, dim, True).clamp_min(eps)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    axes = tuple(range(-len(normalized_shape), 0))
    found = (input - input.mean(axes, True)) / (input.var(axes, False, True) + eps).sqrt()
    found = found if weight is None else found * weight
    return found if bias is None else found + bias


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    return weight[input]


def one_hot(tensor, num_classes=-1):
    from .._creation import arange

    count = int(tensor.max().item()) + 1 if num_classes == -1 else num_classes
    return (tensor.unsqueeze(-1) == arange(count)).long()


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    return (x1 * x2).sum(dim) / (x1.norm("fro", dim).clamp_min(eps) * x2.norm("fro", dim).clamp_min(eps))


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return (x1 - x2 + eps).norm(p, -1, keepdim)


def _reduced(loss, reduction):
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    if reduction == "none":
        return loss
    raise ValueError(f"{reduction} is not a valid value for reduction")


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    return _reduced(apply("squared_error", input, target), reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    return _reduced(apply("absolute_error", input, target), reduction)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    if delta == 1.0:
        return _reduced(apply("huber", input, target), reduction)
    return _reduced(delta * delta * apply("huber", input / delta, target / delta), reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    if beta == 0.0:
        return l1_loss(input, target, reduction=reduction)
    if beta == 1.0:
        return _reduced(apply("huber", input, target), reduction)
    return _reduced(beta * apply("huber", input / beta, target / beta), reduction)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    loss = apply("binary_cross_entropy", input, target)
    return _reduced(loss if weight is None else loss * weight, reduction)


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    if pos_weight is None:
        loss = apply("binary_cross_entropy_with_logits", input, target)
    else:
        loss = -(pos_weight * target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    return _reduced(loss if weight is None else loss * weight, reduction)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    axis = 1 if len(input.shape) > 1 else 0
    known = target != ignore_index
    chosen = -input.gather(axis, apply("where", known, target, 0).unsqueeze(axis)).squeeze(axis)
    weights = known.float() if weight is None else weight[apply("where", known, target, 0)] * known
    if weight is None and reduction != "mean":
        return _reduced(chosen * weights, reduction)
    if reduction == "mean":
        return chosen.mean() if weight is None and known.all() else (chosen * weights).sum() / weights.sum()
    return _reduced(chosen * weights, reduction)


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    is_of_places = rank_of(target) == 1
    if not is_of_places and target.shape != input.shape:
        raise RuntimeError("expected target dtype to be Long or Byte, but got Float")
    axis = 1 if len(input.shape) > 1 else 0
    if is_of_places and (weight is not None or label_smoothing or (target == ignore_index).any()):
        if not label_smoothing:
            return nll_loss(log_softmax(input, axis), target, weight, None, ignore_index, None, reduction)
        target = one_hot(target, input.shape[axis]).float()
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / input.shape[axis]
    if weight is not None:
        return _reduced(-(weight * target * log_softmax(input, axis)).sum(axis), reduction)
    if len(input.shape) > 2:
        input = input.movedim(1, -1)
        target = target if is_of_places else target.movedim(1, -1)
    return _reduced(apply("cross_entropy", input, target), reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    loss = target.exp() * (target - input) if log_target else target * (target.log() - input)
    return loss.sum() / input.shape[0] if reduction == "batchmean" else _reduced(loss, reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    return _reduced(apply("where", target == 1, input, (margin - input).clamp_min(0.0)), reduction)


def margin_ranking_loss(input1, input2, target, margin=0.0, size_average=None, reduce=None, reduction="mean"):
    return _reduced(apply("relu", -target * (input1 - input2) + margin), reduction)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    return _reduced(apply("softplus", -target * input), reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    var = var.clamp_min(eps)
    return _reduced(0.5 * (var.log() + (input - target) ** 2 / var), reduction)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
    return _reduced(input.exp() - target * input if log_input else input - target * (input + eps).log(), reduction)
