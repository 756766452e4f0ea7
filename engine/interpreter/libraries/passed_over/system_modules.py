"""What scripts use of `os`, `sys`, `argparse`, `absl`, `inspect`, `pathlib`, `pickle` and `json`, written in the language itself.

There are no files and no command line here: nothing exists, nothing is written, every argument has its default. What would read
a file is refused.
"""

SYSTEM = frozenset({"os", "sys", "argparse", "pathlib", "pickle", "json", "glob", "inspect", "absl", "packaging"})
"""The modules, without those within them. Unlike those of mathematics they are not known before they are imported."""

_PATHS = """
import backpass

sep = "/"

def text_of(path):
    return path if isinstance(path, str) else str(path)

def join(path, *paths):
    found = text_of(path)
    for each in paths:
        each = text_of(each)
        if each.startswith("/"):
            found = each
        elif found == "" or found.endswith("/"):
            found = found + each
        else:
            found = found + "/" + each
    return found

def split(p):
    pieces = text_of(p).split("/")
    return ("/".join(pieces[:-1]), pieces[-1])

def basename(p):
    return split(p)[1]

def dirname(p):
    return split(p)[0]

def splitext(p):
    before, name = split(p)
    pieces = name.split(".")
    if len(pieces) == 1 or pieces[0] == "" and len(pieces) == 2:
        return (text_of(p), "")
    ending = "." + pieces[-1]
    return (text_of(p)[:-len(ending)], ending)

def abspath(path):
    return text_of(path)

def realpath(path):
    return text_of(path)

def normpath(path):
    return text_of(path)

def expanduser(path):
    return text_of(path)

def exists(path):
    backpass.passed_over("files")
    return False

def isfile(path):
    return exists(path)

def isdir(path):
    return exists(path)
"""

OS_PATH = _PATHS

OS = """
import backpass

environ = {}
sep = "/"
linesep = "\\n"
name = "posix"

def getenv(key, default=None):
    return environ.get(key, default)

def putenv(key, value):
    environ[key] = value

def getcwd():
    return "."

def getpid():
    return 0

def cpu_count():
    return 1

def without_effect(*values, **more):
    backpass.passed_over("files")

makedirs = without_effect
mkdir = without_effect
chdir = without_effect
remove = without_effect
unlink = without_effect
rmdir = without_effect
rename = without_effect
system = without_effect

def listdir(path="."):
    backpass.reads_file("os.listdir")

def walk(top, topdown=True, onerror=None, followlinks=False):
    backpass.passed_over("files")
    return iter([])
"""

GLOB = """
import backpass

def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    found = backpass.stand_in_files(pathname)
    if not found:
        backpass.passed_over("files")
    return found

def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return iter(glob(pathname))
"""
"""Nothing exists, so that no file fits but invented ones, and a walk comes by no folder."""

SYS = """
import backpass

argv = ["program.py"]
path = []
modules = {}
platform = "linux"
executable = ""
version = "3.12.0"
version_info = (3, 12, 0)
maxsize = 2.0**63
float_info = backpass.nothing_of("sys.float_info")
stdout = backpass.nothing_of("sys.stdout")
stderr = backpass.nothing_of("sys.stderr")

def setrecursionlimit(limit):
    pass

def getsizeof(object, default=0):
    return 0
"""

