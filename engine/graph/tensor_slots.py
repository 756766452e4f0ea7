"""The places of a tensor, and what `help` says of each. Only `label` and `requires_grad` are for everybody; see `Tensor`."""

SLOTS = {
    "accumulated_grad": """The gradient as the engine stores it: None, a float, or an array of the shape of `raw`. Prefer `grad`.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> (x * x).backward()
    >>> x.accumulated_grad
    6.0
    """,
    "attached": """Properties that few tensors have, such as hooks and a role, by name. Raises AttributeError if there are none.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> x.role = "parameter"
    >>> x.attached
    {'role': 'parameter'}
    """,
    "first": """The first input of the operation that made the tensor; None for a leaf. `inputs` has all of them.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> (x * 2).first is x
    True
    """,
    "first_slope": """The local derivative for the first input if all values are floats; else None: computed when needed.

    >>> from backpass import Tensor
    >>> (Tensor(3.0) * 2).first_slope
    2.0
    """,
    "label": """The name that drawings show, a text or None; `name` is the same.

    >>> from backpass import Tensor
    >>> Tensor(3.0, label="x").label
    'x'
    """,
    "number": """The position in the order of evaluation, larger than that of every input.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> (x * 2).number > x.number
    True
    """,
    "operation": """The record of the operation that made the tensor; None for a leaf.

    >>> from backpass import Tensor
    >>> (Tensor(3.0) * 2).operation
    <multiply>
    """,
    "options": """The options of that operation by name, such as an axis; None if there are none.

    >>> from backpass import Tensor
    >>> Tensor([[1.0, 2.0]]).sum(dim=0).options
    {'axis': 0}
    """,
    "other_inputs": """The inputs after the second; `inputs` has all of them.

    >>> from backpass import Tensor
    >>> a = Tensor(1.0)
    >>> len(Tensor.stack([a, a, a]).other_inputs)
    1
    """,
    "pending_grad": """The gradient that has arrived so far during a backward pass; None outside one.

    >>> from backpass import Tensor
    >>> Tensor(3.0).pending_grad is None
    True
    """,
    "raw": """The values as the engine stores them: a float, or a float64 array that must not be changed. Use `data` instead.

    >>> from backpass import Tensor
    >>> Tensor(3).raw
    3.0
    """,
    "recorded": """The values of the inputs and of the result. Raises AttributeError if the local derivatives are stored instead.

    >>> from backpass import Tensor
    >>> x = Tensor([1.0, 2.0])
    >>> y = x.exp()
    >>> y.recorded[1] is y.raw
    True
    """,
    "requires_grad": """Whether gradients are computed for the tensor. A result requires one if any of its inputs does.

    >>> from backpass import Tensor
    >>> (Tensor(3.0, requires_grad=False) * 2).requires_grad
    False
    """,
    "second": """The second input of the operation that made the tensor; None if there is none.

    >>> from backpass import Tensor
    >>> x = Tensor(3.0)
    >>> (2 * x).second is x
    True
    """,
    "second_slope": """The local derivative for the second input; see `first_slope`.

    >>> from backpass import Tensor
    >>> (2 * Tensor(3.0)).second_slope
    2.0
    """,
    "span": """The place in a program that made the tensor; None for a tensor that Python made.

    >>> from backpass import Tensor
    >>> Tensor(3.0).span is None
    True
    """,
}
