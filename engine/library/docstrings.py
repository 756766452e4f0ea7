"""What `help` shows of operations and of methods: summary, gradient, parameters, result, errors, and an example that runs.

Summaries and gradients are those of the operation's record. `method_words.tsv` has the rest, a line per name: parameters, then
the result after `>`, then the errors after `!`. The examples, with their numbers, `python3 run.py docs` makes of the record.
"""

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from backpass.engine.interpreter.libraries.spellings import OPTION_SPELLINGS
from backpass.engine.library.signatures import of_method, of_record
from backpass.engine.operations import OPERATIONS, Operation

EXAMPLES_FILE = Path(__file__).with_name("method_examples.tsv")
WORDS_FILE = Path(__file__).with_name("method_words.tsv")


class Example(NamedTuple):
    """A call of an operation as a method, and one that changes its tensor in place, empty where there is no such method."""

    inputs: str
    call: str
    result: str
    backward: str
    """The call that computes the gradients."""
    gradients: str
    inputs_in_place: str
    call_in_place: str
    result_in_place: str

    @property
    def names(self) -> list[str]:
        """The inputs."""
        return self.inputs.partition(" = ")[0].split(", ")


def _lines(path: Path) -> Iterable[list[str]]:
    return (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()


EXAMPLES = {name: Example(*rest) for name, *rest in _lines(EXAMPLES_FILE)}
_NONE = Example(*[""] * 8)
"""Of an operation that is new, until `run.py docs` has made its example."""
_WORDS = {name: words.split("|") for name, words in _lines(WORDS_FILE)}

_RESULTS = {
    "same": "A tensor of the same shape.",
    "pair": "A tensor of the shape to which the inputs are broadcast.",
    "constant": "A tensor of the same shape, through which no gradient flows.",
    "reduced": "A scalar, or with an axis a tensor without that axis.",
}
_ERRORS = {
    "axis": "ProblemError: The axis does not exist.",
    "broadcast": "ProblemError: The shapes cannot be broadcast together.",
    "square": "ProblemError: The matrix is not square.",
}
_PARAMETERS = {
    "axis": "An axis or a tuple of axes; by default, all elements are combined.",
    "b": "A tensor, a number or an array.",
    "ddof": "What is subtracted from the number of elements before dividing by it.",
    "dim": "The axis; negative numbers count from the end.",
    "keepdim": "Whether the axis stays, with length 1.",
    "keepdims": "Whether the axis stays, with length 1.",
}
"""What a parameter means where a line does not describe it."""
_AS_FUNCTION = {
    "condition": "A tensor, a number or an array; every number except 0 counts as true.",
    "key": "A tuple of what stands in the brackets of `x[…]`.",
}
_FIRST = "A tensor, a number or an array."


def sections(parameters: Mapping[str, str], returns: str, errors: Iterable[str]) -> str:
    """Parameters, result and errors, one per line below its heading."""
    listed = {
        "Parameters": [f"{name}: {text}" for name, text in parameters.items()],
        "Returns": [returns] if returns else [],
        "Raises": errors,
    }
    return "\n\n".join(f"{head}:\n" + "\n".join(f"    {line}" for line in lines) for head, lines in listed.items() if lines)


def _words(name: str) -> tuple[dict[str, str], str, list[str]]:
    """The parameters, the result and the errors of a line."""
    parameters, returns, errors = {}, "", []
    for word in _WORDS.get(name, ()):
        if word[0] == ">":
            returns = _RESULTS.get(word[1:], word[1:])
        elif word[0] == "!":
            errors.append(_ERRORS.get(word[1:], word[1:]))
        else:
            name, _, text = word.partition(": ")
            parameters[name] = text
    return parameters, returns, errors


def _described(signature: inspect.Signature, words: Mapping[str, str], aliases: Mapping[str, str]) -> dict[str, str]:
    """The parameters in the order of a signature; those of one line of words stand together, and so do names of one thing."""
    by_name = {each.strip(): together for together in words for each in together.split(",")}
    found: dict[str, str] = {}
    for name in signature.parameters:
        together = by_name.get(name)
        if together is not None:
            found[together] = words[together]
        elif name in aliases:
            found[name] = f"Another name for `{aliases[name]}`."
        elif name in _PARAMETERS:
            found[name] = _PARAMETERS[name]
    others: dict[str, list[str]] = {}
    for name, text in found.items():
        others.setdefault(text, []).append(name)
    return {", ".join(names): text for text, names in others.items()}


def documentation(record: Operation, name: str = "") -> str:
    """Of an operation as a method; the example calls it by `name`, or else by the record's."""
    if record.name == "where" and name == "select":  # whose method is of the condition, while that of `where` is of `a`
        example = EXAMPLES.get("where", _NONE)
        shown = f">>> {example.inputs_in_place}\n>>> {example.call_in_place.replace('.where_(', '.select(')}"
        return f"{_about(record, of_method(record))}\n\n{_IMPORT}\n{shown}\n{example.result_in_place}"
    example = EXAMPLES.get(record.name, _NONE)
    call = example.call.replace(f".{record.name}(", f".{name}(") if name else example.call
    signature = of_record(record) if record.variadic else of_method(record)
    return f"{_about(record, signature)}\n\n{_IMPORT}\n{_shown(example, call)}"


_IMPORT = ">>> from backpass import Tensor"


def function_documentation(record: Operation, name: str = "") -> str:
    """Of an operation as a function of this package."""
    example = EXAMPLES.get(record.name, _NONE)
    receiver, _, arguments = re.sub(r"^(\w+)\.\w+\(", r"\1|", example.call or "x.new()").partition("|")
    if record.name == "where":
        arguments = "a > 1, a, b)"
    elif receiver != "Tensor":
        arguments = f"{receiver}, {arguments}" if arguments[0] != ")" else f"{receiver}{arguments}"
    call = f"backpass.{name or record.name}({arguments}"
    shown = _shown(example._replace(inputs=example.inputs.replace("Tensor(", "backpass.Tensor(")), call)
    return f"{_about(record, of_record(record), is_function=True)}\n\n>>> import backpass\n{shown}"


def _shown(example: Example, call: str) -> str:
    gradients = ", ".join(f"{name}.grad" for name in example.names)
    ahead = f">>> {example.inputs}\n>>> out = {call}\n>>> out\n{example.result}"
    return f"{ahead}\n>>> {example.backward}\n>>> {gradients}\n{example.gradients}"


def _aliases(record: Operation) -> dict[str, str]:
    """What each other name of a parameter is a name of."""
    longer = OPERATIONS[record.extended_form] if record.extended_form else record
    unary = OPERATIONS[record.unary_form].options if record.unary_form else ()
    of_inputs = {name: ours for name, ours in longer.keywords.items() if name != ours}
    return of_inputs | {name: ours for name, ours in OPTION_SPELLINGS.items() if ours in (*record.options, *unary)}


def _errors(record: Operation) -> Sequence[str]:
    """Of its line of words; else those of shapes, where there are several."""
    return _words(record.name)[2] or ([] if record.arity == 1 else [_ERRORS["broadcast"]])


@cache
def _about(record: Operation, signature: inspect.Signature, *, is_function: bool = False) -> str:
    words, returns, _ = _words(record.name)
    first = next(iter(signature.parameters))
    if is_function and first not in words:
        words = {first: _AS_FUNCTION.get(first, _FIRST), **words}
    parameters = _described(signature, words, _aliases(record))
    returns = returns or _RESULTS["same" if record.arity == 1 else "pair"]
    text = f"{record.summary}\n\nGradient: {record.why}"
    notes = [] if record.domain is None else [f"Domain: {record.domain.outside}"]
    notes += [f"Convention: {record.convention}"] if record.convention else []
    return "\n\n".join([text, *notes, sections(parameters, returns, _errors(record))])


_ITSELF = "This tensor, with its new elements."

_WHERE_IN_PLACE = "Replaces each element by `a` where it differs from 0, and by `b` where it is 0."


def _in_place_errors(errors: Sequence[str]) -> list[str]:
    """Those of a change in place, from those of the method that makes a new tensor."""
    leaf = "InPlaceError: The tensor is a leaf that requires a gradient, and gradients are recorded."
    may_grow = any("broadcast" in error for error in errors)
    return [leaf, *errors, *(["ProblemError: The shape of the result differs from that of the tensor."] if may_grow else [])]


def in_place_documentation(record: Operation, name: str) -> str:
    """Of an operation that changes the tensor that it is called of, by one of its names."""
    example = EXAMPLES.get(record.name, _NONE)
    call = example.call_in_place.replace(f".{record.name}_(", f".{name}_(")
    shown = f">>> {example.inputs_in_place}\n>>> {call}\n{example.result_in_place}"
    shown += f"\n>>> {call.partition('.')[0]}\n{example.result_in_place}"
    signature = of_method(record)
    parameters = _described(signature, _words(record.name)[0], _aliases(record))
    summary = f"{record.summary} In-place version of `{name}`." if record.name != "where" else _WHERE_IN_PLACE
    return f"{summary}\n\n{sections(parameters, _ITSELF, _in_place_errors(_errors(record)))}\n\n{_IMPORT}\n{shown}"


def method_documentation(name: str, signature: inspect.Signature, summary: str, example: str) -> str:
    """Of a method that is no operation, from its line of words."""
    words, returns, errors = _words(name)
    described = sections(_described(signature, words, {}), returns, errors)
    return f"{summary}\n\n{described}\n\n{_IMPORT}\n{example}"


def documentation_of_changing(name: str, of_method: str) -> str:
    """Of a method that changes the tensor that it is called of, from the documentation of the one that does not."""
    parts = inspect.cleandoc(of_method).split("\n\n")
    parameters = [part for part in parts if part.startswith("Parameters:")]
    inputs, call, result = re.findall(r"^(?:>>> )?(.+)", parts[-1], re.MULTILINE)[-3:]
    inputs = re.sub(r"Tensor\(((?:[^()=]|\([^()]*\))*)\)", r"Tensor(\1, requires_grad=False)", inputs)
    receiver = call.partition(".")[0]
    shown = f">>> {inputs}\n>>> {call.replace(f'.{name}(', f'.{name}_(')}\n{result}\n>>> {receiver}.tolist()\n{result}"
    raised = next((part.splitlines()[1:] for part in parts if part.startswith("Raises:")), [])
    end = sections({}, _ITSELF, _in_place_errors([line.strip() for line in raised]))
    return "\n\n".join([f"{parts[0]} In-place version of `{name}`.", *parameters, end, f"{_IMPORT}\n{shown}"])
