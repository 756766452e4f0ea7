"""What can be wrong with elements, keys, members and attributes, in words; see `program_errors`."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from backpass.engine.interpreter.errors.call_errors import BACKWARD
from backpass.engine.interpreter.errors.program_errors import gives_nothing, listed, meant
from backpass.engine.interpreter.values import Item, LibraryModule, PassedOver, Set, kind_of
from backpass.engine.language.syntax_tree import Attribute, Part, Subscript
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, Problem, Replacement, Span, instead, nearest

_MAX_SUGGESTED = 1_000
"""Names that are compared with a mistyped one."""


def not_indices(part: Part) -> Problem:
    message = say("index-list")
    return Problem(Code.INVALID_AXIS, message, say("index-list.hint"), part.span)


def invalid_einsum(message: str, part: Part) -> Problem:
    return Problem(Code.SHAPE_MISMATCH, message, say("einsum-letters"), part.span)


def several_places(part: Part) -> Problem:
    message = say("list-one-axis")
    return Problem(Code.INVALID_AXIS, message, "Write `a[0][1] = …`.", part.span)


def no_bound(part: Part) -> Problem:
    message = say("slice-no-place")
    return Problem(Code.INVALID_AXIS, message, say("slice-no-place.hint"), part.span)


def no_distribution(name: str, numbers: Sequence[float], part: Part) -> Problem:
    """Of NumPy's `uniform` and `normal`."""
    message = say("no-distribution", name=name, numbers=" and ".join(f"{number:g}" for number in numbers))
    return Problem(Code.INVALID_INPUT, message, say("no-distribution.hint"), part.span)


def negative_length(length: int, part: Part) -> Problem:
    return Problem(Code.INVALID_AXIS, say("no-length", length=length), say("no-length.hint"), part.span)


def an_index() -> str:
    return say("an-index")


def step_of_zero(span: Span) -> Problem:
    return Problem(Code.INVALID_AXIS, say("slice-step-zero"), say("slice-step-zero.hint"), span)


def index_out_of_range(index: object, length: int, part: Part) -> Problem:
    return Problem(
        Code.INVALID_AXIS,
        say("index-missing", index=index, length=length),
        say("index-missing.hint", length=length - 1) if length else say("put-something-in"),
        part.span,
    )


def no_character(number: int, last: int, part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("no-character", number=number), say("no-character.hint", last=last), part.span)


def slice_of_other_length(chosen: int, given: int, part: Part) -> Problem:
    message = say("slice-count", chosen=chosen, given=given)
    return Problem(Code.SHAPE_MISMATCH, message, say("slice-count.hint"), part.span)


def no_such_key(key: Any, owner: dict[Any, Item], part: Subscript) -> Problem:
    known = [f"{each!s:.40}" for each in islice(owner, _MAX_SUGGESTED)]
    message = say("key-missing", key=f"{key!r:.60}")
    return Problem(
        Code.INVALID_AXIS, message, meant(str(key), known, say("key-missing.hint", listed=listed(known[:20]))), part.span
    )


def not_a_key(item: Item, part: Part) -> Problem:
    message = say("key-kind", kind_of=kind_of(item))
    return Problem(Code.UNSUPPORTED, message, say("key-kind.hint"), part.span)


def items_fixed(owner: Item, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("element-replaced", kind_of=kind_of(owner)),
        say("element-replaced.hint"),
        part.span,
    )


def not_iterable(item: Item, part: Part) -> Problem:
    if isinstance(item, PassedOver):
        return gives_nothing(item.name, part.span)
    message = say("loop-through", kind_of=kind_of(item))
    hint = say("not-a-number.return" if item is None else "loop-through.hint")
    return Problem(Code.UNSUPPORTED, message, hint, part.span)


def no_length(item: Item, part: Part) -> Problem:
    kind = kind_of(item)
    hint = say("not-a-number.return" if item is None else "without-length.hint")
    return Problem(Code.UNSUPPORTED, say("without-length", capitalize=kind[:1].upper() + kind[1:]), hint, part.span)


def not_comparable(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("no-order"), say("no-order.hint"), part.span)


def unpacking(names: int, values: int, span: Span) -> Problem:
    return Problem(
        Code.SYNTAX,
        say("names-and-values.more", names=names) if values > names else say("names-and-values", names=names, values=values),
        say("names-and-values.hint"),
        span,
    )


def too_few_to_unpack(names: int, values: int, span: Span) -> Problem:
    """`a, *rest = …` of fewer values than there are names without a star."""
    message = say("names-and-values", names=names, values=values)
    return Problem(Code.SYNTAX, message, say("names-and-values.hint"), span)


def no_mapping(kind: str, part: Part) -> Problem:
    """What stands behind `**`."""
    return Problem(Code.UNSUPPORTED, say("no-mapping", kind=kind), say("no-mapping.hint"), part.span)


def deleted(name: str, span: Span) -> Problem:
    return Problem(Code.UNKNOWN_NAME, say("name-deleted", name=name), say("name-deleted.hint", name=name), span)


