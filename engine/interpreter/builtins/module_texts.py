"""PyTorch's text of a module, as `print(model)` shows it: its class, its options, and the modules within it, each on a line.

A layer whose options are not listed here is written with `…` in its parentheses.
"""

from collections.abc import Callable
from typing import Any

from backpass.engine.interpreter.values import MISSING, Builtin, Instance, Item, UserFunction

Written = Callable[[Item], str]

_NO_OPTIONS = frozenset(
    {
        *(
            "Module",
            "Identity",
            "Sequential",
            "ModuleList",
            "ModuleDict",
            "Sigmoid",
            "Tanh",
            "LogSigmoid",
            "Softsign",
            "Tanhshrink",
        ),
        *("MSELoss", "L1Loss", "SmoothL1Loss", "HuberLoss", "CrossEntropyLoss", "NLLLoss", "BCELoss", "BCEWithLogitsLoss"),
        *("KLDivLoss", "PoissonNLLLoss", "SoftMarginLoss"),
    }
)
_IN_PLACE = frozenset({"ReLU", "ReLU6", "SiLU", "Mish", "SELU", "Hardswish", "Hardsigmoid", "Hardtanh"})
"""Activations that name `inplace` only where it is on."""
_MAX_MODULES = 200
"""Modules that are written."""


def module_text(item: Instance, shown: Written, own: "Callable[[Instance, str], str | None]") -> str | None:
    """The text of a module of `torch.nn`, or of a class that extends it; None for other objects. `shown` writes an option, `own`
    what a method of the program's gives, None where there is none.
    """
    if not is_module(item):
        return None
    left = [_MAX_MODULES]
    return _text(item, shown, own, left)


def is_module(item: Item) -> bool:
    """Whether an item is an object of PyTorch's class of modules."""
    return (
        isinstance(item, Instance)
        and item.kind.line()[-1].name == "Module"
        and isinstance(item.kind.find("zero_grad"), UserFunction)
    )


def _text(item: Instance, shown: Written, own: Any, left: list[int]) -> str:
    left[0] -= 1
    given = own(item, "extra_repr")
    options = _options(item, shown) if given is None else given
    if left[0] < 0:
        return f"{item.kind.name}(…)"
    lines = [f"({name}): {text}".replace("\n", "\n  ") for name, text in _children(item, shown, own, left)]
    if not lines:
        return f"{item.kind.name}({options})"
    inside = "\n  ".join([*([options] if options else []), *lines])
    return f"{item.kind.name}(\n  {inside}\n)"


def _children(item: Instance, shown: Written, own: Any, left: list[int]) -> list[tuple[str, str]]:
    layers, keys = item.members.get("layers"), item.members.get("keys")
    if isinstance(layers, list) and isinstance(keys, list) and _extends(item, "ModuleList"):
        found = [(str(key), _text(each, shown, own, left)) for key, each in zip(keys, layers, strict=False) if is_module(each)]
        return found if _extends(item, "Sequential") else _alike_together(found)
    found = []
    for name, each in item.members.items():
        if isinstance(each, Builtin) and each.name in _NO_OPTIONS:  # a loss, which has no members here
            found.append((name, f"{each.name}()"))
        elif isinstance(each, Instance) and is_module(each):
            found.append((name, _text(each, shown, own, left)))
    return found


