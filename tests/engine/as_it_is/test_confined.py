"""What becomes of a program that is run as it is: it answers, fails, is late, floods or dies, and leaves nothing."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from backpass.engine.capture.as_it_is import fence, kernel, trying
from backpass.engine.capture.as_it_is.confined import Confined, Confinement, NotConfinedError, Outcome, ParentLostError
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.capture.as_it_is.parent import _Parent
from backpass.engine.capture.as_it_is.system_calls import ALLOWED, Allowed, Bits, OneOf
from backpass.engine.invented.texts import stand_in_text
from tests.processes import descendants, is_there

pytestmark = pytest.mark.skipif(fence.lacking() is not None, reason="this machine cannot confine a program")
USUAL = Bounds(memory=500_000_000)


@pytest.fixture(scope="module")
def confined() -> Iterator[Confined]:
    made = Confined("")
    made.start()
    yield made
    made.close()


def run(confined: Confined, text: str, bounds: Bounds = USUAL) -> Outcome:
    return confined.begin(bounds).run({"program": text, "step": 1, "language": "en"})


def test_a_program_prints_and_ends(confined: Confined) -> None:
    found = run(confined, "print('a', 1)\nprint('ü\\nb')")
    assert found.answer["kind"] == "ended"
    assert found.printed == "a 1\nü\nb\n"
    assert found.seconds > 0
    assert found.kilobytes > 1_000


@pytest.mark.parametrize(
    ("text", "error", "span"),
    [
        ("x = 1\ny = x / 0 + 1", "ZeroDivisionError: division by zero", (10, 15)),
        (
            "a = '😀'; b = '😀' * 1\nc = len(a) + [] + b",
            "TypeError: unsupported operand type(s) for +: 'int' and 'list'",
            (25, 36),
        ),
        ("def f():\r\n    return missing\r\nf()", "NameError: name 'missing' is not defined", (21, 28)),
        ("x = (", "SyntaxError: '(' was never closed (<program>, line 1)", None),
        ("raise KeyboardInterrupt", "KeyboardInterrupt: ", (0, 23)),
    ],
)
def test_an_error_has_its_place_in_the_text(confined: Confined, text: str, error: str, span: tuple[int, int] | None) -> None:
    answer = run(confined, text).answer
    assert (answer["kind"], answer["error"]) == ("raised", error)
    assert answer["span"] == (span and list(span))
    assert answer["refused"] is False


def test_what_it_prints_is_bounded(confined: Confined) -> None:
    found = run(confined, "for i in range(3000): print('x' * 99)")
    assert found.answer["kind"] == "ended"
    assert found.printed == ("x" * 99 + "\n") * 200


def test_a_text_stands_in_for_one_that_is_elsewhere(confined: Confined) -> None:
    found = run(
        confined,
        "text = open('input.txt', encoding='utf-8').read()\nprint(text[:20])\nassert text == open('/data/input.txt').read()",
    )
    assert found.answer["kind"] == "ended"
    assert [(kind, known["path"]) for kind, known, _ in found.answer["notes"]] == [
        ("text", "input.txt"),
        ("text", "/data/input.txt"),
    ]
    assert stand_in_text("input.txt").startswith(found.printed.strip())


def test_what_it_writes_it_can_read_again(confined: Confined) -> None:
    found = run(
        confined,
        "for mode in 'wa':\n    with open('log.txt', mode) as file: file.write(mode)\nprint(open('log.txt').read())",
    )
    assert found.printed == "wa\n"


@pytest.mark.parametrize(
    "text", ["while True: pass", "import time\ntime.sleep(100)", "import sys\nsys.stdin = None\n(10**9)**(10**9)"]
)
def test_one_that_takes_too_long_is_ended(confined: Confined, text: str) -> None:
    found = run(confined, "print('begun')\n" + text, Bounds(10.0, 1.0))
    assert found.answer["kind"] == "late"
    assert found.printed == "begun\n"


def test_the_kernel_ends_one_that_computes_too_long(confined: Confined) -> None:
    found = run(confined, "while True: pass", Bounds(1.0, 600.0))
    assert found.answer["kind"] == "late"
    assert 0.5 < found.seconds < 5.0


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("import os; os._exit(3)", 3),
        ("import ctypes; ctypes.string_at(0)", -signal.SIGSEGV),
        (
            "import sys; sys.setrecursionlimit(10**8)\nclass A:\n    def __repr__(self): return repr(self)\nrepr(A())",
            -signal.SIGSEGV,
        ),
        ("import os; os.close(3)", 1),
        ("import os; os.abort()", -signal.SIGSEGV),
    ],
)
def test_one_that_dies_says_how(confined: Confined, text: str, status: int) -> None:
    answer = run(confined, text).answer
    assert answer == {"kind": "died", "status": status}


def test_memory_is_bounded_whoever_asks_for_it(confined: Confined) -> None:
    small = Bounds(memory=50_000_000)
    assert run(confined, "kept = []\nwhile True: kept.append(bytes(1_000_000))", small).answer["error"].startswith("MemoryError")
    assert run(confined, "kept = bytes(10_000_000)", small).answer["kind"] == "ended"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("while True: os.write(3, b'x' * 100_000)", "flood"),
        ('while True: os.write(3, b\'{"printed": "x"}\\n\' * 1_000)', "flood"),
        ('os.write(3, b\'{"kind": "graph"\'); os._exit(0)', "died"),
        ("os.write(3, b'[' * 1_000_000 + b'\\n'); os._exit(0)", "died"),
        ("os.write(3, b'{\"kind\": NaN}\\n'); os._exit(0)", "died"),
        ("os.write(3, b'{\"kind\": \"ended\", \"x\": [' + b'[],' * 300_000 + b'1]}\\n'); os._exit(0)", "died"),
        ("os.write(3, b'{\"kind\": \"ended\", \"x\": [' + b'1,' * 1_100_000 + b'1]}\\n'); os._exit(0)", "died"),
        ('os.write(3, b\'{"printed": ""}\\n\' * 30_000 + b\'{"kind": "ended"}\\n\'); os._exit(0)', "died"),
        ('os.write(3, b\'[1, 2]\\n"graph"\\n{"printed": 5}\\n\\xff\\xfe\\n\'); os._exit(0)', "died"),
    ],
)
def test_nothing_that_it_sends_is_believed(confined: Confined, text: str, kind: str) -> None:
    assert run(confined, "import os\n" + text).answer["kind"] == kind


def test_two_programs_know_nothing_of_one_another(confined: Confined) -> None:
    first = (
        "import builtins, math, random, os\nbuiltins.left = math.left = os.environ['left'] = 'x'\nrandom.seed(5)\nprint('left')"
    )
    second = (
        "import builtins, math, random, os\n"
        "print(hasattr(builtins, 'left'), hasattr(math, 'left'), os.environ.get('left'), random.random())"
    )
    alone = run(confined, second).printed
    assert run(confined, first).printed == "left\n"
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda text: run(confined, text).printed, [first, second] * 10))
    assert found[1::2] == [alone] * 10
    assert alone.startswith("False False None ")


def test_twenty_at_once_have_twenty_answers(confined: Confined) -> None:
    with ThreadPoolExecutor(20) as threads:
        found = list(threads.map(lambda number: run(confined, f"print({number} ** 2)").printed, range(20)))
    assert found == [f"{number**2}\n" for number in range(20)]


def forks(confined: Confined) -> list[int]:
    assert confined._process is not None
    return descendants(confined._process.pid)


def test_one_that_nobody_waits_for_is_ended_and_nothing_is_left(confined: Confined) -> None:
    job = confined.begin(Bounds(60.0, 60.0))
    done: list[Outcome] = []
    thread = threading.Thread(target=lambda: done.append(job.run({"program": "while True: pass", "step": 1, "language": "en"})))
    thread.start()
    while not forks(confined):
        pass
    job.kill()
    thread.join()
    assert done[0].answer["kind"] == "died"
    assert forks(confined) == []


def test_its_forks_end_with_the_parent_and_the_next_program_has_a_new_one() -> None:
    confined = Confined("")
    confined.start()
    assert confined._process is not None
    job = confined.begin(Bounds(60.0, 60.0))
    lost: list[BaseException] = []
    thread = threading.Thread(target=_await, args=(job, lost))
    thread.start()
    while not (left := forks(confined)):
        pass
    confined._process.kill()
    thread.join()
    assert isinstance(lost[0], ParentLostError)
    while any(map(is_there, left)):
        pass
    assert run(confined, "print(1)").printed == "1\n"
    confined.close()


def _await(job: Confinement, lost: list[BaseException]) -> None:
    try:
        job.run({"program": "while True: pass", "step": 1, "language": "en"})
    except ParentLostError as error:
        lost.append(error)


def test_closing_ends_everything() -> None:
    confined = Confined("")
    confined.start()
    job = confined.begin(Bounds(60.0, 60.0))
    lost: list[BaseException] = []
    thread = threading.Thread(target=_await, args=(job, lost))
    thread.start()
    while not (left := forks(confined)):
        pass
    confined.close()
    thread.join()
    while any(map(is_there, left)):
        pass


def test_a_process_that_does_not_start_is_said() -> None:
    with pytest.raises(NotConfinedError, match="did not start"):
        Confined("nothing-of-this-name").start()


@pytest.mark.parametrize(
    ("function", "value", "sentence"),
    [("is_supported", False, "Linux"), ("landlock_version", 0, "Landlock"), ("is_filter_supported", False, "seccomp")],
)
def test_what_a_machine_lacks_is_said(monkeypatch: pytest.MonkeyPatch, function: str, value: object, sentence: str) -> None:
    monkeypatch.setattr(kernel, function, lambda: value)
    assert sentence in fence.lacking()


def test_memory_that_forks_would_share_is_noticed() -> None:
    text = (
        "import mmap\nfrom backpass.engine.capture.as_it_is import fence\n"
        "print(fence.is_memory_shared())\n"
        "for rights in (3, 7, 5, 1, 0):\n"
        "    with mmap.mmap(-1, 4096, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, rights): print(fence.is_memory_shared())"
    )
    printed = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["False", *["True"] * 5], "whatever they may do with it now, they can ask for more"


WITHOUT_WARNINGS_OF_FORKS = pytest.mark.filterwarnings("ignore:os.fork")
"""JAX warns of each fork where another test of this process has loaded it."""


@WITHOUT_WARNINGS_OF_FORKS
def test_a_fence_that_does_not_hold_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert trying.what_gets_out() == []
    monkeypatch.setattr(kernel, "refuse_all_but", lambda *_: None)
    found = trying.what_gets_out()
    assert {"metadata of files", "the network", "shared memory"} <= set(found)
    assert "files" not in found, "Landlock alone keeps these"
    monkeypatch.setattr(kernel, "give_up_files", lambda: None)
    assert trying.what_gets_out() == ["the fence itself"], "the first program that it starts takes its place"


THREADS = """
import os, sys, threading
from pathlib import Path
from backpass.engine.capture.as_it_is import fence
parent, process = os.getpid(), os.fork()
if process == 0:
    known, closed, done = [], threading.Event(), threading.Event()
    def tried(*calls):
        for call in calls:
            try: known.append(type(call()).__name__)
            except OSError as error: known.append(error.errno)
    def within():
        closed.wait()
        tried(lambda: os.open(sys.executable, 0), lambda: os.open("/proc/cpuinfo", 0), os.fork, lambda: os.kill(parent, 0))
        done.set()
    def begin():
        tried(lambda: Path("/proc/cpuinfo").read_bytes(), lambda: os.open(sys.executable, 0))
        threading.Thread(target=within, daemon=True).start()
    fence.close(fence.Bounds(), parent, begin, ["/proc/cpuinfo"])
    closed.set()
    done.wait()
    os.write(1, repr(known).encode())
    os._exit(0)
