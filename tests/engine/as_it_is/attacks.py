"""Programs that want out: each prints `OUT` where it gets what it is after, as it does without the fence.

Names in capitals are what the tests have put there for them to reach: see `test_attacks.Yard`. Numbers are those of system calls on
x86-64, for what Python has no function for.
"""

from typing import NamedTuple

PRELUDE = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *arguments):
    found = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(each) if isinstance(each, int) else each for each in arguments])
    if found < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return found
def out(got=True):
    assert got
    print("OUT")
"""


class Attack(NamedTuple):
    name: str
    text: str
    of_root: bool = False
    """Whether the kernel refuses it to all others anyway."""


FILES = [
    Attack("open", "out('deep' in open(SECRET).read())"),
    Attack("open, as bytes", "out(b'deep' in open(SECRET, 'rb').read())"),
    Attack("io.FileIO", "import io; out(b'deep' in io.FileIO(SECRET).read())"),
    Attack("os.open", "out(b'deep' in os.read(os.open(SECRET, os.O_RDONLY), 99))"),
    Attack("posix.open", "import posix; out(b'deep' in posix.read(posix.open(SECRET, 0), 99))"),
    Attack("pathlib", "import pathlib; out('deep' in pathlib.Path(SECRET).read_text())"),
    Attack("codecs.open", "import codecs; out('deep' in codecs.open(SECRET, encoding='ascii').read())"),
    Attack("beneath a folder", "out(b'deep' in os.read(os.open('secret.dat', 0, dir_fd=os.open(FOLDER, os.O_PATH)), 99))"),
    Attack("fopen of C", "libc.fopen.restype = ctypes.c_void_p; out(libc.fopen(SECRET.encode(), b'r'))"),
    Attack("the system call open", "out(call(2, SECRET.encode(), 0) >= 0)"),
    Attack(
        "openat2",
        "import struct; out(call(437, -100, SECRET.encode(), ctypes.create_string_buffer(struct.pack('QQQ', 0, 0, 0), 24), 24) >= 0)",
    ),
    Attack(
        "a handle of a file",
        "b = ctypes.create_string_buffer(bytes([64, 0, 0, 0]) + bytes(68)); call(303, -100, SECRET.encode(), b, ctypes.byref(ctypes.c_int()), 0); out()",
    ),
    Attack("a symbolic link", "os.symlink(SECRET, FOLDER + '/link.txt'); out('deep' in open(FOLDER + '/link.txt').read())"),
    Attack("a hard link", "os.link(SECRET, FOLDER + '/hard'); out()"),
    Attack("names in a folder", "out(os.listdir('/'))"),
    Attack("os.scandir", "out(next(os.scandir(FOLDER)).name)"),
    Attack("glob", "import glob; out(glob.glob(FOLDER + '/*'))"),
    Attack("the size of a file", "out(os.stat(SECRET).st_size)"),
    Attack("whether there is a file", "out(os.path.exists(SECRET))"),
    Attack("os.access", "out(os.access(SECRET, os.R_OK))"),
    Attack("statx", "out(call(332, -100, SECRET.encode(), 0, 0xfff, ctypes.create_string_buffer(256)) == 0)"),
    Attack(
        "fstatat with an empty path allowed",
        "out(call(262, -100, SECRET.encode(), ctypes.create_string_buffer(256), 0x1000) == 0)",
    ),
    Attack("how full the disk is", "out(os.statvfs('/').f_blocks)"),
    Attack("where a link leads", "out(os.readlink('/proc/self/exe'))"),
    Attack("a new file", "os.write(os.open(FOLDER + '/new.bin', os.O_CREAT | os.O_WRONLY), b'1'); out()"),
    Attack("a shorter file", "os.truncate(FOLDER + '/spoil', 0); out()"),
    Attack("a file removed", "os.unlink(FOLDER + '/remove'); out()"),
    Attack("a file renamed", "os.rename(FOLDER + '/rename', FOLDER + '/renamed'); out()"),
    Attack("a new folder", "import posix; posix.mkdir(FOLDER + '/made'); out()"),
    Attack("a pipe with a name", "os.mkfifo(FOLDER + '/pipe'); out()"),
    Attack("other rights", "os.chmod(FOLDER + '/chmod', 0o600); out()"),
    Attack("other times", "os.utime(FOLDER + '/utime'); out()"),
    Attack("the copy of a file", "import shutil; shutil.copy(SECRET, FOLDER + '/copied'); out()"),
    Attack("a temporary file", "import tempfile; tempfile.TemporaryFile('w+b'); out()"),
    Attack("a database", "import sqlite3; sqlite3.connect(FOLDER + '/base').execute('create table t (x)'); out()"),
    Attack("an array out of a file", "import numpy; out(len(numpy.fromfile(SECRET, 'uint8')))"),
    Attack(
        "a module out of a folder",
        "from importlib.machinery import PathFinder; sys.meta_path.append(PathFinder); sys.path.append(FOLDER); import planted; out()",
    ),
    Attack("a program out of a folder", "import runpy; runpy.run_path(FOLDER + '/planted.py'); out()"),
    Attack(
        "a module of an archive", "import zipimport; zipimport.zipimporter(FOLDER + '/planted.zip').load_module('planted'); out()"
    ),
    Attack("a library of machine code", "ctypes.CDLL(LIBRARY); out()"),
    Attack("a file that is memory", "out(os.memfd_create('x') >= 0)"),
    Attack("all users", "import pwd; out(pwd.getpwuid(0))"),
    Attack("the random device", "out(os.open('/dev/urandom', 0) >= 0)"),
    Attack("shared memory by name", "out(os.open('/dev/shm/x', os.O_CREAT | os.O_RDWR) >= 0)"),
    Attack("what the kernel says of itself", "out(open('/proc/version', 'rb').read())"),
    Attack("what the machine has", "out(os.listdir('/sys'))"),
    Attack("where it may go", "os.chdir(FOLDER); out()"),
]

THROUGH_PROC = [
    Attack("its own environment", "out(open('/proc/self/environ', 'rb').read())"),
    Attack("the environment of its parent", "out(open(f'/proc/{PARENT or os.getppid()}/environ', 'rb').read())"),
    Attack("the command of its parent", "out(open(f'/proc/{PARENT or os.getppid()}/cmdline', 'rb').read())"),
    Attack("memory of its own", "os.lseek(os.open('/proc/self/mem', os.O_RDWR), id(0), 0); out()"),
    Attack("memory of another", "out(os.open(f'/proc/{VICTIM}/mem', os.O_RDWR) >= 0)"),
    Attack("files that another has open", "out(os.listdir(f'/proc/{VICTIM}/fd'))"),
    Attack("the root of another", "out(os.listdir(f'/proc/{VICTIM}/root'))"),
    Attack("all processes", "out([each for each in os.listdir('/proc') if each.isdigit()])"),
    Attack("whether there is a process", "out(os.path.exists(f'/proc/{VICTIM}'))"),
    Attack("a file that is open, once more", "out(os.open('/proc/self/fd/0', os.O_RDONLY) >= 0)"),
    Attack("how busy the machine is", "out(os.getloadavg())"),
]

ROUNDABOUT = [
    Attack(
        "os through builtins",
        "kind = next(each for each in ().__class__.__base__.__subclasses__() if each.__name__ == '_wrap_close')\nout(b'deep' in kind.__init__.__globals__['read'](kind.__init__.__globals__['open'](SECRET, 0), 99))",
    ),
    Attack(
        "the loader of a module",
        "from importlib.machinery import SourceFileLoader; out(SourceFileLoader('x', SECRET).get_data(SECRET))",
    ),
    Attack(
        "a pickle that opens",
        "import pickle\nclass Evil:\n    def __reduce__(self): return os.open, (SECRET, 0)\nout(pickle.loads(pickle.dumps(Evil())) >= 0)",
    ),
    Attack(
        "a pickle that runs",
        "import pickle\nclass Evil:\n    def __reduce__(self): return os.system, ('true',)\nout(pickle.loads(pickle.dumps(Evil())) == 0)",
    ),
    Attack(
        "a module loaded once more",
        "import importlib.machinery, importlib.util\nimport posix\nout(importlib.util.module_from_spec(importlib.machinery.ModuleSpec('posix', importlib.machinery.BuiltinImporter)) and posix.listdir('/'))",
    ),
    Attack("breakpoint", "import builtins; sys.breakpointhook = os.system; out(breakpoint('true') == 0)"),
    Attack("the globals of a frame", "out(b'deep' in vars(sys.modules['builtins'])['open'](SECRET, 'rb').read())"),
    Attack(
        "code written as numbers",
        "import mmap, platform\nmemory = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 7)\n"
        "path = ctypes.create_string_buffer(SECRET.encode())\n"
        "code = b'\\x48\\xbf' + ctypes.addressof(path).to_bytes(8, 'little') + b'\\x31\\xf6\\x31\\xd2\\xb8\\x02\\0\\0\\0\\x0f\\x05\\xc3'\n"
        "memory.write(code)\nrun = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))\nout(run() >= 0)",
    ),
    Attack(
        "system calls of a 32-bit machine",
        "import mmap\nmemory = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 7)\n"
        "memory.write(b'\\xb8\\x14\\0\\0\\0\\xcd\\x80\\xc3')\nout(ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))() == os.getpid())",
    ),
]

SURROUNDINGS = [
    Attack("the environment", "out('BACKPASS_SECRET' in os.environ)"),
    Attack("the environment of C", "libc.getenv.restype = ctypes.c_char_p; out(libc.getenv(b'BACKPASS_SECRET'))"),
    Attack("any environment", "out(len(os.environ))"),
    Attack(
        "files left open",
        "def is_open(file):\n    try: return bool(os.fstat(file))\n    except OSError: return False\nout(any(map(is_open, range(4, 300))))",
    ),
    Attack("the name of the machine", "out(os.uname().nodename)"),
    Attack("how much memory there is", "out(call(99, ctypes.create_string_buffer(256)) == 0)"),
    Attack("the log of the kernel", "out(call(103, 10, 0, 0) >= 0)"),
    Attack("who it is", "out(os.getuid() >= 0)"),
    Attack("another user", "os.setuid(os.getuid()); out()"),
    Attack("other groups", "os.setgid(os.getgid()); out()"),
    Attack("its limits", "import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); out()"),
    Attack(
        "its rights",
        "b = ctypes.create_string_buffer(24); import struct; out(call(125, ctypes.create_string_buffer(struct.pack('=Ii', 0x20080522, 0)), b) == 0)",
    ),
    Attack("what it is called", "out(libc.prctl(15, b'python', 0, 0, 0) == 0)"),
    Attack("more priority", "os.nice(0); out()"),
    Attack("another processor", "os.sched_setaffinity(0, os.sched_getaffinity(0)); out()"),
]

PROCESSES = [
    Attack("fork", "if os.fork() == 0: os._exit(0)\nout()"),
    Attack("the system call fork", "if call(57) == 0: os._exit(0)\nout()"),
    Attack("clone", "if call(56, 17, 0, 0, 0, 0) == 0: os._exit(0)\nout()"),
    Attack(
        "clone3",
        "import struct\nif call(435, ctypes.create_string_buffer(struct.pack('8Q', 0, 0, 0, 0, 17, 0, 0, 0), 64), 64) == 0: os._exit(0)\nout()",
    ),
    Attack("a bomb of forks", "for _ in range(20):\n    if os.fork() == 0: os._exit(0)\nout()"),
    Attack("a thread", "import threading; thread = threading.Thread(target=out); thread.start(); thread.join()"),
    Attack(
        "a bomb of threads",
        "import _thread, threading\nend = threading.Event()\nfor _ in range(50): _thread.start_new_thread(end.wait, ())\nout(); end.set()",
    ),
    Attack(
        "a pool of threads", "from concurrent.futures import ThreadPoolExecutor as Pool; out(Pool(1).submit(int).result() == 0)"
    ),
    Attack("another program", "os.execv(sys.executable, [sys.executable, '-S', '-c', 'print(\"OUT\")'])"),
    Attack(
        "execveat",
        "import struct; arguments = (ctypes.c_char_p * 4)(sys.executable.encode(), b'-c', b'print(\"OUT\")', None); call(322, -100, sys.executable.encode(), arguments, ctypes.POINTER(ctypes.c_char_p)(), 0)",
    ),
    Attack("a shell", "out(os.system('true') == 0)"),
    Attack("subprocess", "import subprocess; out(subprocess.run([sys.executable, '-S', '-c', '']).returncode == 0)"),
    Attack(
        "a program with LD_PRELOAD",
        "import subprocess; out(subprocess.run([sys.executable, '-S', '-c', ''], env={'LD_PRELOAD': LIBRARY}).returncode == 0)",
    ),
    Attack("posix_spawn", "out(os.posix_spawn(sys.executable, [sys.executable, '-S', '-c', ''], {}) > 0)"),
    Attack(
        "multiprocessing",
        "import multiprocessing as m; p = m.get_context('fork').Process(target=int); p.start(); p.join(); out(p.exitcode == 0)",
    ),
    Attack("a terminal", "import pty; out(pty.openpty())"),
    Attack("a pipe", "out(os.pipe())"),
    Attack("asyncio", "import asyncio; asyncio.run(asyncio.sleep(0)); out()"),
]

OTHERS = [
    Attack("a signal", "import signal; os.kill(VICTIM, signal.SIGUSR1); out()"),
    Attack("a signal to its parent", "os.kill(PARENT or os.getppid(), 0); out()"),
    Attack("a signal to everybody", "os.kill(-1, 0); out()"),
    Attack("a signal to its group", "os.killpg(0, 0); out()"),
    Attack("a signal to a thread", "out(call(234, VICTIM, VICTIM, 10) == 0)"),
    Attack(
        "a signal with data",
        "import struct; out(call(129, VICTIM, 10, ctypes.create_string_buffer(struct.pack('iii', 10, 0, -1), 128)) == 0)",
    ),
    Attack("a signal by a file", "import signal; signal.pidfd_send_signal(os.pidfd_open(VICTIM), 0); out()"),
    Attack("a signal by way of a file that is ready", "import fcntl; fcntl.fcntl(0, 8, VICTIM); out()"),
    Attack("a timer that signals", "import signal; signal.setitimer(signal.ITIMER_REAL, 0); out()"),
    Attack("tracing another", "out(call(101, 0x4206, VICTIM, 0, 0) == 0)"),
    Attack("to be traced", "out(call(101, 0, 0, 0, 0) == 0)"),
    Attack(
        "the memory of another",
        "b = ctypes.create_string_buffer(16)\nclass Part(ctypes.Structure): _fields_ = [('at', ctypes.c_void_p), ('size', ctypes.c_size_t)]\nmine, theirs = Part(ctypes.addressof(b), 16), Part(ADDRESS, 16)\nout(call(310, VICTIM, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0) == 16)",
    ),
    Attack("the files of another", "out(call(438, os.pidfd_open(VICTIM), 0, 0) >= 0)"),
    Attack("the limits of another", "import resource; out(resource.prlimit(VICTIM, resource.RLIMIT_NOFILE))"),
    Attack("the session of another", "out(os.getsid(VICTIM) >= 0)"),
    Attack("the priority of another", "out(os.getpriority(os.PRIO_PROCESS, VICTIM) is not None)"),
    Attack("the processors of another", "out(os.sched_getaffinity(VICTIM))"),
    Attack("the time that another computes", "import time; out(time.clock_gettime((~VICTIM << 3) | 2) >= 0)"),
    Attack("the time that its forks compute", "import resource; out(resource.getrusage(resource.RUSAGE_CHILDREN))"),
    Attack(
        "counters of the processor",
        "out(call(298, ctypes.create_string_buffer(bytes([1, 0, 0, 0, 112, 0, 0, 0]), 112), 0, -1, -1, 0) >= 0)",
    ),
    Attack(
        "memory merged with that of others",
        "import mmap; m = mmap.mmap(-1, 8192, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS); m.madvise(12); out()",
    ),
    Attack("comparing with another", "out(call(312, os.getpid(), VICTIM, 0, 0, 0) >= 0)"),
    Attack("barriers in all processes", "out(call(324, 0, 0, 0) >= 0)"),
]

NETWORK = [
    Attack("TCP", "import socket; socket.create_connection(('127.0.0.1', PORT)); out()"),
    Attack("TCP, listening", "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); out()"),
    Attack("UDP", "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', PORT)); out()"),
    Attack("IPv6", "import socket; socket.socket(socket.AF_INET6); out()"),
    Attack("a local socket", "import socket; s = socket.socket(socket.AF_UNIX); s.connect(LOCAL); out()"),
    Attack("an abstract socket", "import socket; s = socket.socket(socket.AF_UNIX); s.connect('\\0' + ABSTRACT); out()"),
    Attack("a pair of sockets", "import socket; socket.socketpair(); out()"),
    Attack("netlink", "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0); out()"),
    Attack("raw packets", "import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1); out()", of_root=True),
    Attack("a page", "import urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{PORT}/').read(); out()"),
    Attack("a name", "import socket; out(socket.getaddrinfo('localhost', 80))"),
    Attack("the interfaces", "import socket; out(socket.if_nameindex())"),
    Attack("a socket by its system call", "out(call(41, 2, 1, 0) >= 0)"),
]

SHARED = [
    Attack("a segment of shared memory", "found = call(29, 0, 4096, 0o1600); call(31, found, 0, 0); out()"),
    Attack("the segment of another", "libc.shmat.restype = ctypes.c_void_p; out(libc.shmat(SEGMENT, None, 0) != 2**64 - 1)"),
    Attack("semaphores", "found = call(64, 0, 1, 0o1600); call(66, found, 0, 0, 0); out()"),
    Attack("a queue of messages", "found = call(68, 0, 0o1600); call(71, found, 0, 0); out()"),
    Attack("a queue with a name", "out(call(240, b'backpass', 0o102, 0o600, 0) >= 0); call(241, b'backpass')"),
    Attack(
        "multiprocessing.shared_memory",
        "from multiprocessing.shared_memory import SharedMemory as S; s = S(create=True, size=64); out(); s.unlink()",
    ),
    Attack("memory shared with forks", "import mmap; mmap.mmap(-1, 4096); out()"),
    Attack("mapped memory that is shared", "out(call(9, 0, 4096, 3, 0x21, -1, 0) > 0)"),
    Attack("memory that grows by itself", "out(call(9, 0, 4096, 3, 0x122, -1, 0) > 0)"),
    Attack(
        "locked memory",
        "import mmap; m = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS); out(call(325, ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(m))), 4096, 0) == 0)",
    ),
    Attack("a lock of another process", "word = ctypes.c_int(0); out(call(202, ctypes.byref(word), 1, 1, 0, 0, 0) == 0)"),
]

KERNEL = [
    Attack("its keyring", "out(call(250, 0, -2, 1) > 0)"),
    Attack("a new key", "out(call(248, b'user', b'backpass', b'1', 1, -2) > 0)"),
    Attack("asking for a key", "call(248, b'user', b'asked', b'1', 1, -2); out(call(249, b'user', b'asked', 0, 0) > 0)"),
    Attack("io_uring", "out(call(425, 1, ctypes.create_string_buffer(120)) >= 0)"),
    Attack(
        "bpf",
        "out(call(321, 0, ctypes.create_string_buffer(bytes([2, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0]), 128), 128) >= 0)",
        of_root=True,
    ),
    Attack("userfaultfd", "out(call(323, 1) >= 0)"),
    Attack("a namespace of users", "out(call(272, 0x10000000) == 0)"),
    Attack("a namespace of mounts", "out(call(272, 0x00020000) == 0)", of_root=True),
    Attack("the namespace of another", "out(call(308, os.open(f'/proc/{VICTIM}/ns/uts', 0), 0) == 0)", of_root=True),
    Attack("another root", "os.chroot(FOLDER); out()", of_root=True),
    Attack("a mount", "call(272, 0x00020000); out(call(165, b'none', FOLDER.encode(), b'tmpfs', 0, 0) == 0)", of_root=True),
    Attack("another personality", "out(call(135, 0xffffffff) >= 0)"),
    Attack(
        "a filter of its own",
        "import struct; code = ctypes.create_string_buffer(struct.pack('=HBBI', 6, 0, 0, 0x7fff0000)); libc.prctl(38, 1, 0, 0, 0); out(call(317, 1, 0, ctypes.create_string_buffer(struct.pack('=HxxxxxxQ', 1, ctypes.addressof(code)))) == 0)",
    ),
    Attack("a rule of Landlock", "out(call(444, ctypes.create_string_buffer(bytes([1] + [0] * 7), 8), 8, 0) >= 0)"),
    Attack("descriptors of segments", "out(call(154, 0, ctypes.create_string_buffer(16), 16) >= 0)"),
    Attack("watching files", "out(call(253) >= 0)"),
    Attack("waiting for files", "import select; out(select.epoll())"),
    Attack("a timer that is a file", "out(call(283, 1, 0) >= 0)"),
    Attack("an event that is a file", "out(os.eventfd(0) >= 0)"),
    Attack("orders to a file that is open", "out(call(16, 0, 0x5451, 0) == 0)"),
    Attack("a second file for the same", "out(os.dup(0) >= 0)"),
]

BEYOND = [
    Attack("3 GB", "out(len(bytearray(3 * 10**9)))"),
    Attack(
        "memory that is mapped, bit by bit",
        "import mmap; kept = [mmap.mmap(-1, 10**8, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(30)]; out()",
    ),
    Attack(
        "memory given by C",
        "libc.malloc.restype = ctypes.c_void_p; out(all([libc.malloc(ctypes.c_size_t(10**8)) for _ in range(30)]))",
    ),
]

HANDED = [
    Attack("a file sent with the answer", "import socket; socket.send_fds(socket.socket(fileno=3), [b'x'], [0]); out()"),
    Attack(
        "a file that comes with the request",
        "import socket\ntry: socket.socket(fileno=3).recvmsg(1, 99, 0x40)\nexcept BlockingIOError: pass\nout()",
    ),
    Attack(
        "who reads the answer",
        "b = ctypes.create_string_buffer(12); out(call(55, 3, 1, 17, b, ctypes.byref(ctypes.c_int(12))) == 0)",
    ),
    Attack("an end to the answer's socket", "out(call(48, 3, 0) == 0)"),
    Attack("more room for the answer", "out(call(54, 3, 1, 7, ctypes.byref(ctypes.c_int(10**6)), 4) == 0)"),
    Attack("waiting for the reader of the answer", "import select; out(select.select([], [3], [], 0)[1])"),
    Attack(
        "memory of the file of the answer", "try: call(9, 0, 4096, 3, 2, 3, 0)\nexcept OSError as error: out(error.errno == 19)"
    ),
    Attack("how others read a file", "import fcntl; fcntl.fcntl(0, fcntl.F_SETFL, os.O_NONBLOCK); out()"),
    Attack("where others read on in a file", "out(os.lseek(0, 0, 0) == 0)"),
    Attack("a lock on a file that others have", "import fcntl; fcntl.flock(0, fcntl.LOCK_SH); out()"),
    Attack("the disk of a file that is open", "out(os.fstatvfs(0))"),
    Attack("one file in place of another", "os.dup2(0, 2); out()"),
    Attack("a file sent on by the kernel", "out(os.sendfile(3, os.open(SECRET, 0), 0, 4) == 4)"),
    Attack(
        "memory lent to a pipe",
        "into = os.pipe()[1]; b = ctypes.create_string_buffer(16); out(call(278, into, (ctypes.c_size_t * 2)(ctypes.addressof(b), 16), 1, 0) == 16)",
    ),
    Attack("many files closed at once", "out(call(436, 100, 200, 0) == 0)"),
    Attack("a file written to its disk", "os.fsync(os.open(FOLDER + '/spoil', os.O_RDONLY)); out()"),
    Attack("a tree of files", "out(call(428, -100, FOLDER.encode(), 0) >= 0)"),
    Attack("whether there is a file, asked anew", "out(call(439, -100, SECRET.encode(), 0, 0) == 0)"),
    Attack("marks on a file", "out(os.listxattr(FOLDER) is not None)"),
]
"""Through the files that a program has been handed: 0 to 2, which go nowhere, and 3 for its request and answer."""

INHERITED = [
    Attack(
        "the environment where the kernel has put it",
        "end = ctypes.c_void_p.in_dll(libc, '__libc_stack_end').value\nplace = end + 8 * (ctypes.c_long.from_address(end).value + 2)\n"
        "found = []\nwhile here := ctypes.c_void_p.from_address(place).value:\n    found.append(ctypes.string_at(here)); place += 8\n"
        "out(any(b'deep' in each for each in found))",
    ),
    Attack("who its parent is", "out(os.getppid() > 0)"),
    Attack("to live longer than its parent", "out(libc.prctl(1, 0, 0, 0, 0) == 0)"),
    Attack("to be looked into", "out(libc.prctl(4, 1, 0, 0, 0) == 0)"),
    Attack("to adopt processes", "out(libc.prctl(36, 1, 0, 0, 0) == 0)"),
    Attack("finer timers", "out(libc.prctl(29, 1, 0, 0, 0) == 0)"),
    Attack("its registers of segments", "out(call(158, 0x1003, ctypes.byref(ctypes.c_ulong())) == 0)"),
    Attack("where the kernel writes at its end", "out(call(218, ctypes.byref(ctypes.c_int())) > 0)"),
    Attack("locks that are opened at its end", "out(call(273, ctypes.create_string_buffer(24), 24) == 0)"),
    Attack(
        "the locks of another",
        "out(call(274, VICTIM, ctypes.byref(ctypes.c_void_p()), ctypes.byref(ctypes.c_size_t())) == 0)",
    ),
    Attack(
        "writing into the memory of another",
        "b = ctypes.create_string_buffer(b'deep')\nclass Part(ctypes.Structure): _fields_ = [('at', ctypes.c_void_p), ('size', ctypes.c_size_t)]\nmine, theirs = Part(ctypes.addressof(b), 4), Part(ADDRESS, 4)\nout(call(311, VICTIM, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0) == 4)",
    ),
    Attack(
        "advice on the memory of another",
        "class Part(ctypes.Structure): _fields_ = [('at', ctypes.c_void_p), ('size', ctypes.c_size_t)]\nout(call(440, os.pidfd_open(VICTIM), ctypes.byref(Part(ADDRESS & ~4095, 4096)), 1, 20, 0) == 4096)",
        of_root=True,
    ),
    Attack("a signal to itself", "import signal; signal.raise_signal(signal.SIGCONT); out()"),
    Attack(
        "to be stopped",
        "import signal; signal.signal(signal.SIGTSTP, signal.SIG_IGN); signal.raise_signal(signal.SIGTSTP); out()",
    ),
    Attack(
        "a signal to its own thread",
        "import signal, threading; signal.pthread_kill(threading.get_ident(), signal.SIGCONT); out()",
    ),
    Attack("an alarm", "out(call(37, 9) >= 0)"),
    Attack("a timer of the kernel", "out(call(222, 1, 0, ctypes.byref(ctypes.c_int())) == 0)"),
    Attack("waiting for a signal", "import signal; signal.sigtimedwait([signal.SIGUSR2], 0); out()"),
    Attack("signals that wait", "import signal; signal.sigpending(); out()"),
    Attack("its group", "out(os.getpgid(0))"),
    Attack("another class of priority", "os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)); out()"),
    Attack("priority on disks", "out(call(251, 1, 0, (2 << 13) | 7) == 0)"),
    Attack("which rights new files have", "os.umask(0o77); out()"),
    Attack("the time of it and its forks", "out(call(100, 0) > 0)"),
    Attack("how the clock is set", "out(call(159, ctypes.create_string_buffer(208)) >= 0)"),
    Attack("another name of the machine", "call(272, 0x04000000); out(call(170, b'x', 1) == 0)", of_root=True),
    Attack("all of its memory locked", "out(call(151, 2) == 0)", of_root=True),
    Attack(
        "which of its memory is there",
        "b = ctypes.create_string_buffer(8192); out(call(27, ctypes.c_void_p(ctypes.addressof(b) & ~4095), 4096, ctypes.create_string_buffer(1)) == 0)",
    ),
    Attack(
        "memory put out to disk", "import mmap; mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).madvise(21); out()"
    ),
    Attack(
        "memory that forks do not get",
        "import mmap; mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).madvise(10); out()",
    ),
    Attack(
        "memory written to its file",
        "b = ctypes.create_string_buffer(8192); out(call(26, ctypes.c_void_p(ctypes.addressof(b) & ~4095), 4096, 1) == 0)",
    ),
]
"""What a process has of its parent, and what it could change of itself."""

ATTACKS = [
    *(*FILES, *THROUGH_PROC, *ROUNDABOUT, *SURROUNDINGS, *PROCESSES, *OTHERS, *NETWORK, *SHARED, *KERNEL, *BEYOND),
    *(*HANDED, *INHERITED),
]
