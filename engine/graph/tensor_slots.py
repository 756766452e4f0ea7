"""The places of a tensor, and what `help` says of each. Only `label` and `requires_grad` are for everybody; see `Tensor`."""

SLOTS = {
    "accumulated_grad": """What `grad` gives, as the engine keeps it: None, a float, or a float64 array of the shape of `raw`.

    >>> x = Tensor(3.0)
    >>> (x * x).backward()
    >>> x.accumulated_grad
    6.0
    """,
    "attached": """What only few tensors have, such as hooks and a role; AttributeError until there is something.

    >>> x = Tensor(3.0)
    >>> x.role = "parameter"
    >>> x.attached
    {'role': 'parameter'}
    """,
    "first": """The first input of the operation that made it; None for a leaf.

    >>> x = Tensor(3.0)
    >>> (x * 2).first is x
    True
    """,
    "first_slope": """The derivative for the first input where all data are floats; else None, and computed when it is asked for.

    >>> (Tensor(3.0) * 2).first_slope
    2.0
    """,
    "label": """The name that drawings show, a text or None; `name` is the same.

    >>> Tensor(3.0, label="x").label
    'x'
    """,
    "number": """Larger than the number of every input; whole, but for a node that was put in between others later.

    >>> x = Tensor(3.0)
    >>> (x * 2).number > x.number
    True
    """,
    "operation": """The record of the operation that made it; None for a leaf.

    >>> (Tensor(3.0) * 2).operation
    <multiply>
    """,
    "options": """Options of the operation besides its inputs, such as an axis; None where there are none.

    >>> Tensor([[1.0, 2.0]]).sum(dim=0).options
    {'axis': 0}
    """,
    "other_inputs": """The inputs after the second, in slot order; `inputs` has all of them.

    >>> a = Tensor(1.0)
    >>> len(Tensor.stack([a, a, a]).other_inputs)
    1
    """,
    "pending_grad": """The gradient that has arrived so far while a backward pass runs; None outside of one.

    >>> Tensor(3.0).pending_grad is None
    True
    """,
    "raw": """What the engine computes with: a float, or a float64 array that must not be changed. People get it as `data`.

    >>> Tensor(3).raw
    3.0
    """,
    "recorded": """The numbers of inputs and result when it was computed; AttributeError where all of them are in the slopes.

    >>> x = Tensor([1.0, 2.0])
    >>> y = x.exp()
    >>> y.recorded[1] is y.raw
    True
    """,
    "requires_grad": """Whether a gradient flows to it. A result needs one where any input does.

    >>> (Tensor(3.0, requires_grad=False) * 2).requires_grad
    False
    """,
    "second": """The second input of the operation that made it; None where there is none.

    >>> x = Tensor(3.0)
    >>> (2 * x).second is x
    True
    """,
    "second_slope": """The derivative for the second input; see `first_slope`.

    >>> (2 * Tensor(3.0)).second_slope
    2.0
    """,
    "span": """The place in a program that made it; None where none did.

    >>> Tensor(3.0).span is None
    True
    """,
}