def deleted_elsewhere(name: str, span: Span) -> Problem:
    """`del` of a name of another scope."""
    return Problem(Code.UNSUPPORTED, say("del-elsewhere", name=name), say("del-elsewhere.hint"), span)


def no_outer_name(name: str, span: Span) -> Problem:
    return Problem(Code.UNKNOWN_NAME, say("nonlocal-unknown", name=name), say("nonlocal-unknown.hint", name=name), span)


def other_structure(part: Part) -> Problem:
    """Trees that are gone through together."""
    return Problem(Code.SHAPE_MISMATCH, say("tree-structure"), say("tree-structure.hint"), part.span)


def tree_too_large(part: Part) -> Problem:
    """A tree that is too deep or too large to be gone through."""
    return Problem(Code.UNSUPPORTED, say("tree-too-large"), say("tree-too-large.hint"), part.span)


def keys_without_order(part: Part) -> Problem:
    """A dictionary as a tree, whose keys are of different kinds."""
    return Problem(Code.UNSUPPORTED, say("tree-keys"), say("tree-keys.hint"), part.span)


def not_in_list(part: Part) -> Problem:
    """`remove` of what is not there."""
    return Problem(Code.INVALID_AXIS, say("not-in-list"), say("not-in-list.hint"), part.span)


def not_in_set(shown: str, part: Part) -> Problem:
    return Problem(Code.INVALID_AXIS, say("not-in-set", shown=shown), say("not-in-set.hint"), part.span)


def no_member(owner: Item, name: str, part: Part) -> Problem:
    known: Sequence[str] = ()
    if isinstance(owner, LibraryModule):
        message = say("class-lacks", name=owner.name, name2=name)
        known = list(OPERATIONS.spellings)
    else:
        message = say("no-member", name=name, kind_of=kind_of(owner))
        members = {} if isinstance(owner, Set) else getattr(owner, "members", {})
        known = [*members, *getattr(getattr(owner, "kind", None), "members", ())]
    otherwise = say("there-are", listed=listed(known[:12])) if known and len(known) < 40 else say("look-at-spelling")
    if isinstance(owner, LibraryModule) and name == "keras":
        otherwise = say("keras-here")
    head = getattr(part, "head", None)
    return Problem(
        Code.ATTRIBUTE_REFUSED, message, meant(name, known, otherwise), part.span, replacement=instead(name, known, head)
    )


def no_members(kind: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED, say("without-members", capitalize=kind[:1].upper() + kind[1:]), say("without-members.hint"), part.span
    )


def truth_of_several(span: Span) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        say("truth-of-tensor"),
        say("truth-of-tensor.hint"),
        span,
    )


def attribute(part: Attribute, *, is_method: bool = False) -> Problem:
    """`is_method`: whether a call of it would be read."""
    if is_method:
        return not_called(part, Code.ATTRIBUTE_REFUSED)
    close = nearest(part.name, (*OPERATIONS.spellings, BACKWARD)) if not part.name.startswith("_") else None
    replacement = Replacement(part.head, f"{close}()") if close else None
    return Problem(
        Code.ATTRIBUTE_REFUSED,
        say("no-attribute", name=part.name),
        say("did-you-mean-method", close=close) if close else say("no-attribute.hint"),
        part.head,
        replacement=replacement,
    )


def not_called(part: Attribute, code: Code = Code.READING) -> Problem:
    """A method without its parentheses: nothing happens."""
    message, hint = say("not-called", name=part.name), say("not-called.hint", name=part.name)
    return Problem(code, message, hint, part.head, replacement=Replacement(part.head, f"{part.name}()"))


def slice_of_object(owner: Item, part: Part) -> Problem:
    """`item[1:]` of an object of a class."""
    return Problem(Code.UNSUPPORTED, say("slice-of-object", kind=kind_of(owner)), say("slice-of-object.hint"), part.span)


def attribute_set(name: str, span: Span) -> Problem:
    message = say("attribute-set", name=name)
    return Problem(Code.ATTRIBUTE_REFUSED, message, say("attribute-set.hint"), span)


def no_such_role(role: Any, roles: Sequence[str], span: Span) -> Problem:
    """A role that nodes do not have."""
    near = nearest(role, roles) if isinstance(role, str) else None
    return Problem(
        Code.ATTRIBUTE_REFUSED,
        say("no-role", role=repr(role)) if isinstance(role, str) else say("role-is-text"),
        say("roles-are", choice=say("did-you-mean-space", meant=near) if near else "", roles=", ".join(roles)),
        span,
    )


def data_of_result(span: Span) -> Problem:
    return Problem(
        Code.ATTRIBUTE_REFUSED,
        say("data-of-computed"),
        say("data-of-computed.hint"),
        span,
    )


def data_of_other_shape(given: object, shape: object, span: Span) -> Problem:
    message = say("data-shape", given=given, shape=shape)
    return Problem(Code.SHAPE_MISMATCH, message, say("data-shape.hint"), span)
