"""Where the library that a program is written for does something else: stops, answers None, or draws other numbers.

Here the program goes on, with a note beside the line. One table for all: who notices such a case asks for its note by name.
"""

from dataclasses import dataclass

from backpass.engine.messages import is_message, say
from backpass.engine.problems import Code, Problem, Span


@dataclass(frozen=True, slots=True)
class Difference:
    """One such case. `key` is of its message, which may use `$library`, and what else is filled in where it is noticed."""

    libraries: tuple[str, ...]
    when: str
    """The condition, as the documentation says it."""
    key: str


_TORCH = ("torch",)
_IN_PLACE = ("numpy", "autograd", "torch")

DIFFERENCES: dict[str, Difference] = {
    "second backward": Difference(
        _TORCH,
        "`backward()` a second time through the same graph, without `retain_graph=True`",
        "difference-second-backward",
    ),
    "backward of several": Difference(
        _TORCH,
        "`backward()` of a tensor with several elements, without a gradient for each",
        "difference-backward-of-several",
    ),
    "backward of untracked": Difference(
        _TORCH,
        "`backward()` of a tensor that nothing with `requires_grad` leads to",
        "difference-backward-of-untracked",
    ),
    "backward of unrecorded": Difference(
        _TORCH,
        "A gradient of a tensor that was computed within `torch.no_grad()`",
        "difference-backward-of-unrecorded",
    ),
    "gradient of result": Difference(
        _TORCH,
        "`.grad` of a computed tensor, without `retain_grad()`",
        "difference-gradient-of-result",
    ),
    "arithmetic with None": Difference(
        _TORCH,
        "Arithmetic with such a gradient, as in `w = w - lr * w.grad` in a loop",
        "difference-arithmetic-with-none",
    ),
    "whole numbers": Difference(
        ("torch", "jax", "autograd"),
        "A gradient of whole numbers, as in `torch.tensor([1, 2], requires_grad=True)` or `jax.grad(f)(3)`",
        "difference-whole-numbers",
    ),
    "whole numbers cut off": Difference(
        (*_IN_PLACE, "jax"),
        "A fraction put into an array of whole numbers, as by `a[0] = 2.9`: it is cut off here too",
        "difference-cut-off",
    ),
    "whole numbers in place": Difference(
        _IN_PLACE,
        "An array of whole numbers changed in place to what is not, as by `a += 0.5` or `a /= 2`",
        "difference-whole-in-place",
    ),
    "whole powers": Difference(
        (*_IN_PLACE, "jax"),
        "Whole numbers raised to a negative whole number, as in `a ** -1`",
        "difference-whole-powers",
    ),
    "whole numbers by zero": Difference(
        _TORCH,
        "Whole numbers divided by a 0 with `//` or `%`",
        "difference-whole-by-zero",
    ),
    "whole numbers without floats": Difference(
        _TORCH,
        "A mean, variance, norm or softmax of whole numbers",
        "difference-needs-floats",
    ),
    "whole numbers and floats": Difference(
        _TORCH,
        "A matrix product of whole numbers and floats",
        "difference-whole-and-floats",
    ),
    "leaf in place": Difference(
        _TORCH,
        "A leaf with `requires_grad` changed in place, outside `torch.no_grad()`",
        "difference-leaf-in-place",
    ),
    "changed since": Difference(
        _TORCH,
        "`backward()` through a number that was changed in place after it was used",
        "difference-changed-since",
    ),
    "data changed since": Difference(
        _TORCH,
        "`backward()` through numbers that were changed by `.data`, or in an array of NumPy's that shares them",
        "difference-data-changed-since",
    ),
    "number of traced": Difference(
        ("jax", "autograd"),
        "`float(x)` of what a gradient is being taken by, within `grad(f)`",
        "difference-number-of-traced",
    ),
    "loop backwards": Difference(
        ("jax",),
        "`grad` through `jax.lax.while_loop`, whose number of steps is not known before",
        "difference-loop-backwards",
    ),
    "variable in place": Difference(
        ("tensorflow",),
        "`v += 1` of a `tf.Variable`",
        "difference-variable-in-place",
    ),
    "numpy of tracked": Difference(
        _TORCH,
        "`.numpy()` of a tensor that requires a gradient",
        "difference-numpy-of-tracked",
    ),
    "unused input": Difference(
        _TORCH,
        "`torch.autograd.grad` of an input that does not lead to the output, without `allow_unused=True`",
        "difference-unused-input",
    ),
    "untracked gradient": Difference(
        _TORCH,
        "`torch.autograd.grad` of an output that nothing with `requires_grad` leads to",
        "difference-untracked-gradient",
    ),
    "not a number elsewhere": Difference(
        ("torch", "jax", "tensorflow", "autograd"),
        "An infinite slope in a branch that was not chosen, as of `where(x > 0, sqrt(x), 0)` at 0",
        "difference-not-a-number-elsewhere",
    ),
    "product of zeros": Difference(
        ("autograd",),
        "The gradient of a product with a factor 0, as of `np.prod(x)`",
        "difference-product-of-zeros",
    ),
    "logarithm of nothing": Difference(
        _TORCH,
        "The gradient of `xlogy(x, y)` by `y` where both are 0",
        "difference-logarithm-of-nothing",
    ),
    "beyond 32 bits": Difference(
        ("torch", "jax"),
        "A number that 32 bits make infinite, or 0 where that is divided by or its logarithm taken, as `exp(100)`",
        "difference-beyond-32-bits",
    ),
    "certain probabilities": Difference(
        _TORCH,
        "`binary_cross_entropy` of probabilities that are 0 or 1",
        "difference-certain-probabilities",
    ),
    "other random numbers": Difference(
        ("torch", "tensorflow", "jax"),
        "Random numbers of PyTorch, TensorFlow or JAX, with a seed or without",
        "difference-other-random-numbers",
    ),
    "unseeded": Difference(
        ("numpy", "random"),
        "Random numbers of NumPy or Python without a seed",
        "difference-without-seed",
    ),
    "division by zero": Difference(
        ("python",),
        "A plain number divided by 0, as in `1/0`, `5 % 0` or `0.0**-1`",
        "difference-division-by-zero",
    ),
    "no real number": Difference(
        ("python",),
        "Plain numbers of which Python computes no real one, as in `math.sqrt(-1)` or `(-8)**0.5`",
        "difference-no-real-number",
    ),
    "out of range": Difference(
        ("python",),
        "Plain numbers that become too large for Python, as in `math.exp(1000)` or `10.0**400`",
        "difference-out-of-range",
    ),
    "a name that is missing": Difference(
        ("torch", "numpy", "jax", "autograd", "python"),
        "A function of ours by the name of a library that has none, as `np.relu` or `math.sigmoid`",
        "difference-missing-name",
    ),
    "a name that is elsewhere": Difference(
        ("torch", "numpy", "jax", "autograd", "python"),
        "A function that a library has in another module, as `torch.softplus`, `jnp.gelu` or `x.softplus()`",
        "difference-name-elsewhere",
    ),
    "narrow floats": Difference(
        ("numpy", "autograd", "torch", "jax", "tensorflow"),
        "A type of floats with fewer than 64 bits is named, as `np.float32` or `torch.bfloat16`",
        "difference-narrow-floats",
    ),
    "device": Difference(
        ("torch", "jax"),
        "A device is named, as by `torch.device('cuda')` or `x.to('cuda')`",
        "difference-device",
    ),
    "rounding": Difference(
        ("torch", "jax", "tensorflow"),
        "A number taken out of a tensor that 32 bits do not hold, or 32 bits asked for as by `dtype=torch.float32`",
        "difference-precision",
    ),
}
"""By name."""

CALLED = {
    "torch": "PyTorch",
    "jax": "JAX",
    "tensorflow": "TensorFlow",
    "autograd": "autograd",
    "numpy": "NumPy",
    "random": "Python",
    "python": "Python",
}
"""Libraries by their module, as their makers call them."""

ONCE = frozenset({"other random numbers", "unseeded", "rounding", "narrow floats", "device"})
"""Notes on a whole program, each once."""


def difference(name: str, library: str, span: Span | None, **words: object) -> Problem:
    """The note of a case, in the words of a library that it concerns."""
    record = DIFFERENCES[name]
    assert library in record.libraries, (name, library)
    hint = f"{record.key}.hint"
    return Problem(
        Code.LIBRARY_DIFFERS,
        say(record.key, library=CALLED[library], **words),
        say(hint, **words) if is_message(hint) else None,
        span,
    )
