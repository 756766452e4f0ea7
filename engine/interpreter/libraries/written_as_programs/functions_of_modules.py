"""Functions of other libraries, written in the language itself: of `scipy.stats.norm`, `scipy.special`, `torch.nn.functional`."""

from backpass.engine.interpreter.libraries.passed_over.system_modules import (
    AUTOCAST,
    CHECKPOINT,
    JIT,
    MIXED_PRECISION,
    MODULES_OF_THE_SYSTEM,
)
from backpass.engine.interpreter.libraries.written_as_programs import (
    activations,
    decompositions,
    images,
    margins,
    norms_and_sizes,
    recurrent,
    standard_library,
)

NORMAL = """
import backpass

def standard(x, loc, scale):
    if scale is not None and not amin(scale) > 0:
        backpass.stop("spread of a normal distribution")
    centred = x if loc is None else x - loc
    return centred if scale is None else centred / scale

def pdf(x, loc=None, scale=None):
    z = standard(x, loc, scale)
    density = exp(-z**2 / 2) / sqrt(2*pi)
    return density if scale is None else density / scale

def logpdf(x, loc=None, scale=None):
    z = standard(x, loc, scale)
    density = -z**2 / 2 - log(2*pi) / 2
    return density if scale is None else density - log(scale)

def cdf(x, loc=None, scale=None):
    return erfc(-standard(x, loc, scale) / sqrt(2)) / 2

def sf(x, loc=None, scale=None):
    return erfc(standard(x, loc, scale) / sqrt(2)) / 2

def ppf(q, loc=None, scale=None):
    if scale is not None and not amin(scale) > 0:
        backpass.stop("spread of a normal distribution")
    z = ndtri(q)
    z = z if scale is None else z * scale
    return z if loc is None else z + loc

def isf(q, loc=None, scale=None):
    if scale is not None and not amin(scale) > 0:
        backpass.stop("spread of a normal distribution")
    z = -ndtri(q)
    z = z if scale is None else z * scale
    return z if loc is None else z + loc
"""
"""The normal distribution."""

SPECIAL = """
def xlogy(x, y):
    nothing = (x == 0) * (y <= 0)
    return where(nothing, 0.0, x * log(where(nothing, 1.0, y)))

def ndtr(x):
    return erfc(-x / sqrt(2)) / 2

def logit(x):
    return log(x) - log(1 - x)

def psi(x):
    return digamma(x)
"""

SPECIAL_OF_SCIPY = (
    SPECIAL
    + """
def softmax(x, axis=None):
    return exp(x - logsumexp(x, axis=axis, keepdims=True))

def log_softmax(x, axis=None):
    return x - logsumexp(x, axis=axis, keepdims=True)
"""
)

