"""What of a program may be run behind the statement that stopped it, so that a model which it makes there can be drawn.

Such an assignment may use nothing that was not run, nor anything that this may have changed: a list to which a loop adds, an
object whose members it sets. All of this is read off the text, and where that leaves a doubt, the value counts as unknown.
"""

import re
from collections.abc import Callable, Mapping

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.values import UNKNOWN, Class, Instance, Item, Unknown
from backpass.engine.language.program import Assign, Define, DefineClass, Program, Statement, names_given

_WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_LONG_OR_AT_RANDOM = re.compile(
    r"\bbackward\b|\.step\(|\bwhile\b|\b(?:np|npr|numpy|random)\.(?:random|rand|shuffle|choice|sample)"
)
"""What trains, and what draws numbers by a generator that a statement which was not run may have used before."""
_SETS_MEMBERS = re.compile(r"\b(?!self\b)\w+(?:\.\w+|\[[^\]\n]*\])*\.\w+\s*(?:=(?!=)|[-+*/]=)")
_MEMBERS = r"(?:\.\w+|\[[^\]\n]*\])"
_CHANGING = (
    r"(?:append|extend|insert|add|update|setdefault|pop|popitem|remove|discard|clear|sort|reverse|add_module|register_\w+)"
)
_CHANGING_NUMBERS = r"\w+_"
"""Methods that change arrays in place; a model whose weights have other numbers is the same graph."""


class Following:
    """Which statements behind the one that stopped may be run, and which values are known no more."""

    def __init__(self, program: Program, modules: Callable[[], Item | None]) -> None:
        starts = sorted({each.span[0] for each in program.statements})
        ends = dict(zip(starts, [*starts[1:], len(program.text)], strict=True))
        self._texts = {each.span[0]: program.text[each.span[0] : ends[each.span[0]]] for each in program.statements}
        """By its place the text of each statement with all that it holds."""
        self._declared = program.declared
        self._modules = modules
        """The class of PyTorch's modules, once a program has asked for it."""
        self._bodies = {
            each.name: self._texts[each.span[0]] for each in program.statements if isinstance(each, Define | DefineClass)
        }
        self._functions = {each.name for each in program.statements if isinstance(each, Define)}

    def may_run(self, statement: Statement, names: Mapping[str, Item]) -> bool:
        """Whether an assignment that calls something can be run: it trains nothing and uses only what is known."""
        if not isinstance(statement, Assign):
            return False
        text = self._texts[statement.span[0]]
        if any(isinstance(names.get(word), Unknown) for word in _WORD.findall(text)):
            return False
        return not any(_LONG_OR_AT_RANDOM.search(each) for each in (text, *self._called(text).values()))

    def without(self, statement: Statement, names: dict[str, Item]) -> None:
        """Makes unknown what a statement would have set or may have changed, which was not run or not to its end."""
        names |= dict.fromkeys(names_given(statement), UNKNOWN)
        text = self._texts[statement.span[0]]
        called = self._called(text)
        whole = "\n".join((text, *called.values()))
        words = set(_WORD.findall(whole))
        names |= dict.fromkeys(self._declared & words, UNKNOWN)
        sets_members = any(_SETS_MEMBERS.search(body) for name, body in called.items() if name in self._functions)
        for name in words & names.keys():
            if self._may_be_changed(name, names[name], whole, sets_members=sets_members):
                names[name] = UNKNOWN

    def _may_be_changed(self, name: str, item: Item, text: str, *, sets_members: bool) -> bool:
        """Whether a text may change the value of a name in place, without giving the name another value."""
        if not isinstance(item, list | dict | set | Instance) and not (isinstance(item, Tensor) and item.shape):
            return False
        module = self._modules()
        of_module = isinstance(item, Instance) and isinstance(module, Class) and module in item.kind.line()
        if isinstance(item, Instance) and item.kind.name in self._bodies and not of_module:
            return True
        at = rf"(?<![\w.]){re.escape(name)}"
        changing = _CHANGING if of_module else f"(?:{_CHANGING}|{_CHANGING_NUMBERS})"
        if re.search(rf"{at}{_MEMBERS}+\s*(?:=(?!=)|[-+*/]=)|{at}{_MEMBERS}*\.{changing}\s*\(|\bdel {at}", text):
            return True
        handed_on = re.search(rf"[(,=]\s*\*{{0,2}}{at}\s*[,)]", text) is not None
        return handed_on and (sets_members if isinstance(item, Instance) else True)

    def _called(self, text: str) -> dict[str, str]:
        """The texts of the functions and classes of the program that a text names, and of those that these name."""
        found: dict[str, str] = {}
        waiting = [text]
        for each in waiting:
            for word in _WORD.findall(each):
                if word in self._bodies and word not in found:
                    found[word] = self._bodies[word]
                    waiting.append(found[word])
        return found


def is_kept(item: Item) -> bool:
    """Whether a value that was computed behind a statement which was not run is taken: no array, which may be drawn at random."""
    return not isinstance(item, Tensor) or not item.shape
