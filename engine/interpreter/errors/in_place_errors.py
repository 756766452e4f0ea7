"""What can be wrong with changes in place, in words; see `program_errors`."""

from backpass.engine.interpreter.tensor_semantics.library_differences import CALLED
from backpass.engine.language.syntax_tree import Call, Part
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem
from backpass.engine.shapes import Shape


def other_shape(given: Shape, shape: Shape, part: Part) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        say("in-place-shape", shape=shape, given=given),
        say("in-place-shape.hint"),
        part.span,
    )


def twice(part: Part) -> Problem:
    message = say("element-twice")
    return Problem(Code.INVALID_AXIS, message, say("element-twice.hint"), part.span)


def of_result_without_gradients(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("changed-without-gradients"),
        say("changed-without-gradients.hint"),
        part.span,
    )


def of_result_when_detached(part: Part) -> Problem:
    """A result that is used after a detached tensor that shares its numbers was changed."""
    return Problem(Code.UNSUPPORTED, say("changed-when-detached"), say("changed-when-detached.hint"), part.span)


def shape_in_place(name: str, part: Call) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("changes-shape-for-all", name=name),
        f"Write `x = x.{name.rstrip('_')}(…)`.",
        part.head,
    )


def flag_of_result(part: Part) -> Problem:
    return Problem(
        Code.ATTRIBUTE_REFUSED,
        say("computed-without-gradient"),
        "Write `y = y.detach()`.",
        part.span,
    )


def immutable(library: str, part: Part) -> Problem:
    how = say("jax-at-set") if library == "jax" else ""
    return Problem(
        Code.UNSUPPORTED,
        say("not-changed-in-place"),
        say("not-changed-in-place.hint", how=how),
        part.span,
    )


def read_only(part: Part) -> Problem:
    """A diagonal of NumPy's, or an array that shows each element several times."""
    return Problem(Code.UNSUPPORTED, say("read-only-view"), say("read-only-view.hint"), part.span)


def shared_leaf(name: str, part: Part) -> Problem:
    """A copy that would share its numbers, and not its gradient."""
    return Problem(Code.UNSUPPORTED, say("shared-leaf", name=name), say("shared-leaf.hint"), part.span)


def not_finite(library: str, part: Part) -> Problem:
    """What an array of whole numbers cannot hold."""
    message = say("whole-not-finite", library=CALLED[library])
    return Problem(Code.UNSUPPORTED, message, say("whole-numbers.hint"), part.span)


def of_whole_numbers(library: str, what: str, part: Part) -> Problem:
    """What gives other whole numbers in a library."""
    message = say("of-whole-numbers", library=CALLED[library], what=what)
    return Problem(Code.UNSUPPORTED, message, say("whole-numbers.hint"), part.span)
