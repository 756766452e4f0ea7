"""Tables: those of files, in whose place random numbers stand, and those of the program's own numbers, as pandas has them.

The oracle of the latter is NumPy, by the definitions in pandas's documentation; a spread divides by one less than the count.
"""

from typing import Any

import numpy as np
import pytest

from backpass.engine.interpreter.run import Run, run
from backpass.engine.invented.numbers import columns_asked_for
from backpass.engine.language import parse
from backpass.engine.problems import Code, ProblemError


def ran(text: str) -> Run:
    return run(parse(text))


def notes(found: Run) -> list[str]:
    return [problem.message for problem in found.problems if "is not available here" in problem.message]


A, B = np.array([1.0, 2.0, 4.0]), np.array([4.0, 6.0, 9.0])
TABLE = 'import numpy as np\nimport pandas as pd\ndf = pd.DataFrame({"a": [1.0, 2.0, 4.0], "b": [4.0, 6.0, 9.0]})\n'
BOTH = np.stack([A, B], axis=1)
EXPRESSIONS: dict[str, Any] = {
    "df.values": BOTH,
    "df.to_numpy()": BOTH,
    'df["a"].values': A,
    'df["a"].to_numpy()': A,
    'df[["b", "a"]].values': BOTH[:, ::-1],
    'df["a"].mean()': A.mean(),
    'df["a"].std()': A.std(ddof=1),
    'df["a"].var()': A.var(ddof=1),
    'df["a"].std(ddof=0)': A.std(),
    'df["b"].min() + df["b"].max() + df["b"].sum() + df["b"].median()': B.min() + B.max() + B.sum() + np.median(B),
    "df.mean().values": BOTH.mean(axis=0),
    "df.std().values": BOTH.std(axis=0, ddof=1),
    "((df - df.mean()) / df.std()).values": (BOTH - BOTH.mean(axis=0)) / BOTH.std(axis=0, ddof=1),
    "((df - df.min()) / (df.max() - df.min())).values": (BOTH - BOTH.min(axis=0)) / np.ptp(BOTH, axis=0),
    "(df * 2 + df).values": BOTH * 3,
    '(1 - df["a"] / 2).values': 1 - A / 2,
    '(3 / df["a"] + df["b"] * df["a"] - (-df["a"]) ** 2).values': 3 / A + B * A - A**2,
    'df[df["a"] > 1.5].values': BOTH[A > 1.5],
    'df[df["a"] == 2].values': BOTH[A == 2],
    'df["b"][df["a"] != 2].values': B[A != 2],
    "df[1:].values": BOTH[1:],
    "df.iloc[0, 1]": 4.0,
    "df.iloc[1].values": BOTH[1],
    "df.iloc[:, 0].values": A,
    "df.iloc[:, :-1].values": BOTH[:, :-1],
    "df.iloc[[0, 2], [1]].values": BOTH[[0, 2]][:, [1]],
    "df.iloc[1:, 1].values": B[1:],
    'df.loc[:, "b"].values': B,
    'df.loc[:, ["b"]].values': BOTH[:, [1]],
    'df.loc[df["a"] > 1, "b"].values': B[A > 1],
    'df.drop("a", axis=1).values': BOTH[:, [1]],
    'df.drop(columns=["b"]).values': BOTH[:, [0]],
    "df.head(2).values": BOTH[:2],
    "df.tail(1).values": BOTH[-1:],
    'df["a"].apply(lambda each: each * 3).values': A * 3,
    'df["a"].map({1.0: 7.0, 2.0: 8.0, 4.0: 9.0}).values': np.array([7.0, 8.0, 9.0]),
    "df.apply(lambda column: column / column.max()).values": BOTH / BOTH.max(axis=0),
    'df["a"].replace({2: 7.0}).values': np.array([1.0, 7.0, 4.0]),
    'pd.Series([1.0, 2.0, 1.0]).unique() * 1.0': np.array([1.0, 2.0]),
    "pd.DataFrame(np.ones((2, 3)), columns=['x', 'y', 'z'])[['x', 'z']].values": np.ones((2, 2)),
    "np.array(df['a']) + np.array(df)[:, 0]": 2 * A,
}  # fmt: skip


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_table_of_the_programs_own_numbers_is_that_of_pandas(expression: str) -> None:
    found = ran(f"{TABLE}y = {expression}\ny * 1.0")
    np.testing.assert_allclose(found.output.raw, EXPRESSIONS[expression], rtol=1e-14)
    assert not notes(found)


