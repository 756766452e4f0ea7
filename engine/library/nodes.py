"""The graph behind a tensor, by the names that PyTorch, micrograd and textbooks give it: `grad_fn`, `parents`, `next_functions`,
`creator`, `_prev`, `_op`, `_backward`; and nodes that somebody makes with them.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from backpass.engine.autodiff.reachability import Reachability
from backpass.engine.autodiff.reverse_numeric import contribution
from backpass.engine.graph.custom_rules import node
from backpass.engine.graph.tensor import ROLES, WALKED, Tensor, attachment, attachments, lift
from backpass.engine.graph.trace import ancestors
from backpass.engine.library.in_place import InPlaceError, set_grad_fn
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError, nearest
from backpass.engine.shapes import as_data


class CallableName(str):
    """A name that called is itself: `grad_fn.name` and PyTorch's `grad_fn.name()`."""

    __slots__ = ()

    def __call__(self) -> str:
        return str(self)


class OperationNode:
    """The operation that made a tensor, between that tensor and its parents."""

    __slots__ = ("tensor",)

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor

    @property
    def name(self) -> CallableName:
        """The operation's name."""
        return CallableName(self.operation.name if self.operation else "AccumulateGrad")

    @property
    def operation(self) -> Any:
        """The operation's record; None where a gradient ends, at a leaf."""
        return self.tensor.operation

    @property
    def parents(self) -> tuple[Tensor, ...]:
        """The tensors it was applied to, in slot order."""
        return self.tensor.inputs

    @property
    def variable(self) -> Tensor:
        """The tensor itself; PyTorch has this of leaves."""
        return self.tensor

    @property
    def next_functions(self) -> "tuple[tuple[OperationNode | None, int], ...]":
        """For each parent where the gradient goes on: its operation, or the leaf where it is added up; None where it ends."""
        return tuple((OperationNode(each) if each.requires_grad else None, 0) for each in self.parents)

    def backward(self, upstream: Any = 1.0) -> tuple[Any, ...]:
        """What it sends to each parent when that has arrived; None to a parent that needs no gradient."""
        data, blocks = as_data(upstream.raw if isinstance(upstream, Tensor) else upstream), Reachability([self.tensor])
        return tuple(
            contribution(self.tensor, slot, data, blocks).sent if each.requires_grad else None
            for slot, each in enumerate(self.parents)
        )

    __call__ = backward

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OperationNode) and other.tensor is self.tensor

    def __hash__(self) -> int:
        return hash(self.tensor)

    def __repr__(self) -> str:
        return f"<{self.name}>"


class _ByClosure:
    """A rule that adds to its parents' `.grad` itself, as micrograd's `_backward` does, or gives back what goes to each."""

    def __init__(self, name: str, tensor: Tensor, parents: Sequence[Tensor]) -> None:
        self.name = name
        self._tensor, self._parents = tensor, parents
        self.rule: Callable[..., Any] | None = None
        self.takes_upstream = False

    def forward(self, _: Sequence[Tensor]) -> Any:
        raise ProblemError(
            Problem(
                Code.UNSUPPORTED,
                say("no-forward-rule", name=self.name),
                say("no-forward-rule.hint"),
            )
        )

    def backward(self, upstream: Tensor) -> Sequence[Any]:
        if self.rule is None:
            raise ProblemError(
                Problem(
                    Code.UNSUPPORTED,
                    say("no-rule", name=self.name),
                    say("no-rule.hint"),
                )
            )
        before = [(each, each.accumulated_grad) for each in (self._tensor, *self._parents)]
        try:
            for each in self._parents:
                each.accumulated_grad = 0.0 if not each.shape else as_data(0.0 * each.raw)
            self._tensor.accumulated_grad = upstream.raw
            given = self.rule(upstream) if self.takes_upstream else self.rule()
            if given is not None:
                return given if isinstance(given, tuple | list) else (given,)
            return self._added()
        finally:
            for each, accumulated in before:
                each.accumulated_grad = accumulated

    def _added(self) -> list[Any]:
        """What was added to the gradient of each parent; to one that stands there twice, all of it once."""
        added: list[Any] = []
        for place, each in enumerate(self._parents):
            again = any(each is other for other in self._parents[:place])
            added.append(None if again or each.accumulated_grad is None else each.accumulated_grad)
        return added


def _of(self: Tensor) -> OperationNode | None:
    """The operation through which a gradient flows back; None for a leaf, and for a tensor that requires no gradient.

    Set it to None to make the tensor a leaf, or to an object that has `parents` and `backward(upstream)`.

    Raises:
        InPlaceError: It is set to anything else.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> (x * 2).grad_fn, x.grad_fn, (x * 2).grad_fn.next_functions[0][0]
    (<multiply>, None, <AccumulateGrad>)
    """
    return OperationNode(self) if self.operation is not None and self.requires_grad else None


