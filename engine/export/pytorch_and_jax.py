"""Programs for PyTorch and JAX, which differentiate automatically: only the forward pass is written."""

from backpass.engine.export.code_writer import GRADIENT, CodeWriter, numbers
from backpass.engine.export.own_rules import jax_custom_vjp, pytorch_function, recorded
from backpass.engine.export.target_libraries import JAX, PYTORCH
from backpass.engine.export.transforms import compares_classes
from backpass.engine.graph.tensor import Tensor
from backpass.engine.messages import say
from backpass.engine.operations import Data, Family
from backpass.engine.serialization.computation import Computation, not_exportable

_ONE = 1.0


def pytorch(computation: Computation) -> str:
    """Raises ProblemError (not-exportable)."""
    writer = _PyTorch(computation, PYTORCH, pytorch_function)
    output = computation.output
    lines = ["torch.set_default_dtype(torch.float64)", ""]
    for tensor in computation.tensors:
        if tensor in writer.inlined:
            continue
        tracked = ", requires_grad=True" if tensor.requires_grad else ""
        made = writer.formula(tensor) if tensor.operation else f"torch.tensor({numbers(tensor.raw)}{tracked})"
        lines.append(f"{writer.by_tensor[tensor]} = {made}")
    name = writer.by_tensor[output]
    reached = _reached(computation)
    if reached:
        kept = [f"{writer.by_tensor[each]}.retain_grad()" for each in computation.wanted if each.operation and each in reached]
        lines += ["", *kept, f"{name}.backward({_seed(computation)})"]
    lines += ["", writer.printed(output, f"{name}.tolist()")]
    for each in computation.wanted:
        own = writer.by_tensor[each]
        gradient = f"{own}.grad" if each in reached else f"torch.zeros_like({own})"
        lines.append(writer.printed(each, f"{gradient}.tolist()", GRADIENT))
    return writer.program(f"{name} and its gradients in PyTorch, in double precision.", lines)


class _PyTorch(CodeWriter):
    def applied(self, name: str, arguments: list[str]) -> str:
        return f"{name}.apply({', '.join(arguments)})"


def _reached(computation: Computation) -> set[Tensor]:
    """The tensors whose gradient PyTorch computes: through a comparison it sends none, where we have a computed 0."""
    tensors = {tensor for tensor in computation.tensors if tensor.operation is None and tensor.requires_grad}
    for tensor in computation.tensors:
        if any(source in tensors and not _cuts(tensor, slot) for slot, source in enumerate(tensor.inputs)):
            tensors.add(tensor)
    if computation.output not in tensors:
        return set()
    reached = {computation.output}
    for tensor in reversed(computation.tensors):
        if tensor in reached:
            reached |= {source for slot, source in enumerate(tensor.inputs) if source in tensors and not _cuts(tensor, slot)}
    return reached


def _cuts(user: Tensor, slot: int) -> bool:
    """Whether PyTorch has nothing to differentiate here: what answers with a truth, or with a whole number."""
    record = user.operation
    assert record is not None
    if compares_classes(user):
        return slot == 1
    rule = recorded(user)
    if rule is not None:
        return rule.gradients[slot] is None
    return record.rule(slot).text == "0" and (record.family is Family.COMPARISON or record.notation.infix is not None)


def _seed(computation: Computation) -> str:
    seed = computation.gradients.values[-1]
    return "" if seed is None or _is_one(seed) else f"torch.tensor({numbers(seed)})"


def _is_one(seed: Data) -> bool:
    return isinstance(seed, float) and seed == _ONE


def jax(computation: Computation) -> str:
    """Raises ProblemError (not-exportable), also where a gradient is wanted that is not an argument's."""
    for each in computation.wanted:
        if each.operation is not None:
            name = computation.names[computation.ids[each]]
            why = say("jax-result-gradient", name=name)
            raise not_exportable("jax", why, say("jax-result-gradient.hint"), each, computation.ids[each])
    writer = CodeWriter(computation, JAX, jax_custom_vjp, ("compute", "value", "gradients", "pullback"))
    arguments = [writer.by_tensor[leaf] for leaf in computation.leaves]
    lines = ['jax.config.update("jax_enable_x64", True)', "", "", f"def compute({', '.join(arguments)}):"]
    lines += [f"    {line}" for line in _body(writer)]
    lines += [f"    return {writer.by_tensor[computation.output]}", "", ""]
    lines += [f"{writer.by_tensor[leaf]} = jnp.array({numbers(leaf.raw)})" for leaf in computation.leaves]
    lines += _differentiated(computation, arguments)
    lines.append(writer.printed(computation.output, "value.tolist()"))
    positions = {leaf: position for position, leaf in enumerate(computation.leaves)}
    lines += [writer.printed(each, f"gradients[{positions[each]}].tolist()", GRADIENT) for each in computation.wanted]
    return writer.program(f"{writer.names[-1]} and its gradients in JAX, in double precision.", lines)


def _body(writer: CodeWriter) -> list[str]:
    def made(tensor: Tensor) -> str:
        return writer.formula(tensor) if tensor.operation else f"jnp.array({numbers(tensor.raw)})"

    given = {*writer.inlined, *writer.computation.leaves}
    return [f"{writer.by_tensor[tensor]} = {made(tensor)}" for tensor in writer.computation.tensors if tensor not in given]


def _differentiated(computation: Computation, arguments: list[str]) -> list[str]:
    """The call of JAX that fits: a scalar has a gradient, a tensor's is pulled back from the upstream one."""
    seed = computation.gradients.values[-1]
    given = ", ".join(arguments)
    if seed is None:
        return [f"value = compute({given})", ""]
    if _is_one(seed):
        return [f"value, gradients = jax.value_and_grad(compute, argnums={tuple(range(len(arguments)))})({given})", ""]
    return [f"value, pullback = jax.vjp(compute, {given})", f"gradients = pullback(jnp.array({numbers(seed)}))", ""]
