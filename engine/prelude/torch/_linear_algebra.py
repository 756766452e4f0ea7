"""Products of matrices and what is made of them. Raises RuntimeError where shapes do not fit."""

from backpass.engine.python.libraries.natives import apply


def matmul(input, other, *, out=None):
    return apply("matmul", input, other)


def mm(input, mat2, *, out=None):
    return apply("matmul", input, mat2)


def bmm(input, mat2, *, out=None):
    return apply("matmul", input, mat2)


def mv(input, vec, *, out=None):
    return apply("matmul", input, vec)


def dot(input, tensor, *, out=None):
    if len(input.shape) != 1 or len(tensor.shape) != 1:
        raise RuntimeError(f"1D tensors expected, but got {len(input.shape)}D and {len(tensor.shape)}D tensors")
    return apply("matmul", input, tensor)


def inner(input, other, *, out=None):
    return apply("matmul", input, other.transpose(-1, -2) if len(other.shape) > 1 else other)


def outer(input, vec2, *, out=None):
    return apply("outer", input, vec2)


def ger(input, vec2, *, out=None):
    return apply("outer", input, vec2)


def addmm(input, mat1, mat2, *, beta=1, alpha=1, out=None):
    return beta * input + alpha * apply("matmul", mat1, mat2)


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None):
    return beta * input + alpha * apply("matmul", batch1, batch2)


def trace(input):
    return apply("trace", input)


def det(input):
    return apply("determinant", input)


def inverse(input, *, out=None):
    return apply("inverse", input)


def einsum(equation, *operands):
    tensors = operands[0] if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    given, arrow, wanted = equation.replace(" ", "").partition("->")
    terms = given.split(",")
    letters = sorted(set("".join(terms)))
    if not arrow:
        wanted = "".join([each for each in letters if "".join(terms).count(each) == 1])
    total = None
    for term, tensor in zip(terms, tensors, strict=True):
        total = _spread(term, tensor, letters) if total is None else total * _spread(term, tensor, letters)
    gone = tuple([place for place, each in enumerate(letters) if each not in wanted])
    if gone:
        total = apply("sum", total, axis=gone, keepdims=False)
    kept = [each for each in letters if each in wanted]
    return total.permute([kept.index(each) for each in wanted]) if len(kept) > 1 else total


def _spread(term, tensor, letters):
    order = sorted(range(len(term)), key=lambda place: letters.index(term[place]))
    moved = tensor.permute(order) if len(term) > 1 else tensor
    lengths = {term[place]: tensor.shape[place] for place in order}
    return moved.reshape([lengths.get(each, 1) for each in letters])
