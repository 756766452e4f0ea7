"""Messages where a hook of the program cannot be registered or followed."""

from backpass.engine.language.syntax_tree import Part
from backpass.engine.problems import Code, Problem, Span


def no_gradient(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        "PyTorch cannot register a hook on a tensor that does not require a gradient: none ever arrives at it.",
        "Make the tensor with `requires_grad=True`.",
        part.span,
    )


def not_a_leaf(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        "PyTorch registers hooks that are called after accumulation on leaves only, and this tensor was computed.",
        "Write `register_hook`, which is called with the gradient of any tensor.",
        part.span,
    )


def other_library(name: str, library: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{name}` is a method of PyTorch's tensors, and this is an array of {library}.",
        "Make it with `torch.tensor(…, requires_grad=True)`.",
        part.span,
    )


def not_callable(kind: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"A hook is a function of the gradient, and this is {kind}.",
        "Write `x.register_hook(lambda grad: …)`.",
        part.span,
    )


def within_rule(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{name}` stands in a function with a rule of its own, or in another hook, where no hooks are followed.",
        "Register the hook before, on a tensor of the program.",
        part.span,
    )


def of_module(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{name}` registers a hook of a module, and only hooks of tensors are called here.",
        "Use `tensor.register_hook` on the value in question, or compute what the hook does in `forward`.",
        part.span,
    )


def no_tensor(name: str, kind: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The hook `{name}` gives {kind}; PyTorch takes a tensor, or None to leave the gradient as it is.",
        "Give back a tensor computed of the gradient, such as `grad * 2`.",
        part.span,
    )


def other_shape(name: str, given: tuple[int, ...], wanted: tuple[int, ...], part: Part) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        f"The hook `{name}` gives a gradient of the shape {given} for one of {wanted}.",
        "What a hook gives has the shape of what it got.",
        part.span,
    )


def not_nothing(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The hook `{name}` is called after the gradient was accumulated, so PyTorch takes nothing back from it.",
        "Change `param.grad` in it, or register it by `register_hook`, whose result becomes the gradient.",
        part.span,
    )


def changed_in_place(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The hook `{name}` changes its gradient in place, which PyTorch forbids: other gradients may share the numbers.",
        "Give back a new tensor: `return grad * 2` in place of `grad *= 2`.",
        part.span,
    )


def backward_within(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        "A hook begins a backward pass of its own while another one is under way, which is not followed here.",
        "Compute the gradient in question after the first `backward()`.",
        part.span,
    )


def not_followed(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        "A gradient is taken here through a tensor with a hook, in a way in which hooks are not called here.",
        "Use `backward()` or `torch.autograd.grad`, or take the hook away by `handle.remove()`.",
        part.span,
    )


def captured(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        "`torch.autograd.grad` is asked for a computed tensor that has a hook, and for others besides; PyTorch then gives the "
        "gradient before the hook for it, and after the hook where it is asked for alone.",
        "Ask for each in a call of its own, with `retain_graph=True`.",
        part.span,
    )


def looked_at_gradient(name: str, span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The hook `{name}` looks at numbers of the gradient (by `if`, `.item()`, `.data`), so what it does is known for the "
        "gradient of this run alone; here another one arrives, or it is to be differentiated again.",
        "Write it with operations alone: `torch.where(grad > 0, a, b)` in place of `if grad > 0`.",
        span,
    )


def other_numbers(name: str, span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The hook `{name}` computes with tensors of the program, so what it does is known for the numbers of this run alone.",
        "Ask for gradients at these numbers, or compute in the hook with the gradient alone.",
        span,
    )


def not_called(span: Span) -> Problem:
    return Problem(
        Code.LIBRARY_DIFFERS,
        "This hook was not called: no `backward()` of the program goes through its tensor. The gradients shown are without it.",
        "Write `loss.backward()` at the end.",
        span,
    )