def _set_of(self: Tensor, value: Any) -> None:
    """`x.grad_fn = None` makes a leaf of x; an object with `parents` and `backward(upstream)` makes x its result."""
    if value is None:
        set_grad_fn(self, None)
        return
    if isinstance(value, OperationNode):
        if value.tensor is not self:
            raise _refuse_rule(type(value).__name__)
        return
    parents = getattr(value, "parents", None) or getattr(value, "inputs", None)
    if not callable(getattr(value, "backward", None)) or not isinstance(parents, tuple | list):
        raise _refuse_rule(type(value).__name__)
    _with_closure(self, type(value).__name__, parents, value.backward, takes_upstream=True)


def _refuse_rule(name: str) -> InPlaceError:
    return InPlaceError(
        Problem(
            Code.UNSUPPORTED,
            say("no-way-back", name=name),
            say("no-way-back.hint"),
        )
    )


def _with_closure(
    self: Tensor, name: str, parents: Sequence[Any], rule: Callable[..., Any] | None, *, takes_upstream: bool = False
) -> None:
    tensors = [lift(each) for each in parents]
    made = _ByClosure(name, self, tensors)
    made.rule, made.takes_upstream = rule, takes_upstream
    wanted = self.requires_grad
    node(made, tensors, self.raw, self)
    self.requires_grad = self.requires_grad and wanted


def made_otherwise(  # noqa: PLR0917 (what the constructor got, in its order)
    self: Tensor, requires_grad: Any, op: Any, children: Any, creator: Any, parents: Any, ctx: Any
) -> None:
    """The other ways to make a tensor: micrograd's `Value(data, _children, _op, label)`, and `creator`, `parents`, `ctx`.

    Raises ProblemError (invalid-input) for a second argument that is neither a truth value nor the children.
    """
    name = op or ""
    if isinstance(requires_grad, tuple | set | list | frozenset):
        children, requires_grad = tuple(requires_grad), True
    elif children is None and creator is None and self.label is None:
        self.label = op  # `Tensor(2.0, True, "a")`
    if requires_grad is None or (isinstance(requires_grad, int | np.bool_) and requires_grad in (0, 1)):
        requires_grad = bool(requires_grad)
    if not isinstance(requires_grad, bool) or not isinstance(self.label, str | None):
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                say("requires-grad-kind", requires_grad=repr(requires_grad)),
                say("requires-grad-kind.hint"),
            )
        )
    self.requires_grad = requires_grad
    if creator is not None:
        backward_rule = creator.backward
        takes = (lambda upstream: backward_rule(ctx, upstream)) if ctx is not None else backward_rule
        _with_closure(self, getattr(creator, "__name__", type(creator).__name__), parents, takes, takes_upstream=True)
        attachments(self).update(creator=creator, ctx=ctx)
    elif children:
        _with_closure(self, name or "operation", children, None)
        attachments(self)["op"] = name


def _closure(self: Tensor) -> Callable[[], None]:
    """micrograd's `_backward`: adds what this tensor sends, given its present `.grad`, to the gradients of its parents."""

    def send() -> None:
        if self.operation is None or self.accumulated_grad is None:
            return
        for each, sent in zip(self.inputs, OperationNode(self).backward(self.accumulated_grad), strict=True):
            if sent is not None:
                each.accumulated_grad = sent if each.accumulated_grad is None else each.accumulated_grad + sent

    return send


def _set_closure(self: Tensor, rule: Callable[..., Any]) -> None:
    application = (self.options or {}).get("application")
    if application is None or not isinstance(application.rule, _ByClosure):
        raise _refuse_rule("closure on the result of an operation of ours")
    application.rule.rule = rule


def _previous(self: Tensor) -> set[Tensor]:
    """micrograd's `_prev`: the tensors that it was made from.

    Who walks a graph by it expects micrograd's numbers: of what was met there, a gradient that was not computed reads 0 and not
    None, a constant has its gradient after a backward pass, and a label that is missing is an empty text. So `draw_dot`, as
    notebooks have it, runs before and after `backward()`.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> y = 2 * x
    >>> two = next(iter(y._prev - {x}))
    >>> "grad %.4f, %.4f" % (x.grad, two.grad)
    'grad 0.0000, 0.0000'
    >>> y.backward()
    >>> "grad %.4f, %.4f" % (x.grad, two.grad)
    'grad 2.0000, 3.0000'
    """
    WALKED[:] = [_as_micrograd]
    found = set(self.inputs)
    for each in (self, *found):
        users = attachments(each).setdefault(_USERS, set())
        if each is not self and not each.requires_grad:
            users.add(self)
        if each.label is None:
            each.label = ""
    return found


_USERS = "met_by_prev"
"""What is attached to tensors that `_prev` has met: of a constant its users, of others nothing, for graphs to be freed."""


def _as_micrograd(tensor: Tensor) -> Any:
    """The gradient of a tensor that has none, where `_prev` has met it: 0, or of a constant what its users send; else None."""
    users = attachment(tensor, _USERS)
    if users is None:
        return None
    total = 0.0 if not tensor.shape else np.zeros(tensor.shape)
    if tensor.requires_grad:
        return as_data(total)
    for user in users:
        upstream = user.grad
        if upstream is not None and not isinstance(upstream, Tensor):
            blocks = Reachability([user])
            total = total + sum(
                contribution(user, slot, upstream, blocks).sent for slot, each in enumerate(user.inputs) if each is tensor
            )
    return as_data(total)