FUNCTIONAL = """
import torch
import backpass

def linear(input, weight, bias=None):
    out = input @ weight.T
    return out if bias is None else out + bias

def one_hot(tensor, num_classes=-1):
    classes = int(torch.max(tensor)) + 1 if num_classes == -1 else num_classes
    if tensor.numel() and (torch.amin(tensor) < 0 or torch.amax(tensor) >= classes):
        backpass.stop("numbers of classes")
    return torch.where(torch.unsqueeze(tensor, -1) == torch.arange(classes), 1.0, 0.0)

def dropout(input, p=0.5, training=True, inplace=False):
    if not 0 <= p <= 1:
        backpass.stop("probability of dropout")
    if not training or p == 0:
        return input
    if p == 1:
        return backpass.overwritten(input, input * 0.0, inplace)
    return backpass.overwritten(input, input * torch.bernoulli(torch.full(input.shape, 1.0 - p)) / (1 - p), inplace)

def reduced(losses, reduction):
    backpass.refuse("torch.nn.functional", "reduction", reduction not in ("mean", "sum", "none"))
    return losses.mean() if reduction == "mean" else losses.sum() if reduction == "sum" else losses

def class_losses(logs, target, weight, ignore_index, reduction, label_smoothing):
    backpass.refuse("torch.nn.functional", "reduction", reduction not in ("mean", "sum", "none"))
    axis = 1 if logs.dim() > 1 else 0
    classes = logs.shape[axis]
    shape = [1] * axis + [classes] + [1] * (logs.dim() - axis - 1)
    weights = torch.ones(*shape) if weight is None else weight.reshape(shape)
    if target.dim() == logs.dim():
        return reduced(-(logs * weights * (target * (1 - label_smoothing) + label_smoothing / classes)).sum(axis), reduction)
    kept = target != ignore_index
    places = one_hot(torch.where(kept, target, 0.0), classes)
    places = torch.movedim(places, -1, axis) if logs.dim() > 2 else places
    shares = (weights * places).sum(axis) * kept
    losses = -(logs * weights * places).sum(axis) * kept
    if label_smoothing:
        losses = (1 - label_smoothing) * losses - label_smoothing / classes * (logs * weights).sum(axis) * kept
    return losses.sum() / shares.sum() if reduction == "mean" else losses.sum() if reduction == "sum" else losses

def cross_entropy_with_options(input, target, reduction="mean", weight=None, ignore_index=-100, label_smoothing=0.0):
    logs = torch.log_softmax(input, 1 if input.dim() > 1 else 0)
    return class_losses(logs, target, weight, ignore_index, reduction, label_smoothing)

def binary_cross_entropy_with_options(input, target, reduction="mean", weight=None):
    losses = torch.nn.functional.binary_cross_entropy(input, target, reduction="none")
    return reduced(losses if weight is None else losses * weight, reduction)

def binary_cross_entropy_with_logits_with_options(input, target, reduction="mean", weight=None, pos_weight=None):
    share = 1.0 if pos_weight is None else (pos_weight - 1) * target + 1
    losses = (1 - target) * input + share * torch.nn.functional.softplus(-input)
    return reduced(losses if weight is None else losses * weight, reduction)

def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    backpass.refuse("torch.nn.functional.nll_loss", "size_average", size_average is not None)
    backpass.refuse("torch.nn.functional.nll_loss", "reduce", reduce is not None)
    return class_losses(input, target, weight, ignore_index, reduction, 0.0)

def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    backpass.refuse("torch.nn.functional.kl_div", "size_average", size_average is not None)
    backpass.refuse("torch.nn.functional.kl_div", "reduce", reduce is not None)
    if log_target:
        losses = torch.exp(target) * (target - input)
    else:
        losses = torch.where(target == 0, 0.0, target * torch.log(torch.where(target == 0, 1.0, target))) - target * input
    return losses.sum() / input.shape[0] if reduction == "batchmean" else reduced(losses, reduction)

def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    one = torch.clip(torch.norm(x1, dim=dim, keepdim=True), eps)
    other = torch.clip(torch.norm(x2, dim=dim, keepdim=True), eps)
    return (x1 / one * (x2 / other)).sum(dim)

def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    backpass.refuse("torch.nn.functional.normalize", "out", out is not None)
    return input / torch.clip(torch.norm(input, p, dim, True), eps)

def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    if list(input.shape[-len(normalized_shape):]) != list(normalized_shape):
        backpass.stop("shape to normalise")
    axes = tuple([-1 - i for i in range(len(normalized_shape))])
    centred = input - input.mean(axes, keepdim=True)
    out = centred / torch.sqrt((centred**2).mean(axes, keepdim=True) + eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias

def embedding(
    input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False
):
    backpass.refuse("torch.nn.functional.embedding", "max_norm", max_norm is not None)
    backpass.refuse("torch.nn.functional.embedding", "scale_grad_by_freq", scale_grad_by_freq)
    if padding_idx is None:
        return weight[input]
    rows = weight.shape[0]
    if not -rows <= padding_idx < rows:
        backpass.stop("row of an embedding")
    other = (input != padding_idx % rows).unsqueeze(-1)
    return torch.where(other, weight[input], weight.detach()[input])
"""

