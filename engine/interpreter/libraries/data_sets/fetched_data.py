"""Data that programs fetch, by `datasets.load_dataset` and `requests.get`. A data set has rows of invented texts, or of pictures
of random numbers, with labels in turn. What is in one that is not listed is not known, so it has a text and a label in each row.
"""

_CLASSES = {"ag_news": 4, "dbpedia_14": 14, "emotion": 6, "yelp_review_full": 5, "trec": 6, "sst5": 5}
_SENTENCES = ("glue", "sst2", "cola")
_PICTURES = {"mnist": ("image", 1, 28), "fashion_mnist": ("image", 1, 28), "cifar10": ("img", 3, 32)}

LOAD_DATASET = (
    f"""
import backpass, torch
from torchvision.transforms import _Picture

_CLASSES = {_CLASSES}
_SENTENCES = {_SENTENCES}
_PICTURES = {_PICTURES}
"""
    """
class Dataset:
    def __init__(self, columns):
        self.columns = columns
        self.column_names = list(columns)
        self.num_rows = len(columns[self.column_names[0]])

    def __len__(self):
        return self.num_rows

    def __getitem__(self, key):
        if isinstance(key, str):
            return self.columns[key]
        return {name: values[key] for name, values in self.columns.items()}

    def __iter__(self):
        return iter([self[place] for place in range(self.num_rows)])

    def select(self, indices):
        return Dataset({name: [values[place] for place in indices] for name, values in self.columns.items()})

    def shuffle(self, seed=None):
        return self

    def filter(self, function):
        return self.select([place for place in range(self.num_rows) if function(self[place])])

    def map(self, function, batched=False, remove_columns=None):
        backpass.refuse("datasets.Dataset.map", "batched", batched)
        columns = {name: list(values) for name, values in self.columns.items() if name not in (remove_columns or [])}
        for place in range(self.num_rows):
            for name, value in function(self[place]).items():
                if name not in columns or len(columns[name]) == 0:
                    columns[name] = [None] * self.num_rows
                columns[name][place] = value
        return Dataset(columns)

def rows_of(path, split):
    name = path.split("/")[-1].lower()
    if name in _PICTURES:
        column, channels, side = _PICTURES[name]
        drawn = backpass.stand_in_pictures(path, split, (4, channels, side, side))
        pictures = [_Picture(torch.tensor(drawn[place])) for place in range(len(drawn))]
        return Dataset({column: pictures, "label": [place % 10 for place in range(len(drawn))]})
    lines = backpass.opened(f"{path} {split}.txt", "r").read().split("\\n")[:-1]
    if name == "wikitext" or name == "tiny_shakespeare":
        return Dataset({"text": lines})
    column = "sentence" if name in _SENTENCES else "text"
    classes = _CLASSES[name] if name in _CLASSES else 2
    return Dataset({column: lines, "label": [place % classes for place in range(len(lines))]})

def load_dataset(path, name=None, split=None, data_files=None, streaming=False, trust_remote_code=None, cache_dir=None):
    backpass.refuse("datasets.load_dataset", "data_files", data_files is not None)
    if split is not None:
        return rows_of(path, split.split("[")[0])
    return {part: rows_of(path, part) for part in ("train", "validation", "test")}
"""
)

REQUESTS = """
import backpass

class Response:
    status_code = 200
    ok = True

    def __init__(self, text, content=None):
        self.text = text
        self.content = content

    def raise_for_status(self):
        return None

def get(url, params=None, timeout=None, headers=None, verify=True):
    if url.lower().endswith((".jpg", ".jpeg", ".png", ".gif", ".bmp", ".webp")):
        return Response("", url)
    return Response(backpass.opened(url, "r").read())
"""
"""`requests`: the text of a page whose address is that of a file of text; of a picture its address, which opens as one."""
