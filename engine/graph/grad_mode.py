"""Whether operations are recorded: `no_grad` and its like, for the thread or task that enters them. Knows nothing of tensors."""

from collections.abc import Callable
from contextvars import ContextVar, Token
from functools import wraps
from typing import Any, Self

_recording: ContextVar[bool] = ContextVar("recording", default=True)

SWITCHED_OFF: list[bool] = []
"""Not empty while recording is off somewhere. Only then does an operation ask whether it is off here: a look at a list takes a
few nanoseconds, and at a context variable ten times as many.
"""


def is_grad_enabled() -> bool:
    """Whether operations are recorded, in this thread or task.

    >>> from backpass import is_grad_enabled, no_grad
    >>> with no_grad():
    ...     is_grad_enabled()
    False
    """
    return _recording.get()


class _Mode:
    """A recording mode as a context (`with no_grad():`) and as a decorator (`@no_grad()`, `@no_grad`)."""

    wanted: bool
    _entered: list[Token[bool]]

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        made = super().__new__(cls)
        made._entered = []
        return made if function is None else made(function)

    def __enter__(self) -> Self:
        self._entered.append(_recording.set(self.wanted))
        if not self.wanted:
            SWITCHED_OFF.append(True)
        return self

    def __exit__(self, *_: object) -> None:
        _recording.reset(self._entered.pop())
        if not self.wanted:
            SWITCHED_OFF.pop()

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def called(*arguments: Any, **keywords: Any) -> Any:
            with type(self)():
                return function(*arguments, **keywords)

        return called


class no_grad(_Mode):  # noqa: N801 (PyTorch's names)
    """A context, and a decorator, within which operations are not recorded: results require no gradient.

    It applies to the thread or the task that enters it.

    >>> from backpass import Tensor, no_grad
    >>> x = Tensor(3.0)
    >>> with no_grad():
    ...     y = x * x
    >>> y
    Tensor(9.0, requires_grad=False)
    """

    wanted = False


class enable_grad(_Mode):  # noqa: N801
    """A context, and a decorator, within which operations are recorded, even inside `no_grad`.

    It applies to the thread or the task that enters it.

    >>> from backpass import Tensor, enable_grad, no_grad
    >>> x = Tensor(3.0)
    >>> with no_grad(), enable_grad():
    ...     y = x * x
    >>> y.grad_fn
    <multiply>
    """

    wanted = True


class set_grad_enabled:  # noqa: N801
    """Turns recording on or off at once; as a context, only until the end of its block.

    Parameters:
        mode: Whether operations are recorded.

    >>> from backpass import Tensor, set_grad_enabled
    >>> with set_grad_enabled(False):
    ...     (Tensor(2.0) * 3).requires_grad
    False
    """

    def __init__(self, mode: bool) -> None:
        self._before = _recording.get()
        _switch(bool(mode))

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        _switch(self._before)


def _switch(mode: bool) -> None:
    if not mode and not SWITCHED_OFF:
        SWITCHED_OFF.append(True)  # for good: whatever is entered and left meanwhile, it must not seem to be on everywhere
    _recording.set(mode)
