"""Activations of `torch.nn.functional`, `torch.nn` and `jax.nn` that are formulas of operations, with the slopes those libraries
take at the kinks: a piece that is constant has slope 0 at its end.
"""

PIECES = """
def between(x, low, high):
    return where(x <= low, low, where(x >= high, high, x))

def celu_of(x, alpha):
    return where(x > 0, x, alpha * expm1(where(x > 0, 0.0, x) / alpha))

def selu_of(x):
    return 1.0507009873554804934193349852946 * where(x > 0, x, 1.6732632423543772848170429916717 * expm1(where(x > 0, 0.0, x)))
"""
"""What both libraries have, without their names."""

OF_TORCH = (
    PIECES
    + """
def relu6(input, inplace=False):
    return backpass.overwritten(input, between(input, 0.0, 6.0), inplace)

def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    return backpass.overwritten(input, between(input, min_val, max_val), inplace)

def hardsigmoid(input, inplace=False):
    return backpass.overwritten(input, between(input / 6 + 0.5, 0.0, 1.0), inplace)

def hardswish(input, inplace=False):
    found = torch.where(input <= -3, 0.0, torch.where(input >= 3, input, input * (input + 3) / 6))
    return backpass.overwritten(input, found, inplace)

def mish(input, inplace=False):
    return backpass.overwritten(input, input * torch.tanh(torch.nn.functional.softplus(input)), inplace)

def selu(input, inplace=False):
    return backpass.overwritten(input, selu_of(input), inplace)

def celu(input, alpha=1.0, inplace=False):
    return backpass.overwritten(input, celu_of(input, alpha), inplace)

def threshold(input, threshold, value, inplace=False):
    return backpass.overwritten(input, torch.where(input > threshold, input, value), inplace)

def tanhshrink(input):
    return input - torch.tanh(input)

def softshrink(input, lambd=0.5):
    return torch.where(input > lambd, input - lambd, torch.where(input < -lambd, input + lambd, 0.0))

def hardshrink(input, lambd=0.5):
    return torch.where((input > lambd) + (input < -lambd) > 0, input, 0.0)

def softmin(input, dim=None, dtype=None):
    return torch.nn.functional.softmax(-input, dim)

def glu(input, dim=-1):
    if input.shape[dim] % 2 != 0:
        backpass.stop("halves of an odd length")
    one, other = torch.chunk(input, 2, dim)
    return one * torch.sigmoid(other)
"""
)

_PLAIN = {
    "Mish": "mish",
    "SELU": "selu",
    "Hardsigmoid": "hardsigmoid",
    "Hardswish": "hardswish",
    "ReLU6": "relu6",
}
"""Layers that can be asked to overwrite what they are given, and nothing else."""
_WITH_OPTIONS = {
    "CELU": ("celu", "alpha=1.0, inplace=False"),
    "Threshold": ("threshold", "threshold, value, inplace=False"),
    "Tanhshrink": ("tanhshrink", ""),
    "Softshrink": ("softshrink", "lambd=0.5"),
    "Hardshrink": ("hardshrink", "lambd=0.5"),
    "Softmin": ("softmin", "dim=None"),
    "GLU": ("glu", "dim=-1"),
    **{name: (function, "inplace=False") for name, function in _PLAIN.items()},
}
"""Layers by their function, and what they take."""


def _layer(name: str, function: str, takes: str) -> str:
    names = [each.split("=")[0] for each in takes.split(", ") if each]
    options = f"""
    def __init__(self, {takes}):
        self.options = [{", ".join(names)}]
"""
    return f"""
class {name}(Module):{options if names else ""}
    def forward(self, x):
        return torch.nn.functional.{function}(x{", *self.options" if names else ""})
"""


LAYERS = "".join(_layer(name, function, takes) for name, (function, takes) in _WITH_OPTIONS.items()) + (
    """
class Hardtanh(Module):
    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        backpass.refuse("torch.nn.Hardtanh", "min_value", min_value is not None)
        backpass.refuse("torch.nn.Hardtanh", "max_value", max_value is not None)
        self.options = [min_val, max_val, inplace]

    def forward(self, x):
        return torch.nn.functional.hardtanh(x, *self.options)

class LogSigmoid(Module):
    def forward(self, x):
        return torch.nn.functional.logsigmoid(x)

class Softmax2d(Module):
    def forward(self, x):
        if x.dim() not in (3, 4):
            backpass.stop("axes of Softmax2d")
        return torch.nn.functional.softmax(x, -3)

class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        self.weight = Parameter(torch.full([num_parameters], init))

    def forward(self, x):
        weight = self.weight
        if len(weight) > 1 and (x.dim() < 2 or x.shape[1] != len(weight)):
            backpass.stop("parameters of PReLU")
        if len(weight) > 1 and x.dim() > 2:
            weight = weight.reshape(-1, *[1 for _ in range(x.dim() - 2)])
        return torch.where(x > 0, x, weight * x)
"""
)

OF_JAX = (
    PIECES
    + """
def celu(x, alpha=1.0):
    return celu_of(x, alpha)

def selu(x):
    return selu_of(x)

def leaky_relu(x, negative_slope=0.01):
    return where(x >= 0, x, negative_slope * x)

def relu6(x):
    return between(x, 0.0, 6.0)

def hard_tanh(x):
    return where(x > 1, 1, where(x < -1, -1, x))

def hard_sigmoid(x):
    return relu6(x + 3) / 6

def hard_silu(x):
    return x * hard_sigmoid(x)

def hard_swish(x):
    return x * hard_sigmoid(x)

def mish(x):
    return x * tanh(softplus(x))

def soft_sign(x):
    return x / (abs(x) + 1)

def squareplus(x, b=4.0):
    return (x + sqrt(x**2 + b)) / 2

def glu(x, axis=-1):
    half = x.shape[axis] // 2
    if 2 * half != x.shape[axis]:
        backpass.stop("halves of an odd length")
    one, other = jnp.split(x, 2, axis)
    return one * sigmoid(other)

def standardize(x, axis=-1, mean=None, variance=None, epsilon=1e-5):
    centre = jnp.mean(x, axis=axis, keepdims=True) if mean is None else mean
    spread = jnp.mean(x**2, axis=axis, keepdims=True) - centre**2 if variance is None else variance
    return (x - centre) / sqrt(maximum(spread, 0.0) + epsilon)
"""
)