def test_columns_are_set_and_listed() -> None:
    text = TABLE + 'df["c"] = df["a"] * df["b"]\ndf["a"] = [0.0, 1.0, 2.0]\ndf["d"] = 5\n'
    text += 'print(df.shape, len(df), list(df), df.columns, "c" in df, "e" in df)\n'
    text += (
        'df.drop(["d"], axis=1, inplace=True)\ndf.columns = ["x", "y", "z"]\n(df.values * np.ones((3, 3))).sum() + df["z"].sum()'
    )
    found = ran(text)
    assert found.printed == ["(3, 4) 3 ['a', 'b', 'c', 'd'] ['a', 'b', 'c', 'd'] True False"]
    assert found.output.item() == 3.0 + B.sum() + 2 * (A * B).sum()


def test_columns_of_texts_are_counted_and_turned_into_numbers() -> None:
    text = """
import pandas as pd
df = pd.DataFrame({"kind": ["cat", "dog", "cat"], "weight": [4.0, 10.0, 5.0]})
print(df["kind"].unique(), df["kind"].nunique(), list(df["kind"]))
y = df["kind"].apply(lambda each: 0.0 if each == "cat" else 1.0)
z = df["kind"].map({"cat": 2.0, "dog": 3.0})
print(df[df["kind"] == "cat"]["weight"].values)
(y.values * df["weight"].values).sum() + z.sum()
"""
    found = ran(text)
    assert found.printed == ["['cat', 'dog'] 2 ['cat', 'dog', 'cat']", "[4., 5.]"]
    assert found.output.item() == 17.0


REFUSED = {
    'df["e"]': "e",
    'df.groupby("a")': "groupby",
    "df.dropna()": "missing",
    "df.sample(frac=1)": "Drawing random rows",
    "df.loc[0:1]": "by label",
    'df.drop("a")': "axis",
    "pd.DataFrame({}, index=[1])": "index",
    'df["a"].map({1.0: 2.0})': "raises an exception",
    "pd.merge(df, df)": "merge",
}


@pytest.mark.parametrize("expression", REFUSED)
def test_what_is_not_done_with_tables_is_refused_by_name(expression: str) -> None:
    with pytest.raises(ProblemError, match=REFUSED[expression]):
        ran(f"{TABLE}{expression}\nx * 2")


REGRESSION = """
import pandas as pd
import torch
df = pd.read_csv("houses.csv")
df.head()
df = df.dropna().sample(frac=1)
X = torch.tensor(df[["area", "rooms"]].values, dtype=torch.float32)
y = torch.tensor(df["price"].values, dtype=torch.float32).reshape(-1, 1)
model = torch.nn.Linear(2, 1)
loss = torch.nn.functional.mse_loss(model(X), y)
loss.backward()
print(tuple(X.shape), df.columns)
"""


def test_the_columns_of_a_table_that_is_not_here_come_to_be_by_their_names() -> None:
    found, again = ran(REGRESSION), ran(REGRESSION)
    assert found.printed == ["DataFrame(houses.csv)", "(150, 2) ['area', 'rooms', 'price']"]
    (note,) = notes(found)
    assert note.startswith("The table `houses.csv` is not available here: 150 random numbers are used for each column")
    assert set(found.inputs) == {"model.weight", "model.bias"}
    assert found.output.item() == again.output.item() > 0


@pytest.mark.parametrize("name", ["class label", "y", "Survived", "target", "Species"])
def test_labels_are_classes(name: str) -> None:
    found = ran(
        f'import pandas as pd\ndf = pd.read_csv("a.csv")\ny = df["{name}"].values\nprint(y[:3], y.astype(int).max())\nx * y.sum()'
    )
    assert found.printed == ["[0., 1., 0.] 1"]


def test_names_that_the_program_gives_are_the_columns() -> None:
    text = 'import pandas as pd\ndf = pd.read_csv("iris.data", header=None)\ndf.columns = ["x1", "x2", "x3", "x4", "y"]\n'
    text += 'df = df.iloc[50:150]\ndf["y"] = df["y"].apply(lambda each: 0 if each == "Iris-versicolor" else 1)\n'
    text += 'print(df.shape, df[["x2", "x3"]].values.shape, df["y"].sum())\nx * df["x1"].sum()'
    assert ran(text).printed == ["(100, 5) (100, 2) 100.0"]
    text = 'import pandas as pd\ndf = pd.read_csv("b.csv", sep=";", names=["p", "q"])\nprint(df.shape)\nx * df["p"].mean()'
    assert ran(text).printed == ["(150, 2)"]


