"""The steps of a script of JAX: each call of a function that `jax.grad` or `jax.value_and_grad` made of the loss."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial, update_wrapper, wraps
from pathlib import Path
from typing import Any, Self, cast

import jax

from backpass.engine.capture.captured_graph import Graph
from backpass.engine.capture.jaxprs.capturing import jax_json
from backpass.engine.capture.refusals import refused
from backpass.engine.capture.scripts.finding import Finding, frames_from, value_of
from backpass.engine.messages import say

_is_unwatched: ContextVar[bool] = ContextVar("is_unwatched", default=False)
_JAX = str(Path(jax.__file__).parent)
_OURS = str(Path(__file__).parents[1])


def _is_ours(file: str) -> bool:
    """Whether code is JAX's or ours, and not the script's."""
    return file.startswith((_JAX, _OURS))


class Steps:
    """Watches a script, as a context.

    Meanwhile `jit` is off, as `JAX_DISABLE_JIT` has it: a compiled function calls its loss once, with no numbers.
    """

    def __init__(self, finding: Finding, most_elements: int) -> None:
        self._finding = finding
        self._most_elements = most_elements
        self._makers = {name: getattr(jax, name) for name in ("grad", "value_and_grad")}
        self._config = cast("Any", jax.config)
        self._has_jit_off = self._config.jax_disable_jit

    def __enter__(self) -> Self:
        for name, maker in self._makers.items():
            setattr(jax, name, self._watched(maker))
        self._config.update("jax_disable_jit", True)
        return self

    def __exit__(self, *error: object) -> None:
        self._config.update("jax_disable_jit", self._has_jit_off)
        for name, maker in self._makers.items():
            setattr(jax, name, maker)

    def _watched(self, maker: Callable[..., Any]) -> Callable[..., Any]:
        """In place of `jax.grad`: what it makes reports each of its calls."""

        @wraps(maker)
        def watched(fun: Callable[..., Any], argnums: Any = 0, has_aux: bool = False, **options: Any) -> Any:
            made = maker(fun, argnums=argnums, has_aux=has_aux, **options)

            @wraps(made)
            def differentiated(*arguments: Any, **named: Any) -> Any:
                if not _is_unwatched.get():
                    self._note(fun, arguments, named, argnums, has_aux)
                return made(*arguments, **named)

            return differentiated

        return watched

    def _note(self, fun: Any, arguments: tuple[Any, ...], named: dict[str, Any], argnums: Any, has_aux: bool) -> None:
        """Counts a call. Delivers the graph, and raises Stopped, at the wanted step."""
        if not self._is_wanted(fun):
            self._finding.note_other([getattr(fun, "__name__", type(fun).__name__)])
        elif self._finding.is_reached():
            line = next((each.f_lineno for each in frames_from(sys._getframe(1)) if not _is_ours(each.f_code.co_filename)), None)
            self._finding.deliver(partial(self._graph_of, fun, arguments, named, argnums, has_aux), line)

    def _is_wanted(self, fun: Any) -> bool:
        """Whether the function has the wanted name, or is the value of a variable of that name in the code that calls; any
        without a name.
        """
        if self._finding.loss is None:
            return True
        if getattr(fun, "__name__", None) == self._finding.loss:
            return True
        theirs = (each for each in frames_from(sys._getframe(1)) if not each.f_code.co_filename.startswith(_JAX))
        return any(
            value_of(variables, self._finding.loss) is fun for each in theirs for variables in (each.f_locals, each.f_globals)
        )

    def _graph_of(self, fun: Any, arguments: tuple[Any, ...], named: dict[str, Any], argnums: Any, has_aux: bool) -> Graph:
        """The graph of the loss at the arguments of a call. Raises CaptureError for what cannot be captured."""
        if any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree_util.tree_leaves((arguments, named))):
            raise refused(
                say("script-jax-traced", loss=self._finding.loss or getattr(fun, "__name__", "f")), say("script-jax-traced.hint")
            )

        def loss(*given: Any) -> Any:
            result = fun(*given, **named)
            return result[0] if has_aux else result

        update_wrapper(loss, fun)
        with _unwatched(), jax.disable_jit(False):
            return Graph(jax_json(loss, arguments, argnums, self._most_elements))


@contextmanager
def _unwatched() -> Iterator[None]:
    """While the capture runs the loss, and not the script."""
    token = _is_unwatched.set(True)
    try:
        yield
    finally:
        _is_unwatched.reset(token)
