"""Every setting of the server, once. Each is read from the environment variable of its name with the prefix `BACKPASS_`."""

from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from backpass.app.setting_types import (
    Bytes,
    ClusterAddress,
    Count,
    CountOrNone,
    DatabaseAddress,
    Days,
    Folder,
    Hosts,
    Hours,
    Libraries,
    Origin,
    Origins,
    PerSecond,
    Processes,
    Proxies,
    RedisAddress,
    Seconds,
    SecondsOrNone,
    Sources,
    Token,
    WholeSeconds,
)
from backpass.engine import Limits

PREFIX = "BACKPASS_"

_PART = 0.7
"""Of the longest time, what a program may run before it ends with what is known: the answer has to be made, too."""


class Settings(BaseSettings):
    """How this server behaves; frozen after start. Sizes are in bytes, times in seconds."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True)

    max_body_bytes: Bytes = Field(
        default=8_000_000,
        description="Largest request body that is read; JSON writes a character of a program in up to six bytes.",
    )
    max_characters: Count = Field(default=1_000_000, description="Longest program that is parsed.")
    max_nodes: Count = Field(default=100_000, description="Most nodes that one program may make.")
    max_operations: Count = Field(
        default=2_000_000,
        description="Most nodes that one program may make in all; a long loop frees those that nothing can reach any more.",
    )
    max_elements: Count = Field(default=2_000_000, description="Most numbers in all tensors and lists of one program together.")
    max_repetitions: Count = Field(
        default=300_000, description="Most repetitions of loops and calls of functions that one program may take."
    )
    max_printed: CountOrNone = Field(
        default=20_000, description="Most characters that are kept of what one program prints; the rest is cut."
    )
    max_evaluations: Count = Field(
        default=5_000_000, description="Most numbers computed again for one check, forward mode or second derivatives."
    )
    max_explained: Count = Field(default=5_000, description="Most contributions of one graph that are put into words.")
    max_seconds: Seconds = Field(
        default=10.0,
        description="Longest time that one program may be computed, not counting what it waits; up to four times as long on a "
        "machine so busy that it gets less of a processor.",
    )
    inline_bytes: CountOrNone = Field(
        default=8_000, description="Requests up to this size are computed in place, larger ones in a worker process."
    )
    inline_nodes: CountOrNone = Field(
        default=5_000,
        description="Programs of up to this many nodes are computed in place: a short text with a loop may make a large graph.",
    )
    inline_evaluations: CountOrNone = Field(
        default=20_000,
        description="Checks, derivatives and explanations of up to this many evaluations are made in place, larger ones "
        "in a worker.",
    )
    inline_repetitions: CountOrNone = Field(
        default=2_000,
        description="Programs with up to this many repetitions and calls are run in place, longer ones in a worker.",
    )
    worker_processes: Processes = Field(default=2, description="Most worker processes that compute at the same time.")
    max_wait_seconds: Seconds = Field(
        default=60.0,
        description="Longest time that a request waits for a worker process. One that would presumably wait for more than two "
        "thirds of it is refused at once, with the time after which to try again.",
    )
    worker_requests: Count = Field(default=1_000, description="After so many requests a worker process is replaced by a new one.")
    worker_bytes: Count = Field(
        default=400_000_000, description="A worker process that has kept more memory than this is replaced by a new one."
    )
    training_processes: Processes = Field(
        default=2, description="Most worker processes that train at the same time; runs take turns in them."
    )
    training_cluster: ClusterAddress = Field(
        default="",
        description="The scheduler of a dask.distributed cluster on which training is computed, such as `tcp://host:8786`; needs "
        "the extra `cluster`. Without it, worker processes of this server compute.",
    )
    training_cluster_workers: Processes = Field(
        default=8, description="How many runs of a sweep a cluster is given at the same time."
    )
    max_sweep_cells: Count = Field(default=64, description="Most runs of one sweep.")
    max_training_runs: Count = Field(default=120, description="Most training runs at the same time, of all clients together.")
    max_training_runs_per_client: Count = Field(
        default=40, description="Most training runs at the same time from one address; a class may share one."
    )
    max_training_seconds: Seconds = Field(default=600.0, description="Longest time that one training run may compute.")
    training_grace_seconds: SecondsOrNone = Field(
        default=30.0, description="How long a training run goes on, or is remembered, while nobody listens."
    )
    max_training_steps: Count = Field(default=1_000_000, description="Most steps of one training run.")
    max_parameters: Count = Field(default=50_000, description="Most numbers that one model may learn.")
    max_examples: Count = Field(default=10_000, description="Most examples that one model may learn from.")
    max_training_work: Count = Field(
        default=200_000_000_000, description="Most that steps, examples per step and parameters may come to, multiplied."
    )
    training_reports: Count = Field(
        default=2_000, description="About how many steps of a training run are reported; longer runs are reported less often."
    )
    training_moments: Count = Field(
        default=200, description="About how many times a training run sends its whole model, to go back to."
    )
    training_buffer_bytes: Bytes = Field(
        default=8_000_000, description="Events of a training run that are kept for clients that connect again."
    )
    training_kept_bytes: Bytes = Field(
        default=300_000_000,
        description="Most bytes that are kept of all training runs together, ended ones included; beyond it the oldest go.",
    )
    training_kept_bytes_per_client: Bytes = Field(
        default=150_000_000, description="The same for the runs of one address; a class may share one."
    )
    database: DatabaseAddress = Field(
        default="sqlite+aiosqlite:///backpass.db",
        description="Where short links and rooms are kept: an address as SQLAlchemy writes it, such as "
        "`postgresql://user:password@host/backpass`. A file is made when there is first something to keep.",
    )
    max_share_characters: Count = Field(default=1_000_000, description="Longest state of a page that is kept under a short link.")
    max_shares: CountOrNone = Field(default=100_000, description="Most short links that are kept at the same time.")
    share_days: Days = Field(default=365, description="How many days a short link is kept after it was last shared; 0 for ever.")
    room_hours: Hours = Field(default=24, description="How long a room is kept after its teacher was last in it.")
    max_rooms: CountOrNone = Field(default=1_000, description="Most rooms that are kept at the same time.")
    max_guests: Count = Field(default=2_000, description="Most students in one room.")
    max_messages_per_second: PerSecond = Field(
        default=40, description="Messages a second that one connection may send to a room; twice as many in a burst."
    )
    view_updates_per_second: PerSecond = Field(
        default=15, description="How often a second students receive what the teacher shows, at most."
    )
    hello_seconds: Seconds = Field(default=5, description="How long the first message of a live channel may take.")
    stall_seconds: Seconds = Field(
        default=10, description="How long a connection may take nothing before it is given up; it comes back by itself."
    )
    run_as_is: Libraries = Field(
        default="",
        description="Libraries with which pasted programs are run as they are, such as `torch`: strangers' programs, each in a "
        "process without rights. docs/as-it-is.md says what that protects from, and what not. Without it, none are.",
    )
    run_as_is_processes: Processes = Field(
        default=2, description="Most programs of one library that are run as they are at once."
    )
    run_as_is_bytes: Bytes = Field(
        default=1_000_000_000, description="Most memory that one such program may take, beside what it shares with all others."
    )
    lessons: Folder = Field(
        default="",
        description="A folder of lessons, Markdown files, that stand on the shelf beside the built-in ones.",
    )
    allowed_origins: Origins = Field(
        default="",
        description="Origins besides the server's own whose pages may open live channels, separated by blanks, such as "
        "`https://school.example`.",
    )
    allowed_hosts: Hosts = Field(
        default="",
        description="By which names the server answers besides this machine's own, separated by blanks, such as "
        "`backpass.school.example`. Without it, over a network any; at the machine itself `localhost`, names of one word, "
        "the `public_address`, and whatever a proxy hands on.",
    )
    frame_ancestors: Sources = Field(
        default="*",
        description="Which sites may embed `/embed`, as in a Content-Security-Policy's `frame-ancestors`.",
    )
    public_address: Origin = Field(
        default="",
        description="Where others reach this server, such as `https://backpass.school.example`: the beginning of every "
        "address in the previews of links. Without it, the address of the request is taken.",
    )
    redis: RedisAddress = Field(
        default="",
        description="Where server processes meet, as `redis://host:6379`: several of them then count limits together and notify "
        "one another what happens in rooms; they must share the database as well. Without it each process is alone.",
    )
    requests_per_minute: CountOrNone = Field(
        default=60_000,
        description="Most units that one address may use in a minute, enough for a class that shares one: a request is one unit, "
        "one more for every 4,000 bytes of its body, and one for every millisecond of computing; 0 for no limit.",
    )
    creations_per_hour: CountOrNone = Field(
        default=1_000,
        description="Most rooms, short links and training runs that one address may make in an hour, a room or link counting "
        "one more for every 64,000 bytes; 0 for no limit.",
    )
    guesses_per_minute: CountOrNone = Field(
        default=30,
        description="Most rooms that do not exist for which one address may ask in a minute, so that codes cannot be found by "
        "trying; 0 for no limit.",
    )
    max_sockets_per_client: CountOrNone = Field(
        default=2_000,
        description="Most live connections from one address; 0 for no limit. A class often shares one, with several pages each.",
    )
    max_connections: Count = Field(default=10_000, description="Most connections at the same time; more are closed at once.")
    max_header_bytes: Bytes = Field(default=16_384, description="Largest address and headers of a request together.")
    max_message_bytes: Bytes = Field(
        default=4_000_000,
        description="Largest message that is read from a live connection; it may hold a whole program.",
    )
    header_seconds: Seconds = Field(default=10.0, description="Longest time in which the header of a request must have come.")
    body_seconds: Seconds = Field(default=30.0, description="Longest time in which the body of a request must have come.")
    send_seconds: Seconds = Field(
        default=60.0, description="How long an answer waits for a client that does not read; then its connection is cut."
    )
    keep_alive_seconds: WholeSeconds = Field(default=30, description="How long a connection without a request is kept open.")
    trusted_proxies: Proxies = Field(
        default="",
        description="Addresses and networks of the reverse proxies before this server, with commas between, such as "
        "`10.0.0.0/8`. Only these are believed when they name the client (`X-Forwarded-For`, `X-Forwarded-Proto`).",
    )
    max_waiting: Count = Field(
        default=100,
        description="With so many requests waiting for a worker process, `/readyz` and `/computez` report that it is not ready.",
    )
    drain_seconds: SecondsOrNone = Field(
        default=0.0,
        description="How long a server that is asked to end still takes requests while `/readyz` says no: as long as a load "
        "balancer needs to notice.",
    )
    shutdown_seconds: WholeSeconds = Field(default=10, description="How long requests and streams may then take to finish.")
    log_format: Literal["console", "json"] = Field(default="console", description="How log lines look: `console` or `json`.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="From which level on events are logged: `debug`, `info`, `warning` or `error`."
    )
    log_requests: bool = Field(default=True, description="Whether every request is a line in the log.")
    metrics_token: Token = Field(
        default="", description="Who asks `/metrics` must send it as a bearer token; without it, only this machine is answered."
    )

    def program_limits(self) -> Limits:
        """What one program may cost."""
        return Limits(
            characters=self.max_characters,
            nodes=self.max_nodes,
            operations=self.max_operations,
            elements=self.max_elements,
            evaluations=self.max_evaluations,
            explained=self.max_explained,
            repetitions=self.max_repetitions,
            printed=self.max_printed,
            seconds=self.max_seconds * _PART,
        )
