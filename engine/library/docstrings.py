"""What `help` shows of an operation as a method: summary, why its gradient is so, shapes, errors, and an example that runs.

All of it comes from the operation's record; the examples, with their numbers, `python3 run.py docs` makes of the same record.
"""

import inspect
from pathlib import Path

from backpass.engine.messages import say
from backpass.engine.operations import Operation

EXAMPLES_FILE = Path(__file__).with_name("method_examples.tsv")
"""A line per operation: name, inputs, call, result."""


def _examples() -> dict[str, list[str]]:
    if not EXAMPLES_FILE.exists():
        return {}
    lines = EXAMPLES_FILE.read_text(encoding="utf-8").splitlines()
    return {name: rest for name, *rest in (line.split("\t") for line in lines)}


EXAMPLES = _examples()
_NONE = ["", "", ""]
"""Of an operation that is new, until `run.py docs` has made its example."""


_CONDITION = ">>> Tensor([1.0, 0.0], requires_grad=False).where_(5.0, 7.0).tolist()\n[5.0, 7.0]"


def documentation(record: Operation) -> str:
    """Of an operation as a function and as a method."""
    inputs, call, result = EXAMPLES.get(record.name, _NONE)
    end = backward_call(record)
    shown = f">>> {inputs}\n>>> out = {call}\n>>> {end}\n>>> out, {inputs.partition(' = ')[0]}\n{result}"
    return f"{record.summary}\n\n{record.why}\n\n{_shapes(record)}\n\n{shown}"


def backward_call(record: Operation) -> str:
    """How the example goes back: from a sum of squares where the gradient of a plain sum would be 0, as that of softmax is."""
    return "out.backward()" if record.elementwise else "(out * out).sum().backward()"


def in_place_documentation(record: Operation) -> str:
    """Of an operation that changes the tensor that it is called of."""
    inputs, call, _ = EXAMPLES.get(record.name, _NONE)
    tensor = inputs.partition(" = ")[0].partition(",")[0]
    changing = call.replace(f"{tensor}.{record.name}(", f"before.{record.name}_(", 1)
    if record.name == "where":  # which as a method is of `a`, and in place of the condition
        return f"{say('summary-in-place', summary=record.summary)}\n\n{say('method-in-place')}\n\n{_CONDITION}"
    shown = f">>> {inputs}\n>>> before = {tensor}.clone()\n>>> ({changing} == {call}).min().item()\n1.0"
    return f"{say('summary-in-place', summary=record.summary)}\n\n{say('method-in-place')}\n\n{shown}"


def documentation_of_changing(name: str, of_method: str) -> str:
    """Of a method that changes the tensor that it is called of, from the documentation of the one that does not."""
    of_method = inspect.cleandoc(of_method)
    summary = of_method.partition("\n\n")[0]
    example = of_method[of_method.index(">>>") :].replace(f".{name}(", f".clone().{name}_(")
    return f"{say('summary-in-place', summary=summary)}\n\n{say('method-in-place')}\n\n{example}"


def _shapes(record: Operation) -> str:
    if not record.elementwise:
        return say("method-of-arrays", options=", ".join((*record.options, *record.keywords)) or "–")
    return say("method-of-elements" if record.arity == 1 else "method-of-pairs")
