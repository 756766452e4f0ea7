"""What `help` shows of an operation as a method: summary, why its gradient is so, shapes, errors, and an example that runs.

All of it comes from the operation's record; the examples, with their numbers, `python3 run.py docs` makes of the same record.
"""

import inspect
from functools import cache
from pathlib import Path

from backpass.engine.messages import say
from backpass.engine.operations import Operation

EXAMPLES_FILE = Path(__file__).with_name("method_examples.tsv")
"""A line per operation: name, inputs, call, result, and for changes in place inputs, call and result."""


def _examples() -> dict[str, list[str]]:
    if not EXAMPLES_FILE.exists():
        return {}
    lines = EXAMPLES_FILE.read_text(encoding="utf-8").splitlines()
    return {name: rest for name, *rest in (line.split("\t") for line in lines)}


EXAMPLES = _examples()
_NONE = [""] * 6
"""Of an operation that is new, until `run.py docs` has made its example."""

_OPTIONS = {
    "softmax": say("options-along-last"),
    "log_softmax": say("options-along-last"),
    "cumsum": say("options-along"),
    "transpose": say("options-order"),
    "reshape": say("options-shape"),
    "broadcast_to": say("options-shape"),
    "expand_dims": say("options-new-axis"),
    "squeeze": say("options-removed-axis"),
    "concatenate": say("options-joined"),
    "stack": say("options-stacked"),
    "index": say("options-key"),
    "put_back": say("options-key-and-shape"),
}
"""What the options of an operation mean; reductions share theirs."""


def documentation(record: Operation, name: str = "") -> str:
    """Of an operation as a function and as a method; the example calls it by `name`, or else by the record's."""
    text = _documentation(record)
    if record.name == "where" and name == "select":  # whose method is of the condition, while that of `where` is of `a`
        inputs, call, result = EXAMPLES["where"][-3:]
        return f"{text.partition('>>>')[0]}>>> {inputs}\n>>> {call.replace('.where_(', '.select(')}\n{result}"
    return text.replace(f".{record.name}(", f".{name}(") if name else text


@cache
def _documentation(record: Operation) -> str:
    inputs, call, result, *_ = EXAMPLES.get(record.name, _NONE)
    end = backward_call(record)
    shown = f">>> {inputs}\n>>> out = {call}\n>>> {end}\n>>> out, {inputs.partition(' = ')[0]}\n{result}"
    return f"{record.summary}\n\n{record.why}\n\n{_shapes(record)}\n\n{shown}"


def backward_call(record: Operation) -> str:
    """How the example goes back: from a sum of squares where the gradient of a plain sum would be 0, as that of softmax is."""
    return "out.backward()" if record.elementwise else "(out * out).sum().backward()"


def in_place_documentation(record: Operation, name: str) -> str:
    """Of an operation that changes the tensor that it is called of, by one of its names."""
    *_, inputs, call, result = EXAMPLES.get(record.name, _NONE)
    call = call.replace(f".{record.name}_(", f".{name}_(")
    shown = f">>> {inputs}\n>>> {call}\n{result}\n>>> {call.partition('.')[0]}\n{result}"
    summary = say("summary-where-in-place") if record.name == "where" else say("summary-in-place", summary=record.summary)
    return f"{summary}\n\n{say('method-in-place')}\n\n{shown}"


def documentation_of_changing(name: str, of_method: str) -> str:
    """Of a method that changes the tensor that it is called of, from the documentation of the one that does not."""
    of_method = inspect.cleandoc(of_method)
    summary = of_method.partition("\n\n")[0]
    example = of_method[of_method.index(">>>") :].replace(f".{name}(", f".clone().{name}_(")
    return f"{say('summary-in-place', summary=summary)}\n\n{say('method-in-place')}\n\n{example}"


def _shapes(record: Operation) -> str:
    if record.elementwise:
        return say("method-of-elements" if record.arity == 1 else "method-of-pairs")
    parts = [say("method-of-arrays")]
    if record.name in _OPTIONS:
        parts.append(_OPTIONS[record.name])
    if "keepdims" in record.options:
        parts.append(say("options-reduced"))
    if "ddof" in record.options:
        parts.append(say("options-ddof"))
    return "\n\n".join(parts)
