"""Generators of clients accept the OpenAPI document, and a client that one of them makes computes a gradient."""

import importlib
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from backpass.app.main import create_app
from backpass.app.settings import Settings

PROGRAM = "x*y + z"
INPUTS = {"x": 2.0, "y": -3.0, "z": 10.0}
NAME = "generated_backpass_client"


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("document") / "openapi.json"
    file.write_text(json.dumps(create_app(Settings()).openapi()), encoding="utf-8")
    return file


def generate(*command: str) -> str:
    """What a generator prints. It formats what it wrote with the ruff beside this Python, whether that is on the PATH or not."""
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run([sys.executable, "-m", *command], check=False, capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout + run.stderr


def load(name: str, file: Path) -> Any:
    """Imports a generated module or package under a name."""
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def client(document: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The package that openapi-python-client makes, without a warning about any route or schema."""
    folder = tmp_path_factory.mktemp("client") / NAME
    printed = generate(
        *("openapi_python_client", "generate", "--path", str(document)),
        *("--meta", "none", "--output-path", str(folder), "--fail-on-warning"),
    )
    assert "arning" not in printed
    yield load(NAME, folder / "__init__.py")
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]


def part(name: str) -> Any:
    return importlib.import_module(f"{NAME}.{name}")


async def asked(client: Any, program: str) -> Any:
    """The answer of our application, without a network, as the generated client reads it."""
    models = part("models")
    inputs = models.GradientRequestInputs.from_dict(INPUTS)
    body = models.GradientRequest(program=program, inputs=inputs)
    application = create_app(Settings())
    async with application.router.lifespan_context(application):
        transport = httpx.ASGITransport(app=application)
        connection = client.Client(base_url="http://localhost", httpx_args={"transport": transport})
        return await part("api.gradient.gradient").asyncio_detailed(client=connection, body=body)


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_generated_client_computes_a_gradient(client: Any) -> None:
    answer = await asked(client, PROGRAM)
    assert answer.status_code == 200
    assert answer.parsed.value == 4.0
    assert answer.parsed.gradients.to_dict() == {"x": -3.0, "y": 2.0, "z": 1.0}


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_generated_client_reads_a_refusal(client: Any) -> None:
    answer = await asked(client, "sigmoyd(x)")
    assert answer.status_code == 422
    assert isinstance(answer.parsed, part("models").ProblemDocument)
    assert answer.parsed.problems[0].code == "unknown-function"


def test_a_generated_client_has_a_function_for_every_operation(client: Any, document: Path) -> None:
    paths = json.loads(document.read_text(encoding="utf-8"))["paths"]
    operations = {each["operationId"] for methods in paths.values() for each in methods.values()}
    functions = {file.stem for file in Path(client.__file__).parent.glob("api/*/*.py")} - {"__init__"}
    assert operations == functions


def test_generated_models_read_an_answer(document: Path) -> None:
    file = document.with_name("models.py")
    generate(
        *("datamodel_code_generator", "--input", str(document), "--input-file-type", "openapi", "--output", str(file)),
        *("--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"),
    )
    models = load("generated_backpass_models", file)
    answer = models.GradientResponse.model_validate({"value": 4.0, "gradients": {"x": -3.0}, "problems": []})
    assert models.GradientRequest(program=PROGRAM).program == PROGRAM
    assert answer.model_dump(mode="json", exclude_unset=True)["gradients"] == {"x": -3.0}
