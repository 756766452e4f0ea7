"""Modules that the documentation once named still import by these names."""

import sys
from importlib import import_module

import pytest

from engine.former_names import FORMER_NAMES


@pytest.fixture(params=sorted(FORMER_NAMES))
def former(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    sys.modules.pop(name, None)
    return name


def test_a_former_name_is_the_present_module_and_warns(former: str) -> None:
    present = import_module(FORMER_NAMES[former])
    with pytest.warns(DeprecationWarning, match=f"{former} is now {FORMER_NAMES[former]}"):
        module = import_module(former)
    assert module is present
    assert present.__spec__ is not None
    assert present.__spec__.name == FORMER_NAMES[former]


def test_a_name_that_never_was_is_still_missing() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("engine.nothing_of_the_kind")
