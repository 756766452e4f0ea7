"""Messages where a hook of the program cannot be registered or followed."""

from backpass.engine.language.syntax_tree import Part
from backpass.engine.problems import Code, Problem, Span


def no_gradient(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        "PyTorch cannot register a hook on a tensor that does not require a gradient: it never gets one.",
        "Make the tensor with `requires_grad=True`.",
        part.span,
    )


def not_a_leaf(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        "PyTorch registers hooks that are called after accumulation on leaves only, but this tensor was computed.",
        "Write `register_hook`, which is called with the gradient of any tensor.",
        part.span,
    )


def other_library(name: str, library: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{name}` is a method of PyTorch's tensors, but this is an array of {library}.",
        "Make it with `torch.tensor(…, requires_grad=True)`.",
        part.span,
    )


def not_callable(kind: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"A hook is a function of the gradient, but this is {kind}.",
        "Write `x.register_hook(lambda grad: …)`.",
        part.span,
    )


def within_rule(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{name}` is used in a function with its own rule, or in another hook, where hooks are not supported.",
        "Register the hook first, on a tensor of the program.",
        part.span,
    )


def of_module(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{name}` registers a hook of a module, but only hooks of tensors are supported.",
        "Use `tensor.register_hook` on the value, or compute what the hook does in `forward`.",
        part.span,
    )


def no_tensor(name: str, kind: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The hook `{name}` returns {kind}; PyTorch takes a tensor, or None to leave the gradient unchanged.",
        "Return a tensor computed from the gradient, such as `grad * 2`.",
        part.span,
    )


def other_shape(name: str, given: tuple[int, ...], wanted: tuple[int, ...], part: Part) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        f"The hook `{name}` returns a gradient of shape {given} instead of {wanted}.",
        "A hook returns a gradient of the shape it received.",
        part.span,
    )


def not_nothing(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The hook `{name}` is called after the gradient was accumulated, so PyTorch ignores its result.",
        "Change `param.grad` in it, or use `register_hook`, whose result becomes the gradient.",
        part.span,
    )


def changed_in_place(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The hook `{name}` changes its gradient in place, which PyTorch forbids: other gradients may share the numbers.",
        "Return a new tensor: `return grad * 2` instead of `grad *= 2`.",
        part.span,
    )


def backward_within(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        "A hook starts its own backward pass during another one, which is not supported.",
        "Compute that gradient after the first `backward()`.",
        part.span,
    )


def not_followed(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        "A gradient flows through a tensor with a hook here, in a way in which hooks are not called.",
        "Use `backward()` or `torch.autograd.grad`, or remove the hook with `handle.remove()`.",
        part.span,
    )


def captured(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        "`torch.autograd.grad` is asked for a computed tensor that has a hook, and for others besides; PyTorch then gives the "
        "gradient before the hook for it, and after the hook where it is asked for alone.",
        "Ask for each in a separate call, with `retain_graph=True`.",
        part.span,
    )


def looked_at_gradient(name: str, span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The hook `{name}` reads numbers of the gradient (by `if`, `.item()`, `.data`), so it is known only for the "
        "gradient of this run. Here another gradient arrives, or it is differentiated again.",
        "Use operations only: `torch.where(grad > 0, a, b)` instead of `if grad > 0`.",
        span,
    )


def other_numbers(name: str, span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The hook `{name}` computes with tensors of the program, so it is known only for the numbers of this run.",
        "Ask for gradients at these numbers, or use only the gradient in the hook.",
        span,
    )


def not_called(span: Span) -> Problem:
    return Problem(
        Code.LIBRARY_DIFFERS,
        "This hook was not called: no `backward()` goes through its tensor. The gradients shown do not include it.",
        "Write `loss.backward()` at the end.",
        span,
    )
