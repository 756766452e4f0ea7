"""The settings as the environment has them. A wrong value ends the start with a sentence about it."""

import os
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Literal, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from backpass.app.setting_types import Text
from backpass.app.settings import PREFIX, Settings

_ALIKE = 0.8
"""How much of a name must be the same to be offered instead of it; 1 is all of it."""

_LONGEST_SHOWN = 80
_SECRET = {"metrics_token"}
_WITH_PASSWORD = {"database", "redis"}


class WrongSettingError(Exception):
    """The server cannot start as it is set; the text has a sentence for each variable that is wrong."""


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process. Raises WrongSettingError for values that are not accepted and for unknown names.

    Every variable that begins with `BACKPASS_` counts: one that is misspelt would else be a limit that does not hold.
    """
    wrong = list(_unknown(environment))
    try:
        settings = Settings()
    except ValidationError as error:
        wrong += [_sentence(name, environment) for name in dict.fromkeys(str(each["loc"][0]) for each in error.errors())]
    if wrong:
        raise WrongSettingError("\n".join(wrong))
    return settings


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def accepted(field: FieldInfo) -> str:
    """What a setting may be, from its declaration: `a whole number from 1 to 1,000`."""
    kind = field.annotation
    if get_origin(kind) is Literal:
        return " or ".join(f"`{each}`" for each in get_args(kind))
    if kind is bool:
        return "`true` or `false`"
    if kind not in {int, float}:
        return " ".join(each.meaning for each in field.metadata if isinstance(each, Text))
    bounds = {bound: getattr(each, bound) for each in field.metadata for bound in ("ge", "gt", "le") if hasattr(each, bound)}
    begin = f"above {bounds['gt']:,}" if "gt" in bounds else f"from {bounds['ge']:,}"
    return f"{'a whole number' if kind is int else 'a number'} {begin} {'up ' if 'gt' in bounds else ''}to {bounds['le']:,}"


def _unknown(environment: Mapping[str, str]) -> Iterator[str]:
    known = [variable(name) for name in Settings.model_fields]
    for name in sorted(environment):
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            alike = get_close_matches(name.upper(), known, n=1, cutoff=_ALIKE)
            hint = f"; did you mean {alike[0]}?" if alike else "; docs/operating.md lists them all."
            yield f"{name} is not a setting of this server{hint}"


def _sentence(name: str, environment: Mapping[str, str]) -> str:
    given = next((value for key, value in environment.items() if key.upper() == variable(name)), "")
    return f"{variable(name)} is {_shown(name, given)}; it must be {accepted(Settings.model_fields[name])}."


def _shown(name: str, value: str) -> str:
    """The value as it may be logged: without passwords."""
    if name in _SECRET:
        return "a value that cannot be sent"
    if name in _WITH_PASSWORD:
        try:
            value = make_url(value).render_as_string()
        except (ArgumentError, ValueError):
            if "@" in value:
                return "not an address"
    if not value:
        return "empty"
    short = value if len(value) <= _LONGEST_SHOWN else f"{value[:_LONGEST_SHOWN]}…"
    return f"`{short}`" if short.isprintable() else repr(short)
