"""Products of matrices and what is made of them. Raises RuntimeError where shapes do not fit."""

from backpass.engine.python.libraries.natives import apply, stepped


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
    terms, wanted = _read(equation, tensors)
    pairs = [_diagonal(tensor, term) for tensor, term in zip(tensors, terms, strict=True)]
    total, names = pairs[0]
    for place in range(1, len(pairs)):
        later = wanted + "".join([each[1] for each in pairs[place + 1 :]])
        total, names = _product(total, names, *pairs[place], later)
    total, names = _summed(total, names, wanted)
    return _ordered(total, names, wanted)


def _read(equation, tensors):
    """Per tensor the names of its axes, and those of the result; `...` are capitals that are free. Raises RuntimeError."""
    given, arrow, wanted = equation.replace(" ", "").partition("->")
    terms = given.split(",")
    if len(terms) != len(tensors):
        how = "fewer" if len(terms) > len(tensors) else "more"
        raise RuntimeError(f"einsum(): {how} operands were provided than specified in the equation")
    letters = "".join(terms).replace("...", "") + wanted.replace("...", "")
    spare, longest, found = [each for each in "ZYXWVUTSRQPONMLKJIHGFEDCBA" if each not in letters], 0, []
    for term, tensor in zip(terms, tensors, strict=True):
        others = len(tensor.shape) - len(term.replace("...", ""))
        if others < 0 or (others and "..." not in term):
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({len(term)}) does not match the number of dimensions "
                f"({len(tensor.shape)}) for an operand"
            )
        longest = max(longest, others)
        found.append(term.replace("...", "".join(reversed(spare[:others]))))
    between = "".join(reversed(spare[:longest]))
    if arrow:
        return found, wanted.replace("...", between)
    once = sorted([each for each in set(letters) if letters.count(each) == 1])
    return found, (between if "..." in given else "") + "".join(once)


def _ordered(tensor, names, wanted):
    return tensor if names == wanted else tensor.permute([names.index(each) for each in wanted])


def _summed(tensor, names, kept):
    axes = tuple([place for place, each in enumerate(names) if each not in kept])
    if not axes:
        return tensor, names
    return apply("sum", tensor, axis=axes, keepdims=False), "".join([each for each in names if each in kept])


def _diagonal(tensor, names):
    """With one axis for each name: where two have the same, what stands at equal places is picked."""
    for each in sorted(set(names)):
        while names.count(each) > 1:
            first = names.index(each)
            second = names.index(each, first + 1)
            rest = [place for place in range(len(names)) if place not in (first, second)]
            places = stepped(0, tensor.shape[first], 1)
            tensor = tensor.permute([first, second, *rest])[places, places]
            names = each + "".join([names[place] for place in rest])
    return tensor, names


def _product(left, left_names, right, right_names, kept):
    """The product of two, summed over the names that nobody needs any more."""
    left, left_names = _summed(left, left_names, kept + right_names)
    right, right_names = _summed(right, right_names, kept + left_names)
    shared = set(left_names) & set(right_names)
    if len(shared) == 1 and not shared & set(kept) and len(left_names) < 3 and len(right_names) < 3:
        name = next(iter(shared))
        rows, columns = left_names.replace(name, ""), right_names.replace(name, "")
        found = apply("matmul", _ordered(left, left_names, rows + name), _ordered(right, right_names, name + columns))
        return found, rows + columns
    names = left_names + "".join([each for each in right_names if each not in left_names])
    return _summed(_spread(left, left_names, names) * _spread(right, right_names, names), names, kept)


def _spread(tensor, own, names):
    """With an axis of length 1 for each of the names that it lacks."""
    moved = _ordered(tensor, own, "".join([each for each in names if each in own]))
    lengths = dict(zip(own, tensor.shape, strict=True))
    shape = [lengths.get(each, 1) for each in names]
    return moved if list(moved.shape) == shape else moved.reshape(shape)
