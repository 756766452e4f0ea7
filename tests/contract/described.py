"""Calls a server as its description says, rightly and wrongly (schemathesis), and holds its answers against the description."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx2
import schemathesis
from schemathesis import AuthContext, Case, HookContext
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.events import FuzzScenarioFinished, Interrupted, NonFatalError, ScenarioFinished

UNDERSTOOD = ["2xx", "304", "401", "403", "404", "409", "413", "422", "429"]
"""What a request that is as described may be answered: also that its program cannot be computed (422) or is too much (413),
which no schema tells. A 400 would say that the description and the reading of requests differ.
"""

SETTINGS: dict[str, Any] = {
    "requests_per_minute": 0,
    "creations_per_hour": 0,
    "guesses_per_minute": 0,
    "max_rooms": 100_000,
    "max_training_steps": 20,
    "max_training_work": 1_000_000,
    "max_training_runs": 1_000,
    "max_training_runs_per_client": 1_000,
    "training_grace_seconds": 1,
    "max_seconds": 30,
}
"""No limit on how much is asked, and runs that end soon."""

_SUCCESS = range(200, 300)

CONFIGURATION: dict[str, Any] = {
    "request-timeout": 120,
    "generation": {"with-security-parameters": False, "database": "none", "no-shrink": True},
    "checks": {
        "positive_data_acceptance": {"expected-statuses": UNDERSTOOD},
        # These two follow what was made and deleted; `Class.enter` sends cases to another room than the one just made, since
        # schemathesis does not keep the token that came with it. What becomes of rooms, polls and runs has tests of its own.
        "use_after_free": {"enabled": False},
        "ensure_resource_availability": {"enabled": False},
    },
    "operations": [
        {
            # What fits depends on the question: a list of places answers a choice and no number (400, `invalid-request`).
            # Likewise `/paths`: which nodes and elements there are depends on the program. Places of right choices must be among
            # the choices, and titles of rooms must be seen, which is a question of Unicode's tables.
            "include-path-regex": "/(answer|paths|polls|rooms)$",
            "checks": {"positive_data_acceptance": {"expected-statuses": ["400", *UNDERSTOOD]}},
        }
    ],
}


@dataclass
class Account:
    """What a run came to."""

    cases: int = 0
    by_operation: Counter[str] = field(default_factory=Counter)
    succeeded: set[str] = field(default_factory=set)
    """Operations that have done what was asked at least once."""
    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[str, list[str]] = field(default_factory=dict)
    """By check and operation, what was wrong, each with the request that showed it."""
    interrupted: bool = False
    """Whether Ctrl+C ended it, which schemathesis keeps to itself."""

    def add(self, event: ScenarioFinished | FuzzScenarioFinished) -> None:
        """Counts the cases of a scenario, and keeps what failed."""
        recorder = event.recorder
        self.cases += len(recorder.interactions)
        self.by_operation[recorder.label] += len(recorder.interactions)
        for interaction in recorder.interactions.values():
            if interaction.response is not None:
                self.statuses[interaction.response.status_code] += 1
                if interaction.response.status_code in _SUCCESS:
                    self.succeeded.add(recorder.label)
        for case, checks in recorder.checks.items():
            for check in checks:
                if check.failure_info is not None:
                    failure = check.failure_info.failure
                    told = self.failures.setdefault(f"{check.name} at {recorder.label}", [])
                    told.append(f"{failure.title}: {failure.message}\n{_request(recorder.interactions.get(case))}")

    def __str__(self) -> str:
        worst = "\n\n".join(f"{place} ({len(each)})\n{each[0]}" for place, each in self.failures.items())
        return f"{self.cases:,} cases, {len(self.by_operation)} operations, answers {dict(self.statuses.most_common())}\n{worst}"


class Class:
    """A room with a poll and exercises, so that what is tried of rooms is not refused at the door every time."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}/api/v1"
        self._turns = count()
        self.open()

    def open(self) -> None:
        """Opens a room, asks and gives out exercises."""
        opened = self._sent("POST", "/rooms", {"view": {"program": "a = 2\nb = 3\na*b + a"}})
        self.code, self.host = opened["code"], opened["host_token"]
        self.guest = self._sent("POST", f"/rooms/{self.code}/guests", {})["token"]
        asked = {"type": "number", "node": 0, "quantity": "gradient"}
        self.poll = self._sent("POST", f"/rooms/{self.code}/polls", asked, self.host)["poll"]
        self._sent("POST", f"/rooms/{self.code}/practice", {"count": 3}, self.host)
        self._sent("GET", f"/rooms/{self.code}/practice", None, self.guest)

    def _sent(self, method: str, path: str, body: Any, token: str | None = None) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = httpx2.request(method, self._url + path, json=body, headers=headers, timeout=30)
        assert answer.is_success, answer.text
        return answer.json()

    def enter(self, case: Case) -> None:
        """Has three of four cases about rooms go to this one."""
        if "/rooms/{code}" not in case.operation.path:
            return
        turn = next(self._turns)
        if turn % 4 == 3:
            return
        parameters = dict(case.path_parameters or {})
        if isinstance(parameters.get("code"), str):
            parameters["code"] = self.code
        if isinstance(parameters.get("poll"), int) and turn % 3:
            parameters["poll"] = self.poll
        case.path_parameters = parameters

    def token(self, label: str) -> str:
        """The teacher's or the student's, mostly of the one who may do this."""
        turn = next(self._turns)
        if turn % 50 == 0:
            self.open()  # the last one may have been closed, or its poll deleted
        usual, other = (self.guest, self.host) if "answer" in label else (self.host, self.guest)
        return other if turn % 4 == 0 else usual


