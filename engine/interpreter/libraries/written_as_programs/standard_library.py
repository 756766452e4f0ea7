"""What tutorials use of `functools`, `itertools`, `operator`, `statistics` and `string`, written in the language itself.
Their iterators are lists, but for those without an end. `numpy.testing` stops a program whose arrays differ.
"""

FUNCTOOLS = """
def partial(func, *args, **keywords):
    def called(*more, **others):
        return func(*args, *more, **{**keywords, **others})
    return called

def reduce(function, sequence, *initial):
    items = [*initial, *sequence]
    found = items[0]
    for item in items[1:]:
        found = function(found, item)
    return found

def wraps(wrapped, assigned=None, updated=None):
    return lambda function: function

def lru_cache(maxsize=128, typed=False):
    return maxsize if callable(maxsize) else lambda function: function

def cache(function):
    return function
"""

CONTEXTLIB = """
import backpass

class _Entered:
    def __init__(self, made):
        self.made = made

    def __enter__(self):
        return next(self.made)

    def __exit__(self, kind, value, traceback):
        backpass.refuse("contextlib.contextmanager", "exception", kind is not None)
        for _ in self.made:
            pass

def contextmanager(func):
    def entered(*args, **kwds):
        return _Entered(func(*args, **kwds))
    return entered

class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *raised):
        pass
"""

ITERTOOLS = """
def count(start=0, step=1):
    while True:
        yield start
        start = start + step

def cycle(iterable):
    items = list(iterable)
    while items:
        for item in items:
            yield item

def repeat(object, times):
    return [object for _ in range(times)]

class _Chain:
    def __call__(self, *iterables):
        return [item for items in iterables for item in items]

    def from_iterable(self, iterable):
        return [item for items in iterable for item in items]

chain = _Chain()

def pairwise(iterable):
    items = list(iterable)
    return list(zip(items[:-1], items[1:]))

def islice(iterable, *bounds):
    start, stop, step = [0, *bounds, 1] if len(bounds) == 1 else [*bounds, 1] if len(bounds) == 2 else bounds
    found = []
    if stop is None:
        return list(iterable)[start::step]
    if stop > start:
        for place, item in enumerate(iterable):
            if place >= start and (place - start) % step == 0:
                found.append(item)
            if place + 1 >= stop:
                break
    return found

def accumulate(iterable, func=None, initial=None):
    items = list(iterable) if initial is None else [initial, *iterable]
    found = items[:1]
    for item in items[1:]:
        found.append(found[-1] + item if func is None else func(found[-1], item))
    return found

def product(*iterables, repeat=1):
    found = [()]
    for items in [list(each) for each in iterables] * repeat:
        found = [(*before, item) for before in found for item in items]
    return found

def picks(items, length, again, ordered):
    found = [()]
    for _ in range(length):
        found = [
            (*before, place) for before in found for place in range(len(items))
            if (again or place not in before) and (ordered or not before or place > before[-1])
        ]
    return [tuple([items[place] for place in places]) for places in found]

def permutations(iterable, r=None):
    items = list(iterable)
    return picks(items, len(items) if r is None else r, False, True)

def combinations(iterable, r):
    return picks(list(iterable), r, False, False)
"""

STRING = """
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = "0123456789abcdefABCDEF"
punctuation = "!\\"#$%&'()*+,-./:;<=>?@[\\\\]^_`{|}~"
whitespace = " \\t\\n\\r\x0b\x0c"
printable = digits + ascii_letters + punctuation + whitespace
"""

OPERATOR = """
def add(a, b):
    return a + b

def sub(a, b):
    return a - b

def mul(a, b):
    return a * b

def truediv(a, b):
    return a / b

def floordiv(a, b):
    return a // b

def mod(a, b):
    return a % b

def pow(a, b):
    return a ** b

def neg(a):
    return -a

def matmul(a, b):
    return a @ b

def getitem(a, b):
    return a[b]

def itemgetter(item, *items):
    return lambda held: tuple([held[each] for each in (item, *items)]) if items else held[item]
"""