ARGPARSE = """
import backpass

SUPPRESS = "==SUPPRESS=="
REMAINDER = "..."

class Namespace:
    def __init__(self, **members):
        for name, value in members.items():
            setattr(self, name, value)

    def __repr__(self):
        return "Namespace(" + ", ".join([f"{name}={value!r}" for name, value in vars(self).items()]) + ")"

    def __contains__(self, key):
        return key in vars(self)

class HelpFormatter:
    pass

class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass

class RawTextHelpFormatter(HelpFormatter):
    pass

class RawDescriptionHelpFormatter(HelpFormatter):
    pass

def read(text, kind):
    return kind(text) if kind is not None and isinstance(text, str) else text

class ArgumentParser:
    def __init__(self, *values, **options):
        self.defaults = {}
        self.given = {}

    def add_argument(
        self, *flags, action="store", nargs=None, const=None, default=None, type=None, choices=None, required=False,
        help=None, metavar=None, dest=None, version=None
    ):
        if action == "help" or action == "version":
            return None
        if dest is None:
            long = [flag for flag in flags if flag.startswith("--")]
            dest = (long[0] if long else flags[0]).lstrip("-").replace("-", "_")
        if default is None and action == "store_true":
            default = False
        if default is None and action == "store_false":
            default = True
        if dest not in self.defaults:
            self.defaults[dest] = read(default, type)

    def add_argument_group(self, *values, **options):
        return self

    def add_mutually_exclusive_group(self, *values, **options):
        return self

    def set_defaults(self, **defaults):
        for name, value in defaults.items():
            self.defaults[name] = value

    def get_default(self, dest):
        return self.defaults.get(dest)

    def print_help(self, file=None):
        pass

    def parse_args(self, args=None, namespace=None):
        if args is not None and len(args):
            backpass.stop("arguments of a command line")
        backpass.passed_over("arguments")
        return Namespace(**self.defaults)

    def parse_known_args(self, args=None, namespace=None):
        return (self.parse_args(args), [])

def BooleanOptionalAction(*values):
    return None
"""

PATHLIB = (
    _PATHS
    + """
class Path:
    def __init__(self, *parts):
        self.text = join(*parts) if parts else "."
        self.name = basename(self.text)
        self.stem, self.suffix = splitext(self.name)

    def __str__(self):
        return self.text

    def __repr__(self):
        return "PosixPath(" + repr(self.text) + ")"

    def __truediv__(self, other):
        return Path(self.text, other)

    def __rtruediv__(self, other):
        return Path(other, self.text)

    @property
    def parent(self):
        return Path(dirname(self.text) or ".")

    def joinpath(self, *others):
        return Path(self.text, *others)

    def exists(self):
        return exists(self.text)

    def is_file(self):
        return exists(self.text)

    def is_dir(self):
        return exists(self.text)

    def mkdir(self, mode=511, parents=False, exist_ok=False):
        backpass.passed_over("files")

    def unlink(self, missing_ok=False):
        backpass.passed_over("files")

    def write_text(self, data, encoding=None):
        backpass.passed_over("files")

    def read_text(self, encoding=None):
        backpass.reads_file("Path.read_text")

    def glob(self, pattern):
        backpass.reads_file("Path.glob")

    def iterdir(self):
        backpass.reads_file("Path.iterdir")

    def open(self, mode="r", **options):
        return backpass.opened(self.text, mode)

    def resolve(self):
        return self

    def expanduser(self):
        return self

PurePath = Path
PosixPath = Path
"""
)

PICKLE = """
import backpass

HIGHEST_PROTOCOL = 5

def dump(obj, file, *values, **options):
    backpass.passed_over("files")

def load(file, **options):
    backpass.reads_file("load")
"""

AUTOCAST = """
import backpass

def autocast(device_type="cuda", dtype=None, enabled=True, cache_enabled=None):
    backpass.passed_over("precision")
    return backpass.nothing_of("torch.autocast")
"""
MIXED_PRECISION = (
    AUTOCAST
    + """
class GradScaler:
    def __init__(self, *values, **options):
        pass

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        pass

    def get_scale(self):
        return 1.0

    def is_enabled(self):
        return False
"""
)
"""Computing in 16 bits: here all is computed in 64, so that nothing has to be scaled."""

CHECKPOINT = """
def checkpoint(
    function, *args, use_reentrant=None, context_fn=None, determinism_check=None, debug=None, early_stop=None, **kwargs
):
    return function(*args, **kwargs)

def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    for function in functions:
        input = function(input)
    return input
"""
"""Values that are computed again in the backward pass, which spares memory and changes no number."""

JIT = """
import backpass

def save(m, f, _extra_files=None):
    backpass.passed_over("files")

def load(f, map_location=None, _extra_files=None, _restore_shapes=False):
    backpass.reads_file("load")

def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    return obj

def trace(func, example_inputs=None, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True):
    return func

def ignore(fn):
    return fn

def unused(fn):
    return fn

def export(fn):
    return fn

def freeze(mod, preserved_attrs=None, optimize_numerics=True, preserve_parameters=False):
    return mod

def optimize_for_inference(mod, other_methods=None):
    return mod

def is_scripting():
    return False

def is_tracing():
    return False
"""
"""Compiling by TorchScript, which changes no number; a file of it is none that could be read here."""

