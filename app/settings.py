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
        description="The largest request body. JSON writes one character of a program in up to six bytes.",
    )
    max_characters: Count = Field(default=1_000_000, description="The longest program.")
    max_nodes: Count = Field(default=100_000, description="The largest number of nodes in the graph of one program.")
    max_operations: Count = Field(
        default=2_000_000,
        description="The largest number of nodes that one program may make in total, including those of a long loop that "
        "are freed on the way.",
    )
    max_elements: Count = Field(
        default=2_000_000, description="The largest number of elements in all tensors and lists of one program together."
    )
    max_repetitions: Count = Field(
        default=300_000, description="The largest number of loop iterations and function calls of one program."
    )
    max_printed: CountOrNone = Field(
        default=20_000, description="The number of printed characters that are kept of one program; anything beyond is cut off."
    )
    max_evaluations: Count = Field(
        default=5_000_000,
        description="The largest number of values that are computed again for one check, forward mode or second derivatives.",
    )
    max_explained: Count = Field(
        default=5_000, description="The largest number of contributions of one graph that are explained in words."
    )
    max_seconds: Seconds = Field(
        default=10.0,
        description="The time limit for one program, not counting the time it waits; up to four times as long on a "
        "machine so busy that it gets only a part of a processor.",
    )
    inline_bytes: CountOrNone = Field(
        default=8_000,
        description="Requests of at most this size are computed in the server process, larger ones in a worker process.",
    )
    inline_nodes: CountOrNone = Field(
        default=5_000,
        description="Programs of at most this many nodes are computed in the server process: a short text with a loop may"
        " make a large graph.",
    )
    inline_evaluations: CountOrNone = Field(
        default=20_000,
        description="Checks, derivatives and explanations of at most this many evaluations are computed in the server "
        "process, larger ones in a worker process.",
    )
    inline_repetitions: CountOrNone = Field(
        default=2_000,
        description="Programs of at most this many loop iterations and calls are run in the server process, longer ones "
        "in a worker process.",
    )
    worker_processes: Processes = Field(
        default=2, description="The largest number of worker processes that compute at the same time."
    )
    max_wait_seconds: Seconds = Field(
        default=60.0,
        description="The longest time that a request waits for a worker process. A request that would probably wait for "
        "more than two thirds of it is refused at once, with the time after which to try again.",
    )
    worker_requests: Count = Field(
        default=1_000, description="The number of requests after which a worker process is replaced by a new one."
    )
    worker_bytes: Count = Field(
        default=400_000_000, description="The memory above which a worker process is replaced by a new one."
    )
    training_processes: Processes = Field(
        default=2, description="The largest number of worker processes that train at the same time; runs take turns in them."
    )
    training_cluster: ClusterAddress = Field(
        default="",
        description="The scheduler of a dask.distributed cluster that computes training, such as `tcp://host:8786`; needs"
        " the extra `cluster`. By default, worker processes of this server compute it.",
    )
    training_cluster_workers: Processes = Field(
        default=8, description="The number of runs of a sweep that are sent to a cluster at the same time."
    )
    max_sweep_cells: Count = Field(default=64, description="The largest number of runs in one sweep.")
    max_training_runs: Count = Field(
        default=120, description="The largest number of training runs at the same time, of all clients together."
    )
    max_training_runs_per_client: Count = Field(
        default=40, description="The largest number of training runs at the same time from one address, which a class may share."
    )
    max_training_seconds: Seconds = Field(default=600.0, description="The computing time limit for one training run.")
    training_grace_seconds: SecondsOrNone = Field(
        default=30.0, description="How long a training run continues, or is remembered, while no client listens."
    )
    max_training_steps: Count = Field(default=1_000_000, description="The largest number of steps in one training run.")
    max_parameters: Count = Field(default=50_000, description="The largest number of parameters of one model.")
    max_examples: Count = Field(default=10_000, description="The largest number of examples for one model.")
    max_training_work: Count = Field(
        default=200_000_000_000, description="The largest product of steps, examples per step and parameters of one run."
    )
    training_reports: Count = Field(
        default=2_000, description="The approximate number of steps that a training run reports; longer runs report less often."
    )
    training_moments: Count = Field(
        default=200,
        description="The approximate number of times that a training run sends its whole model, as a moment to go back to.",
    )
    training_buffer_bytes: Bytes = Field(
        default=8_000_000, description="The size of the events of a training run that are kept for clients that reconnect."
    )
    training_kept_bytes: Bytes = Field(
        default=300_000_000,
        description="The memory for all training runs together, including ended ones; beyond it, the oldest are deleted.",
    )
    training_kept_bytes_per_client: Bytes = Field(
        default=150_000_000, description="The same for the runs of one address, which a class may share."
    )
    database: DatabaseAddress = Field(
        default="sqlite+aiosqlite:///backpass.db",
        description="Where short links and rooms are stored: a SQLAlchemy address, such as "
        "`postgresql://user:password@host/backpass`. A SQLite file is created when there is first something "
        "to store.",
    )
    max_share_characters: Count = Field(
        default=1_000_000, description="The longest page state that is stored under a short link."
    )
    max_shares: CountOrNone = Field(default=100_000, description="The largest number of short links at the same time.")
    share_days: Days = Field(
        default=365, description="The number of days that a short link is kept after it was last shared; 0 means for ever."
    )
    room_hours: Hours = Field(default=24, description="How long a room is kept after its teacher was last in it.")
    max_rooms: CountOrNone = Field(default=1_000, description="The largest number of rooms at the same time.")
    max_guests: Count = Field(default=2_000, description="The largest number of students in one room.")
    max_messages_per_second: PerSecond = Field(
        default=40,
        description="The number of messages per second that one connection may send to a room; bursts may have twice as many.",
    )
    view_updates_per_second: PerSecond = Field(
        default=15, description="The largest number of times per second that students receive what the teacher shows."
    )
    hello_seconds: Seconds = Field(default=5, description="The time limit for the first message of a live connection.")
    stall_seconds: Seconds = Field(
        default=10,
        description="How long a live connection may read nothing before the server closes it; the page then reconnects "
        "automatically.",
    )
    run_as_is: Libraries = Field(
        default="",
        description="The libraries with which pasted programs are run as they are, such as `torch`: programs of "
        "strangers, each in a process without rights. docs/as-it-is.md says what this protects against, and "
        "what it does not. By default, there are none.",
    )
    run_as_is_processes: Processes = Field(
        default=2, description="The largest number of programs of one library that are run as they are at the same time."
    )
    run_as_is_bytes: Bytes = Field(
        default=1_000_000_000, description="The memory limit for one such program, besides what it shares with all others."
    )
    lessons: Folder = Field(
        default="",
        description="A folder of lessons, as Markdown files, that are listed beside the built-in ones.",
    )
    allowed_origins: Origins = Field(
        default="",
        description="Origins besides the server's own whose pages may open live connections, separated by spaces, such as"
        " `https://school.example`.",
    )
    allowed_hosts: Hosts = Field(
        default="",
        description="The host names to which the server answers besides those of this machine, separated by spaces, such "
        "as `backpass.school.example`. By default, any name over a network; on the machine itself "
        "`localhost`, names of one word, the `public_address`, and names that a trusted proxy forwards.",
    )
    frame_ancestors: Sources = Field(
        default="*",
        description="The sites that may embed `/embed`, as in the `frame-ancestors` of a Content-Security-Policy.",
    )
    public_address: Origin = Field(
        default="",
        description="The address at which others reach this server, such as `https://backpass.school.example`; it begins "
        "every address in link previews. By default, the address of the request is used.",
    )
    redis: RedisAddress = Field(
        default="",
        description="The Redis server that several server processes share, such as `redis://host:6379`: they then count "
        "limits together and notify one another of what happens in rooms. They must share the database as "
        "well. By default, each process is alone.",
    )
    requests_per_minute: CountOrNone = Field(
        default=60_000,
        description="The largest number of units that one address may use in a minute, enough for a class that shares "
        "one. A request is one unit, plus one for every 4,000 bytes of its body and one for every millisecond"
        " of computing; 0 means no limit.",
    )
    creations_per_hour: CountOrNone = Field(
        default=1_000,
        description="The largest number of rooms, short links and training runs that one address may create in an hour. A"
        " room or a link counts one more for every 64,000 bytes; 0 means no limit.",
    )
    guesses_per_minute: CountOrNone = Field(
        default=30,
        description="The largest number of rooms that do not exist for which one address may ask in a minute, so that "
        "nobody can find codes by trying; 0 means no limit.",
    )
    max_sockets_per_client: CountOrNone = Field(
        default=2_000,
        description="The largest number of live connections from one address; 0 means no limit. A class often shares one "
        "address, with several pages each.",
    )
    max_connections: Count = Field(
        default=10_000, description="The largest number of connections at the same time; any others are closed at once."
    )
    max_header_bytes: Bytes = Field(default=16_384, description="The largest address and headers of a request together.")
    max_message_bytes: Bytes = Field(
        default=4_000_000,
        description="The largest message on a live connection; it may contain a whole program.",
    )
    header_seconds: Seconds = Field(default=10.0, description="The time limit for receiving the headers of a request.")
    body_seconds: Seconds = Field(default=30.0, description="The time limit for receiving the body of a request.")
    send_seconds: Seconds = Field(
        default=60.0, description="How long an answer waits for a client that does not read, before the connection is closed."
    )
    keep_alive_seconds: WholeSeconds = Field(default=30, description="How long a connection without requests stays open.")
    trusted_proxies: Proxies = Field(
        default="",
        description="The addresses and networks of the reverse proxies in front of this server, separated by commas, such"
        " as `10.0.0.0/8`. Only these may name the client (`X-Forwarded-For`, `X-Forwarded-Proto`).",
    )
    max_waiting: Count = Field(
        default=100,
        description="The number of requests waiting for a worker process from which `/readyz` and `/computez` report that"
        " the server is not ready.",
    )
    drain_seconds: SecondsOrNone = Field(
        default=0.0,
        description="How long a server that is shutting down still accepts requests while `/readyz` reports that it is "
        "not ready: as long as a load balancer needs to notice.",
    )
    shutdown_seconds: WholeSeconds = Field(default=10, description="How long requests and streams may then take to finish.")
    log_format: Literal["console", "json"] = Field(default="console", description="The format of log lines, `console` or `json`.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The lowest level of events that are logged: `debug`, `info`, `warning` or `error`."
    )
    log_requests: bool = Field(default=True, description="Whether every request is logged.")
    metrics_token: Token = Field(
        default="",
        description="The bearer token that clients must send to read `/metrics`; by default, only this machine can read it.",
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