OPTIMIZERS_OF_AUTOGRAD = """
import autograd.numpy as np

def _each(function, *trees):
    first = trees[0]
    if isinstance(first, dict):
        return {key: _each(function, *[tree[key] for tree in trees]) for key in first}
    if isinstance(first, tuple):
        return tuple([_each(function, *parts) for parts in zip(*trees)])
    if isinstance(first, list):
        return [_each(function, *parts) for parts in zip(*trees)]
    return function(*trees)

def sgd(grad, x0, callback=None, num_iters=200, step_size=0.1, mass=0.9):
    x = x0
    velocity = _each(lambda part: part * 0.0, x)
    for i in range(num_iters):
        g = grad(x, i)
        if callback:
            callback(x, i, g)
        velocity = _each(lambda v, part: mass * v - (1.0 - mass) * part, velocity, g)
        x = _each(lambda part, v: part + step_size * v, x, velocity)
    return x

def rmsprop(grad, x0, callback=None, num_iters=100, step_size=0.1, gamma=0.9, eps=1e-8):
    x = x0
    square = _each(lambda part: part * 0.0 + 1.0, x)
    for i in range(num_iters):
        g = grad(x, i)
        if callback:
            callback(x, i, g)
        square = _each(lambda s, part: s * gamma + part**2 * (1 - gamma), square, g)
        x = _each(lambda part, d, s: part - step_size * d / (np.sqrt(s) + eps), x, g, square)
    return x

def adam(grad, x0, callback=None, num_iters=100, step_size=0.001, b1=0.9, b2=0.999, eps=1e-8):
    x = x0
    m = _each(lambda part: part * 0.0, x)
    v = _each(lambda part: part * 0.0, x)
    for i in range(num_iters):
        g = grad(x, i)
        if callback:
            callback(x, i, g)
        m = _each(lambda d, s: (1 - b1) * d + b1 * s, g, m)
        v = _each(lambda d, s: (1 - b2) * d**2 + b2 * s, g, v)
        first, second = 1 - b1 ** (i + 1), 1 - b2 ** (i + 1)
        x = _each(lambda part, d, s: part - step_size * (d / first) / (np.sqrt(s / second) + eps), x, m, v)
    return x
"""
"""Autograd's optimisers, of arrays or of lists, tuples and dictionaries of them."""

OF_TORCH = "import torch.nn.functional as F\n" + "".join(
    f"""
def max_pool{rank}d(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    backpass.refuse("torch.max_pool{rank}d", "ceil_mode", ceil_mode)
    stride = kernel_size if isinstance(stride, (tuple, list)) and len(stride) == 0 else stride
    return F.max_pool{rank}d(input, kernel_size, stride, padding, dilation)
"""
    for rank in (1, 2)
)
"""What PyTorch offers beside the functions of `torch.nn.functional`."""

OF_NUMPY = """
import backpass
import numpy as np

class nditer:
    def __init__(self, op, flags=(), op_flags=()):
        backpass.refuse("numpy.nditer", "flags", list(flags) != ["multi_index"])
        self.places = list(np.ndindex(np.shape(op)))
        self.count = 0

    @property
    def multi_index(self):
        return self.places[self.count]

    @property
    def finished(self):
        return self.count >= len(self.places)

    def iternext(self):
        self.count += 1
        return not self.finished

def ix_(*args):
    found = []
    for axis, places in enumerate(args):
        shape = [1] * len(args)
        shape[axis] = len(places)
        found.append(np.asarray(places).reshape(shape))
    return tuple(found)

def flatnonzero(a):
    return np.nonzero(np.ravel(a))[0]

def digitize(x, bins, right=False):
    return np.searchsorted(bins, x, side="left" if right else "right")

def tri(N, M=None, k=0, dtype=float):
    return np.tril(np.ones((N, N if M is None else M), dtype), k)

def triu_indices(n, k=0, m=None):
    return np.nonzero(np.triu(np.ones((n, n if m is None else m)), k))

def tril_indices(n, k=0, m=None):
    return np.nonzero(np.tril(np.ones((n, n if m is None else m)), k))

def fromiter(iter, dtype):
    return np.array(list(iter), dtype=dtype)
"""
"""What is written in the language itself of NumPy."""

BACKWARD_OF_TORCH = """
def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    several = tensors if isinstance(tensors, (list, tuple)) else [tensors]
    backpass.refuse("torch.autograd.backward", "create_graph", create_graph)
    backpass.refuse("torch.autograd.backward", "grad_variables", grad_variables is not None)
    backpass.refuse("torch.autograd.backward", "inputs", inputs is not None)
    upstream = grad_tensors if isinstance(grad_tensors, (list, tuple)) else [grad_tensors] * len(several)
    if len(several) == 1:
        several[0].backward(upstream[0], retain_graph=retain_graph)
        return
    total = None
    for tensor, gradient in zip(several, upstream):
        if gradient is None and tensor.numel() != 1:
            tensor.backward()
        term = tensor.sum() if gradient is None else (tensor * gradient).sum()
        total = term if total is None else total + term
    total.backward(retain_graph=retain_graph)
"""