IO = """
import backpass

class BytesIO:
    def __init__(self, initial_bytes=None):
        self.content = initial_bytes

    def read(self, size=-1):
        backpass.reads_file("BytesIO.read")

    def close(self):
        pass

class StringIO:
    def __init__(self, initial_value="", newline="\\n"):
        self.text = initial_value
        self.place = 0

    def read(self, size=-1):
        end = len(self.text)
        if size is not None and 0 <= size < end - self.place:
            end = self.place + int(size)
        found = self.text[self.place:end]
        self.place = end
        return found

    def readline(self):
        if self.place >= len(self.text):
            return ""
        rest = self.text[self.place:]
        return self.read(len(rest.split("\\n")[0]) + 1)

    def readlines(self):
        found = self.read().split("\\n")
        lines = [each + "\\n" for each in found[:-1]]
        return lines + found[-1:] if found[-1] else lines

    def getvalue(self):
        return self.text

    def seek(self, place):
        self.place = place
        return place

    def close(self):
        pass

    def __iter__(self):
        return iter(self.readlines())

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()
"""
"""A text that is read as a file is, and bytes that only something else reads: `Image.open(BytesIO(response.content))`."""

PACKAGING = """
import backpass

def numbers_of(version):
    parts = version.split("+")[0].split(".")
    if not all([part.isdigit() for part in parts]):
        backpass.stop("parts of a version")
    numbers = [int(part) for part in parts]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers = numbers[:-1]
    return tuple(numbers)

class Version:
    def __init__(self, version):
        self.text = version
        self.numbers = numbers_of(version)

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<Version({self.text!r})>"

    def __eq__(self, other):
        return self.numbers == other.numbers

    def __lt__(self, other):
        return self.numbers < other.numbers

    def __le__(self, other):
        return self.numbers <= other.numbers

    def __gt__(self, other):
        return self.numbers > other.numbers

    def __ge__(self, other):
        return self.numbers >= other.numbers

def parse(version):
    return Version(version)
"""
"""The order of versions whose parts are numbers, by which scripts ask for a library that is new enough."""

INSPECT = """
import backpass

class Parameter:
    empty = backpass.nothing_of("inspect.Parameter.empty")

    def __init__(self, name):
        self.name = name

class Signature:
    def __init__(self, names):
        self.parameters = {name: Parameter(name) for name in names}

def signature(obj):
    return Signature(backpass.parameters_of(obj))

def getdoc(object):
    return object.__doc__

"""

ABSL_FLAGS = """
import backpass

class FlagValues:
    pass

FLAGS = FlagValues()

class FlagHolder:
    def __init__(self, name, default):
        self.name = name
        self.default = default

    @property
    def value(self):
        return getattr(FLAGS, self.name)

def define(name, default, help=None, *values, **options):
    backpass.passed_over("arguments")
    setattr(FLAGS, name, default)
    return FlagHolder(name, default)

DEFINE_string = define
DEFINE_integer = define
DEFINE_float = define
DEFINE_bool = define
DEFINE_boolean = define
DEFINE_list = define

def DEFINE_enum(name, default, enum_values, help=None, *values, **options):
    return define(name, default)

def mark_flag_as_required(name):
    pass
"""

ABSL_APP = """
def run(main, argv=None, flags_parser=None):
    main(["program.py"] if argv is None else argv)
"""
"""Flags of a command line, each with its default."""

MODULES_OF_THE_SYSTEM = {
    "inspect": INSPECT,
    "packaging": "",
    "packaging.version": PACKAGING,
    "absl": "",
    "absl.app": ABSL_APP,
    "absl.flags": ABSL_FLAGS,
    "io": IO,
    "os": OS,
    "os.path": OS_PATH,
    "sys": SYS,
    "argparse": ARGPARSE,
    "pathlib": PATHLIB,
    "pickle": PICKLE,
    "json": PICKLE,
    "glob": GLOB,
}
"""Texts by module."""
