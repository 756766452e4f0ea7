"""The tables of signatures: as the installed libraries have them, and each of their parameters with a meaning or a refusal."""

import importlib
import importlib.metadata
from typing import Any

import pytest

from backpass.engine.interpreter.libraries.written_as_programs.torch_and_micrograd_classes import PRELUDES
from backpass.engine.interpreter.run import run
from backpass.engine.interpreter.signatures.binding import IN_PLACE, Reading, accepted, own_signature, readings
from backpass.engine.interpreter.signatures.parameter_meanings import HINTS, MEANT, REFUSED, WITHOUT_EFFECT
from backpass.engine.interpreter.signatures.signatures import REQUIRED, ParameterKind, signature, table
from backpass.engine.language import parse
from backpass.engine.operations import OPERATIONS
from scripts import signatures

LIBRARIES = tuple(signatures.LIBRARIES)


_UNSIGNED = frozenset({"Generator", "FloatTensor", "DoubleTensor", "LongTensor", "Tensor", "device", "finfo", "iinfo"})
"""Classes of which neither Python nor the documentation says what they take."""


def every_reading() -> list[Reading]:
    return [reading for library in LIBRARIES for reading in readings(library)]


@pytest.mark.parametrize("library", [each for each in LIBRARIES if each != "tensorflow"])
def test_a_table_is_what_the_installed_library_says(library: str) -> None:
    try:
        now = signatures.table(library)
    except ImportError:
        pytest.skip(f"{library} is not installed")
    kept = table(library)
    if now["version"] != kept.version:
        pytest.skip(
            f"the table is of {library} {kept.version}, and {now['version']} is installed: `scripts/signatures.py` makes it"
        )
    assert now["signatures"] == kept.texts


def test_what_tensorflow_has_is_read_from_its_sources_alone() -> None:
    texts = table("tensorflow").texts
    assert texts["tensorflow.reduce_sum"] == ["(input_tensor, axis=None, keepdims=False, name=None)"]
    assert "tensorflow" not in {each.metadata["Name"] for each in importlib.metadata.distributions()}


def test_every_name_that_is_accepted_and_that_the_library_has_is_in_its_table() -> None:
    count = 0
    for module, library in (("torch", "torch"), ("torch.nn.functional", "torch"), ("numpy", "numpy"), ("jax.numpy", "jax")):
        real = pytest.importorskip(module)
        for name in accepted(module):
            if callable(getattr(real, name, None)) and name not in _UNSIGNED:
                count += 1
                assert f"{module}.{name}" in table(library).texts, f"{module}.{name} is accepted and has no signature"
    assert count > 340


def test_every_meaning_is_one_of_ours() -> None:
    for reading in every_reading():
        names = {each.name for each in own_signature(reading.ours)}
        for form in reading.forms:
            assert set(form.meanings.values()) - {IN_PLACE} <= names, reading.dotted
            assert not (set(form.meanings) - names) & set(WITHOUT_EFFECT), reading.dotted


def test_what_a_library_requires_is_understood() -> None:
    """A parameter that must be given and means nothing here would make every call a refusal."""
    for reading in every_reading():
        if reading.dotted in REFUSED:
            continue
        understood = [
            form
            for form in reading.forms
            if all(each.name in (*form.meanings, "dtype") or each.default is not REQUIRED for each in form.given)
        ]
        assert understood, f"{reading.dotted}{table(reading.dotted.partition('.')[0]).texts.get(reading.dotted)}"


def test_what_is_declared_is_used() -> None:
    """A meaning, a refusal or a hint for something that no table has is a typing error, or a library has moved on."""
    parameters = {
        each.name
        for library in LIBRARIES
        for texts in table(library).texts.values()
        for text in texts
        for each in signature(text)
    }
    dotted = {name for library in LIBRARIES for name in table(library).texts}
    assert set(REFUSED) <= dotted
    assert set(HINTS) - {"axis_size"} <= parameters | {"axis_size"}
    ours = {*OPERATIONS, *(reading.ours.name for reading in every_reading()), *(each.rpartition(".")[2] for each in dotted)}
    for name, meanings in MEANT.items():
        assert name in ours or name in dotted, name
        assert "." not in name or set(meanings) <= parameters, name


@pytest.mark.parametrize("module", ["torch.nn", "torch.optim", "torch.optim.lr_scheduler"])
def test_classes_take_what_the_real_ones_take_in_the_same_order(module: str) -> None:
    """What a prelude defines may take less, or by place what there goes by name only."""
    compared = 0
    for statement in parse(PRELUDES[module]).statements:
        texts = table("torch").texts.get(f"{module}.{getattr(statement, 'name', '')}")
        if texts is None:
            continue
        if [each.kind for each in signature(texts[0])] == [ParameterKind.SEVERAL]:
            continue  # it hands on what it is given
        real = [each for each in signature(texts[0]) if each.kind is not ParameterKind.SEVERAL]
        initial: Any = next((each for each in statement.body if getattr(each, "name", "") == "__init__"), None)
        ours = [each.name for each in initial.parameters[1:] if not each.several] if initial else []
        assert ours == [each.name for each in real], statement
        compared += 1
    assert compared >= 3


def test_a_misspelt_argument_is_refused_and_the_right_one_offered() -> None:
    for text, hint in (("torch.sum(x, dimm=0)", "Did you mean `dim`?"), ("torch.sum(x, 0, dim=0)", "`dim`")):
        with pytest.raises(Exception, match=r"torch\.sum") as error:
            run(parse(f"import torch\nx = torch.tensor([[1.0, 2.0]])\n{text}"))
        assert hint in str(error.value.problems[0].hint)  # type: ignore[attr-defined]
