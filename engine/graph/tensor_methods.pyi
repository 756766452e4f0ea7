"""What tensors can besides what their class declares. Written by scripts/type_stubs.py from the records."""

import builtins
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from numpy.typing import NDArray

from backpass.engine.graph.hooks import Handle
from backpass.engine.graph.tensor import Tensor
from backpass.engine.library.conversions import Size

_Operand: TypeAlias = Tensor | float | NDArray[Any] | list[Any] | tuple[Any, ...]

class TensorMethods:
    @property
    def T(self) -> Any: ...
    def __array__(self, dtype: Any = ..., copy: builtins.bool | None = ...) -> Any:
        """What `np.asarray(x)` is, of a tensor that needs no gradient."""

    def __ceil__(self) -> builtins.int: ...
    def __float__(self) -> builtins.float:
        """`float(x)`, of a tensor that needs no gradient."""

    def __floor__(self) -> builtins.int: ...
    def __int__(self) -> builtins.int:
        """`int(x)`: a number, outside of the graph. Rounding has the derivative 0: no gradient is lost."""

    def __round__(self, digits: builtins.int | None = ...) -> Any:
        """`round(x, 2)`: a number, outside of the graph; of an array a rounded array. (`x.round()` stays in the graph.)"""

    def __setitem__(self, key: Any, value: Any) -> None:
        """`x[0] = 5`, `x[mask] = 0`, `x[1:] = y`: as in NumPy; no gradient flows to what was there before."""

    def __trunc__(self) -> builtins.int:
        """`int(x)`: a number, outside of the graph. Rounding has the derivative 0: no gradient is lost."""

    _backward: Any

    def _made_otherwise(self, requires_grad: Any, op: Any, children: Any, creator: Any, parents: Any, ctx: Any) -> None:
        """The other ways to make a tensor: micrograd's `Value(data, _children, _op, label)`, and `creator`, `parents`, `ctx`."""

    @property
    def _op(self) -> str: ...
    @property
    def _prev(self) -> set[Tensor]: ...
    def _repr_mimebundle_(self, include: object = ..., exclude: object = ...) -> dict[str, str] | None:
        """The same, played: the player, for what an operation made. Of anything else there is nothing to play."""

    def _repr_svg_(self) -> str:
        """What a notebook shows: the graph that leads to this tensor."""

    def abs(self, /) -> Tensor:
        """The absolute value: the distance from 0."""

    def abs_(self, /) -> Tensor:
        """The absolute value: the distance from 0. In-place version of `abs`."""

    def absolute(self, /) -> Tensor:
        """The absolute value: the distance from 0."""

    def absolute_(self, /) -> Tensor:
        """The absolute value: the distance from 0. In-place version of `absolute`."""

    def absolute_error(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The absolute difference: each error counts in proportion to its size."""

    def absolute_error_(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The absolute difference: each error counts in proportion to its size. In-place version of `absolute_error`."""

    def acos(self, /) -> Tensor:
        """The angle in [0, π] whose cosine is x."""

    def acos_(self, /) -> Tensor:
        """The angle in [0, π] whose cosine is x. In-place version of `acos`."""

    def acosh(self, /) -> Tensor:
        """The inverse of the hyperbolic cosine, for x ≥ 1."""

    def acosh_(self, /) -> Tensor:
        """The inverse of the hyperbolic cosine, for x ≥ 1. In-place version of `acosh`."""

    def add(self, b: _Operand, /) -> Tensor:
        """The sum of two values."""

    def add_(self, other: Any, *, alpha: builtins.float = ...) -> Tensor:
        """Adds `alpha * other` to this tensor."""

    def addcdiv(self, tensor1: Any, tensor2: Any, *, value: Any = ...) -> Any:
        """`self + value * tensor1 / tensor2`, element by element."""

    def addcdiv_(self, tensor1: Any, tensor2: Any, *, value: Any = ...) -> Any:
        """`self + value * tensor1 / tensor2`, element by element. In-place version of `addcdiv`."""

    def addcmul(self, tensor1: Any, tensor2: Any, *, value: Any = ...) -> Any:
        """`self + value * tensor1 * tensor2`, element by element."""

    def addcmul_(self, tensor1: Any, tensor2: Any, *, value: Any = ...) -> Any:
        """`self + value * tensor1 * tensor2`, element by element. In-place version of `addcmul`."""

    def addmm(self, mat1: Any, mat2: Any, *, beta: Any = ..., alpha: Any = ...) -> Any:
        """`beta * self + alpha * (mat1 @ mat2)`, for matrices."""

    def addmm_(self, mat1: Any, mat2: Any, *, beta: Any = ..., alpha: Any = ...) -> Any:
        """`beta * self + alpha * (mat1 @ mat2)`, for matrices. In-place version of `addmm`."""

    def addmv(self, mat: Any, vec: Any, *, beta: Any = ..., alpha: Any = ...) -> Any:
        """`beta * self + alpha * (mat @ vec)`: a vector plus a matrix times a vector."""

    def addmv_(self, mat: Any, vec: Any, *, beta: Any = ..., alpha: Any = ...) -> Any:
        """`beta * self + alpha * (mat @ vec)`: a vector plus a matrix times a vector. In-place version of `addmv`."""

    def addr(self, vec1: Any, vec2: Any, *, beta: Any = ..., alpha: Any = ...) -> Any:
        """`beta * self + alpha * outer(vec1, vec2)`: a matrix plus the outer product of two vectors."""

    def addr_(self, vec1: Any, vec2: Any, *, beta: Any = ..., alpha: Any = ...) -> Any:
        """`beta * self + alpha * outer(vec1, vec2)`: a matrix plus the outer product of two vectors. In-place version of `addr`."""

    def all(self, dim: Any = ..., keepdim: Any = ...) -> Any:
        """Whether all elements, or all along an axis, differ from 0."""

    def allclose(self, other: Any, rtol: Any = ..., atol: Any = ..., equal_nan: Any = ...) -> Any:
        """Whether all elements are equal up to the relative tolerance `rtol` and the absolute tolerance `atol`."""

    def amax(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The largest of all elements, or of those along an axis."""

    def amin(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The smallest of all elements, or of those along an axis."""

    def any(self, dim: Any = ..., keepdim: Any = ...) -> Any:
        """Whether any element, or any along an axis, differs from 0."""

    def arccos(self, /) -> Tensor:
        """The angle in [0, π] whose cosine is x."""

    def arccos_(self, /) -> Tensor:
        """The angle in [0, π] whose cosine is x. In-place version of `arccos`."""

    def arccosh(self, /) -> Tensor:
        """The inverse of the hyperbolic cosine, for x ≥ 1."""

    def arccosh_(self, /) -> Tensor:
        """The inverse of the hyperbolic cosine, for x ≥ 1. In-place version of `arccosh`."""

    def arcsin(self, /) -> Tensor:
        """The angle in [−π/2, π/2] whose sine is x."""

    def arcsin_(self, /) -> Tensor:
        """The angle in [−π/2, π/2] whose sine is x. In-place version of `arcsin`."""

    def arcsinh(self, /) -> Tensor:
        """The inverse of the hyperbolic sine."""

    def arcsinh_(self, /) -> Tensor:
        """The inverse of the hyperbolic sine. In-place version of `arcsinh`."""

    def arctan(self, /) -> Tensor:
        """The angle in (−π/2, π/2) whose tangent is x."""

    def arctan2(self, x: _Operand, /) -> Tensor:
        """The angle of the point (x, y), from −π to π."""

    def arctan2_(self, x: _Operand, /) -> Tensor:
        """The angle of the point (x, y), from −π to π. In-place version of `arctan2`."""

    def arctan_(self, /) -> Tensor:
        """The angle in (−π/2, π/2) whose tangent is x. In-place version of `arctan`."""

    def arctanh(self, /) -> Tensor:
        """The inverse of the hyperbolic tangent, for −1 < x < 1."""

    def arctanh_(self, /) -> Tensor:
        """The inverse of the hyperbolic tangent, for −1 < x < 1. In-place version of `arctanh`."""

    def argmax(self, axis: builtins.int | None = ..., *, dim: builtins.int | None = ...) -> Any:
        """The index of the largest element. No gradient flows through it."""

    def argmin(self, axis: builtins.int | None = ..., *, dim: builtins.int | None = ...) -> Any:
        """The index of the smallest element. No gradient flows through it."""

    def argsort(self, dim: Any = ..., descending: Any = ..., stable: Any = ...) -> Any:
        """The indices that sort the elements along an axis: integers, through which no gradient flows."""

    def argwhere(self) -> Any:
        """The indices of all elements that differ from 0, one per row."""

    def asin(self, /) -> Tensor:
        """The angle in [−π/2, π/2] whose sine is x."""

    def asin_(self, /) -> Tensor:
        """The angle in [−π/2, π/2] whose sine is x. In-place version of `asin`."""

    def asinh(self, /) -> Tensor:
        """The inverse of the hyperbolic sine."""

    def asinh_(self, /) -> Tensor:
        """The inverse of the hyperbolic sine. In-place version of `asinh`."""

    def atan(self, /) -> Tensor:
        """The angle in (−π/2, π/2) whose tangent is x."""

    def atan2(self, x: _Operand, /) -> Tensor:
        """The angle of the point (x, y), from −π to π."""

    def atan2_(self, x: _Operand, /) -> Tensor:
        """The angle of the point (x, y), from −π to π. In-place version of `atan2`."""

    def atan_(self, /) -> Tensor:
        """The angle in (−π/2, π/2) whose tangent is x. In-place version of `atan`."""

    def atanh(self, /) -> Tensor:
        """The inverse of the hyperbolic tangent, for −1 < x < 1."""

    def atanh_(self, /) -> Tensor:
        """The inverse of the hyperbolic tangent, for −1 < x < 1. In-place version of `atanh`."""

    def backward(
        self,
        gradient: Any = ...,
        retain_graph: builtins.bool | None = ...,
        create_graph: builtins.bool = ...,
        inputs: Any = ...,
        *,
        upstream: Any = ...,
    ) -> None:
        """Computes the gradients of this tensor and adds them to `.grad` of every tensor that it was made from."""

    def baddbmm(self, batch1: Any, batch2: Any, *, beta: Any = ..., alpha: Any = ...) -> Any:
        """`beta * self + alpha * (batch1 @ batch2)`, for stacks of matrices."""

    def baddbmm_(self, batch1: Any, batch2: Any, *, beta: Any = ..., alpha: Any = ...) -> Any:
        """`beta * self + alpha * (batch1 @ batch2)`, for stacks of matrices. In-place version of `baddbmm`."""

    def binary_cross_entropy(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The surprise, −log of the probability given to the true outcome: the target is 1 or 0, or a probability."""

    def binary_cross_entropy_(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The surprise, −log of the probability given to the true outcome: the target is 1 or 0, or a probability. In-place version of `binary_cross_entropy`."""

    def binary_cross_entropy_with_logits(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The binary cross-entropy of sigmoid(logit), accurate even for large scores."""

    def binary_cross_entropy_with_logits_(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The binary cross-entropy of sigmoid(logit), accurate even for large scores. In-place version of `binary_cross_entropy_with_logits`."""

    def bincount(self, weights: Any = ..., minlength: Any = ...) -> Any:
        """The number of times that each integer from 0 occurs."""

    def bmm(self, b: _Operand, /) -> Tensor:
        """The product of matrices, of a matrix and a vector, or of two vectors; stacks of matrices too."""

    def bool(self) -> Any:
        """1 for each element that differs from 0, else 0."""

    def broadcast_to(self, /, *sizes: builtins.int | Sequence[builtins.int], shape: Any = ..., newshape: Any = ...) -> Tensor:
        """The same elements repeated along new axes and along axes of length 1, to a larger shape."""

    def cbrt(self, /) -> Tensor:
        """The cube root, also of negative numbers."""

    def cbrt_(self, /) -> Tensor:
        """The cube root, also of negative numbers. In-place version of `cbrt`."""

    def ceil(self, /) -> Tensor:
        """The smallest integer not below x."""

    def ceil_(self, /) -> Tensor:
        """The smallest integer not below x. In-place version of `ceil`."""

    def cholesky(self, upper: Any = ...) -> Any:
        """The lower triangular L of a positive definite matrix L Lᵀ."""

    def chunk(self, chunks: Any, dim: Any = ...) -> Any:
        """The given number of parts along an axis; all have the same length, except perhaps the last."""

    def clamp(
        self,
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

    def clamp_(
        self,
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
        """x limited to a range: outside it, the nearer bound. In-place version of `clamp`."""

    def clamp_max(self, max: Any) -> Any:
        """Limits elements to at most `max`."""

    def clamp_max_(self, max: Any) -> Any:
        """Limits elements to at most `max`. In-place version of `clamp_max`."""

    def clamp_min(self, min: Any) -> Any:
        """Limits elements to at least `min`."""

    def clamp_min_(self, min: Any) -> Any:
        """Limits elements to at least `min`. In-place version of `clamp_min`."""

    def clip(
        self,
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

    def clip_(
        self,
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
        """x limited to a range: outside it, the nearer bound. In-place version of `clip`."""

    def clip_by_value(
        self,
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

    def clip_by_value_(
        self,
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
        """x limited to a range: outside it, the nearer bound. In-place version of `clip_by_value`."""

    def clone(self) -> Tensor:
        """A copy of the tensor; the gradient flows through it unchanged."""

    def contiguous(self) -> Tensor:
        """This tensor: there is one device, and the memory layout makes no difference."""

    def copy_(self, source: Any) -> Tensor:
        """Replaces all elements by those of another tensor, to which the gradient then flows."""

    def corrcoef(self) -> Any:
        """The correlation coefficients of the rows."""

    def cos(self, /) -> Tensor:
        """The cosine of an angle in radians."""

    def cos_(self, /) -> Tensor:
        """The cosine of an angle in radians. In-place version of `cos`."""

    def cosh(self, /) -> Tensor:
        """The hyperbolic cosine, (exp(x) + exp(−x)) / 2."""

    def cosh_(self, /) -> Tensor:
        """The hyperbolic cosine, (exp(x) + exp(−x)) / 2. In-place version of `cosh`."""

    def count_nonzero(self, dim: Any = ...) -> Any:
        """The number of elements that differ from 0."""

    def cpu(self) -> Tensor:
        """This tensor: there is one device, and the memory layout makes no difference."""

    creator: Any

    def cross(self, other: Any, dim: Any = ...) -> Any:
        """The cross product of vectors of three elements."""

    def cross_entropy(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """−log of the softmax probability of the right class, per row of scores; the target is a class index, or one probability per class."""

    ctx: Any

    def cuda(self, device: Any = ...) -> Tensor:
        """This tensor: there is one device."""

    def cummax(self, dim: Any) -> Any:
        """The largest element so far along an axis, and its index."""

    def cummin(self, dim: Any) -> Any:
        """The smallest element so far along an axis, and its index."""

    def cumprod(self, dim: Any) -> Any:
        """The product of each element and all before it along an axis."""

    def cumprod_(self, dim: Any) -> Any:
        """The product of each element and all before it along an axis. In-place version of `cumprod`."""

    def cumsum(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
    ) -> Tensor:
        """The running sums of the elements, along `axis` if there are several."""

    def cumsum_(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
    ) -> Tensor:
        """The running sums of the elements, along `axis` if there are several. In-place version of `cumsum`."""

    def deg2rad(self, /) -> Tensor:
        """Degrees converted to radians."""

    def deg2rad_(self, /) -> Tensor:
        """Degrees converted to radians. In-place version of `deg2rad`."""

    def degrees(self, /) -> Tensor:
        """Radians converted to degrees."""

    def degrees_(self, /) -> Tensor:
        """Radians converted to degrees. In-place version of `degrees`."""

    def det(self, /) -> Tensor:
        """The determinant of a square matrix: the signed volume of the box that its rows span."""

    def detach_(self, /) -> Tensor:
        """The value itself, treated as a constant from here on. In-place version of `detach`."""

    def determinant(self, /) -> Tensor:
        """The determinant of a square matrix: the signed volume of the box that its rows span."""

    @property
    def device(self) -> str: ...
    def diag(self, diagonal: Any = ...) -> Any:
        """The diagonal of a matrix, or a matrix with a vector on its diagonal."""

    def diag_embed(self, offset: Any = ...) -> Any:
        """Matrices with the last axis on their diagonals."""

    def diagflat(self, offset: Any = ...) -> Any:
        """A matrix with all elements on its diagonal."""

    def diagonal(self, offset: Any = ..., dim1: Any = ..., dim2: Any = ...) -> Any:
        """The diagonal of two axes."""

    def diff(self, n: Any = ..., dim: Any = ...) -> Any:
        """The differences of neighbours along an axis, taken `n` times."""

    def digamma(self, /) -> Tensor:
        """The derivative of lgamma, also called psi."""

    def digamma_(self, /) -> Tensor:
        """The derivative of lgamma, also called psi. In-place version of `digamma`."""

    def dim(self) -> builtins.int:
        """The number of axes; 0 for a scalar."""

    def dist(self, other: Any, p: Any = ...) -> Any:
        """The p-norm of the difference of two tensors."""

    def div(self, b: _Operand, /) -> Tensor:
        """The quotient of two values."""

    def div_(self, b: _Operand, /) -> Tensor:
        """The quotient of two values. In-place version of `div`."""

    def divide(self, b: _Operand, /) -> Tensor:
        """The quotient of two values."""

    def divide_(self, b: _Operand, /) -> Tensor:
        """The quotient of two values. In-place version of `divide`."""

    def dot(self, b: _Operand, /) -> Tensor:
        """The product of matrices, of a matrix and a vector, or of two vectors; stacks of matrices too."""

    def double(self) -> Any:
        """The tensor itself: all numbers have double precision."""

    @property
    def dtype(self) -> Any: ...
    def elu(self, /) -> Tensor:
        """x where it is positive, else exp(x) − 1."""

    def elu_(self, /) -> Tensor:
        """x where it is positive, else exp(x) − 1. In-place version of `elu`."""

    def eq(self, b: _Operand, /) -> Tensor:
        """1 where the first value equals the second, else 0."""

    def eq_(self, b: _Operand, /) -> Tensor:
        """1 where the first value equals the second, else 0. In-place version of `eq`."""

    def equal(self, b: _Operand, /) -> Tensor:
        """1 where the first value equals the second, else 0."""

    def equal_(self, b: _Operand, /) -> Tensor:
        """1 where the first value equals the second, else 0. In-place version of `equal`."""

    def erf(self, /) -> Tensor:
        """The error function, the area under a bell curve from 0 to x, scaled to (−1, 1)."""

    def erf_(self, /) -> Tensor:
        """The error function, the area under a bell curve from 0 to x, scaled to (−1, 1). In-place version of `erf`."""

    def erfc(self, /) -> Tensor:
        """1 − erf(x), accurate even where erf is nearly 1."""

    def erfc_(self, /) -> Tensor:
        """1 − erf(x), accurate even where erf is nearly 1. In-place version of `erfc`."""

    def erfinv(self, /) -> Tensor:
        """The inverse of the error function, for −1 < x < 1."""

    def erfinv_(self, /) -> Tensor:
        """The inverse of the error function, for −1 < x < 1. In-place version of `erfinv`."""

    def exp(self, /) -> Tensor:
        """The exponential function, e to the power x."""

    def exp2(self, /) -> Tensor:
        """Two to the power x."""

    def exp2_(self, /) -> Tensor:
        """Two to the power x. In-place version of `exp2`."""

    def exp_(self, /) -> Tensor:
        """The exponential function, e to the power x. In-place version of `exp`."""

    def expand(self, /, *sizes: builtins.int | Sequence[builtins.int], shape: Any = ..., newshape: Any = ...) -> Tensor:
        """The same elements repeated along new axes and along axes of length 1, to a larger shape."""

    def expand_as(self, other: Tensor) -> Tensor:
        """The elements, repeated to the shape of another tensor."""

    def expand_dims(
        self, /, axis: builtins.int | Sequence[builtins.int] | None, *, dim: builtins.int | Sequence[builtins.int] | None = ...
    ) -> Tensor:
        """The same elements with a new axis of length 1 at `axis`."""

    def expit(self, /) -> Tensor:
        """The logistic function 1 / (1 + exp(−x)): squashes any number into (0, 1)."""

    def expit_(self, /) -> Tensor:
        """The logistic function 1 / (1 + exp(−x)): squashes any number into (0, 1). In-place version of `expit`."""

    def expm1(self, /) -> Tensor:
        """exp(x) − 1, accurate even for tiny x."""

    def expm1_(self, /) -> Tensor:
        """exp(x) − 1, accurate even for tiny x. In-place version of `expm1`."""

    def fabs(self, /) -> Tensor:
        """The absolute value: the distance from 0."""

    def fabs_(self, /) -> Tensor:
        """The absolute value: the distance from 0. In-place version of `fabs`."""

    def fill_(self, value: Any) -> Tensor:
        """Sets all elements to one number."""

    def fix(self) -> Any:
        """Rounds towards 0; no gradient flows."""

    def fix_(self) -> Any:
        """Rounds towards 0; no gradient flows. In-place version of `fix`."""

    def flatten(self, /) -> Tensor:
        """All elements in one row, as a vector."""

    def flip(self, *dims: Any) -> Tensor:
        """The elements in reverse order along the given axes."""

    def fliplr(self) -> Any:
        """The columns in reverse order."""

    def flipud(self) -> Any:
        """The rows in reverse order."""

    def float(self) -> Any:
        """The tensor itself: all numbers have double precision."""

    def float_power(self, b: _Operand, /) -> Tensor:
        """A base raised to an exponent."""

    def float_power_(self, b: _Operand, /) -> Tensor:
        """A base raised to an exponent. In-place version of `float_power`."""

    def floor(self, /) -> Tensor:
        """The largest integer not above x."""

    def floor_(self, /) -> Tensor:
        """The largest integer not above x. In-place version of `floor`."""

    def floor_divide(self, b: _Operand, /) -> Tensor:
        """The quotient, rounded down."""

    def floor_divide_(self, b: _Operand, /) -> Tensor:
        """The quotient, rounded down. In-place version of `floor_divide`."""

    def fmod(self, other: Any) -> Any:
        """The remainder of a division, with the sign of the dividend."""

    def fmod_(self, other: Any) -> Any:
        """The remainder of a division, with the sign of the dividend. In-place version of `fmod`."""

    def frac(self) -> Any:
        """The fractional part, with the sign of the number."""

    def frac_(self) -> Any:
        """The fractional part, with the sign of the number. In-place version of `frac`."""

    def gammaln(self, /) -> Tensor:
        """The logarithm of the gamma function, which continues (x − 1)! to all numbers."""

    def gammaln_(self, /) -> Tensor:
        """The logarithm of the gamma function, which continues (x − 1)! to all numbers. In-place version of `gammaln`."""

    def gather(self, dim: Any, index: Any) -> Any:
        """Selects elements along an axis by their indices, for each line of the axis."""

    def ge(self, b: _Operand, /) -> Tensor:
        """1 where the first value is at least the second, else 0."""

    def ge_(self, b: _Operand, /) -> Tensor:
        """1 where the first value is at least the second, else 0. In-place version of `ge`."""

    def gelu(self, /) -> Tensor:
        """x times the area under a bell curve below x (Hendrycks and Gimpel 2016, the exact form)."""

    def gelu_(self, /) -> Tensor:
        """x times the area under a bell curve below x (Hendrycks and Gimpel 2016, the exact form). In-place version of `gelu`."""

    def gelu_tanh(self, /) -> Tensor:
        """x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2, within 0.0005 of gelu (Hendrycks and Gimpel 2016, section 2)."""

    def gelu_tanh_(self, /) -> Tensor:
        """x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2, within 0.0005 of gelu (Hendrycks and Gimpel 2016, section 2). In-place version of `gelu_tanh`."""

    grad_fn: Any

    def greater(self, b: _Operand, /) -> Tensor:
        """1 where the first value is greater than the second, else 0."""

    def greater_(self, b: _Operand, /) -> Tensor:
        """1 where the first value is greater than the second, else 0. In-place version of `greater`."""

    def greater_equal(self, b: _Operand, /) -> Tensor:
        """1 where the first value is at least the second, else 0."""

    def greater_equal_(self, b: _Operand, /) -> Tensor:
        """1 where the first value is at least the second, else 0. In-place version of `greater_equal`."""

    def gt(self, b: _Operand, /) -> Tensor:
        """1 where the first value is greater than the second, else 0."""

    def gt_(self, b: _Operand, /) -> Tensor:
        """1 where the first value is greater than the second, else 0. In-place version of `gt`."""

    def heaviside(self, values: Any) -> Any:
        """0 below 0, 1 above 0, and `values` at 0."""

    def heaviside_(self, values: Any) -> Any:
        """0 below 0, 1 above 0, and `values` at 0. In-place version of `heaviside`."""

    def hinge(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """How far the score falls short of a margin of 1; the target is −1 or 1."""

    def hinge_(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """How far the score falls short of a margin of 1; the target is −1 or 1. In-place version of `hinge`."""

    def huber(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """Half the squared error up to a distance of 1, beyond it the absolute error minus ½: outliers pull no harder."""

    def huber_(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """Half the squared error up to a distance of 1, beyond it the absolute error minus ½: outliers pull no harder. In-place version of `huber`."""

    def hypot(self, b: _Operand, /) -> Tensor:
        """The square root of a² + b², without overflow."""

    def hypot_(self, b: _Operand, /) -> Tensor:
        """The square root of a² + b², without overflow. In-place version of `hypot`."""

    def index(self, /, key: Any) -> Tensor:
        """Some of the elements, by index, slice or list of indices: x[0], x[1:3], x[:, 0], x[[2, 0]], x[..., None]."""

    def index_add(self, dim: Any, index: Any, source: Any, *, alpha: Any = ...) -> Any:
        """This tensor with `alpha` times the slices of `source` added at the given indices of an axis."""

    def index_add_(self, dim: Any, index: Any, source: Any, *, alpha: Any = ...) -> Any:
        """This tensor with `alpha` times the slices of `source` added at the given indices of an axis. In-place version of `index_add`."""

    def index_select(self, dim: Any, index: Any) -> Any:
        """The slices at the given indices of an axis."""

    def inner(self, other: Any) -> Any:
        """The sum of products along the last axes."""

    def int(self) -> Any:
        """Rounds towards 0; no gradient flows."""

    def inv(self, /) -> Tensor:
        """The matrix that undoes a square matrix."""

    def inverse(self, /) -> Tensor:
        """The matrix that undoes a square matrix."""

    def isclose(self, other: Any, rtol: Any = ..., atol: Any = ..., equal_nan: Any = ...) -> Any:
        """1 where elements are equal up to `rtol` and `atol`, else 0."""

    def isfinite(self) -> Any:
        """1 where an element is a finite number, else 0."""

    def isinf(self) -> Any:
        """1 where an element is infinite, else 0."""

    def isnan(self) -> Any:
        """1 where an element is NaN, else 0."""

    def l1_error(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The absolute difference: each error counts in proportion to its size."""

    def l1_error_(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The absolute difference: each error counts in proportion to its size. In-place version of `l1_error`."""

    def le(self, b: _Operand, /) -> Tensor:
        """1 where the first value is at most the second, else 0."""

    def le_(self, b: _Operand, /) -> Tensor:
        """1 where the first value is at most the second, else 0. In-place version of `le`."""

    def leaky_relu(
        self, slope: _Operand = ..., *, negative_slope: _Operand = ..., alpha: _Operand = ..., weight: _Operand = ...
    ) -> Tensor:
        """x where it is positive, else 0.01x."""

    def leaky_relu_(
        self, slope: _Operand = ..., *, negative_slope: _Operand = ..., alpha: _Operand = ..., weight: _Operand = ...
    ) -> Tensor:
        """x where it is positive, else 0.01x. In-place version of `leaky_relu`."""

    def lerp(self, end: Any, weight: Any) -> Any:
        """`self + weight * (end - self)`: between this tensor and another."""

    def lerp_(self, end: Any, weight: Any) -> Any:
        """`self + weight * (end - self)`: between this tensor and another. In-place version of `lerp`."""

    def less(self, b: _Operand, /) -> Tensor:
        """1 where the first value is less than the second, else 0."""

    def less_(self, b: _Operand, /) -> Tensor:
        """1 where the first value is less than the second, else 0. In-place version of `less`."""

    def less_equal(self, b: _Operand, /) -> Tensor:
        """1 where the first value is at most the second, else 0."""

    def less_equal_(self, b: _Operand, /) -> Tensor:
        """1 where the first value is at most the second, else 0. In-place version of `less_equal`."""

    def lgamma(self, /) -> Tensor:
        """The logarithm of the gamma function, which continues (x − 1)! to all numbers."""

    def lgamma_(self, /) -> Tensor:
        """The logarithm of the gamma function, which continues (x − 1)! to all numbers. In-place version of `lgamma`."""

    def ln(self, /) -> Tensor:
        """The natural logarithm, to the base e."""

    def ln_(self, /) -> Tensor:
        """The natural logarithm, to the base e. In-place version of `ln`."""

    def log(self, /) -> Tensor:
        """The natural logarithm, to the base e."""

    def log10(self, /) -> Tensor:
        """The logarithm to the base 10."""

    def log10_(self, /) -> Tensor:
        """The logarithm to the base 10. In-place version of `log10`."""

    def log1p(self, /) -> Tensor:
        """log(1 + x), accurate even for tiny x."""

    def log1p_(self, /) -> Tensor:
        """log(1 + x), accurate even for tiny x. In-place version of `log1p`."""

    def log2(self, /) -> Tensor:
        """The logarithm to the base 2."""

    def log2_(self, /) -> Tensor:
        """The logarithm to the base 2. In-place version of `log2`."""

    def log_(self, /) -> Tensor:
        """The natural logarithm, to the base e. In-place version of `log`."""

    def log_sigmoid(self, /) -> Tensor:
        """log(sigmoid(x)), accurate even where the sigmoid is tiny or nearly 1."""

    def log_sigmoid_(self, /) -> Tensor:
        """log(sigmoid(x)), accurate even where the sigmoid is tiny or nearly 1. In-place version of `log_sigmoid`."""

    def log_softmax(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
    ) -> Tensor:
        """The logarithm of the softmax, accurate even where it is tiny."""

    def logaddexp(self, b: _Operand, /) -> Tensor:
        """The logarithm of a sum of two exponentials, a smooth maximum, without overflow."""

    def logaddexp2(self, other: Any) -> Any:
        """The binary logarithm of 2ˣ + 2ʸ."""

    def logaddexp_(self, b: _Operand, /) -> Tensor:
        """The logarithm of a sum of two exponentials, a smooth maximum, without overflow. In-place version of `logaddexp`."""

    def logcumsumexp(self, dim: Any) -> Any:
        """The logarithm of the sum of exponentials so far along an axis."""

    def logdet(self) -> Any:
        """The logarithm of a positive determinant."""

    def loggamma(self, /) -> Tensor:
        """The logarithm of the gamma function, which continues (x − 1)! to all numbers."""

    def loggamma_(self, /) -> Tensor:
        """The logarithm of the gamma function, which continues (x − 1)! to all numbers. In-place version of `loggamma`."""

    def logical_and(self, other: Any) -> Any:
        """1 where both differ from 0, else 0."""

    def logical_and_(self, other: Any) -> Any:
        """1 where both differ from 0, else 0. In-place version of `logical_and`."""

    def logical_not(self) -> Any:
        """1 where an element is 0, else 0."""

    def logical_not_(self) -> Any:
        """1 where an element is 0, else 0. In-place version of `logical_not`."""

    def logical_or(self, other: Any) -> Any:
        """1 where at least one of the two differs from 0, else 0."""

    def logical_or_(self, other: Any) -> Any:
        """1 where at least one of the two differs from 0, else 0. In-place version of `logical_or`."""

    def logical_xor(self, other: Any) -> Any:
        """1 where exactly one of the two differs from 0, else 0."""

    def logical_xor_(self, other: Any) -> Any:
        """1 where exactly one of the two differs from 0, else 0. In-place version of `logical_xor`."""

    def logistic(self, /) -> Tensor:
        """The logistic function 1 / (1 + exp(−x)): squashes any number into (0, 1)."""

    def logistic_(self, /) -> Tensor:
        """The logistic function 1 / (1 + exp(−x)): squashes any number into (0, 1). In-place version of `logistic`."""

    def logit(self, eps: Any = ...) -> Any:
        """The logarithm of p / (1 − p); `eps` keeps p at least that far from 0 and 1."""

    def logit_(self, eps: Any = ...) -> Any:
        """The logarithm of p / (1 − p); `eps` keeps p at least that far from 0 and 1. In-place version of `logit`."""

    def logsigmoid(self, /) -> Tensor:
        """log(sigmoid(x)), accurate even where the sigmoid is tiny or nearly 1."""

    def logsigmoid_(self, /) -> Tensor:
        """log(sigmoid(x)), accurate even where the sigmoid is tiny or nearly 1. In-place version of `logsigmoid`."""

    def logsumexp(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """log(sum(exp(x))), a smooth maximum, without overflow."""

    def long(self) -> Any:
        """Rounds towards 0; no gradient flows."""

    def lt(self, b: _Operand, /) -> Tensor:
        """1 where the first value is less than the second, else 0."""

    def lt_(self, b: _Operand, /) -> Tensor:
        """1 where the first value is less than the second, else 0. In-place version of `lt`."""

    @property
    def mT(self) -> Tensor: ...
    def masked_fill(self, mask: Any, value: Any) -> Tensor:
        """Replaces the elements where a mask holds with a number."""

    def masked_fill_(self, mask: Any, value: Any) -> Any:
        """Replaces the elements where a mask holds with a number. In-place version of `masked_fill`."""

    def masked_select(self, mask: Any) -> Any:
        """The elements where a mask holds, as a vector."""

    def matmul(self, b: _Operand, /) -> Tensor:
        """The product of matrices, of a matrix and a vector, or of two vectors; stacks of matrices too."""

    def matrix_power(self, n: Any) -> Any:
        """The n-th power of a square matrix."""

    def max(self, other: Any = ..., *, axis: Any = ..., keepdims: Any = ..., dim: Any = ..., keepdim: Any = ...) -> Any:
        """The largest element, the largest along an axis, or the larger of two tensors element by element."""

    def max_(self, b: _Operand, /) -> Tensor:
        """The larger of its arguments. In-place version of `max`."""

    def maximum(self, b: _Operand, /) -> Tensor:
        """The larger of its arguments."""

    def maximum_(self, b: _Operand, /) -> Tensor:
        """The larger of its arguments. In-place version of `maximum`."""

    def mean(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The mean of all elements, or of those along an axis."""

    def median(self, dim: Any = ..., keepdim: Any = ...) -> Any:
        """The middle element, or the lower of the two middle elements; with `dim` along an axis, with its index."""

    def min(self, other: Any = ..., *, axis: Any = ..., keepdims: Any = ..., dim: Any = ..., keepdim: Any = ...) -> Any:
        """The smallest element, the smallest along an axis, or the smaller of two tensors element by element."""

    def min_(self, b: _Operand, /) -> Tensor:
        """The smaller of its arguments. In-place version of `min`."""

    def minimum(self, b: _Operand, /) -> Tensor:
        """The smaller of its arguments."""

    def minimum_(self, b: _Operand, /) -> Tensor:
        """The smaller of its arguments. In-place version of `minimum`."""

    def mm(self, b: _Operand, /) -> Tensor:
        """The product of matrices, of a matrix and a vector, or of two vectors; stacks of matrices too."""

    def mod(self, b: _Operand, /) -> Tensor:
        """The remainder of a division; it has the sign of the divisor, as in Python."""

    def mod_(self, b: _Operand, /) -> Tensor:
        """The remainder of a division; it has the sign of the divisor, as in Python. In-place version of `mod`."""

    def modulo(self, b: _Operand, /) -> Tensor:
        """The remainder of a division; it has the sign of the divisor, as in Python."""

    def modulo_(self, b: _Operand, /) -> Tensor:
        """The remainder of a division; it has the sign of the divisor, as in Python. In-place version of `modulo`."""

    def moveaxis(self, source: Any, destination: Any) -> Any:
        """Moves an axis to another position."""

    def movedim(self, source: Any, destination: Any) -> Any:
        """Moves an axis to another position."""

    def mul(self, b: _Operand, /) -> Tensor:
        """The product of two values."""

    def mul_(self, b: _Operand, /) -> Tensor:
        """The product of two values. In-place version of `mul`."""

    def multiply(self, b: _Operand, /) -> Tensor:
        """The product of two values."""

    def multiply_(self, b: _Operand, /) -> Tensor:
        """The product of two values. In-place version of `multiply`."""

    def mv(self, b: _Operand, /) -> Tensor:
        """The product of matrices, of a matrix and a vector, or of two vectors; stacks of matrices too."""

    name: Any

    def nan_to_num(self, nan: Any = ..., posinf: Any = ..., neginf: Any = ...) -> Any:
        """Replaces NaN and infinities by numbers."""

    def nan_to_num_(self, nan: Any = ..., posinf: Any = ..., neginf: Any = ...) -> Any:
        """Replaces NaN and infinities by numbers. In-place version of `nan_to_num`."""

    def nanmean(self, dim: Any = ..., keepdim: Any = ...) -> Any:
        """The mean of the elements that are not NaN."""

    def nansum(self, dim: Any = ..., keepdim: Any = ...) -> Any:
        """The sum of the elements that are not NaN."""

    def narrow(self, dim: Any, start: Any, length: Any) -> Any:
        """A range of an axis: `length` elements from `start`."""

    @property
    def ndim(self) -> builtins.int: ...
    def ndtri(self, /) -> Tensor:
        """The normal quantile function: a fraction x of all draws lies below its value."""

    def ndtri_(self, /) -> Tensor:
        """The normal quantile function: a fraction x of all draws lies below its value. In-place version of `ndtri`."""

    def ne(self, b: _Operand, /) -> Tensor:
        """1 where the first value differs from the second, else 0."""

    def ne_(self, b: _Operand, /) -> Tensor:
        """1 where the first value differs from the second, else 0. In-place version of `ne`."""

    def neg(self, /) -> Tensor:
        """The value with the opposite sign."""

    def neg_(self, /) -> Tensor:
        """The value with the opposite sign. In-place version of `neg`."""

    def negate(self, /) -> Tensor:
        """The value with the opposite sign."""

    def negate_(self, /) -> Tensor:
        """The value with the opposite sign. In-place version of `negate`."""

    def negative(self, /) -> Tensor:
        """The value with the opposite sign."""

    def negative_(self, /) -> Tensor:
        """The value with the opposite sign. In-place version of `negative`."""

    def nelement(self) -> builtins.int:
        """The number of elements; 1 for a scalar."""

    def new_full(self, size: Any, fill_value: Any) -> Any:
        """A constant of another shape, filled with a number."""

    def new_ones(self, *size: Any) -> Any:
        """A constant of ones of another shape."""

    def new_zeros(self, *size: Any) -> Any:
        """A constant of zeros of another shape."""

    def nonzero(self, *, as_tuple: Any = ...) -> Any:
        """Not supported: NumPy returns the indices by axis, PyTorch one per row. Use `argwhere`."""

    def norm(self, p: Any = ..., *, axis: Any = ..., dim: Any = ..., ord: Any = ..., keepdims: builtins.bool = ...) -> Tensor:
        """The norm: by default the Euclidean one, the square root of the sum of squares."""

    def not_equal(self, b: _Operand, /) -> Tensor:
        """1 where the first value differs from the second, else 0."""

    def not_equal_(self, b: _Operand, /) -> Tensor:
        """1 where the first value differs from the second, else 0. In-place version of `not_equal`."""

    def numel(self) -> builtins.int:
        """The number of elements; 1 for a scalar."""

    def numpy(self) -> Any:
        """A copy of the numbers as a float64 array, outside the graph."""

    def outer(self, b: _Operand, /) -> Tensor:
        """Every element of one vector times every element of another."""

    parents: Any

    def permute(self, /, *sizes: builtins.int | Sequence[builtins.int], axes: Any = ...) -> Tensor:
        """Rows become columns; axes in reverse order, or as `axes` says."""

    def pow(self, b: _Operand, /) -> Tensor:
        """A base raised to an exponent."""

    def pow_(self, b: _Operand, /) -> Tensor:
        """A base raised to an exponent. In-place version of `pow`."""

    def power(self, b: _Operand, /) -> Tensor:
        """A base raised to an exponent."""

    def power_(self, b: _Operand, /) -> Tensor:
        """A base raised to an exponent. In-place version of `power`."""

    def prelu(
        self, slope: _Operand = ..., *, negative_slope: _Operand = ..., alpha: _Operand = ..., weight: _Operand = ...
    ) -> Tensor:
        """x where it is positive, else x times a slope, which may be learnt."""

    def prelu_(
        self, slope: _Operand = ..., *, negative_slope: _Operand = ..., alpha: _Operand = ..., weight: _Operand = ...
    ) -> Tensor:
        """x where it is positive, else x times a slope, which may be learnt. In-place version of `prelu`."""

    def prod(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The product of all elements, or of those along an axis."""

    def put_back(self, /, key: Any, shape: Any, *, newshape: Any = ...) -> Tensor:
        """Zeros, with the elements placed at an index; the reverse of indexing, as in its backward pass."""

    def quantile(self, q: Any, dim: Any = ..., keepdim: Any = ...) -> Any:
        """The number below which a share q of the elements lies, interpolated."""

    def rad2deg(self, /) -> Tensor:
        """Radians converted to degrees."""

    def rad2deg_(self, /) -> Tensor:
        """Radians converted to degrees. In-place version of `rad2deg`."""

    def radians(self, /) -> Tensor:
        """Degrees converted to radians."""

    def radians_(self, /) -> Tensor:
        """Degrees converted to radians. In-place version of `radians`."""

    def ravel(self, /) -> Tensor:
        """All elements in one row, as a vector."""

    def reciprocal(self, /) -> Tensor:
        """One divided by x."""

    def reciprocal_(self, /) -> Tensor:
        """One divided by x. In-place version of `reciprocal`."""

    def reduce_logsumexp(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """log(sum(exp(x))), a smooth maximum, without overflow."""

    def reduce_max(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The largest of all elements, or of those along an axis."""

    def reduce_mean(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The mean of all elements, or of those along an axis."""

    def reduce_min(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The smallest of all elements, or of those along an axis."""

    def reduce_prod(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The product of all elements, or of those along an axis."""

    def reduce_std(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        ddof: builtins.float = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
        correction: builtins.float = ...,
    ) -> Tensor:
        """The square root of the variance; `ddof=1` divides by n − 1, as PyTorch does."""

    def reduce_sum(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The sum of all elements, or of those along an axis."""

    def reduce_variance(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        ddof: builtins.float = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
        correction: builtins.float = ...,
    ) -> Tensor:
        """The mean squared distance from the mean; `ddof=1` divides by n − 1, as PyTorch does."""

    def register_hook(self, hook: Callable[[Tensor], Any]) -> Handle:
        """Registers a function that is called with the gradient of this tensor whenever it has been computed."""

    def relu(self, /) -> Tensor:
        """The rectified linear unit: x where it is positive, else 0."""

    def relu_(self, /) -> Tensor:
        """The rectified linear unit: x where it is positive, else 0. In-place version of `relu`."""

    def remainder(self, b: _Operand, /) -> Tensor:
        """The remainder of a division; it has the sign of the divisor, as in Python."""

    def remainder_(self, b: _Operand, /) -> Tensor:
        """The remainder of a division; it has the sign of the divisor, as in Python. In-place version of `remainder`."""

    def repeat(self, *repeats: Any) -> Any:
        """Not supported: NumPy repeats the elements, PyTorch the whole tensor. Use `repeat_interleave` or `tile`."""

    def repeat_interleave(self, repeats: Any, dim: Any = ...) -> Any:
        """Repeats each element the given number of times, along an axis or as a vector."""

    def requires_grad_(self, requires_grad: builtins.bool = ...) -> Tensor:
        """Sets whether a leaf requires a gradient."""

    def reshape(self, /, *sizes: builtins.int | Sequence[builtins.int], shape: Any = ..., newshape: Any = ...) -> Tensor:
        """The same elements in another shape; one length may be -1."""

    def reshape_as(self, other: Tensor) -> Tensor:
        """The same elements in the shape of another tensor."""

    def retain_grad(self) -> None:
        """Does nothing: every tensor that requires a gradient keeps it."""

    @property
    def retains_grad(self) -> builtins.bool: ...

    role: Any

    def roll(self, shifts: Any, dims: Any = ...) -> Any:
        """Shifts elements along an axis; elements that leave at one end enter at the other."""

    def rot90(self, k: Any = ..., dims: Any = ...) -> Any:
        """Rotates a matrix by 90 degrees counterclockwise, `k` times."""

    def round(self, /) -> Tensor:
        """The nearest integer; halves round to even."""

    def round_(self, /) -> Tensor:
        """The nearest integer; halves round to even. In-place version of `round`."""

    def rsqrt(self, /) -> Tensor:
        """One divided by the square root of x."""

    def rsqrt_(self, /) -> Tensor:
        """One divided by the square root of x. In-place version of `rsqrt`."""

    def scatter(self, dim: Any, index: Any, src: Any = ..., *, value: Any = ...) -> Any:
        """This tensor with the elements of `src`, or the number `value`, written at the given indices along an axis."""

    def scatter_(self, dim: Any, index: Any, src: Any = ..., *, value: Any = ...) -> Any:
        """This tensor with the elements of `src`, or the number `value`, written at the given indices along an axis. In-place version of `scatter`."""

    def scatter_add(self, dim: Any, index: Any, src: Any) -> Any:
        """This tensor with the elements of `src` added at the given indices along an axis."""

    def scatter_add_(self, dim: Any, index: Any, src: Any) -> Any:
        """This tensor with the elements of `src` added at the given indices along an axis. In-place version of `scatter_add`."""

    def select(self, a: _Operand, b: _Operand, /) -> Tensor:
        """The second value where the first is true (anything but 0), else the third."""

    def select_(self, a: _Operand, b: _Operand, /) -> Tensor:
        """Replaces each element by `a` where it differs from 0, and by `b` where it is 0."""

    def sigmoid(self, /) -> Tensor:
        """The logistic function 1 / (1 + exp(−x)): squashes any number into (0, 1)."""

    def sigmoid_(self, /) -> Tensor:
        """The logistic function 1 / (1 + exp(−x)): squashes any number into (0, 1). In-place version of `sigmoid`."""

    def sigmoid_cross_entropy_with_logits(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The binary cross-entropy of sigmoid(logit), accurate even for large scores."""

    def sigmoid_cross_entropy_with_logits_(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The binary cross-entropy of sigmoid(logit), accurate even for large scores. In-place version of `sigmoid_cross_entropy_with_logits`."""

    def sign(self, /) -> Tensor:
        """The sign of x as a number: −1, 0 or 1."""

    def sign_(self, /) -> Tensor:
        """The sign of x as a number: −1, 0 or 1. In-place version of `sign`."""

    def silu(self, /) -> Tensor:
        """x times its sigmoid, also called swish."""

    def silu_(self, /) -> Tensor:
        """x times its sigmoid, also called swish. In-place version of `silu`."""

    def sin(self, /) -> Tensor:
        """The sine of an angle in radians."""

    def sin_(self, /) -> Tensor:
        """The sine of an angle in radians. In-place version of `sin`."""

    def sinc(self, /) -> Tensor:
        """sin(πx) / (πx), and 1 at 0: the building block of band-limited signals."""

    def sinc_(self, /) -> Tensor:
        """sin(πx) / (πx), and 1 at 0: the building block of band-limited signals. In-place version of `sinc`."""

    def sinh(self, /) -> Tensor:
        """The hyperbolic sine, (exp(x) − exp(−x)) / 2."""

    def sinh_(self, /) -> Tensor:
        """The hyperbolic sine, (exp(x) − exp(−x)) / 2. In-place version of `sinh`."""

    @property
    def size(self) -> Size: ...
    def slogdet(self) -> Any:
        """The sign of a determinant, and the logarithm of its magnitude."""

    def smooth_l1(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """Half the squared error up to a distance of 1, beyond it the absolute error minus ½: outliers pull no harder."""

    def smooth_l1_(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """Half the squared error up to a distance of 1, beyond it the absolute error minus ½: outliers pull no harder. In-place version of `smooth_l1`."""

    def softmax(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
    ) -> Tensor:
        """Exponentials divided by their sum along the last axis (or another): positive, and adding up to 1."""

    def softmax_cross_entropy_with_logits(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """−log of the softmax probability of the right class, per row of scores; the target is a class index, or one probability per class."""

    def softplus(self, /) -> Tensor:
        """log(1 + exp(x)): a smooth relu."""

    def softplus_(self, /) -> Tensor:
        """log(1 + exp(x)): a smooth relu. In-place version of `softplus`."""

    def softsign(self, /) -> Tensor:
        """x / (1 + |x|): squashes any number into (−1, 1), more slowly than tanh."""

    def softsign_(self, /) -> Tensor:
        """x / (1 + |x|): squashes any number into (−1, 1), more slowly than tanh. In-place version of `softsign`."""

    def solve(self, b: _Operand, /) -> Tensor:
        """The solution of a system of linear equations: what the matrix must be multiplied by."""

    def sort(self, *, dim: Any = ..., descending: Any = ...) -> Any:
        """Sorts along an axis, and gives the indices too. At least one argument is required, since NumPy sorts in place without."""

    def sparse_softmax_cross_entropy_with_logits(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """−log of the softmax probability of the right class, per row of scores; the target is a class index, or one probability per class."""

    def split(self, split_size: Any, dim: Any = ...) -> Any:
        """Parts of the given length, or of several lengths, along an axis."""

    def sqrt(self, /) -> Tensor:
        """The square root of a non-negative number."""

    def sqrt_(self, /) -> Tensor:
        """The square root of a non-negative number. In-place version of `sqrt`."""

    def square(self, /) -> Tensor:
        """The square: x times itself."""

    def square_(self, /) -> Tensor:
        """The square: x times itself. In-place version of `square`."""

    def squared_error(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The square of the difference: large errors count far more than small ones."""

    def squared_error_(self, target: _Operand = ..., *, labels: _Operand = ...) -> Tensor:
        """The square of the difference: large errors count far more than small ones. In-place version of `squared_error`."""

    def squeeze(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
    ) -> Tensor:
        """The same elements without the axes of length 1: all of them, or only `axis`."""

    def std(
        self,
        axis: Any = ...,
        *,
        unbiased: Any = ...,
        correction: Any = ...,
        ddof: Any = ...,
        keepdims: Any = ...,
        dim: Any = ...,
        keepdim: Any = ...,
    ) -> Any:
        """The standard deviation, the square root of the variance. It divides by the number of elements, as NumPy does."""

    def stop_gradient(self, /) -> Tensor:
        """The value itself, treated as a constant from here on."""

    def stop_gradient_(self, /) -> Tensor:
        """The value itself, treated as a constant from here on. In-place version of `stop_gradient`."""

    def sub(self, b: _Operand, /) -> Tensor:
        """The difference of two values."""

    def sub_(self, other: Any, *, alpha: builtins.float = ...) -> Tensor:
        """Subtracts `alpha * other` from this tensor."""

    def subtract(self, b: _Operand, /) -> Tensor:
        """The difference of two values."""

    def subtract_(self, b: _Operand, /) -> Tensor:
        """The difference of two values. In-place version of `subtract`."""

    def sum(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The sum of all elements, or of those along an axis."""

    def swapaxes(self, axis1: builtins.int, axis2: builtins.int) -> Tensor:
        """The tensor with two axes swapped."""

    def swish(self, /) -> Tensor:
        """x times its sigmoid, also called swish."""

    def swish_(self, /) -> Tensor:
        """x times its sigmoid, also called swish. In-place version of `swish`."""

    def t(self) -> Tensor:
        """The transpose of a matrix."""

    def take(self, index: Any) -> Any:
        """The elements at the given indices of the flattened tensor."""

    def take_along_dim(self, indices: Any, dim: Any = ...) -> Any:
        """Selects elements along an axis by their indices, for each line of the axis."""

    def tan(self, /) -> Tensor:
        """The tangent of an angle in radians."""

    def tan_(self, /) -> Tensor:
        """The tangent of an angle in radians. In-place version of `tan`."""

    def tanh(self, /) -> Tensor:
        """The hyperbolic tangent: squashes any number into (−1, 1)."""

    def tanh_(self, /) -> Tensor:
        """The hyperbolic tangent: squashes any number into (−1, 1). In-place version of `tanh`."""

    def tile(self, *dims: Any) -> Any:
        """Repeats the tensor the given number of times along each axis."""

    def to(self, *wanted: Any, device: Any = ..., dtype: Any = ..., copy: Any = ..., non_blocking: Any = ...) -> Any:
        """The tensor as another type, or on another device: all numbers have double precision, and there is one device."""

    def tolist(self) -> Any:
        """The numbers as a float, or as nested lists of floats."""

    def topk(self, k: Any, dim: Any = ..., largest: Any = ...) -> Any:
        """The k largest elements along an axis, with their indices; with `largest=False` the smallest."""

    def trace(self, /) -> Tensor:
        """The sum of the diagonal of a square matrix."""

    def transpose(self, *axes: Any, dim0: Any = ..., dim1: Any = ...) -> Any:
        """The tensor with its axes reversed (`x.transpose()`), reordered (`x.transpose(2, 0, 1)`) or with two of them swapped."""

    def trigamma(self, /) -> Tensor:
        """The derivative of digamma."""

    def trigamma_(self, /) -> Tensor:
        """The derivative of digamma. In-place version of `trigamma`."""

    def tril(self, diagonal: Any = ...) -> Any:
        """The lower triangle of a matrix; the other elements are 0."""

    def tril_(self, diagonal: Any = ...) -> Any:
        """The lower triangle of a matrix; the other elements are 0. In-place version of `tril`."""

    def triu(self, diagonal: Any = ...) -> Any:
        """The upper triangle of a matrix; the other elements are 0."""

    def triu_(self, diagonal: Any = ...) -> Any:
        """The upper triangle of a matrix; the other elements are 0. In-place version of `triu`."""

    def true_divide(self, b: _Operand, /) -> Tensor:
        """The quotient of two values."""

    def true_divide_(self, b: _Operand, /) -> Tensor:
        """The quotient of two values. In-place version of `true_divide`."""

    def trunc(self) -> Any:
        """Rounds towards 0; no gradient flows."""

    def trunc_(self) -> Any:
        """Rounds towards 0; no gradient flows. In-place version of `trunc`."""

    def unbind(self, dim: Any = ...) -> Any:
        """The slices along an axis, as a tuple."""

    def unflatten(self, dim: Any, sizes: Any) -> Any:
        """Splits an axis into several."""

    def unique(self, sorted: Any = ..., return_inverse: Any = ..., return_counts: Any = ..., dim: Any = ...) -> Any:
        """Each number once, in ascending order."""

    def unsqueeze(
        self, /, axis: builtins.int | Sequence[builtins.int] | None, *, dim: builtins.int | Sequence[builtins.int] | None = ...
    ) -> Tensor:
        """The same elements with a new axis of length 1 at `axis`."""

    def var(
        self,
        axis: Any = ...,
        *,
        unbiased: Any = ...,
        correction: Any = ...,
        ddof: Any = ...,
        keepdims: Any = ...,
        dim: Any = ...,
        keepdim: Any = ...,
    ) -> Any:
        """The variance, the mean squared distance from the mean. It divides by the number of elements, as NumPy does."""

    def variance(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        ddof: builtins.float = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
        correction: builtins.float = ...,
    ) -> Tensor:
        """The mean squared distance from the mean; `ddof=1` divides by n − 1, as PyTorch does."""

    def vdot(self, other: Any) -> Any:
        """The sum of the products of two vectors."""

    def vector_norm(
        self,
        /,
        axis: builtins.int | Sequence[builtins.int] | None = ...,
        keepdims: builtins.bool = ...,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = ...,
        keepdim: builtins.bool = ...,
    ) -> Tensor:
        """The Euclidean norm of a vector, without overflow; the Frobenius norm of a matrix."""

    def view(self, /, *sizes: builtins.int | Sequence[builtins.int], shape: Any = ..., newshape: Any = ...) -> Tensor:
        """The same elements in another shape; one length may be -1."""

    def view_as(self, other: Tensor) -> Tensor:
        """The same elements in the shape of another tensor."""

    def where(self, condition: Any, other: Any) -> Tensor:
        """The elements of this tensor where a condition holds, and those of another elsewhere."""

    def where_(self, a: _Operand, b: _Operand, /) -> Tensor:
        """Replaces each element by `a` where it differs from 0, and by `b` where it is 0."""

    def xlogy(self, other: Any) -> Any:
        """`self * log(other)`, and 0 where this tensor is 0."""

    def xlogy_(self, other: Any) -> Any:
        """`self * log(other)`, and 0 where this tensor is 0. In-place version of `xlogy`."""

    def zero_(self) -> Tensor:
        """Sets all elements to 0."""

    def zero_grad(self, set_to_none: builtins.bool = ...) -> None:
        """Resets the gradients of this tensor and of everything it was made from."""
