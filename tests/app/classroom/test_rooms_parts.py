"""The parts of rooms that need no server: mailboxes, histories, presence, nicknames, codes, views and origins."""

import asyncio
import json
from typing import Any, cast
from unittest.mock import create_autospec

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from sqlalchemy.orm import Session
from starlette.datastructures import Headers

from backpass.app.classroom import nicknames
from backpass.app.classroom.codes import ALPHABET, canonical, hash_of, new_code, new_token
from backpass.app.classroom.live.connection import LiveConnection
from backpass.app.classroom.live.history import ASKED_BYTES, ASKED_SECONDS, History, merge
from backpass.app.classroom.live.live_room import Attendee, LiveRoom, RoomState
from backpass.app.classroom.live.mailbox import CREDIT, Mailbox, MailboxFullError
from backpass.app.classroom.live.messages import INCOMING, HostMessage
from backpass.app.classroom.live.presence import Presence
from backpass.app.classroom.live.throttled_view import ThrottledView
from backpass.app.classroom.origins import allowed
from backpass.app.classroom.steady_clock import SteadyClock
from backpass.app.classroom.store import Change, Edit
from backpass.app.classroom.tables import Room
from backpass.app.classroom.view_schemas import RoomRequest, View

FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "view": st.dictionaries(st.sampled_from("abc"), st.integers(0, 9), min_size=1),
        "settings": st.dictionaries(st.sampled_from("xy"), st.booleans(), min_size=1),
        "poll": st.one_of(st.none(), st.integers(0, 9)),
    },
).filter(bool)

NUMBERS = st.integers(0, 999)
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("change"), FIELDS, st.booleans()),
        st.tuples(st.just("change_by_the_page"), FIELDS),
        st.tuples(st.just("put"), NUMBERS),
        st.tuples(st.just("put_newest"), st.sampled_from(["count", "tally"]), NUMBERS),
        st.tuples(st.sampled_from(["take", "see", "start_over", "reload"])),
    ),
    max_size=80,
)


class Page:
    """The other end: merges what it is told, as a page does."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}
        self.revision = -1
        self.reliable: list[int] = []
        self.newest: dict[str, int] = {}
        self.asked: list[int] = []

    def take(self, text: str) -> None:
        message = json.loads(text)
        kind = message.pop("type")
        if kind == "snapshot":
            self.state, self.revision = message["state"], message["revision"]
        elif kind == "changes":
            assert message["revision"] > self.revision
            self.revision = message.pop("revision")
            if message.pop("acknowledge", False):
                self.asked.append(self.revision)
            merge(self.state, message)
        elif kind == "reliable":
            self.reliable.append(message["number"])
        else:
            self.newest[kind] = message["number"]


class Exchange:
    """A room, one mailbox, and the page behind it; `answers` says whether that acknowledges."""

    def __init__(self, answers: bool) -> None:
        self.answers = answers
        self.now = 0.0
        self.history = History(0)
        self.state: dict[str, Any] = {}
        self.page = Page()
        self.put_in: list[int] = []
        self.newest: dict[str, int] = {}
        self.mailbox = Mailbox(self.history, self.snapshot)
        if answers:
            self.mailbox.seen(0)

    def snapshot(self) -> str:
        return json.dumps({"type": "snapshot", "state": self.state, "revision": self.history.revision})

    def change(self, fields: dict[str, Any], later: bool = False) -> None:
        self.now += ASKED_SECONDS if later else 0
        merge(self.state, json.loads(json.dumps(fields)))
        self.history.add(Change(self.history.revision + 1, fields), self.now)

    def change_by_the_page(self, fields: dict[str, Any]) -> None:
        self.change(fields)
        if self.mailbox.knows(self.history.revision):
            merge(self.page.state, fields)
            self.page.revision = self.history.revision

    def put(self, number: int) -> None:
        self.put_in.append(number)
        self.mailbox.put(json.dumps({"type": "reliable", "number": number}))

    def put_newest(self, kind: str, number: int) -> None:
        self.newest[kind] = number
        self.mailbox.put_newest(kind, json.dumps({"type": kind, "number": number}))

    def take(self) -> None:
        if text := self.mailbox.take():
            self.page.take(text)

    def see(self) -> None:
        if self.answers:
            self.mailbox.seen(self.page.revision)
            self.page.asked.clear()

    def start_over(self) -> None:
        self.mailbox.start_over()

    def reload(self) -> None:
        self.history.reset(self.history.revision + 1)


@given(ACTIONS, st.booleans())
def test_whatever_happens_a_mailbox_ends_with_the_state_of_the_room_and_loses_nothing_reliable(
    actions: list[tuple[Any, ...]], answers: bool
) -> None:
    exchange = Exchange(answers)
    for action, *details in actions:
        getattr(exchange, action)(*details)
        assert not answers or len(exchange.page.asked) <= CREDIT
    for _ in range(200):
        exchange.take()
        exchange.see()
    page = exchange.page
    assert exchange.mailbox.waiting == 0
    assert (page.state, page.revision) == (exchange.state, exchange.history.revision)
    assert page.reliable == exchange.put_in
    assert page.newest == exchange.newest


def test_large_changes_are_not_all_kept_for_those_who_missed_them() -> None:
    """A moment of the studio may have half a million characters."""
    exchange = Exchange(answers=False)
    for number in range(30):
        exchange.change({"studio": {"moment": str(number) * 100_000}})
    assert exchange.history.since(exchange.history.revision - 3) is not None
    assert exchange.history.since(exchange.history.revision - 20) is None
    exchange.take()
    assert exchange.page.state == exchange.state


async def shown_together(*changes: dict[str, Any]) -> dict[str, Any]:
    """What is stored where a teacher's page sends several changes before the first can be."""
    stored: list[dict[str, Any]] = []

    async def store(edit: Edit) -> Change:
        room = Room(view={}, studio=None, stage="studio")
        edit(cast(Session, None), room)
        stored.append({"view": room.view, "studio": room.studio})
        return Change(1, {})

    view = ThrottledView(store, per_second=10)
    page = create_autospec(LiveConnection, instance=True)
    for each in changes:
        view.add(page, each, None)
    await view.settle()
    (kept,) = stored
    return kept


