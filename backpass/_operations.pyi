"""Every operation as a function. Written by scripts/type_stubs.py from the records."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from numpy.typing import NDArray

from backpass.engine.graph.tensor import Tensor

_Operand: TypeAlias = Tensor | float | NDArray[Any] | list[Any] | tuple[Any, ...]

def abs(x: _Operand, /) -> Tensor:
    """The absolute value: the distance from 0."""

def absolute(x: _Operand, /) -> Tensor:
    """The absolute value: the distance from 0."""

def absolute_error(
    prediction: _Operand, target: _Operand = ..., *, input: _Operand = ..., logits: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """The absolute difference: each error counts in proportion to its size."""

def acos(x: _Operand, /) -> Tensor:
    """The angle in [0, π] whose cosine is x."""

def acosh(x: _Operand, /) -> Tensor:
    """The inverse of the hyperbolic cosine, for x ≥ 1."""

def add(a: _Operand, b: _Operand, /) -> Tensor:
    """The sum of two values."""

def amax(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The largest of all elements, or of those along an axis."""

def amin(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The smallest of all elements, or of those along an axis."""

def arccos(x: _Operand, /) -> Tensor:
    """The angle in [0, π] whose cosine is x."""

def arccosh(x: _Operand, /) -> Tensor:
    """The inverse of the hyperbolic cosine, for x ≥ 1."""

def arcsin(x: _Operand, /) -> Tensor:
    """The angle in [−π/2, π/2] whose sine is x."""

def arcsinh(x: _Operand, /) -> Tensor:
    """The inverse of the hyperbolic sine."""

def arctan(x: _Operand, /) -> Tensor:
    """The angle in (−π/2, π/2) whose tangent is x."""

def arctan2(y: _Operand, x: _Operand, /) -> Tensor:
    """The angle of the point (x, y), from −π to π."""

def arctanh(x: _Operand, /) -> Tensor:
    """The inverse of the hyperbolic tangent, for −1 < x < 1."""

def asin(x: _Operand, /) -> Tensor:
    """The angle in [−π/2, π/2] whose sine is x."""

def asinh(x: _Operand, /) -> Tensor:
    """The inverse of the hyperbolic sine."""

def atan(x: _Operand, /) -> Tensor:
    """The angle in (−π/2, π/2) whose tangent is x."""

def atan2(y: _Operand, x: _Operand, /) -> Tensor:
    """The angle of the point (x, y), from −π to π."""

def atanh(x: _Operand, /) -> Tensor:
    """The inverse of the hyperbolic tangent, for −1 < x < 1."""

def binary_cross_entropy(
    probability: _Operand, target: _Operand = ..., *, input: _Operand = ..., logits: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """The surprise, −log of the probability given to the true outcome: the target is 1 or 0, or a probability."""

def binary_cross_entropy_with_logits(
    logit: _Operand, target: _Operand = ..., *, input: _Operand = ..., logits: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """The binary cross-entropy of sigmoid(logit), accurate even for large scores."""

def bmm(a: _Operand, b: _Operand, /) -> Tensor:
    """The product of matrices, of a matrix and a vector, or of two vectors; stacks of matrices too."""

def broadcast_to(x: _Operand, /, *sizes: int | Sequence[int], shape: Any = ..., newshape: Any = ...) -> Tensor:
    """The same elements repeated along new axes and along axes of length 1, to a larger shape."""

def cat(
    tensors: Sequence[_Operand], /, axis: int | Sequence[int] | None = ..., *, dim: int | Sequence[int] | None = ...
) -> Tensor:
    """Tensors joined along an axis: concatenate([a, b], axis=0)."""

def cbrt(x: _Operand, /) -> Tensor:
    """The cube root, also of negative numbers."""

def ceil(x: _Operand, /) -> Tensor:
    """The smallest integer not below x."""

def clamp(
    x: _Operand,
    low: _Operand = ...,
    high: _Operand = ...,
    *,
    min: _Operand = ...,
    a_min: _Operand = ...,
    clip_value_min: _Operand = ...,
    max: _Operand = ...,
    a_max: _Operand = ...,
    clip_value_max: _Operand = ...,
) -> Tensor:
    """x limited to a range: outside it, the nearer bound."""

def clip(
    x: _Operand,
    low: _Operand = ...,
    high: _Operand = ...,
    *,
    min: _Operand = ...,
    a_min: _Operand = ...,
    clip_value_min: _Operand = ...,
    max: _Operand = ...,
    a_max: _Operand = ...,
    clip_value_max: _Operand = ...,
) -> Tensor:
    """x limited to a range: outside it, the nearer bound."""

def clip_by_value(
    x: _Operand,
    low: _Operand = ...,
    high: _Operand = ...,
    *,
    min: _Operand = ...,
    a_min: _Operand = ...,
    clip_value_min: _Operand = ...,
    max: _Operand = ...,
    a_max: _Operand = ...,
    clip_value_max: _Operand = ...,
) -> Tensor:
    """x limited to a range: outside it, the nearer bound."""

def concat(
    tensors: Sequence[_Operand], /, axis: int | Sequence[int] | None = ..., *, dim: int | Sequence[int] | None = ...
) -> Tensor:
    """Tensors joined along an axis: concatenate([a, b], axis=0)."""

def concatenate(
    tensors: Sequence[_Operand], /, axis: int | Sequence[int] | None = ..., *, dim: int | Sequence[int] | None = ...
) -> Tensor:
    """Tensors joined along an axis: concatenate([a, b], axis=0)."""

def cos(x: _Operand, /) -> Tensor:
    """The cosine of an angle in radians."""

def cosh(x: _Operand, /) -> Tensor:
    """The hyperbolic cosine, (exp(x) + exp(−x)) / 2."""

def cross_entropy(logits: _Operand, target: _Operand = ..., *, input: _Operand = ..., labels: _Operand = ...) -> Tensor:
    """−log of the softmax probability of the right class, per row of scores; the target is a class index, or one probability per class."""

def cumsum(x: _Operand, /, axis: int | Sequence[int] | None = ..., *, dim: int | Sequence[int] | None = ...) -> Tensor:
    """The running sums of the elements, along `axis` if there are several."""

def deg2rad(x: _Operand, /) -> Tensor:
    """Degrees converted to radians."""

def degrees(x: _Operand, /) -> Tensor:
    """Radians converted to degrees."""

def det(x: _Operand, /) -> Tensor:
    """The determinant of a square matrix: the signed volume of the box that its rows span."""

def detach(x: _Operand, /) -> Tensor:
    """The value itself, treated as a constant from here on."""

def determinant(x: _Operand, /) -> Tensor:
    """The determinant of a square matrix: the signed volume of the box that its rows span."""

def digamma(x: _Operand, /) -> Tensor:
    """The derivative of lgamma, also called psi."""

def div(a: _Operand, b: _Operand, /) -> Tensor:
    """The quotient of two values."""

def divide(a: _Operand, b: _Operand, /) -> Tensor:
    """The quotient of two values."""

def dot(a: _Operand, b: _Operand, /) -> Tensor:
    """The product of matrices, of a matrix and a vector, or of two vectors; stacks of matrices too."""

def elu(x: _Operand, /) -> Tensor:
    """x where it is positive, else exp(x) − 1."""

def eq(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value equals the second, else 0."""

def equal(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value equals the second, else 0."""

def erf(x: _Operand, /) -> Tensor:
    """The error function, the area under a bell curve from 0 to x, scaled to (−1, 1)."""

def erfc(x: _Operand, /) -> Tensor:
    """1 − erf(x), accurate even where erf is nearly 1."""

def erfinv(x: _Operand, /) -> Tensor:
    """The inverse of the error function, for −1 < x < 1."""

def exp(x: _Operand, /) -> Tensor:
    """The exponential function, e to the power x."""

def exp2(x: _Operand, /) -> Tensor:
    """Two to the power x."""

def expand(x: _Operand, /, *sizes: int | Sequence[int], shape: Any = ..., newshape: Any = ...) -> Tensor:
    """The same elements repeated along new axes and along axes of length 1, to a larger shape."""

def expand_dims(x: _Operand, /, axis: int | Sequence[int] | None, *, dim: int | Sequence[int] | None = ...) -> Tensor:
    """The same elements with a new axis of length 1 at `axis`."""

def expit(x: _Operand, /) -> Tensor:
    """The logistic function 1 / (1 + exp(−x)): squashes any number into (0, 1)."""

def expm1(x: _Operand, /) -> Tensor:
    """exp(x) − 1, accurate even for tiny x."""

def fabs(x: _Operand, /) -> Tensor:
    """The absolute value: the distance from 0."""

def flatten(x: _Operand, /) -> Tensor:
    """All elements in one row, as a vector."""

def float_power(a: _Operand, b: _Operand, /) -> Tensor:
    """A base raised to an exponent."""

def floor(x: _Operand, /) -> Tensor:
    """The largest integer not above x."""

def floor_divide(a: _Operand, b: _Operand, /) -> Tensor:
    """The quotient, rounded down."""

def gammaln(x: _Operand, /) -> Tensor:
    """The logarithm of the gamma function, which continues (x − 1)! to all numbers."""

def ge(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value is at least the second, else 0."""

def gelu(x: _Operand, /) -> Tensor:
    """x times the area under a bell curve below x (Hendrycks and Gimpel 2016, the exact form)."""

def gelu_tanh(x: _Operand, /) -> Tensor:
    """x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2, within 0.0005 of gelu (Hendrycks and Gimpel 2016, section 2)."""

def greater(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value is greater than the second, else 0."""

def greater_equal(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value is at least the second, else 0."""

def gt(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value is greater than the second, else 0."""

def hinge(
    score: _Operand, target: _Operand = ..., *, input: _Operand = ..., logits: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """How far the score falls short of a margin of 1; the target is −1 or 1."""

def huber(
    prediction: _Operand, target: _Operand = ..., *, input: _Operand = ..., logits: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """Half the squared error up to a distance of 1, beyond it the absolute error minus ½: outliers pull no harder."""

def hypot(a: _Operand, b: _Operand, /) -> Tensor:
    """The square root of a² + b², without overflow."""

def index(x: _Operand, /, key: Any) -> Tensor:
    """Some of the elements, by index, slice or list of indices: x[0], x[1:3], x[:, 0], x[[2, 0]], x[..., None]."""

def inv(x: _Operand, /) -> Tensor:
    """The matrix that undoes a square matrix."""

def inverse(x: _Operand, /) -> Tensor:
    """The matrix that undoes a square matrix."""

def l1_error(
    prediction: _Operand, target: _Operand = ..., *, input: _Operand = ..., logits: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """The absolute difference: each error counts in proportion to its size."""

def le(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value is at most the second, else 0."""

def leaky_relu(
    x: _Operand, slope: _Operand = ..., *, negative_slope: _Operand = ..., alpha: _Operand = ..., weight: _Operand = ...
) -> Tensor:
    """x where it is positive, else 0.01x."""

def less(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value is less than the second, else 0."""

def less_equal(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value is at most the second, else 0."""

def lgamma(x: _Operand, /) -> Tensor:
    """The logarithm of the gamma function, which continues (x − 1)! to all numbers."""

def ln(x: _Operand, /) -> Tensor:
    """The natural logarithm, to the base e."""

def log(x: _Operand, /) -> Tensor:
    """The natural logarithm, to the base e."""

def log10(x: _Operand, /) -> Tensor:
    """The logarithm to the base 10."""

def log1p(x: _Operand, /) -> Tensor:
    """log(1 + x), accurate even for tiny x."""

def log2(x: _Operand, /) -> Tensor:
    """The logarithm to the base 2."""

def log_sigmoid(x: _Operand, /) -> Tensor:
    """log(sigmoid(x)), accurate even where the sigmoid is tiny or nearly 1."""

def log_softmax(x: _Operand, /, axis: int | Sequence[int] | None = ..., *, dim: int | Sequence[int] | None = ...) -> Tensor:
    """The logarithm of the softmax, accurate even where it is tiny."""

def logaddexp(a: _Operand, b: _Operand, /) -> Tensor:
    """The logarithm of a sum of two exponentials, a smooth maximum, without overflow."""

def loggamma(x: _Operand, /) -> Tensor:
    """The logarithm of the gamma function, which continues (x − 1)! to all numbers."""

def logistic(x: _Operand, /) -> Tensor:
    """The logistic function 1 / (1 + exp(−x)): squashes any number into (0, 1)."""

def logsigmoid(x: _Operand, /) -> Tensor:
    """log(sigmoid(x)), accurate even where the sigmoid is tiny or nearly 1."""

def logsumexp(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """log(sum(exp(x))), a smooth maximum, without overflow."""

def lt(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value is less than the second, else 0."""

def matmul(a: _Operand, b: _Operand, /) -> Tensor:
    """The product of matrices, of a matrix and a vector, or of two vectors; stacks of matrices too."""

def max(
    a: _Operand,
    b: _Operand = ...,
    /,
    *others: _Operand,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The larger of its arguments."""

def maximum(
    a: _Operand,
    b: _Operand = ...,
    /,
    *others: _Operand,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The larger of its arguments."""

def mean(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The mean of all elements, or of those along an axis."""

def min(
    a: _Operand,
    b: _Operand = ...,
    /,
    *others: _Operand,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The smaller of its arguments."""

def minimum(
    a: _Operand,
    b: _Operand = ...,
    /,
    *others: _Operand,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The smaller of its arguments."""

def mm(a: _Operand, b: _Operand, /) -> Tensor:
    """The product of matrices, of a matrix and a vector, or of two vectors; stacks of matrices too."""

def mod(a: _Operand, b: _Operand, /) -> Tensor:
    """The remainder of a division; it has the sign of the divisor, as in Python."""

def modulo(a: _Operand, b: _Operand, /) -> Tensor:
    """The remainder of a division; it has the sign of the divisor, as in Python."""

def mul(a: _Operand, b: _Operand, /) -> Tensor:
    """The product of two values."""

def multiply(a: _Operand, b: _Operand, /) -> Tensor:
    """The product of two values."""

def mv(a: _Operand, b: _Operand, /) -> Tensor:
    """The product of matrices, of a matrix and a vector, or of two vectors; stacks of matrices too."""

def ndtri(x: _Operand, /) -> Tensor:
    """The normal quantile function: a fraction x of all draws lies below its value."""

def ne(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value differs from the second, else 0."""

def neg(x: _Operand, /) -> Tensor:
    """The value with the opposite sign."""

def negate(x: _Operand, /) -> Tensor:
    """The value with the opposite sign."""

def negative(x: _Operand, /) -> Tensor:
    """The value with the opposite sign."""

def norm(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The Euclidean norm of a vector, without overflow; the Frobenius norm of a matrix."""

def not_equal(a: _Operand, b: _Operand, /) -> Tensor:
    """1 where the first value differs from the second, else 0."""

def outer(a: _Operand, b: _Operand, /) -> Tensor:
    """Every element of one vector times every element of another."""

def permute(x: _Operand, /, *sizes: int | Sequence[int], axes: Any = ...) -> Tensor:
    """Rows become columns; axes in reverse order, or as `axes` says."""

def pow(a: _Operand, b: _Operand, /) -> Tensor:
    """A base raised to an exponent."""

def power(a: _Operand, b: _Operand, /) -> Tensor:
    """A base raised to an exponent."""

def prelu(
    x: _Operand, slope: _Operand = ..., *, negative_slope: _Operand = ..., alpha: _Operand = ..., weight: _Operand = ...
) -> Tensor:
    """x where it is positive, else x times a slope, which may be learnt."""

def prod(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The product of all elements, or of those along an axis."""

def put_back(x: _Operand, /, key: Any, shape: Any, *, newshape: Any = ...) -> Tensor:
    """Zeros, with the elements placed at an index; the reverse of indexing, as in its backward pass."""

def rad2deg(x: _Operand, /) -> Tensor:
    """Radians converted to degrees."""

def radians(x: _Operand, /) -> Tensor:
    """Degrees converted to radians."""

def ravel(x: _Operand, /) -> Tensor:
    """All elements in one row, as a vector."""

def reciprocal(x: _Operand, /) -> Tensor:
    """One divided by x."""

def reduce_logsumexp(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """log(sum(exp(x))), a smooth maximum, without overflow."""

def reduce_max(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The largest of all elements, or of those along an axis."""

def reduce_mean(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The mean of all elements, or of those along an axis."""

def reduce_min(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The smallest of all elements, or of those along an axis."""

def reduce_prod(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The product of all elements, or of those along an axis."""

def reduce_std(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    ddof: float = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
    correction: float = ...,
) -> Tensor:
    """The square root of the variance; `ddof=1` divides by n − 1, as PyTorch does."""

def reduce_sum(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The sum of all elements, or of those along an axis."""

def reduce_variance(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    ddof: float = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
    correction: float = ...,
) -> Tensor:
    """The mean squared distance from the mean; `ddof=1` divides by n − 1, as PyTorch does."""

def relu(x: _Operand, /) -> Tensor:
    """The rectified linear unit: x where it is positive, else 0."""

def remainder(a: _Operand, b: _Operand, /) -> Tensor:
    """The remainder of a division; it has the sign of the divisor, as in Python."""

def reshape(x: _Operand, /, *sizes: int | Sequence[int], shape: Any = ..., newshape: Any = ...) -> Tensor:
    """The same elements in another shape; one length may be -1."""

def round(x: _Operand, /) -> Tensor:
    """The nearest integer; halves round to even."""

def rsqrt(x: _Operand, /) -> Tensor:
    """One divided by the square root of x."""

def select(condition: _Operand, a: _Operand, b: _Operand, /) -> Tensor:
    """The second value where the first is true (anything but 0), else the third."""

def sigmoid(x: _Operand, /) -> Tensor:
    """The logistic function 1 / (1 + exp(−x)): squashes any number into (0, 1)."""

def sigmoid_cross_entropy_with_logits(
    logit: _Operand, target: _Operand = ..., *, input: _Operand = ..., logits: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """The binary cross-entropy of sigmoid(logit), accurate even for large scores."""

def sign(x: _Operand, /) -> Tensor:
    """The sign of x as a number: −1, 0 or 1."""

def silu(x: _Operand, /) -> Tensor:
    """x times its sigmoid, also called swish."""

def sin(x: _Operand, /) -> Tensor:
    """The sine of an angle in radians."""

def sinc(x: _Operand, /) -> Tensor:
    """sin(πx) / (πx), and 1 at 0: the building block of band-limited signals."""

def sinh(x: _Operand, /) -> Tensor:
    """The hyperbolic sine, (exp(x) − exp(−x)) / 2."""

def smooth_l1(
    prediction: _Operand, target: _Operand = ..., *, input: _Operand = ..., logits: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """Half the squared error up to a distance of 1, beyond it the absolute error minus ½: outliers pull no harder."""

def softmax(x: _Operand, /, axis: int | Sequence[int] | None = ..., *, dim: int | Sequence[int] | None = ...) -> Tensor:
    """Exponentials divided by their sum along the last axis (or another): positive, and adding up to 1."""

def softmax_cross_entropy_with_logits(
    logits: _Operand, target: _Operand = ..., *, input: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """−log of the softmax probability of the right class, per row of scores; the target is a class index, or one probability per class."""

def softplus(x: _Operand, /) -> Tensor:
    """log(1 + exp(x)): a smooth relu."""

def softsign(x: _Operand, /) -> Tensor:
    """x / (1 + |x|): squashes any number into (−1, 1), more slowly than tanh."""

def solve(a: _Operand, b: _Operand, /) -> Tensor:
    """The solution of a system of linear equations: what the matrix must be multiplied by."""

def sparse_softmax_cross_entropy_with_logits(
    logits: _Operand, target: _Operand = ..., *, input: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """−log of the softmax probability of the right class, per row of scores; the target is a class index, or one probability per class."""

def sqrt(x: _Operand, /) -> Tensor:
    """The square root of a non-negative number."""

def square(x: _Operand, /) -> Tensor:
    """The square: x times itself."""

def squared_error(
    prediction: _Operand, target: _Operand = ..., *, input: _Operand = ..., logits: _Operand = ..., labels: _Operand = ...
) -> Tensor:
    """The square of the difference: large errors count far more than small ones."""

def squeeze(x: _Operand, /, axis: int | Sequence[int] | None = ..., *, dim: int | Sequence[int] | None = ...) -> Tensor:
    """The same elements without the axes of length 1: all of them, or only `axis`."""

def stack(
    tensors: Sequence[_Operand], /, axis: int | Sequence[int] | None = ..., *, dim: int | Sequence[int] | None = ...
) -> Tensor:
    """Tensors of one shape joined along a new axis, as in the list [a, b, c]."""

def stop_gradient(x: _Operand, /) -> Tensor:
    """The value itself, treated as a constant from here on."""

def sub(a: _Operand, b: _Operand, /) -> Tensor:
    """The difference of two values."""

def subtract(a: _Operand, b: _Operand, /) -> Tensor:
    """The difference of two values."""

def sum(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The sum of all elements, or of those along an axis."""

def swish(x: _Operand, /) -> Tensor:
    """x times its sigmoid, also called swish."""

def tan(x: _Operand, /) -> Tensor:
    """The tangent of an angle in radians."""

def tanh(x: _Operand, /) -> Tensor:
    """The hyperbolic tangent: squashes any number into (−1, 1)."""

def trace(x: _Operand, /) -> Tensor:
    """The sum of the diagonal of a square matrix."""

def transpose(x: _Operand, /, *sizes: int | Sequence[int], axes: Any = ...) -> Tensor:
    """Rows become columns; axes in reverse order, or as `axes` says."""

def trigamma(x: _Operand, /) -> Tensor:
    """The derivative of digamma."""

def true_divide(a: _Operand, b: _Operand, /) -> Tensor:
    """The quotient of two values."""

def unsqueeze(x: _Operand, /, axis: int | Sequence[int] | None, *, dim: int | Sequence[int] | None = ...) -> Tensor:
    """The same elements with a new axis of length 1 at `axis`."""

def variance(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    ddof: float = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
    correction: float = ...,
) -> Tensor:
    """The mean squared distance from the mean; `ddof=1` divides by n − 1, as PyTorch does."""

def vector_norm(
    x: _Operand,
    /,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    *,
    dim: int | Sequence[int] | None = ...,
    keepdim: bool = ...,
) -> Tensor:
    """The Euclidean norm of a vector, without overflow; the Frobenius norm of a matrix."""

def view(x: _Operand, /, *sizes: int | Sequence[int], shape: Any = ..., newshape: Any = ...) -> Tensor:
    """The same elements in another shape; one length may be -1."""

def where(condition: _Operand, a: _Operand, b: _Operand, /) -> Tensor:
    """The second value where the first is true (anything but 0), else the third."""