RE = """
import backpass

ASCII = A = 256
IGNORECASE = I = 2
MULTILINE = M = 8
DOTALL = S = 16
VERBOSE = X = 64
UNICODE = U = 32

class Match:
    def __init__(self, groups, names, string):
        self.found = groups
        self.names = names
        self.string = string

    def place(self, group):
        return self.names[group] if isinstance(group, str) else group

    def __getitem__(self, group):
        return self.found[self.place(group)][0]

    def group(self, *groups):
        found = [self[each] for each in groups]
        return self[0] if not groups else found[0] if len(found) == 1 else tuple(found)

    def groups(self, default=None):
        return tuple([default if each[0] is None else each[0] for each in self.found[1:]])

    def groupdict(self, default=None):
        return {name: default if self[name] is None else self[name] for name in self.names}

    def start(self, group=0):
        return self.found[self.place(group)][1]

    def end(self, group=0):
        return self.found[self.place(group)][2]

    def span(self, group=0):
        return (self.start(group), self.end(group))

    def __repr__(self):
        return f"<re.Match object; span={self.span()!r}, match={self[0]!r}>"

class Pattern:
    def __init__(self, pattern, flags=0):
        backpass.regular_findall(pattern, "", flags)
        self.pattern = pattern
        self.flags = flags

    def one(self, string, method):
        found = backpass.regular_matches(self.pattern, string, self.flags, method, 1)
        return Match(found[0][0], found[0][1], string) if found else None

    def match(self, string):
        return self.one(string, "match")

    def fullmatch(self, string):
        return self.one(string, "fullmatch")

    def search(self, string):
        return self.one(string, "search")

    def finditer(self, string):
        found = backpass.regular_matches(self.pattern, string, self.flags, "finditer", 0)
        return iter([Match(groups, names, string) for groups, names in found])

    def findall(self, string):
        return backpass.regular_findall(self.pattern, string, self.flags)

    def split(self, string, maxsplit=0):
        return backpass.regular_split(self.pattern, string, maxsplit, self.flags)

    def subn(self, repl, string, count=0):
        if isinstance(repl, str):
            return backpass.regular_replaced(self.pattern, repl, string, count, self.flags)
        pieces, place = [], 0
        matches = backpass.regular_matches(self.pattern, string, self.flags, "finditer", count)
        for groups, names in matches:
            pieces += [string[place:groups[0][1]], repl(Match(groups, names, string))]
            place = groups[0][2]
        return ("".join([*pieces, string[place:]]), len(matches))

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

def compile(pattern, flags=0):
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern, flags)

def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)

def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)

def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)

def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)

def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)

def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)

def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)

def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)

def escape(pattern):
    return backpass.regular_escape(pattern)

def purge():
    pass
"""

BASES = """
import backpass

class dict_base:
    def __init__(self, *mapping, **more):
        backpass.held_by(self).update(dict(*mapping, **more))

    def __getitem__(self, key):
        return backpass.held_by(self)[key]

    def __setitem__(self, key, value):
        backpass.held_by(self)[key] = value

    def __delitem__(self, key):
        del backpass.held_by(self)[key]

    def __contains__(self, key):
        return key in backpass.held_by(self)

    def __len__(self):
        return len(backpass.held_by(self))

    def __iter__(self):
        return iter(list(backpass.held_by(self)))

    def __repr__(self):
        return repr(backpass.held_by(self))

    def keys(self):
        return backpass.held_by(self).keys()

    def values(self):
        return backpass.held_by(self).values()

    def items(self):
        return backpass.held_by(self).items()

    def get(self, key, default=None):
        return backpass.held_by(self).get(key, default)

    def pop(self, key, *default):
        return backpass.held_by(self).pop(key, *default)

    def setdefault(self, key, default=None):
        return backpass.held_by(self).setdefault(key, default)

    def update(self, *mapping, **more):
        backpass.held_by(self).update(dict(*mapping, **more))

    def clear(self):
        backpass.held_by(self).clear()

    def copy(self):
        return dict(backpass.held_by(self))
"""
"""What a class of a program inherits that extends Python's `dict`: the dictionary itself is held by the object."""

STATISTICS = """
def mean(data):
    items = list(data)
    return sum(items) / len(items)

def fmean(data):
    return mean(data)

def squares(data):
    items = list(data)
    middle = sum(items) / len(items)
    return sum([(item - middle)**2 for item in items])

def pvariance(data):
    items = list(data)
    return squares(items) / len(items)

def variance(data):
    items = list(data)
    return squares(items) / (len(items) - 1)

def pstdev(data):
    return pvariance(data)**0.5

def stdev(data):
    return variance(data)**0.5

def median(data):
    items = sorted(data)
    half = len(items) // 2
    return items[half] if len(items) % 2 else (items[half - 1] + items[half]) / 2
"""

TESTING = """
import backpass

def assert_allclose(actual, desired, rtol=1e-7, atol=0.0, equal_nan=True, err_msg="", verbose=True):
    backpass.refuse("numpy.testing.assert_allclose", "equal_nan", not equal_nan)
    if not all_of(abs(difference(actual, desired)) <= atol + rtol * abs(zero_like(actual, desired) + desired)):
        backpass.stop("arrays that differ")

def assert_array_equal(actual, desired, err_msg="", verbose=True):
    if not all_of(difference(actual, desired) == 0):
        backpass.stop("arrays that differ")

def assert_equal(actual, desired, err_msg="", verbose=True):
    assert_array_equal(actual, desired)

def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    if not all_of(abs(difference(actual, desired)) < 1.5 * 10.0**(-decimal)):
        backpass.stop("arrays that differ")

def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    assert_almost_equal(actual, desired, decimal)

def difference(actual, desired):
    return tensor_of(actual) - tensor_of(desired)

def zero_like(actual, desired):
    return 0.0 * difference(actual, desired)

def tensor_of(item):
    return stack(item) if isinstance(item, list) or isinstance(item, tuple) else item

def all_of(truths):
    return amin(truths) > 0
"""