def test_parts_of_a_moment_that_are_sent_one_soon_after_the_other_are_all_stored() -> None:
    run = {"started": {"id": "run-0"}, "steps": [], "moment": {"step": 0}}
    kept = asyncio.run(shown_together({"studio": run, "position": 1}, {"studio": {"moment": {"step": 7}}, "position": 2}))
    assert kept == {"view": {"position": 2}, "studio": run | {"moment": {"step": 7}}}


def shown(exchange: Exchange, lag: int) -> list[bool]:
    """A teacher shows a hundred things; the page answers when `lag` more have been shown. Whether each message asked for that."""
    asked, unanswered = [], []
    for number in range(100):
        exchange.now += 1 / 15
        exchange.change({"view": {"position": number}})
        if text := exchange.mailbox.take():
            message = json.loads(text)
            asked.append(message.get("acknowledge", False))
            if asked[-1]:
                unanswered.append(message["revision"])
        while unanswered and unanswered[0] <= exchange.history.revision - lag:
            exchange.mailbox.seen(unanswered.pop(0))
    return asked


def test_every_answer_that_was_asked_for_is_known_as_one_however_late_the_first_comes() -> None:
    exchange = Exchange(answers=False)
    exchange.take()
    for number in range(20):
        exchange.change({"view": {"position": number}})
        exchange.take()
    assert len(exchange.page.asked) == 20
    assert [exchange.mailbox.seen(revision) for revision in exchange.page.asked] == [True] * 20
    assert not exchange.mailbox.seen(20), "nobody asked for this one"


def test_who_answers_promptly_is_asked_seldom_and_misses_nothing() -> None:
    exchange = Exchange(answers=True)
    exchange.take()
    asked = shown(exchange, lag=1)
    assert len(asked) == 100
    assert all(asked[:10])
    assert sum(asked) < 35


def test_who_answers_late_has_never_more_than_two_messages_under_way() -> None:
    exchange = Exchange(answers=True)
    exchange.take()
    asked = shown(exchange, lag=10)
    assert all(asked)
    assert len(asked) <= 2 * 100 / 10 + CREDIT


def test_a_mailbox_that_nobody_empties_says_so() -> None:
    mailbox = Mailbox(History(0), lambda: "", sent_revision=0)
    while mailbox.waiting < 256:
        mailbox.put("x")
    with pytest.raises(MailboxFullError):
        mailbox.put("x")


def test_a_history_tells_who_missed_something_once_and_forgets_what_is_long_ago() -> None:
    history = History(10)
    assert history.since(10) is None
    for revision in range(11, 1_011):
        history.add(Change(revision, {"view": {"position": revision, "speed": 2}}), 0.0)
    last, several = history.since(1_009), history.since(1_000)
    assert last is not None
    assert several is not None
    assert json.loads(last.text) == {"type": "changes", "revision": 1_010, "view": {"position": 1_010, "speed": 2}}
    assert json.loads(several.text)["acknowledge"]
    assert history.since(1_000) is several
    assert history.since(10) is None
    assert history.since(2_000) is None


