"""What teaching code uses of scikit-learn to prepare data: a split into training and test rows, and standardisation.

As in scikit-learn (`ShuffleSplit`): a whole number as `random_state` gives the rows of NumPy's `RandomState` of that seed.
"""

MODEL_SELECTION = """
import backpass, math
import numpy as np

def rows_of(data):
    return len(data)

def picked(data, places):
    if isinstance(data, list) or isinstance(data, tuple):
        return [data[place] for place in places]
    return data[places]

def size_of(size, count, up):
    if size is None:
        return None
    if isinstance(size, int):
        found = size
    else:
        if not (0 < size < 1):
            backpass.stop("sizes of a split")
        found = math.ceil(size * count) if up else math.floor(size * count)
    if not (0 < found < count):
        backpass.stop("sizes of a split")
    return found

def train_test_split(*arrays, test_size=None, train_size=None, random_state=None, shuffle=True, stratify=None):
    backpass.refuse("sklearn.model_selection.train_test_split", "stratify", stratify is not None)
    count = rows_of(arrays[0])
    if not all(rows_of(data) == count for data in arrays):
        backpass.stop("arrays of one length")
    of_test = size_of(0.25 if test_size is None and train_size is None else test_size, count, True)
    of_train = size_of(train_size, count, False)
    of_test = count - of_train if of_test is None else of_test
    of_train = count - of_test if of_train is None else of_train
    if of_train < 1 or of_train + of_test > count:
        backpass.stop("sizes of a split")
    if shuffle:
        drawing = np.random if random_state is None else np.random.RandomState(random_state)
        order = [int(place) for place in drawing.permutation(count)]
        test, train = order[:of_test], order[of_test:of_test + of_train]
    else:
        train, test = list(range(of_train)), list(range(of_train, of_train + of_test))
    return [part for data in arrays for part in (picked(data, train), picked(data, test))]
"""

PREPROCESSING = """
import backpass
import numpy as np

class StandardScaler:
    def __init__(self, copy=True, with_mean=True, with_std=True):
        self.with_mean = with_mean
        self.with_std = with_std
        self.mean_ = None
        self.scale_ = None

    def fit(self, X, y=None):
        X = np.asarray(X)
        self.mean_ = X.mean(axis=0)
        std = X.std(axis=0)
        self.var_ = std**2
        self.scale_ = np.where(std == 0, 1.0, std) if self.with_std else None
        return self

    def transform(self, X):
        if self.mean_ is None:
            backpass.stop("scaler that is not fitted")
        X = np.asarray(X)
        X = X - self.mean_ if self.with_mean else X
        return X / self.scale_ if self.with_std else X

    def fit_transform(self, X, y=None):
        return self.fit(X).transform(X)

    def inverse_transform(self, X):
        if self.mean_ is None:
            backpass.stop("scaler that is not fitted")
        X = np.asarray(X)
        X = X * self.scale_ if self.with_std else X
        return X + self.mean_ if self.with_mean else X

class MinMaxScaler:
    def __init__(self, feature_range=(0, 1), copy=True, clip=False):
        backpass.refuse("sklearn.preprocessing.MinMaxScaler", "clip", clip)
        self.feature_range = feature_range
        self.data_min_ = None

    def fit(self, X, y=None):
        X = np.asarray(X)
        low, high = self.feature_range
        self.data_min_ = X.min(axis=0)
        self.data_max_ = X.max(axis=0)
        span = self.data_max_ - self.data_min_
        self.scale_ = (high - low) / np.where(span == 0, 1.0, span)
        self.min_ = low - self.data_min_ * self.scale_
        return self

    def transform(self, X):
        if self.data_min_ is None:
            backpass.stop("scaler that is not fitted")
        return np.asarray(X) * self.scale_ + self.min_

    def fit_transform(self, X, y=None):
        return self.fit(X).transform(X)

    def inverse_transform(self, X):
        if self.data_min_ is None:
            backpass.stop("scaler that is not fitted")
        return (np.asarray(X) - self.min_) / self.scale_
"""
