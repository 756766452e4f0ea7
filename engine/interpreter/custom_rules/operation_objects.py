"""Operations of a program as objects: `result.grad_fn = operation`, where the operation has `parents` and `backward(upstream)`;
and `Tensor(data, creator=Class, parents=(x,), ctx=ctx)`, where the class has a static `backward(ctx, upstream)`.

The result becomes a node named after the class. Its rule is run at once, on a placeholder of the gradient that will
arrive, and followed later with the one that does; what it reads of its parents are the numbers of this run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from backpass.engine.graph.custom_rules import node
from backpass.engine.graph.followed import sources_of
from backpass.engine.graph.rule_gradients import OPERATION, by_argument
from backpass.engine.graph.tensor import Tensor, attachments
from backpass.engine.interpreter.custom_rules.recorded_rules import RecordedRule
from backpass.engine.interpreter.custom_rules.rule_recording import fitted, named_at
from backpass.engine.interpreter.errors import custom_rule_errors
from backpass.engine.interpreter.values import Arguments, Class, Instance, Item, Method, UserFunction, kind_of
from backpass.engine.language.syntax_tree import Part
from backpass.engine.operations import Data
from backpass.engine.problems import ProblemError


def made_by_object(machine: Any, result: Tensor, operation: Item, part: Part) -> None:
    """`result.grad_fn = operation`. Raises ProblemError where it has no parents, or no rule that can be followed."""
    if not isinstance(operation, Instance):
        raise ProblemError(custom_rule_errors.no_operation_object(kind_of(operation), part))
    backward = operation.kind.find("backward")
    if not isinstance(backward, UserFunction):
        raise ProblemError(custom_rule_errors.no_member_of_object(operation.kind.name, "backward", part))
    parents = operation.members.get("parents")
    _become(machine, result, _Rule(operation.kind.name, parents, Method(backward, operation), []), part)


def made_by_class(machine: Any, result: Tensor, keywords: dict[str, Item], part: Part) -> None:
    """`Tensor(data, creator=Class, parents=(x,), ctx=ctx)`. Raises ProblemError as `made_by_object` does."""
    creator = keywords["creator"]
    if not isinstance(creator, Class):
        raise ProblemError(custom_rule_errors.no_operation_object(kind_of(creator), part))
    backward = creator.find("backward")
    if not isinstance(backward, UserFunction) or backward.bound != "nothing":
        raise ProblemError(custom_rule_errors.no_member(creator.name, "backward", part))
    _become(machine, result, _Rule(creator.name, keywords.get("parents"), backward, [keywords.get("ctx")]), part)
    attachments(result)["ctx"] = keywords.get("ctx")


@dataclass
class _Rule:
    """What made a tensor: the name of the class, its inputs, its rule, and what the rule gets before the gradient."""

    name: str
    parents: Item
    backward: Item
    before: list[Item]


def _become(machine: Any, result: Tensor, made_by: _Rule, part: Part) -> None:
    """The result of an operation of the program's own becomes a node, whose rule is recorded."""
    name, parents = made_by.name, made_by.parents
    if not isinstance(parents, list | tuple) or not parents or not all(isinstance(each, Tensor) for each in parents):
        raise ProblemError(custom_rule_errors.no_member_of_object(name, "parents", part))
    if result.operation is not None:
        raise ProblemError(custom_rule_errors.already_made(name, part))
    inputs = [machine.aliases.current(each) for each in parents]
    raw = result.raw
    upstream = Tensor(np.ones(result.shape) if result.shape else 1.0)
    machine.evaluator.count(upstream)
    machine.standing.add(upstream, name, upstream=True)
    watched, machine.watched = machine.watched, []
    found = machine.apart(made_by.backward, Arguments([*made_by.before, upstream], {}, part))
    looked, machine.watched = machine.watched, watched
    if upstream in sources_of(looked):
        raise ProblemError(custom_rule_errors.looked_at_upstream(name, part))
    if watched is not None:
        watched += looked
    gradients = _gradients(machine, name, found, inputs, part)
    machine.is_data_dependent = True
    machine.names.is_no_input(result, name, part)
    rule = RecordedRule(name, inputs, _constant(raw), upstream, gradients, True, False, False, frozenset(), part.span)
    node(rule, inputs, raw, result)
    result.label = None


def _gradients(machine: Any, name: str, found: Item, inputs: Sequence[Tensor], part: Part) -> list[Tensor | None]:
    """What the rule gave, by parent. Raises ProblemError where that is nothing, or does not fit them."""
    with named_at(part):
        several = by_argument(name, found, [each.shape for each in inputs], OPERATION)
        return [
            None if each is None else fitted(machine, name, slot, each, source.shape, OPERATION, part)
            for slot, (each, source) in enumerate(zip(several, inputs, strict=True))
        ]


def _constant(raw: Data) -> Tensor:
    return Tensor(raw, requires_grad=False)
