"""Functions that look at gradients while they flow back, and may give others in their place."""

from collections.abc import Callable
from typing import Any

from backpass.engine.graph.tensor import Tensor, attachment, attachments
from backpass.engine.messages import say
from backpass.engine.shapes import mismatch

HOOKED: list[bool] = []
"""Not empty once any tensor has a hook; only then does a backward pass look for them."""

Hook = Callable[[Tensor], Any]
"""Gets the gradient as a tensor; gives another one, or None to leave it as it is."""


class Handle:
    """What `register_hook` gives back: `remove()` takes the hook away again."""

    def __init__(self, hooks: list[Hook], hook: Hook) -> None:
        self._hooks, self._hook = hooks, hook

    def remove(self) -> None:
        """Takes the hook away; a second time does nothing."""
        if self._hook in self._hooks:
            self._hooks.remove(self._hook)


def register_hook(self: Tensor, hook: Hook) -> Handle:
    """Registers a function that is called with the gradient of this tensor whenever it has been computed.

    Hooks are called in the order in which they were registered.

    Parameters:
        hook: A function of the gradient, a tensor. What it returns replaces the gradient, unless it is None.

    Returns:
        A handle; `handle.remove()` removes the hook.

    Raises:
        TypeError: `hook` cannot be called.
        RuntimeError: The tensor requires no gradient.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> handle = x.register_hook(lambda gradient: gradient * 10)
    >>> (x * x).backward()
    >>> x.grad
    60.0
    """
    if not callable(hook):
        raise TypeError(f"a hook is called with the gradient, and {hook!r} cannot be called")
    if not self.requires_grad:
        raise RuntimeError("a tensor that needs no gradient gets none, so its hook would never be called")
    hooks: list[Hook] = attachments(self).setdefault("hooks", [])
    hooks.append(hook)
    HOOKED[:] = [True]
    return Handle(hooks, hook)


def hooked(tensor: Tensor, gradient: Any) -> Any:
    """The gradient after the hooks of the tensor: numbers for numbers, a tensor for a tensor.

    Raises ProblemError (shape-mismatch).
    """
    for hook in list(attachment(tensor, "hooks") or ()):
        plain = not isinstance(gradient, Tensor)
        given = Tensor(gradient, requires_grad=False) if plain else gradient
        found = hook(given)
        if found is None:
            found = given  # which the hook may have changed in place
        found = found if isinstance(found, Tensor) else Tensor(found, requires_grad=False)
        if found.shape != given.shape:
            raise mismatch(
                say("hook-shape", shape=found.shape, shape2=given.shape),
                say("hook-shape.hint"),
            )
        gradient = found.raw if plain else found
    return gradient
