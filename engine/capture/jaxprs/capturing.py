"""The graph of a function of JAX at some arguments: its forward pass, and the contributions of each of its equations."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import jax
from jax import numpy as jnp

from backpass.engine.capture.captured_trace import CapturedNode, Json, captured_json
from backpass.engine.capture.jaxprs.forward import Forward, Held, kept
from backpass.engine.capture.recognise import recognise
from backpass.engine.capture.refusals import CaptureError, refused
from backpass.engine.messages import say


def jax_json(function: Callable[..., Any], arguments: Sequence[Any], argnums: int | Sequence[int], most_elements: int) -> Json:
    """The graph as plain data. Raises CaptureError for what cannot be captured."""
    wanted = _wanted(argnums, len(arguments))
    names = _names(function, arguments)
    paths, structure = jax.tree_util.tree_flatten_with_path(tuple(arguments))
    leaves = [leaf for _, leaf in paths]
    closed = jax.make_jaxpr(lambda *flat: function(*jax.tree_util.tree_unflatten(structure, flat)))(*leaves)
    forward = Forward(most_elements)
    held = [_held(forward, path, leaf, names, wanted) for path, leaf in paths]
    outputs = closed.jaxpr.outvars
    if len(outputs) != 1 or outputs[0].aval.shape != () or not jnp.issubdtype(outputs[0].aval.dtype, jnp.floating):
        shown = ", ".join(str(each.aval).lstrip("~") for each in outputs)
        raise refused(say("capture-jax-output", outputs=shown), say("capture-jax-output.hint"))
    (output,) = forward.run(closed.jaxpr, closed.consts, held)
    if output.node is None or not output.node.inputs:
        raise refused(say("capture-jax-constant"), say("capture-jax-constant.hint"))
    _backward(forward, output)
    recognise([step.output for step in forward.steps], "jax")
    output.node.role = "output"
    return captured_json(output.node, forward.groups, "jax")


def _wanted(argnums: int | Sequence[int], count: int) -> set[int]:
    """The places of the arguments whose gradients are wanted."""
    given = [argnums] if isinstance(argnums, int) else list(argnums)
    if not given or not all(-count <= each < count for each in given):
        raise refused(say("capture-jax-argnums", argnums=repr(argnums), count=count), say("capture-jax-argnums.hint"))
    return {each % count for each in given}


def _names(function: Callable[..., Any], arguments: Sequence[Any]) -> list[str]:
    """What the function calls its arguments."""
    try:
        bound = inspect.signature(function).bind(*arguments).arguments
    except (TypeError, ValueError):  # of built-in functions, and those that refuse the call themselves
        return [f"argument {number}" for number in range(len(arguments))]
    names: list[str] = []
    for name, value in bound.items():
        if inspect.signature(function).parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
            names += [f"{name}[{number}]" for number in range(len(value))]
        else:
            names.append(name)
    return names


def _held(forward: Forward, path: Any, leaf: Any, names: Sequence[str], wanted: set[int]) -> Held:
    """A leaf of the arguments, with a node where its gradient is wanted."""
    place = path[0].idx
    if place not in wanted:
        return Held(leaf, None)
    name = names[place] + jax.tree_util.keystr(path[1:])
    value = jnp.asarray(leaf)
    if not jnp.issubdtype(value.dtype, jnp.floating):
        raise refused(say("capture-jax-kind", name=name, kind=str(value.dtype)), say("capture-jax-kind.hint"))
    return Held(value, forward.node(value, role="input", name=name))


def _backward(forward: Forward, output: Held) -> None:
    """Every step, from the output back, adds what it sends to the gradients of its inputs."""
    assert output.node is not None
    gradients: dict[CapturedNode, Any] = {output.node: jnp.ones_like(output.value)}
    for step in reversed(forward.steps):
        upstream = gradients.get(step.output)
        if upstream is None:
            continue
        try:
            sent = step.vjp(upstream)
        except (TypeError, ValueError, NotImplementedError) as error:
            text = str(error).partition("\n")[0]
            raise CaptureError(refused(say("capture-jax-failed", text=text), say("capture-jax-failed.hint")).problems) from error
        for slot, source, term in zip(step.slots, step.inputs, sent, strict=True):
            step.output.sent[slot] = kept(term, forward.most_elements)
            gradients[source] = term if source not in gradients else gradients[source] + term
    for node, gradient in gradients.items():
        node.gradient = kept(gradient, forward.most_elements)