os.waitpid(process, 0)
"""


def test_threads_that_began_before_have_no_more_rights() -> None:
    """What a library begins reads what it is given and nothing else; afterwards its threads read nothing, and make nothing."""
    printed = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=True).stdout
    assert printed == "['bytes', 13, 1, 1, 1, 1]"


@WITHOUT_WARNINGS_OF_FORKS
def test_a_fence_that_cannot_be_closed_is_none_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(kernel, "give_up_files", broken)
    assert trying.what_gets_out() == ["the fence itself: [Errno 1] Operation not permitted"]
    assert "cannot give up its rights here ([Errno 1] Operation not permitted)" in trying.not_holding()


READ_ONLY = """
import ctypes, time
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
class Part(ctypes.Structure):
    _names = "offset", "at", "_", "stored", "size", "__"
    _fields_ = [("kind", ctypes.c_uint32), ("flags", ctypes.c_uint32), *zip(_names, [ctypes.c_size_t] * 6)]
class Library(ctypes.Structure):
    _fields_ = [("at", ctypes.c_size_t), ("name", ctypes.c_char_p), ("parts", ctypes.POINTER(Part)), ("count", ctypes.c_uint16)]
found = []
@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Library), ctypes.c_size_t, ctypes.c_void_p)
def take(library, _size, _):
    here = library.contents
    if any(each in here.name for each in (b"blas", b"_multiarray", b"libcrypto", b"sqlite")):
        found.extend((here.at + part.at, part.size) for part in here.parts[:here.count] if part.kind == 1)
    return 0
