"""Messages where a rule of the program's own (`torch.autograd.Function` and its like) cannot be followed."""

from backpass.engine.language.syntax_tree import Part
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Span


def looked_at_numbers(name: str, span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-looks-at-inputs", name=name),
        say("rule-looks-at-inputs.hint"),
        span,
    )


def saved_between(name: str, span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-uses-intermediate", name=name),
        say("rule-uses-intermediate.hint"),
        span,
    )


def looked_at_upstream(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-looks-at-gradient", name=name),
        say("rule-looks-at-gradient.hint"),
        part.span,
    )


def no_member(name: str, member: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("static-method-missing.forward" if member == "forward" else "static-method-missing", name=name, member=member),
        say("static-method-missing.hint"),
        part.span,
    )


def not_static(name: str, member: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("method-not-static", name=name, member=member),
        say("method-not-static.hint", member=member),
        part.span,
    )


def changed_in_place(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("forward-in-place", name=name),
        say("forward-in-place.hint"),
        part.span,
    )


def of_context(member: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("context-member", member=member),
        say("context-member.hint"),
        part.span,
    )


def no_rule(name: str, how: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-missing", name=name),
        say("rule-missing.hint", how=how),
        part.span,
    )


def other_value(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-value-differs", name=name),
        say("rule-value-differs.hint"),
        part.span,
    )


def keywords(name: str, part: Part) -> Problem:
    return Problem(
        Code.ARGUMENT_COUNT,
        say("rule-by-place", name=name),
        say("rule-by-place.hint"),
        part.span,
    )


def once(name: str, span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("once-differentiable", name=name),
        say("once-differentiable.hint"),
        span,
    )


def no_residuals(name: str, part: Part) -> Problem:
    return Problem(
        Code.ARGUMENT_COUNT,
        say("rule-forward-pair", name=name),
        say("rule-forward-pair.hint"),
        part.span,
    )


def no_primitive(part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("defvjp-of-other"),
        say("defvjp-of-other.hint"),
        part.span,
    )


def calls_itself(name: str, span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-uses-own-value", name=name),
        say("rule-uses-own-value.hint"),
        span,
    )


def not_linear(name: str, span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-not-linear", name=name),
        say("rule-not-linear.hint"),
        span,
    )


def taken_out(name: str, span: Span | None) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-leaks", name=name),
        say("rule-leaks.hint"),
        span,
    )


def tensors_in_list(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-tensors-in-list", name=name),
        say("rule-tensors-in-list.hint"),
        part.span,
    )


def no_tensors(name: str, kind: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-result-kind", name=name, kind=kind),
        say("rule-result-kind.hint"),
        part.span,
    )


def nested(name: str, most: int, part: Part) -> Problem:
    return Problem(
        Code.TOO_DEEP,
        say("rules-nested", name=name, most=most),
        say("rules-nested.hint"),
        part.span,
    )


def no_operation_object(kind: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`grad_fn` and `creator` say which custom operation made a tensor, but this is {kind}.",
        "Give an object with `parents` and `backward(upstream)`; for `creator` a class with a static `backward(ctx, upstream)`.",
        part.span,
    )


def no_member_of_object(name: str, member: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{name}` made this tensor but has no `{member}`, so it is not known "
        + ("what the tensor was made from." if member == "parents" else "what it sends back."),
        "Keep the list of its input tensors as `self.parents`."
        if member == "parents"
        else "Define `backward(self, upstream)`, which returns a gradient for each parent.",
        part.span,
    )


def no_method(name: str, member: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("operation-method-missing", name=name, member=member),
        say("operation-method-missing.hint"),
        part.span,
    )


def foreign_parent(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("operation-parents", name=name),
        say("operation-parents.hint"),
        part.span,
    )


def already_made(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{name}` cannot be the operation that made this tensor: `forward` already computed it in the graph.",
        "Compute with numbers in `forward` (`a.data * b.data`) and make a new tensor of the result.",
        part.span,
    )


def no_tangent(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{name}` is given something that is not a number and has no tangent; `nondiff_argnums` is not supported.",
        "Pass numbers and arrays only, and take the rest from the enclosing scope.",
        part.span,
    )


def several_values(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{name}` returns several values, but a tangent rule is supported only for one.",
        "Return one array, with `jnp.stack`, or write a function for each value.",
        part.span,
    )


def no_value_and_tangent(name: str, part: Part) -> Problem:
    return Problem(
        Code.ARGUMENT_COUNT,
        f"The rule of `{name}` must return two things: its value and its tangent.",
        "End it with `return y, y_dot`.",
        part.span,
    )


def tangent_shape(name: str, given: object, wanted: object, part: Part) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        say("rule-tangent-shape", name=name, given=given, wanted=wanted),
        say("rule-tangent-shape.hint"),
        part.span,
    )


def looked_at_tangent(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"The rule of `{name}` reads the numbers of a tangent (by `if`, `print`, `float`). Backpass runs it before any is known: "
        "its operations are transposed.",
        "Use operations only, linear in the tangents.",
        part.span,
    )


def tangent_not_linear(name: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("rule-tangent-not-linear", name=name),
        say("rule-tangent-not-linear.hint"),
        part.span,
    )