def test_an_acknowledgement_is_asked_for_after_much_or_after_a_while_and_not_each_time() -> None:
    history = History(0)

    def asks(change: dict[str, Any], now: float) -> bool:
        history.add(Change(history.revision + 1, {"view": change}), now)
        frame = history.since(history.revision - 1)
        assert frame is not None
        assert json.loads(frame.text).get("acknowledge", False) is frame.acknowledge
        return frame.acknowledge

    assert asks({"position": 0}, 100.0)
    assert not any(asks({"position": number}, 100.0 + number / 30) for number in range(1, 30))
    assert asks({"position": 30}, 100.0 + ASKED_SECONDS)
    large = [asks({"program": "x" * (ASKED_BYTES // 4)}, 101.1) for _ in range(12)]
    assert 2 <= sum(large) <= 4
    assert asks({"program": "x" * ASKED_BYTES}, 101.1)


def test_an_answer_that_is_told_after_another_poll_was_asked_is_no_answer_to_that_one() -> None:
    public = {"settings": {}, "view": {}, "featured": None, "poll": {"poll": 1}, "practice": None}
    live = LiveRoom("KMPR42", RoomState("epoch", 5, public, {7: Attendee(7, "Ada")}, {}, None), lambda: 0.0)
    live.receive({"kind": "answered", "poll": 1, "guest": 7, "answer": "21"})
    assert live.answers == {7: "21"}
    live.receive({"kind": "change", "revision": 6, "fields": {"poll": {"poll": 2}}})
    live.receive({"kind": "answered", "poll": 1, "guest": 7, "answer": "31"})
    assert live.answers == {}
    live.receive({"kind": "change", "revision": 7, "fields": {"poll": None}})
    live.receive({"kind": "answered", "poll": 2, "guest": 7, "answer": "31"})
    assert live.answers == {}


def test_presence_is_summed_over_processes_and_a_silent_one_is_forgotten() -> None:
    presence = Presence()
    presence.guest_came(1)
    presence.guest_came(1)
    presence.follow(1, following=False)
    presence.update("other", {2: True, 3: False}, frozenset({"tab"}), now=0.0)
    assert presence.guests() == {1: False, 2: True, 3: False}
    assert presence.tabs() == {"tab"}
    presence.guest_went(1)
    assert 1 in presence.guests()
    presence.guest_went(1)
    presence.forget_silent(now=10.0)
    assert presence.guests() == {2: True, 3: False}
    presence.forget_silent(now=100.0)
    assert presence.guests() == {}
    presence.update("other", {2: True}, frozenset(), now=100.0)
    presence.update("other", {}, frozenset(), now=101.0)
    assert presence.guests() == {}


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Zoe\u0308", "Zoë"),
        ("Ольга", "Ольга"),
        ("李明", "李明"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("=1+1", "=1+1"),
    ],
)
def test_nicknames_are_shown_as_people_write_them(typed: str, shown: str) -> None:
    assert nicknames.cleaned(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        *("", "   ", "\u200d", "\u3164", "\u0301", "a\u0000b", "a\u202eb", "a\u2066b", "\ufeffa", "\U000e0041a"),
        *("Z" + "\u0301\u0302\u0303" * 5, "x" * 25),
    ],
)
def test_names_that_cannot_be_seen_climb_or_run_backwards_are_refused(typed: str) -> None:
    with pytest.raises(nicknames.UnfitNicknameError):
        nicknames.cleaned(typed)


def test_equal_names_are_told_apart_and_made_up_ones_are_nobody_else_s() -> None:
    assert nicknames.unique("Ada", {"Ada", "Ada 2"}) == "Ada 3"
    taken: set[str] = set()
    for _ in range(2_000):
        name = nicknames.generated(taken)
        assert name not in taken
        assert nicknames.cleaned(name) == name
        taken.add(name)


@given(st.text(max_size=12))
def test_what_is_typed_is_a_code_or_nothing(typed: str) -> None:
    code = canonical(typed)
    assert code == "" or (len(code) == 6 and set(code) <= set(ALPHABET))


def test_codes_are_read_however_they_are_written_and_tokens_have_192_bits() -> None:
    code = new_code()
    assert canonical(f" {code[:3].lower()}-{code[3:]} ") == code
    assert canonical("KMP R42") == "KMPR42"
    assert not set("01ILOUAEY") & set(ALPHABET)
    assert len(new_token()) == 32
    assert len({new_token() for _ in range(100)}) == 100
    assert len(hash_of(new_token())) == 64


@pytest.mark.parametrize(
    "view",
    [
        {"inputs": {"x": "Infinity", "y": [[1, 2.5], ["NaN", -3]]}},
        {"program": "x*y", "position": None, "selected": 3, "camera": {"x": 0, "y": -1.5, "scale": 2}},
        {"main_view": "table", "hiding": ["program", "inputs"], "folds": {"loop/1": True}, "playing": True, "speed": 0.5},
    ],
)
def test_a_view_keeps_what_was_set_and_nothing_else(view: dict[str, Any]) -> None:
    assert View.model_validate(view).changes() == view


@pytest.mark.parametrize(
    "view",
    [
        '{"position": -1}',
        '{"position": 1.5}',
        '{"inputs": {"x": 1e400}}',
        '{"inputs": {"x": "1"}}',
        '{"inputs": {"x": true}}',
        '{"inputs": {"x": {"y": 1}}}',
        '{"inputs": {"x": ' + "[" * 40 + "1" + "]" * 40 + "}}",
        '{"main_view": "<script>"}',
        '{"speed": 0}',
        '{"camera": {"x": 1, "y": 1, "scale": 1e999}}',
        '{"hiding": "program"}',
        '{"theme": "dark"}',
        '{"program": null}',
        '{"program": "\\ud800"}',
    ],
)
def test_a_view_with_something_else_in_it_is_not_taken(view: str) -> None:
    with pytest.raises(ValidationError):
        View.model_validate_json(view)


def test_titles_are_one_line_of_what_can_be_seen() -> None:
    assert RoomRequest(title=" Chain \n rule ").title == "Chain rule"
    for title in ("a\u0000", "x" * 101):
        with pytest.raises(ValidationError):
            RoomRequest(title=title)


def test_every_message_says_who_may_send_it() -> None:
    schema = INCOMING.json_schema()
    names = set(schema["discriminator"]["mapping"])
    host = {"show", "settings", "feature", "rename", "remove", "take_charge", "peek", "press", "clear_lost"}
    guest = {"explored", "following", "lost"}
    assert names == host | guest | {"hello", "ping", "seen"}
    examples: dict[str, dict[str, Any]] = {
        "show": {"changes": {}},
        "settings": {"changes": {}},
        "feature": {"guest": 1},
        "rename": {"guest": 1, "nickname": "x"},
        "remove": {"guest": 1},
        "take_charge": {},
        "peek": {"on": True},
        "press": {"button": "next"},
        "explored": {"changes": {}},
        "following": {"following": True},
        "lost": {"lost": True},
        "clear_lost": {},
    }
    for name, example in examples.items():
        message = INCOMING.validate_python({"type": name} | example)
        assert message.roles == {"host" if name in host else "guest"}
        if isinstance(message, HostMessage):
            assert message.leads() is (name in {"press", "settings"})
    paused = INCOMING.validate_python({"type": "settings", "changes": {"paused": True}})
    locked = INCOMING.validate_python({"type": "settings", "changes": {"paused": True, "locked": True}})
    assert isinstance(paused, HostMessage)
    assert isinstance(locked, HostMessage)
    assert paused.leads()
    assert not locked.leads()


@pytest.mark.parametrize(
    ("origin", "others", "let_in"),
    [
        (None, "", True),
        ("http://school.example:8000", "", True),
        ("https://School.Example:8000", "", True),
        ("http://school.example", "", False),
        ("http://evil.example", "", False),
        ("http://school.example:8000.evil.example", "", False),
        ("http://evil.example/?school.example:8000", "", False),
        ("null", "", False),
        ("", "", False),
        ("https://other.example", "https://one.example https://other.example", True),
        ("https://other.example.evil", "https://other.example", False),
    ],
)
def test_only_pages_of_this_server_or_of_those_named_open_live_channels(origin: str | None, others: str, let_in: bool) -> None:
    headers = {"host": "school.example:8000"} | ({} if origin is None else {"origin": origin})
    assert allowed(Headers(headers), others) is let_in


def test_a_clock_that_jumps_deletes_nothing_until_it_has_gone_on_for_an_hour() -> None:
    date, elapsed = 1e9, 0.0
    steady = SteadyClock(lambda: date, lambda: elapsed)

    def after(seconds: float, jump: float = 0.0) -> bool:
        nonlocal date, elapsed
        elapsed += seconds
        date += seconds + jump
        return steady()

    assert after(60)
    assert after(7 * 86_400)
    assert not after(60, jump=86_400)
    assert not after(3_000)
    assert after(60, jump=-86_400), "set right"
    assert not after(60, jump=-86_400)
    assert not after(3_600)
    assert after(60), "the new date has lasted"
    assert after(60, jump=2), "as clocks are set every day"