def _alike_together(texts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """`(0-2): 3 x Linear(…)` for neighbours in a list that have the same text."""
    found: list[tuple[str, str, int, str]] = []
    for key, text in texts:
        if found and found[-1][3] == text:
            first, _, count, _ = found[-1]
            found[-1] = first, key, count + 1, text
        else:
            found.append((key, key, 1, text))
    return [(first, text) if count == 1 else (f"{first}-{last}", f"{count} x {text}") for first, last, count, text in found]


def _extends(item: Instance, name: str) -> bool:
    return any(each.name == name for each in item.kind.line())


def _options(item: Instance, shown: Written) -> str:
    """What stands in the parentheses of a layer of PyTorch's, that of the nearest class that is one."""
    for kind in item.kind.line():
        if kind.name in _OPTIONS:
            return _OPTIONS[kind.name](_Members(item, shown))
        if kind.name in _NO_OPTIONS:
            return ""
        if kind.name in _IN_PLACE:
            return "inplace=True" if item.members.get("inplace") is True else ""
        if isinstance(forward := kind.members.get("forward"), UserFunction) and forward.foreign:
            return "…"
    return ""


class _Members:
    """The members of a layer as they are written."""

    def __init__(self, item: Instance, shown: Written) -> None:
        self._item, self.shown = item, shown

    def __getitem__(self, name: str) -> Any:
        return self._item.members.get(name)

    def listed(self, *names: str) -> str:
        """`p=0.5, inplace=False`."""
        return ", ".join(f"{name}={self.shown(self[name])}" for name in names)

    def has(self, name: str) -> bool:
        return self[name] is not None and self[name] is not MISSING


def _linear(of: _Members) -> str:
    return f"{of.listed('in_features', 'out_features')}, bias={of.has('bias')}"


def _convolution(rank: int) -> Callable[[_Members], str]:
    def text(of: _Members) -> str:
        stride, padding, dilation, groups = of["options"]

        def lengths(item: Any) -> tuple[Any, ...]:
            return tuple(item) if isinstance(item, list | tuple) else (item,) * rank

        parts = [str(of["in_channels"]), str(of["out_channels"])]
        parts += [f"kernel_size={of.shown(lengths(of['kernel_size']))}", f"stride={of.shown(lengths(stride))}"]
        if isinstance(padding, str) or any(lengths(padding)):
            parts.append(f"padding={padding if isinstance(padding, str) else of.shown(lengths(padding))}")
        parts += [f"dilation={of.shown(lengths(dilation))}"] if set(lengths(dilation)) != {1} else []
        parts += [f"groups={groups}"] if groups != 1 else []
        return ", ".join([*parts, *([] if of.has("bias") else ["bias=False"])])

    return text


def _max_pool(of: _Members) -> str:
    size, stride, padding, dilation, ceil_mode, _ = of["options"]
    stride = size if stride is None else stride
    named = {"kernel_size": size, "stride": stride, "padding": padding, "dilation": dilation, "ceil_mode": ceil_mode}
    return ", ".join(f"{name}={of.shown(each)}" for name, each in named.items())


def _average_pool(of: _Members) -> str:
    size, stride, padding = (of["options"][name] for name in ("kernel_size", "stride", "padding"))
    named = {"kernel_size": size, "stride": size if stride is None else stride, "padding": padding}
    return ", ".join(f"{name}={of.shown(each)}" for name, each in named.items())


def _layer_norm(of: _Members) -> str:
    affine = of.has("weight")
    return f"{of.shown(of['normalized_shape'])}, {of.listed('eps')}, elementwise_affine={affine}, bias={of.has('bias')}"


def _batch_norm(of: _Members) -> str:
    ends = f"affine={of.has('weight')}, bias={of.has('bias')}, track_running_stats={of.shown(of['tracked'])}"
    return f"{of['num_features']}, {of.listed('eps', 'momentum')}, {ends}"


def _embedding(of: _Members) -> str:
    padding = f", {of.listed('padding_idx')}" if of.has("padding_idx") else ""
    return f"{of['num_embeddings']}, {of['embedding_dim']}{padding}"


def _recurrent(of: _Members) -> str:
    parts = [str(of["input_size"]), str(of["hidden_size"])]
    parts += [of.listed("num_layers")] if of["num_layers"] != 1 else []
    parts += ["bias=False"] if not of["biased"] else []
    parts += [of.listed("batch_first")] if of["batch_first"] else []
    parts += [of.listed("dropout")] if of["dropout"] else []
    return ", ".join([*parts, *([of.listed("bidirectional")] if of["bidirectional"] else [])])


def _and_in_place(name: str) -> Callable[[_Members], str]:
    return lambda of: of.listed(name) + (", inplace=True" if of["inplace"] is True else "")


_OPTIONS: dict[str, Callable[[_Members], str]] = {
    "Linear": _linear,
    "Conv1d": _convolution(1),
    "Conv2d": _convolution(2),
    "MaxPool1d": _max_pool,
    "MaxPool2d": _max_pool,
    "AvgPool2d": _average_pool,
    "LayerNorm": _layer_norm,
    "BatchNorm1d": _batch_norm,
    "BatchNorm2d": _batch_norm,
    "Embedding": _embedding,
    "LSTM": _recurrent,
    "GRU": _recurrent,
    "Flatten": lambda of: of.listed("start_dim", "end_dim"),
    "Dropout": lambda of: of.listed("p", "inplace"),
    "Dropout1d": lambda of: of.listed("p", "inplace"),
    "Dropout2d": lambda of: of.listed("p", "inplace"),
    "Softmax": lambda of: of.listed("dim"),
    "LogSoftmax": lambda of: of.listed("dim"),
    "GELU": lambda of: of.listed("approximate"),
    "Softplus": lambda of: of.listed("beta", "threshold"),
    "ELU": _and_in_place("alpha"),
    "LeakyReLU": _and_in_place("negative_slope"),
}
"""By class, what stands in its parentheses: `extra_repr` of PyTorch's."""