def _symbol(self: Tensor) -> str:
    """micrograd's `_op`: the symbol or name of the operation; empty for a leaf."""
    if self.operation is None:
        return ""
    own = attachment(self, "op")
    return own if own is not None else self.operation.notation.infix or self.operation.name


def _creator(self: Tensor) -> Any:
    """The class of the program that made the tensor, or else its operation; None for a leaf. It can be set.

    >>> from backpass import Tensor
    >>> (Tensor(3.0) * 2).creator
    <multiply>
    """
    return attachment(self, "creator") or _of(self)


def _set_creator(self: Tensor, creator: Any) -> None:
    attachments(self)["creator"] = creator
    _complete(self)


def _set_parents(self: Tensor, parents: Any) -> None:
    attachments(self)["parents"] = list(parents or ())
    _complete(self)


def _set_context(self: Tensor, ctx: Any) -> None:
    attachments(self)["ctx"] = ctx
    _complete(self)


def _complete(self: Tensor) -> None:
    """Makes a node of a leaf once creator and parents are both set, one after the other."""
    has = attachments(self)
    if self.operation is None and has.get("creator") is not None and has.get("parents"):
        creator = has["creator"]

        def rule(upstream: Tensor) -> Any:
            return creator.backward(has["ctx"], upstream) if "ctx" in has else creator.backward(upstream)

        _with_closure(self, getattr(creator, "__name__", type(creator).__name__), has["parents"], rule, takes_upstream=True)


def _set_role(self: Tensor, role: Any) -> None:
    if role is not None and role not in ROLES:
        meant = nearest(str(role), ROLES)
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                say("no-tensor-role", role=repr(role)),
                say("roles-are", choice=say("did-you-mean-unquoted", meant=repr(meant)) if meant else "", roles=", ".join(ROLES)),
            )
        )
    attachments(self)["role"] = role


def _set_name(self: Tensor, name: Any) -> None:
    self.label = None if name is None else str(name)


def _inputs(self: Tensor) -> tuple[Tensor, ...]:
    """The inputs of the operation that made the tensor, in order; empty for a leaf. It can be set together with `creator`.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> (x * x).parents == (x, x)
    True
    """
    return self.inputs


def _context(self: Tensor) -> Any:
    """The context of a `Function` that sets `creator` and `parents` itself; None if there is none. It can be set.

    >>> from backpass import Tensor
    >>> Tensor(3.0).ctx is None
    True
    """
    return attachment(self, "ctx")


def _name(self: Tensor) -> str | None:
    """The name that drawings show; `label` is the same. A value that is assigned to it becomes a string.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> x.name = "x"
    >>> x
    Tensor(3.0, label='x')
    """
    return self.label


def _role(self: Tensor) -> str | None:
    """The role by which drawings colour the tensor: `input`, `parameter`, `constant`, `intermediate`, `output`, or None.

    Raises:
        ProblemError: It is set to anything else.

    >>> from backpass import Tensor
    >>> w = Tensor(3.0)
    >>> w.role = "parameter"
    >>> w.role
    'parameter'
    """
    return attachment(self, "role")  # type: ignore[no-any-return]


def _retains(self: Tensor) -> bool:
    """Whether the tensor keeps its gradient. Every tensor that requires one does.

    >>> from backpass import Tensor
    >>> (Tensor(3.0) * 2).retains_grad
    True
    """
    return self.requires_grad


def retain_grad(self: Tensor) -> None:
    """Does nothing: every tensor that requires a gradient keeps it.

    Raises:
        RuntimeError: The tensor requires no gradient.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> y = x * 2
    >>> y.retain_grad()
    >>> (y * y).backward()
    >>> y.grad
    12.0
    """
    if not self.requires_grad:
        raise RuntimeError("a tensor that needs no gradient gets none that could be kept")


def zero_grad(self: Tensor, set_to_none: bool = True) -> None:
    """Resets the gradients of this tensor and of everything it was made from.

    Parameters:
        set_to_none: Whether they become None; else 0.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> y = x * 2
    >>> y.backward()
    >>> y.zero_grad()
    >>> x.grad is None
    True
    """
    for tensor in ancestors(self):
        if set_to_none or tensor.accumulated_grad is None:
            tensor.accumulated_grad = None
        else:
            tensor.accumulated_grad = 0.0 if not tensor.shape else as_data(0.0 * tensor.raw)


METHODS: dict[str, Callable[..., Any]] = {
    "_made_otherwise": made_otherwise,
    "retain_grad": retain_grad,
    "zero_grad": zero_grad,
}
PROPERTIES: dict[str, property] = {
    "grad_fn": property(_of, _set_of),
    "creator": property(_creator, _set_creator),
    "parents": property(_inputs, _set_parents),
    "ctx": property(_context, _set_context),
    "_prev": property(_previous),
    "_op": property(_symbol),
    "_backward": property(_closure, _set_closure),
    "name": property(_name, _set_name),
    "role": property(_role, _set_role),
    "retains_grad": property(_retains),
}
