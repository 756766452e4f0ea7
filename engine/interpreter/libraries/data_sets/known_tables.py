"""The data sets that come with scikit-learn, or that it fetches. Their tables are elsewhere, so random numbers of their columns
stand in, with a note; labels go round the classes. Names, shapes of rows and the ways to ask are those of scikit-learn.
"""

_IRIS = ["sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)"]
_DIABETES = ["age", "sex", "bmi", "bp", "s1", "s2", "s3", "s4", "s5", "s6"]
_HOUSES = ["MedInc", "HouseAge", "AveRooms", "AveBedrms", "Population", "AveOccup", "Latitude", "Longitude"]
_WINE = """
alcohol malic_acid ash alcalinity_of_ash magnesium total_phenols flavanoids nonflavanoid_phenols proanthocyanins
color_intensity hue od280/od315_of_diluted_wines proline
"""
_MEASURED_OF_CELLS = """
radius texture perimeter area smoothness compactness concavity concave_points symmetry fractal_dimension
"""
_CELLS = [name.replace("_", " ") for name in _MEASURED_OF_CELLS.split()]
_OF_CELLS = [*(f"mean {name}" for name in _CELLS), *(f"{name} error" for name in _CELLS), *(f"worst {name}" for name in _CELLS)]
_OF_DIGITS = [f"pixel_{row}_{column}" for row in range(8) for column in range(8)]

KNOWN_TABLES = """
class Bunch:
    def __init__(self, data, target, feature_names, target_names):
        self.data = data
        self.target = target
        self.feature_names = feature_names
        self.target_names = target_names
        self.DESCR = ""

    def __getitem__(self, key):
        if key not in self.keys():
            raise KeyError(key)
        return getattr(self, key)

    def keys(self):
        return list(vars(self))

def known_table(name, rows, columns, classes, names, return_X_y, as_frame):
    backpass.refuse(f"sklearn.datasets.{name}", "as_frame", as_frame)
    data, target = backpass.stand_in_data_set(name.split("_", 1)[1], rows, len(columns), classes)
    if return_X_y:
        return data, target
    return Bunch(data, target, columns, names)

def load_iris(*, return_X_y=False, as_frame=False):
    return known_table("load_iris", 150, IRIS, 3, ["setosa", "versicolor", "virginica"], return_X_y, as_frame)

def load_wine(*, return_X_y=False, as_frame=False):
    return known_table("load_wine", 178, WINE, 3, ["class_0", "class_1", "class_2"], return_X_y, as_frame)

def load_breast_cancer(*, return_X_y=False, as_frame=False):
    return known_table("load_breast_cancer", 569, CELLS, 2, ["malignant", "benign"], return_X_y, as_frame)

def load_diabetes(*, return_X_y=False, as_frame=False, scaled=True):
    return known_table("load_diabetes", 442, DIABETES, 0, [], return_X_y, as_frame)

def fetch_california_housing(*, data_home=None, download_if_missing=True, return_X_y=False, as_frame=False):
    return known_table("fetch_california_housing", 20640, HOUSES, 0, [], return_X_y, as_frame)

def load_digits(*, n_class=10, return_X_y=False, as_frame=False):
    names = list(range(n_class))
    found = known_table("load_digits", 1797, DIGITS, n_class, names, False, as_frame)
    if return_X_y:
        return found.data, found.target
    found.images = found.data.reshape(-1, 8, 8)
    return found
"""


def _with_names(text: str) -> str:
    names = {
        "IRIS": _IRIS,
        "WINE": _WINE.split(),
        "CELLS": _OF_CELLS,
        "DIABETES": _DIABETES,
        "HOUSES": _HOUSES,
        "DIGITS": _OF_DIGITS,
    }
    for name, columns in names.items():
        text = text.replace(f", {name},", f", {columns!r},")
    return text


KNOWN_TABLES = _with_names(KNOWN_TABLES)
