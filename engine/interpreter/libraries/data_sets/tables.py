"""What scripts use of `pandas` to come to their numbers, written in the language itself: tables by the names of their columns.

A table that is read from a file is not here, so random numbers stand in, with a note: a column comes to be when the program asks
for it by name. Tables of the program's own numbers, or texts, are as they are in pandas.
"""

PANDAS = """
import backpass
import numpy as np

_LABELS = ("class", "label", "target", "species", "outcome", "survived", "churn", "response", "diagnosis", "default")

def _is_label(name):
    lower = str(name).lower()
    return lower == "y" or any(each in lower for each in _LABELS)

def _is_text(data):
    return isinstance(data, list) and len(data) > 0 and isinstance(data[0], str)

def _at(values, rows):
    if not isinstance(values, list) or isinstance(rows, (int, slice)):
        return values[rows]
    if isinstance(rows, list):
        return [values[place] for place in rows]
    return [each for each, kept in zip(values, rows) if kept]

def _entry(entries, wanted):
    for key, value in entries.items():
        if key == wanted:
            return value
    raise KeyError(wanted)

class Series:
    def __init__(self, data, index=None, dtype=None, name=None):
        backpass.refuse("pandas.Series", "index", index is not None)
        data = data.values if isinstance(data, Series) else data
        if isinstance(data, (list, tuple)) and not _is_text(data):
            data = backpass.numbers_of_table(data)
        self.values = data if dtype is None else data.astype(dtype)
        self.name = name

    @property
    def shape(self):
        return (len(self.values),)

    @property
    def size(self):
        return len(self.values)

    @property
    def array(self):
        return self.values

    def __array__(self, dtype=None):
        return self.values

    def to_numpy(self, dtype=None):
        return self.values if dtype is None else self.values.astype(dtype)

    def tolist(self):
        return list(self.values)

    to_list = tolist

    def __len__(self):
        return len(self.values)

    def __iter__(self):
        return iter(self.values)

    def __getitem__(self, key):
        found = _at(self.values, key.values if isinstance(key, Series) else key)
        return Series(found, name=self.name) if isinstance(key, (Series, slice)) else found

    @property
    def iloc(self):
        return self

    def head(self, n=5):
        return self[:n]

    def tail(self, n=5):
        return self[-n:]

    def copy(self, deep=True):
        return Series(self.values, name=self.name)

    def apply(self, func):
        return Series([func(each) for each in self.values], name=self.name)

    def map(self, arg):
        if not isinstance(arg, dict):
            return self.apply(arg)
        return Series([_entry(arg, each) for each in self.values], name=self.name)

    def replace(self, to_replace):
        backpass.refuse("pandas.Series.replace", "to_replace", not isinstance(to_replace, dict))
        keys = list(to_replace)
        return self.apply(lambda each: _entry(to_replace, each) if any([each == key for key in keys]) else each)

    def astype(self, dtype):
        if dtype in ("category", str, "str"):
            return self
        return Series(self.values.astype(dtype), name=self.name)

    def unique(self):
        found = []
        for each in self.values:
            if each not in found:
                found.append(each)
        return found if _is_text(self.values) else np.array(found)

    def nunique(self):
        return len(self.unique())

    def __repr__(self):
        return f"Series({self.name}, {self.values})"

    def reshape(self, *shape):
        return self.values.reshape(*shape)

    def sum(self):
        return self.values.sum()

    def mean(self):
        return self.values.mean()

    def var(self, ddof=1):
        return self.values.var(ddof=ddof)

    def std(self, ddof=1):
        return self.values.std(ddof=ddof)

    def min(self):
        return self.values.min()

    def max(self):
        return self.values.max()

    def median(self):
        return np.median(self.values)

    def _with(self, other, compute):
        return Series(compute(self.values, other.values if isinstance(other, Series) else other), name=self.name)

    def _compared(self, other, compute):
        if _is_text(self.values):
            return Series(np.array([compute(each, other) for each in self.values]))
        return self._with(other, compute)

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    def __radd__(self, other):
        return self._with(other, lambda a, b: b + a)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other):
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other):
        return self._with(other, lambda a, b: a * b)

    def __rmul__(self, other):
        return self._with(other, lambda a, b: b * a)

    def __truediv__(self, other):
        return self._with(other, lambda a, b: a / b)

    def __rtruediv__(self, other):
        return self._with(other, lambda a, b: b / a)

    def __pow__(self, other):
        return self._with(other, lambda a, b: a ** b)

    def __neg__(self):
        return Series(-self.values, name=self.name)

    def __eq__(self, other):
        return self._compared(other, lambda a, b: a == b)

    def __ne__(self, other):
        return self._compared(other, lambda a, b: a != b)

    def __lt__(self, other):
        return self._with(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._with(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._with(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._with(other, lambda a, b: a >= b)

class _Rows:
    def __init__(self, frame, by_name):
        self.frame = frame
        self.by_name = by_name

    def __getitem__(self, key):
        rows, columns = key if isinstance(key, tuple) else (key, slice(None))
        if self.by_name and isinstance(rows, slice) and rows.stop is not None:
            backpass.stop("rows of a table by their labels")
        rows = rows.values if isinstance(rows, Series) else rows
        frame = self.frame if self.frame.columns else self.frame.filled()
        if isinstance(columns, (slice, list)):
            names = columns
            if isinstance(columns, slice):
                backpass.refuse("pandas.DataFrame.loc", "columns", self.by_name and columns != slice(None))
                names = frame.columns[columns]
            elif not self.by_name:
                names = [frame.columns[place] for place in columns]
            if isinstance(rows, int):
                return Series([frame[name].values[rows] for name in names], name=rows)
            return frame.of(names, [_at(frame[name].values, rows) for name in names])
        column = frame[columns if self.by_name else frame.columns[columns]]
        return column.values[rows] if isinstance(rows, int) else Series(_at(column.values, rows), name=column.name)

class DataFrame:
    def __init__(self, data=None, index=None, columns=None, dtype=None, copy=None):
        backpass.refuse("pandas.DataFrame", "index", index is not None)
        self.path = None
        self.rows = 0
        data = {} if data is None else data
        if isinstance(data, dict):
            self.columns = list(data) if columns is None else list(columns)
            self.parts = [Series(data[name], name=name) for name in self.columns]
        else:
            numbers = backpass.numbers_of_table(data)
            self.columns = list(range(numbers.shape[1])) if columns is None else list(columns)
            self.parts = [Series(numbers[:, place], name=name) for place, name in enumerate(self.columns)]

    def of(self, columns, parts):
        found = DataFrame({})
        found.columns = list(columns)
        found.parts = [Series(each, name=name) for name, each in zip(columns, parts)]
        return found

    def filled(self):
        numbers = backpass.stand_in_table(self.path, 0)
        self.columns = [f"column_{place}" for place in range(numbers.shape[1])]
        self.parts = [Series(numbers[:, place], name=name) for place, name in enumerate(self.columns)]
        return self

    def _part(self, name):
        if self.path is not None and name not in self.columns:
            self.columns.append(name)
        if name not in self.columns:
            raise KeyError(name)
        place = self.columns.index(name)
        while self.path is not None and len(self.parts) <= place:
            made = self.columns[len(self.parts)]
            self.parts.append(Series(backpass.stand_in_column(self.path, str(made), _is_label(made)), name=made))
        return self.parts[place]

    def __getitem__(self, key):
        if isinstance(key, Series):
            return self.of(self.columns, [_at(self._part(name).values, key.values) for name in self.columns])
        if isinstance(key, slice):
            return self.iloc[key]
        if isinstance(key, list):
            return self.of(key, [self._part(name).values for name in key])
        return self._part(key)

    def __setitem__(self, key, value):
        made = Series(value, name=key) if isinstance(value, (Series, list)) or np.ndim(value) else None
        if made is None:
            made = Series([value] * len(self), name=key)
        if key in self.columns:
            self._part(key)
            self.parts[self.columns.index(key)] = made
            return
        for name in list(self.columns):
            self._part(name)
        self.columns.append(key)
        self.parts.append(made)

    def __len__(self):
        frame = self._whole()
        return len(frame._part(frame.columns[0])) if frame.columns else 0

    def __iter__(self):
        return iter(self.columns)

    def __contains__(self, name):
        return name in self.columns

    def _whole(self):
        return self if self.columns or self.path is None else self.filled()

    @property
    def values(self):
        frame = self._whole()
        return np.stack([frame._part(name).values for name in frame.columns], axis=1)

    def __array__(self, dtype=None):
        return self.values

    def to_numpy(self, dtype=None):
        return self.values if dtype is None else self.values.astype(dtype)

    @property
    def shape(self):
        return (len(self), len(self._whole().columns))

    @property
    def iloc(self):
        return _Rows(self, False)

    @property
    def loc(self):
        return _Rows(self, True)

    def head(self, n=5):
        return self.iloc[:n] if self.columns else self

    def tail(self, n=5):
        return self.iloc[-n:] if self.columns else self

    def __repr__(self):
        return f"DataFrame({len(self)} rows, columns {self.columns})" if self.columns else f"DataFrame({self.path})"

    def info(self, *values, **options):
        return None

    def describe(self, *values, **options):
        return None

    def to_csv(self, *values, **options):
        backpass.passed_over("files")

    def copy(self, deep=True):
        return self.of(self.columns, [self._part(name).values for name in self.columns]) if self.path is None else self

    def dropna(self, *values, **options):
        if self.path is None:
            backpass.stop("missing values of a table")
        return self

    def fillna(self, *values, **options):
        return self.dropna()

    def reset_index(self, drop=False, inplace=False):
        backpass.refuse("pandas.DataFrame.reset_index", "drop", not drop)
        return None if inplace else self

    def sample(self, n=None, frac=None, random_state=None):
        if self.path is None:
            backpass.stop("rows of a table drawn")
        return self if n is None else self._whole().iloc[:n]

    def drop(self, labels=None, axis=0, columns=None, inplace=False):
        backpass.refuse("pandas.DataFrame.drop", "axis", columns is None and axis not in (1, "columns"))
        gone = labels if columns is None else columns
        gone = gone if isinstance(gone, list) else [gone]
        frame = self
        if self.path is not None and all(name in gone for name in self.columns):
            frame = self.filled()
        for name in gone:
            frame._part(name)
        names = [name for name in frame.columns if name not in gone]
        found = frame.of(names, [frame._part(name).values for name in names])
        if not inplace:
            return found
        self.columns, self.parts, self.path = found.columns, found.parts, None

    def apply(self, func, axis=0):
        backpass.refuse("pandas.DataFrame.apply", "axis", axis != 0)
        return self._by_column(lambda each: func(each).values)

    def astype(self, dtype):
        return self._by_column(lambda each: each.values.astype(dtype))

    def _by_column(self, compute):
        frame = self._whole()
        return frame.of(frame.columns, [compute(frame._part(name)) for name in frame.columns])

    def _each(self, compute):
        frame = self._whole()
        return Series([compute(frame._part(name)) for name in frame.columns])

    def mean(self):
        return self._each(lambda each: each.mean())

    def std(self, ddof=1):
        return self._each(lambda each: each.std(ddof))

    def sum(self):
        return self._each(lambda each: each.sum())

    def min(self):
        return self._each(lambda each: each.min())

    def max(self):
        return self._each(lambda each: each.max())

    def _with(self, other, compute):
        frame = self._whole()
        if isinstance(other, DataFrame):
            others = [other._part(name).values for name in frame.columns]
        elif isinstance(other, Series):
            others = [other.values[place] for place in range(len(frame.columns))]
        else:
            others = [other for _ in frame.columns]
        parts = [compute(frame._part(name).values, each) for name, each in zip(frame.columns, others)]
        return frame.of(frame.columns, parts)

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __mul__(self, other):
        return self._with(other, lambda a, b: a * b)

    def __truediv__(self, other):
        return self._with(other, lambda a, b: a / b)

def read_csv(filepath_or_buffer, sep=",", delimiter=None, header="infer", names=None, index_col=None, usecols=None, **options):
    found = DataFrame({})
    found.path = str(filepath_or_buffer)
    found.parts = []
    found.columns = list(names) if names is not None else []
    if usecols is not None and len(usecols) and isinstance(usecols[0], str):
        found.columns = list(usecols)
    if found.columns == [] and header is None:
        found.filled()
        found.columns = list(range(len(found.columns)))
    return found

def read_table(filepath_or_buffer, **options):
    return read_csv(filepath_or_buffer, **options)

def read_excel(io, **options):
    return read_csv(io, **options)
"""
