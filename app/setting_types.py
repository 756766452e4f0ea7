"""What the values of settings may be: types with their bounds, and texts with their meaning."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema
from redis.asyncio.connection import parse_url
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from backpass.engine.capture.as_it_is.libraries import LIBRARIES

MAX_COUNT = 10**15
"""Bounds every count, so that nothing that is computed from it overflows."""

HIGHEST_PORT = 65_535
YEAR = 365 * 86_400
CENTURY_DAYS = 36_500

Count = Annotated[int, Field(ge=1, le=MAX_COUNT)]
CountOrNone = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Bytes = Annotated[int, Field(ge=1_024, le=MAX_COUNT)]
Processes = Annotated[int, Field(ge=1, le=1_000)]
Seconds = Annotated[float, Field(gt=0, le=YEAR, allow_inf_nan=False)]
SecondsOrNone = Annotated[float, Field(ge=0, le=YEAR, allow_inf_nan=False)]
WholeSeconds = Annotated[int, Field(ge=1, le=YEAR)]
Hours = Annotated[float, Field(gt=0, le=24 * CENTURY_DAYS, allow_inf_nan=False)]
Days = Annotated[int, Field(ge=0, le=CENTURY_DAYS)]
PerSecond = Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]

_DRIVERS = {"sqlite", "sqlite+aiosqlite", "postgres", "postgresql", "postgresql+asyncpg"}
_CLUSTER = re.compile(r"(?:(?:tcp|tls|ws|wss|ucx|ucxx)://)?(?:[\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}")
_ORIGIN = re.compile(r"https?://(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::(?P<port>[0-9]{1,5}))?")
_DEFAULT_PORTS = (("http:", ":80"), ("https:", ":443"))
_HOST = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|[0-9a-f:]+:[0-9a-f:.]+", re.IGNORECASE)
_SOURCES = re.compile(r"[ -+\--:<-~]*")
_TOKEN = re.compile(r"[!-~]*")


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is more than any text."""

    meaning: str
    """What it is, for a sentence that begins with "it must be"."""
    fits: Callable[[str], bool]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._checked, handler(source))

    def _checked(self, text: str) -> str:
        if not self.fits(text):
            raise ValueError(f"it must be {self.meaning}")
        return text


def _is_database(text: str) -> bool:
    try:
        return make_url(text).drivername in _DRIVERS
    except (ArgumentError, ValueError):
        return False


def _is_folder(text: str) -> bool:
    return "\0" not in text and Path(text).is_dir() and os.access(text, os.R_OK | os.X_OK)


def _is_redis(text: str) -> bool:
    try:
        return text == "" or bool(parse_url(text) or True)
    except ValueError:
        return False


def _is_network(text: str) -> bool:
    try:
        return bool(ip_network(text.strip(), strict=False))
    except ValueError:
        return False


def _is_origin(text: str) -> bool:
    read = _ORIGIN.fullmatch(text)
    usual = any(text.startswith(scheme) and text.endswith(port) for scheme, port in _DEFAULT_PORTS)
    return read is not None and not usual and int(read["port"] or 0) <= HIGHEST_PORT


DatabaseAddress = Annotated[
    str,
    Text(
        "the address of a SQLite file or a PostgreSQL database, such as `sqlite:///backpass.db` or "
        "`postgresql://user:password@host/name`",
        _is_database,
    ),
]
RedisAddress = Annotated[str, Text("empty, or the address of a Redis server, such as `redis://host:6379`", _is_redis)]
ClusterAddress = Annotated[
    str,
    Text(
        "empty, or the address of a scheduler, such as `tcp://host:8786`",
        lambda text: text == "" or bool(_CLUSTER.fullmatch(text)),
    ),
]
Proxies = Annotated[
    str,
    Text(
        "addresses and networks separated by commas, such as `10.0.0.0/8, 192.0.2.7`, or `*` for all",
        lambda text: text.strip() in {"", "*"} or all(map(_is_network, text.split(","))),
    ),
]
Origins = Annotated[
    str,
    Text(
        "origins separated by spaces, without a slash at the end, such as `https://school.example`",
        lambda text: all(map(_is_origin, text.split())),
    ),
]
Hosts = Annotated[
    str,
    Text(
        "names and addresses separated by spaces, without ports, such as `backpass.school.example`, or `*` for all",
        lambda text: all(name == "*" or _HOST.fullmatch(name) for name in text.split()),
    ),
]
Origin = Annotated[
    str,
    Text(
        "empty, or one origin without a slash at the end, such as `https://backpass.school.example`",
        lambda text: text == "" or _is_origin(text),
    ),
]
Sources = Annotated[
    str,
    Text(
        "sources of a Content-Security-Policy separated by spaces, such as `https://school.example`, or `*` for all",
        lambda text: bool(_SOURCES.fullmatch(text)),
    ),
]
Libraries = Annotated[
    str,
    Text(
        "empty, or libraries separated by commas: " + ", ".join(f"`{name}`" for name in LIBRARIES),
        lambda text: text == "" or all(name.strip() in LIBRARIES for name in text.split(",")),
    ),
]
Folder = Annotated[str, Text("empty, or a readable folder", lambda text: text == "" or _is_folder(text))]
Token = Annotated[str, Text("ASCII letters, digits and punctuation, without spaces", lambda text: bool(_TOKEN.fullmatch(text)))]