def rounds(url: str, seed: int = 1) -> Iterator[Account]:
    """All examples and boundaries of the description, the same each time; then, without end, rounds of other random cases."""
    school = Class(url)
    yield _round(url, school, {"generation": {"deterministic": True, "max-examples": 10}, "operations": [_ALIKE]})
    only_random = {"examples": {"enabled": False}, "coverage": {"enabled": False}}
    for more in count(seed):
        yield _round(url, school, {"seed": more, "generation": {"max-examples": 60}, "phases": only_random})


_ALIKE = {
    # They share the declaration of a run with `/training`, of which the boundaries are tried.
    "include-path-regex": "/training/(graph|input-step|sweep)$",
    "phases": {"coverage": {"enabled": False}},
}


def _round(url: str, school: Class, more: dict[str, Any]) -> Account:
    account = Account()
    configuration = CONFIGURATION | more
    for part, join in (("generation", dict.__or__), ("operations", list.__add__)):
        configuration[part] = join(CONFIGURATION[part], more.get(part, type(CONFIGURATION[part])()))
    schema = schemathesis.openapi.from_url(f"{url}/openapi.json", config=SchemathesisConfig.from_dict(configuration))

    def before_call(_context: HookContext, case: Case, _options: dict[str, Any]) -> None:
        school.enter(case)

    class Token:
        """How a case gets a room's token; schemathesis then also tries without."""

        def get(self, case: Case, _context: AuthContext) -> str:
            return school.token(case.operation.label)

        def set(self, case: Case, token: str, _context: AuthContext) -> None:
            case.headers["Authorization"] = f"Bearer {token}"

    schema.auth(refresh_interval=None)(Token)
    schemathesis.hook(before_call)  # there is no narrower scope for it
    try:
        for event in from_schema(schema).execute():
            if isinstance(event, ScenarioFinished | FuzzScenarioFinished):
                account.add(event)
            elif isinstance(event, NonFatalError):
                account.failures.setdefault(f"error at {event.label}", []).append(str(event.info.format()))
            elif isinstance(event, Interrupted):
                account.interrupted = True
    finally:
        schemathesis.hooks.unregister(before_call)
    return account


def _request(interaction: Any) -> str:
    if interaction is None:
        return ""
    request, response = interaction.request, interaction.response
    body = (request.body or b"")[:600]
    said = "" if response is None else f"{response.status_code} {response.content[:600]!r}"
    return f"{request.method} {request.uri}\n{json.dumps(dict(request.headers))}\n{body!r}\n-> {said}"