libc.dl_iterate_phdr(take, None)
for at, size in found:
    libc.munmap(ctypes.c_void_p(at & ~4095), ctypes.c_size_t(size))
kept, piece = 0, 1_000_000
while (at := libc.mmap(None, ctypes.c_size_t(piece), 3, 0x22, -1, ctypes.c_size_t(0))) != 2**64 - 1:
    ctypes.memset(at, 1, piece)
    libc.mprotect(ctypes.c_void_p(at), ctypes.c_size_t(piece), 1)
    kept += piece
    print(kept // 1_000_000, flush=True)
time.sleep(2)
print("KEPT")
"""


def test_memory_that_is_made_read_only_counts_as_well(confined: Confined) -> None:
    """The kernel's limit on data leaves it out, and a program can give back the room of libraries for it.

    On a busy machine the program is ended while it still asks for more: how far it came is printed as it goes.
    """
    found = run(confined, READ_ONLY, Bounds(memory=10_000_000))
    assert found.answer == {"kind": "memory"}
    assert "KEPT" not in found.printed
    assert int(found.printed.split()[-1]) >= 10, "more than the kernel's limit leaves beside the interpreter"


@WITHOUT_WARNINGS_OF_FORKS
@pytest.mark.parametrize("function", ["fork", "pidfd_open"])
def test_where_no_process_can_be_made_one_program_is_lost_and_no_other(function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    ours, channel = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    work, its_work = socket.socketpair()
    report, its_report = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, channel, work, report:
        parent = _Parent(channel)
        with its_work, its_report:
            socket.send_fds(ours, [json.dumps(USUAL.plain()).encode()], [its_work.fileno(), its_report.fileno()])
        with monkeypatch.context() as patched:
            patched.setattr(os, function, full)
            assert parent._begin()
        report.settimeout(10)
        assert work.recv(1) == report.recv(1) == b""
        ours.send(json.dumps(USUAL.plain()).encode())  # its files did not come through
        assert parent._begin()


def test_which_other_programs_run_is_not_in_the_memory_of_one(confined: Confined) -> None:
    text = (
        "import sys, gc\nframe, found = sys._getframe(), []\n"
        "while frame:\n"
        "    found += [vars(each) for each in frame.f_locals.values() if hasattr(each, '_forks')]\n"
        "    frame = frame.f_back\n"
        "print([len(each['_forks']) for each in found], any(type(each).__name__ == '_Fork' for each in gc.get_objects()))"
    )
    job = confined.begin(Bounds(60.0, 60.0))
    thread = threading.Thread(target=lambda: job.run({"program": "while True: pass", "step": 1, "language": "en"}))
    thread.start()
    while not forks(confined):
        pass
    assert run(confined, text).printed == "[] False\n"
    job.kill()
    thread.join()


def test_the_order_of_a_set_is_the_same_after_another_start(confined: Confined) -> None:
    text = "print([each for each in set('abcdefghij')])"
    other = Confined("")
    other.start()
    assert run(other, text).printed == run(confined, text).printed
    other.close()


def test_every_system_call_is_listed_once_with_its_reason() -> None:
    numbers = [each.number for each in ALLOWED]
    assert numbers == sorted(set(numbers))
    assert all(each.reason for each in ALLOWED)


def verdict(allowed: list[Allowed], number: int, *arguments: int, machine: int = 0xC000003E) -> int:
    """What the kernel makes of a call: the filter, run as its documentation says."""
    data = number.to_bytes(4, "little") + machine.to_bytes(4, "little") + bytes(8)
    data += b"".join((argument % 2**64).to_bytes(8, "little") for argument in (*arguments, *[0] * (6 - len(arguments))))
    place = value = 0
    program = kernel.filter_of(allowed)
    while True:
        operation, if_true, if_false, constant = program[place]
        place += 1
        match operation:
            case 0x20:
                value = int.from_bytes(data[constant : constant + 4], "little")
            case 0x06:
                return constant
            case _:
                holds = {0x15: value == constant, 0x35: value >= constant, 0x45: bool(value & constant)}[operation]
                place += if_true if holds else if_false


ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050001, 0x80000000


@pytest.mark.parametrize(
    ("number", "arguments", "expected"),
    [
        (0, (), ALLOW),
        (1, (), ALLOW),
        (2, (), REFUSE),
        (7, (5,), ALLOW),
        (7, (6,), ALLOW),
        (7, (4,), REFUSE),
        (7, (5 + 2**32,), REFUSE),
        (7, (-1,), REFUSE),
        (9, (0, 0b0110), ALLOW),
        (9, (0, 0b1110), ALLOW),
        (9, (0, 0b0100), REFUSE),
        (9, (0, 0b0111), REFUSE),
        (9, (0, 0b0110 + 2**40), REFUSE),
        (0x40000000, (), KILL),
        (2**32 - 1, (), KILL),
    ],
)
def test_the_filter_decides_by_number_and_arguments(number: int, arguments: tuple[int, ...], expected: int) -> None:
    allowed = [
        Allowed("a", 0, "x"),
        Allowed("b", 1, "x"),
        Allowed("c", 7, "x", (OneOf(0, (5, 6)),)),
        Allowed("d", 9, "x", (Bits(1, 0b110, 0b001),)),
    ]
    assert verdict(allowed, number, *arguments) == expected
    assert verdict(allowed, number, *arguments, machine=0x40000003) == KILL


def test_no_clock_of_another_process_is_read() -> None:
    assert verdict(list(ALLOWED), 228, 1) == ALLOW
    assert verdict(list(ALLOWED), 228, (~os.getpid() << 3) | 2) == REFUSE
    assert verdict(list(ALLOWED), 9, 0, 4096, 3, 0x22) == ALLOW
    assert verdict(list(ALLOWED), 9, 0, 4096, 3, 0x21) == REFUSE
    assert sys.platform == "linux"


@pytest.mark.parametrize("flags", [0x21, 0x28, 0x23, 0x122, 0x40022, 0x02, 0x20])
def test_memory_is_private_counted_and_of_no_file(flags: int) -> None:
    assert verdict(list(ALLOWED), 9, 0, 4096, 3, 0x22) == ALLOW
    assert verdict(list(ALLOWED), 9, 0, 4096, 3, flags) == REFUSE


def test_the_processor_guesses_nothing_that_can_be_turned_off() -> None:
    text = (
        "from pathlib import Path\nfrom backpass.engine.capture.as_it_is import kernel\n"
        "kernel.refuse_speculation()\nprint(Path('/proc/self/status').read_text())"
    )
    status = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout
    guesses = [line for line in status.splitlines() if line.startswith("Speculation")]
    assert guesses
    assert not [line for line in guesses if line.endswith(("thread vulnerable", "conditional enabled"))]