NUMBERS = """
import numpy as np
import torch
from torch import nn
xy = np.{read}("diabetes.csv.gz", delimiter=",", dtype=np.float32)
x_data = torch.from_numpy(xy[:, 0:-1])
y_data = torch.from_numpy(xy[:, [-1]])
model = nn.Sequential(nn.Linear(8, 6), nn.ReLU(), nn.Linear(6, 1))
loss = nn.BCEWithLogitsLoss()(model(x_data), y_data)
loss.backward()
print(tuple(x_data.shape), tuple(y_data.shape), y_data.mean().item())
"""


@pytest.mark.parametrize("read", ["loadtxt", "genfromtxt"])
def test_a_table_of_numbers_has_as_many_columns_as_the_program_asks_for(read: str) -> None:
    found = ran(NUMBERS.format(read=read))
    assert found.printed == ["(150, 8) (150, 1) 0.5"]
    assert "150 rows of 9 random numbers" in notes(found)[0]
    with pytest.raises(ProblemError) as refusal:
        ran(f'import numpy as np\nd = np.{read}("a.txt", dtype=str)\nx * 2')
    assert refusal.value.problems[0].code in (Code.ARGUMENT_COUNT, Code.UNSUPPORTED)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("X, y = data[:, :2], data[:, 2]", 3),
        ("X = data[:1500, :-1]\nnn.Linear(5, 1)", 6),
        ("X = data[:, 0:-1]\ny = data[:, [-1]]\nLinear(in_features=8, out_features=2)", 9),
        ("x = data[:, 1]\ny = data[:, [3]]", 4),
        ("nn.Linear(4, 3)", 5),
        ("w @ data", 3),
        ("x = data[:, 99999999999]", 1000),
    ],
)
def test_the_columns_that_a_program_asks_for(text: str, columns: int) -> None:
    assert columns_asked_for(text) == columns


def test_rows_that_are_passed_over_and_picked_columns_of_a_file_of_numbers() -> None:
    text = (
        'import numpy as np\nxy = np.loadtxt("wine.csv", np.float32, delimiter=",", skiprows=1)\n'
        'x, y = np.genfromtxt("wine.csv", delimiter=",", skip_header=1, usecols=(0, 2), unpack=True)\n'
        'print(xy.shape, x.shape, y.shape, np.loadtxt("wine.csv", usecols=1).shape)'
    )
    assert ran(text).printed == ["(150, 3) (150,) (150,) (150,)"]
    with pytest.raises(ProblemError, match="max_rows"):
        ran('import numpy as np\nnp.loadtxt("wine.csv", max_rows=3)')


SETS = {
    "load_iris": (4, 3, "150 rows"),
    "load_wine": (13, 3, "178 rows"),
    "load_breast_cancer": (30, 2, "569 rows"),
    "load_diabetes": (10, 0, "442 rows"),
    "load_digits": (64, 10, "1,797 rows"),
    "fetch_california_housing": (8, 0, "20,640 rows"),
}


@pytest.mark.parametrize("name", SETS)
def test_a_data_set_of_scikit_learn_is_stood_in_for(name: str) -> None:
    columns, classes, rows = SETS[name]
    text = f"""
import numpy as np
from sklearn import datasets
found = datasets.{name}()
X, y = datasets.{name}(return_X_y=True)
w = np.zeros({columns})
print(X.shape, found.data.shape, len(found["feature_names"]), len(found.target_names), X.max(), y[:12])
((X @ w - y) ** 2).mean()
"""
    found = ran(text)
    (note,) = set(notes(found))
    assert rows in note
    shape, *_ = found.printed[0].split(" (")
    assert shape == f"(150, {columns})"
    assert f" {columns} {classes} " in found.printed[0]
    if classes:
        assert found.printed[0].endswith(str([place % classes for place in range(12)]))
    with pytest.raises(ProblemError, match="as_frame"):
        ran(f"from sklearn import datasets\ndatasets.{name}(as_frame=True)")