DEBUG_OF_JAX = """
_write = print

def print(fmt, *args, ordered=False, **kwargs):
    _write(fmt.format(*args, **kwargs))

def breakpoint(*, backend=None, filter_frames=True, num_frames=None, ordered=False, token=None, **kwargs):
    pass
"""

_TEXTS = (images, margins, norms_and_sizes, recurrent)

FUNCTIONS: dict[str, str] = {
    **dict.fromkeys(("scipy.stats.norm", "jax.scipy.stats.norm", "autograd.scipy.stats.norm"), NORMAL),
    **MODULES_OF_THE_SYSTEM,
    **dict.fromkeys(("torch.amp", "torch.cuda.amp"), MIXED_PRECISION),
    "torch.utils.checkpoint": CHECKPOINT,
    "torch.jit": JIT,
    "functools": standard_library.FUNCTOOLS,
    "contextlib": standard_library.CONTEXTLIB,
    "re": standard_library.RE,
    "itertools": standard_library.ITERTOOLS,
    "operator": standard_library.OPERATOR,
    "statistics": standard_library.STATISTICS,
    "string": standard_library.STRING,
    "numpy.testing": standard_library.TESTING,
    "scipy.special": SPECIAL_OF_SCIPY,
    "numpy.linalg": decompositions.OF_NUMPY,
    "autograd.numpy.linalg": decompositions.OF_AUTOGRAD,
    "jax.numpy.linalg": decompositions.OF_JAX,
    "torch.linalg": decompositions.OF_TORCH,
    **dict.fromkeys(("jax.scipy.special", "autograd.scipy.special"), SPECIAL),
    "torch.nn.functional": FUNCTIONAL
    + activations.OF_TORCH
    + images.FUNCTIONS
    + margins.FUNCTIONS
    + norms_and_sizes.FUNCTIONS
    + recurrent.FUNCTIONS,
    "torch": OF_TORCH + AUTOCAST,
    "numpy": OF_NUMPY,
    "autograd.misc.optimizers": OPTIMIZERS_OF_AUTOGRAD,
    "jax.nn": "import jax.numpy as jnp\n" + activations.OF_JAX,
    "jax.debug": DEBUG_OF_JAX,
    "torch.autograd": BACKWARD_OF_TORCH,
}
"""Texts by the module whose functions they define."""

_OF_SKLEARN = ("sklearn.datasets", "sklearn.model_selection", "sklearn.preprocessing")
_OF_SCIPY_SPECIAL = "cbrt digamma erf erfc erfinv exp2 expit expm1 gammaln log1p logsumexp ndtri softplus"

OPERATIONS_OF: dict[str, frozenset[str]] = {
    **dict.fromkeys(("scipy.stats.norm", "jax.scipy.stats.norm", "autograd.scipy.stats.norm"), frozenset()),
    **dict.fromkeys(
        ("scipy", "scipy.stats", "jax.scipy", "jax.scipy.stats", "autograd.scipy", "autograd.scipy.stats"), frozenset()
    ),
    **dict.fromkeys(("collections", "copy", "dataclasses", "enum", "functools", "itertools", "re", "string"), frozenset()),
    **dict.fromkeys(("operator", "statistics", "jax.debug"), frozenset()),
    **dict.fromkeys(MODULES_OF_THE_SYSTEM, frozenset()),
    **dict.fromkeys(("autograd.misc", "autograd.misc.flatten", "autograd.misc.optimizers", "jax.flatten_util"), frozenset()),
    **dict.fromkeys(("sklearn", *_OF_SKLEARN, "torch.nn.utils.rnn"), frozenset()),
    **dict.fromkeys(("numpy.testing", "torch.distributions", "torch.jit", "torch.utils.checkpoint"), frozenset()),
    **dict.fromkeys(("torchvision", "torchvision.datasets", "torchvision.transforms"), frozenset()),
    **dict.fromkeys(("PIL", "PIL.Image", "cv2", "pandas", "datasets", "requests"), frozenset()),
    **dict.fromkeys(("pytorch_lightning", "lightning", "lightning.pytorch"), frozenset()),
    "scipy.special": frozenset(_OF_SCIPY_SPECIAL.split()),
}
"""Modules that have these operations alone, since others of a name mean something else there, as `huber` and `mean`."""
