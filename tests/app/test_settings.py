"""A wrong or misspelt setting ends the start with one sentence that names it; every setting has bounds, and they hold."""

import math
import subprocess
import sys
from collections.abc import Iterator
from typing import Literal, get_origin

import pytest

from backpass.app.configuration import WrongSettingError, accepted, read_settings, variable
from backpass.app.settings import PREFIX, Settings
from scripts.page import ROOT
from tests.in_turn import in_turn

WRONG_TEXTS = {
    "database": ["foo", "", "mysql://x/y", "postgresql+psycopg2://h/d", "postgresql://h:port/d", "sqlite"],
    "lessons": ["/nowhere/at/all", __file__],
    "run_as_is": ["tensorflow", "torch,", "torch;numpy", "true"],
    "redis": ["nonsense", "http://host", "redis://host:port", "redis://host:99999"],
    "training_cluster": ["nonsense", "tcp://host", "ftp://host:1"],
    "trusted_proxies": ["notanip", "10.0.0.0/8, notanip", "10.0.0.0/40", "1.2.3.4,"],
    "allowed_origins": [
        "nonsense",
        "https://school.example/",
        "https://School.example",
        "https://a.example:443",
        "https://a:70000",
    ],
    "allowed_hosts": ["https://school.example", "school.example:8000", "a, b", "*.school.example", "[::1]", "schüle.example"],
    "public_address": ["nonsense", "https://a.example/", "https://a.example https://b.example", "ftp://a.example"],
    "frame_ancestors": ["*; script-src *", "a, b", "a\nb", "schüle.example"],
    "metrics_token": ["two words", "schlüssel"],
}
RIGHT_TEXTS = {
    "database": ["sqlite://", "sqlite:////data/x.db", "postgres://u:p@h/d", "postgresql+asyncpg://h/d"],
    "lessons": ["", "/"],
    "run_as_is": ["", "torch", " torch "],
    "redis": ["", "redis://host:6379", "rediss://u:p@host", "unix:///run/redis.sock"],
    "training_cluster": ["", "tcp://host:8786", "tls://[::1]:8786", "host:8786"],
    "trusted_proxies": ["", "*", "10.0.0.0/8", "192.0.2.7, 10.89.7.2,2001:db8::/32"],
    "public_address": ["", "https://backpass.school.example", "http://localhost:8000"],
    "allowed_hosts": ["", "*", "backpass.school.example Server1 192.0.2.7 2001:db8::1"],
    "allowed_origins": ["", "https://a.example http://localhost:5173", "http://[::1]:8000"],
    "frame_ancestors": ["*", "", "'self' https://*.school.example:8443"],
    "metrics_token": ["", "s3cret+/="],
}
SECRET = "geheim"


@pytest.fixture(autouse=True)
def nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)


def refusal(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> str:
    monkeypatch.setenv(variable(name), value)
    with pytest.raises(WrongSettingError) as wrong:
        read_settings()
    monkeypatch.delenv(variable(name))
    return str(wrong.value)


def wrong_values() -> Iterator[tuple[str, str]]:
    """For every setting: another type, nothing, and what lies just outside its bounds."""
    for name, field in Settings.model_fields.items():
        kind = field.annotation
        if kind in {int, float}:
            bounds = {
                bound: getattr(each, bound) for each in field.metadata for bound in ("ge", "gt", "le") if hasattr(each, bound)
            }
            assert "le" in bounds, name
            assert "ge" in bounds or "gt" in bounds, name
            low = bounds["gt"] if "gt" in bounds else bounds["ge"] - 1
            high = bounds["le"] + 1 if kind is int else math.nextafter(bounds["le"], math.inf)
            for value in ("abc", "", "-1" if bounds.get("ge", 0) >= 0 else "", str(low), str(high), "nan", "inf", "1,000"):
                yield name, value
            if kind is int:
                yield name, "2.5"
        elif kind is bool or get_origin(kind) is Literal:
            yield from ((name, value) for value in ("maybe", "", "2"))
        else:
            yield from ((name, value) for value in WRONG_TEXTS[name])


def test_every_setting_says_what_is_accepted_and_has_a_default_that_is() -> None:
    for name, field in Settings.model_fields.items():
        assert accepted(field), name
        Settings.model_validate({name: field.default})
    assert (
        set(WRONG_TEXTS) == set(RIGHT_TEXTS) == {name for name, field in Settings.model_fields.items() if field.annotation is str}
    )


@in_turn("name, value", wrong_values())
def test_a_value_that_is_not_accepted_is_refused_in_one_sentence(name: str, value: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        said = refusal(patch, name, value)
    assert said.startswith(f"{variable(name)} is ")
    assert said.endswith(f"; it must be {accepted(Settings.model_fields[name])}.")
    assert "\n" not in said
    if value and value.isprintable() and name != "metrics_token":
        assert f"`{value}`" in said


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in RIGHT_TEXTS.items() for value in values])
def test_texts_that_are_accepted(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(variable(name), value)
    assert getattr(read_settings(), name) == value


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("MAX_NODEZ", "MAX_NODES"),
        ("MAXNODES", "MAX_NODES"),
        ("max_node", "MAX_NODES"),
        ("DATABSE", "DATABASE"),
        ("TOUR", None),
        ("X", None),
    ],
)
def test_a_misspelt_name_is_refused_with_the_one_that_was_meant(
    monkeypatch: pytest.MonkeyPatch, given: str, meant: str | None
) -> None:
    monkeypatch.setenv(PREFIX + given, "5")
    with pytest.raises(WrongSettingError) as wrong:
        read_settings()
    hint = f"; did you mean {PREFIX}{meant}?" if meant else "; docs/operating.md lists them all."
    assert str(wrong.value) == f"{PREFIX}{given} is not a setting of this server{hint}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("database", f"mysql://user:{SECRET}@host/name"),
        ("database", f"postgresql://user:{SECRET}@host:port/name"),
        ("redis", f"nonsense://:{SECRET}@host"),
        ("redis", f"redis://:{SECRET}@host:port"),
        ("metrics_token", f"{SECRET} and more"),
    ],
)
def test_a_refusal_shows_no_password(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    assert SECRET not in refusal(monkeypatch, name, value)


def serve(monkeypatch: pytest.MonkeyPatch, *options: str, **environment: str) -> tuple[int, str]:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    ended = subprocess.run(
        [sys.executable, "-m", "backpass", "serve", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.stdout == ""
    return ended.returncode, ended.stderr


def test_the_start_ends_with_a_sentence_for_each_and_status_2(monkeypatch: pytest.MonkeyPatch) -> None:
    status, said = serve(monkeypatch, BACKPASS_MAX_NODES="abc", BACKPASS_MAX_NODEZ="5", BACKPASS_TRUSTED_PROXIES="notanip")
    assert status == 2
    assert said.splitlines() == [
        "error: BACKPASS_MAX_NODEZ is not a setting of this server; did you mean BACKPASS_MAX_NODES?",
        "error: BACKPASS_MAX_NODES is `abc`; it must be a whole number from 1 to 1,000,000,000,000,000.",
        (
            "error: BACKPASS_TRUSTED_PROXIES is `notanip`; it must be addresses and networks separated by commas, such as "
            "`10.0.0.0/8, 192.0.2.7`, or `*` for all."
        ),
    ]


def test_a_port_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    status, said = serve(monkeypatch, "--port", "99999")
    assert (status, "'99999' is not a port" in said) == (2, True)
