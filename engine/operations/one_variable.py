"""What records of functions of one variable share. No facts; see `model`."""

from collections.abc import Callable

import numpy as np

from backpass.engine.operations.model import Array, Domain, Family, Native, Notation, Operation, Rule

WIDE = (-2.0, 2.0)
POSITIVE = (0.3, 3.0)
INSIDE_ONE = (-0.8, 0.8)
"""Ranges for the generated tests."""


def function(
    name: str,
    value: str | Native,
    rule: str | Rule,
    *,
    samples: tuple[float, float],
    spoken: str,
    summary: str,
    why: str,
    latex: str | None = None,
    glyph: str | None = None,
    spellings: tuple[str, ...] = (),
    domain: Domain | None = None,
    kink: str | None = None,
    convention: str | None = None,
    activation: bool = False,
    odd: bool = False,
    even: bool = False,
    left_inverse_of: str | None = None,
    display_text: str | None = None,
    special: tuple[tuple[float, float], ...] = (),
) -> Operation:
    """A function of one variable x, called by its name; `special` pairs an x with its value, `usual` is that of its `Rule`."""
    return Operation(
        name=name,
        family=Family.ELEMENTARY,
        parameters=("x",),
        value=value,
        rules=(rule if isinstance(rule, Rule) else Rule(rule, display_text=display_text),),
        notation=Notation(glyph or name, latex=latex or rf"\{name}\left(‹x›\right)", spoken=spoken),
        summary=summary,
        why=why,
        samples=(samples,),
        spellings=spellings,
        domain=domain,
        kink=kink,
        convention=convention,
        activation=activation,
        odd=odd,
        even=even,
        left_inverse_of=left_inverse_of,
        special=tuple(((x,), y) for x, y in special),
    )


def by_element(function: Callable[[float], float]) -> Callable[[Array], Array]:
    """A function of the standard library that NumPy does not have, element by element."""
    vectorized: Callable[[Array], Array] = np.vectorize(function, otypes=[np.float64])
    return vectorized
