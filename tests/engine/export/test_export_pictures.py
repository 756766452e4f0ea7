"""Pictures, the derivation and the graph as data: their structure is the graph's, and no name can break them."""

import json
import math
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from backpass.engine import OPERATIONS, Code, Limits, Operation, ProblemError, Tensor
from backpass.engine.export.captions import short
from backpass.engine.export.latex import symbol
from backpass.engine.export.registry import FORMATS, SUFFIXES, export
from backpass.engine.graph.tensor import apply
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.serialization.computation import Computation
from backpass.engine.serialization.graph_json import graph_json
from backpass.engine.serialization.load_graph import load
from scripts.page import ROOT
from tests.columns import columns
from tests.golden.programs import PROGRAMS
from tests.in_turn import in_turn

EVIL = [
    'a"b',
    "a\\",
    "a|b{c}<d>",
    "\n]\n",
    '"]; evil -> n0; x["',
    "%%{init}%%",
    "$x$ #1 & _ ^ ~ \\frac",
    "</svg><script>",
    "名前",
    "x₁",
    "😀",
]
DOT_NODE = re.compile(r'^  (\w+) \[label="((?:[^"\\]|\\.)*)", (?:style=(\w+)|shape=circle)\];$')
DOT_EDGE = re.compile(r'^  (\w+) -> (\w+)(?: \[headlabel="(\d)"\])?;$')


def written(name: str, made: Run, **options: Any) -> str:
    return export(Computation.of(made), name, **options)


def ran(program: str, **inputs: Any) -> Run:
    return run(parse(program), inputs)


BY_ELEMENT = [
    program
    for program in PROGRAMS
    if all(tensor.operation is None or tensor.operation.elementwise for tensor in ancestors(ran(program).output))
]
"""Operations on whole arrays are neither derived in LaTeX nor read back from JSON."""


def labelled(label: str) -> Run:
    leaf = Tensor(2.0, label=label)
    output = leaf * leaf
    output.label = label
    return Run(parse(""), output, {label: output}, {label: leaf}, {}, set(), [], [])


def dot_parts(text: str) -> tuple[dict[str, tuple[str, str]], list[tuple[str, str, str | None]]]:
    """Nodes (label and style) by name, and edges; every line must be one of them."""
    lines = text.splitlines()
    assert (lines[0], lines[-1]) == ("digraph backpass {", "}")
    nodes, edges = {}, []
    for line in lines[3:-1]:
        if node := DOT_NODE.match(line):
            nodes[node[1]] = (re.sub(r"\\(.)", r"\1", node[2]), node[3])
        else:
            edge = DOT_EDGE.match(line)
            assert edge, line
            edges.append((edge[1], edge[2], edge[3]))
    return nodes, edges


def test_dot_has_a_node_per_value_and_per_operation_and_an_edge_per_slot() -> None:
    nodes, edges = dot_parts(written("dot", ran("a = 3\nb = a*a\nb - 2")))
    assert {name: label for name, (label, _) in nodes.items()} == {
        "n0": "a | data 3 | grad 6",
        "n1": "b | data 9 | grad 1",
        "o1": "×",
        "n2": "data 2",
        "n3": "data 7 | grad 1",
        "o3": "−",
    }
    assert [nodes[name][1] for name in ("n0", "n1", "n2", "n3")] == ["rounded", "solid", "dashed", "bold"]
    assert edges == [("o1", "n1", None), ("o3", "n3", None), *[("n0", "o1", None)] * 2, ("n1", "o3", "1"), ("n2", "o3", "2")]


def test_dot_without_operation_nodes_writes_the_operation_on_its_value() -> None:
    nodes, edges = dot_parts(written("dot", ran("a = 3\na*a"), operation_nodes=False))
    assert nodes["n1"][0] == "× | data 9 | grad 1"
    assert edges == [("n0", "n1", None)] * 2


@pytest.mark.parametrize("operation_nodes", [True, False])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_dot_has_the_edges_of_the_graph_for_every_example(example: Any, operation_nodes: bool) -> None:
    made = ran(example.program)
    nodes, edges = dot_parts(written("dot", made, operation_nodes=operation_nodes))
    graph = graph_json(made)
    user = "o" if operation_nodes else "n"
    expected = [(f"n{edge['source']}", f"{user}{edge['target']}") for edge in graph["edges"]]
    between = [(f"o{node['id']}", f"n{node['id']}") for node in graph["nodes"] if node["op"] and operation_nodes]
    assert sorted((source, target) for source, target, _ in edges) == sorted(expected + between)
    assert {name for name in nodes if name[0] == "n"} == {f"n{node['id']}" for node in graph["nodes"]}


@pytest.mark.parametrize("label", EVIL)
def test_no_label_breaks_out_of_dot(label: str) -> None:
    nodes, edges = dot_parts(written("dot", labelled(label)))
    assert (set(nodes), len(edges)) == ({"n0", "n1", "o1"}, 3)
    assert nodes["n0"][0].startswith(label.replace("\n", " "))


def test_mermaid_has_a_node_per_value_and_an_edge_per_slot() -> None:
    made = ran("a = 3\nb = a*a\nb - 2")
    assert written("mermaid", made).splitlines() == [
        "flowchart LR",
        '  n0(["a<br/>data 3<br/>grad 6"])',
        '  n1["b<br/>data 9<br/>grad 1"]',
        '  o1(("#215;"))',
        "  o1 --> n1",
        '  n2["data 2"]',
        '  n3[["data 7<br/>grad 1"]]',
        '  o3(("−"))',
        "  o3 --> n3",
        "  n0 --> o1",
        "  n0 --> o1",
        "  n1 -->|1| o3",
        "  n2 -->|2| o3",
    ]
    assert "  n1 -->|1| n3" in written("mermaid", made, operation_nodes=False).splitlines()


@pytest.mark.parametrize("label", EVIL)
def test_no_label_breaks_out_of_mermaid(label: str) -> None:
    lines = written("mermaid", labelled(label)).splitlines()
    assert len(lines) == 7
    texts = re.findall(r'"([^"]*)"', lines[1])
    assert len(texts) == 1
    assert re.fullmatch(r"(?:[\w .−]|#\d+;|<br/>)*", texts[0])


@pytest.mark.parametrize("label", EVIL)
def test_no_label_breaks_out_of_svg(label: str) -> None:
    root = ET.fromstring(written("svg", labelled(label)))
    assert [child.tag.split("}")[1] for child in root if "script" in child.tag] == []


def test_the_picture_has_the_gradients() -> None:
    assert "−2.5" in written("svg", ran("x = -2.5\ny = 4\nx*y"))


@pytest.mark.parametrize(("data", "text"), [(math.nan, "NaN"), (-math.inf, "−∞"), (1.0, "1"), (np.ones((2, 3)), "(2,3)")])
def test_numbers_on_pictures_are_short(data: Any, text: str) -> None:
    assert short(data) == text


# The derivation


def test_the_derivation_shows_letters_numbers_and_the_result() -> None:
    text = written("latex", ran("a = 3\nb = -2\nc = a*b\no = tanh(c + 6) + a"))
    assert re.sub(r"\\frac\{\\partial o\}\{\\partial (.*?)\} (?=&|=|\+|\\cdot)", r"[\1] ", text).splitlines() == [
        r"\begin{aligned}",
        r"a &= 3 \\",
        r"b &= -2 \\",
        r"c &= a \cdot b = 3 \cdot \left(-2\right) = -6 \\",
        r"v_{1} &= c + 6 = \left(-6\right) + 6 = 0 \\",
        r"v_{2} &= \tanh\left(v_{1}\right) = \tanh\left(0\right) = 0 \\",
        r"o &= v_{2} + a = 0 + 3 = 3 \\",
        r"[o] &= 1 \\",
        r"[v_{2}] &= [o] = 1 \\",
        r"[v_{1}] &= [v_{2}] \cdot \left(1 - {v_{2}}^{2}\right) = 1 \cdot 1 = 1 \\",
        r"[c] &= [v_{1}] = 1 \\",
        r"[b] &= [c] \cdot a = 1 \cdot 3 = 3 \\",
        r"[a] &= [o] + [c] \cdot b = 1 + 1 \cdot \left(-2\right) = -1",
        r"\end{aligned}",
    ]


def test_large_and_small_numbers_are_written_with_powers_of_ten() -> None:
    assert r"y &= x \cdot z = \left(1 \cdot 10^{20}\right) \cdot \left(-2 \cdot 10^{-7}\right)" in written(
        "latex", ran("x = 1e20\nz = -2e-7\ny = x*z")
    )


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("x", "x"),
        ("x1", "x_{1}"),
        ("x₁", "x_{1}"),
        ("x_12", "x_{12}"),
        ("x#2", "x_{(2)}"),
        ("x1#2", "x_{1,(2)}"),
        ("θ", r"\theta"),
        ("λ", r"\lambda"),
        ("Σ", r"\Sigma"),
        ("loss", r"\mathrm{loss}"),
        ("my_loss", r"\mathrm{my\_loss}"),
        ("loss1", r"\mathrm{loss1}"),
        ("log_2", r"\mathrm{log\_2}"),
        ("é", r"\text{é}"),
        ("a#b", r"\text{a\#b}"),
    ],
)
def test_names_are_written_as_variables(name: str, latex: str) -> None:
    assert symbol(name) == latex


def test_the_derivation_is_for_scalars_only_and_says_so() -> None:
    with pytest.raises(ProblemError) as error:
        written("latex", ran("x*2", x=[1, 2]))
    assert error.value.problems[0].code is Code.NOT_EXPORTABLE


@pytest.mark.skipif(not (shutil.which("node") and (ROOT / "node_modules" / "katex").is_dir()), reason="needs node and KaTeX")
def test_every_derivation_renders_in_katex() -> None:
    texts = [written("latex", ran(program)) for program in BY_ELEMENT] + [written("latex", labelled(label)) for label in EVIL]
    script = (
        "const katex = require('katex'); let text = ''; process.stdin.on('data', (piece) => (text += piece));"
        "process.stdin.on('end', () => { for (const tex of JSON.parse(text)) {"
        "katex.renderToString(tex, {throwOnError: true, displayMode: true, strict: 'ignore'}); } console.log('rendered'); });"
    )
    done = subprocess.run(
        ["node", "-e", script], input=json.dumps(texts), capture_output=True, text=True, cwd=ROOT, check=False, timeout=60
    )
    assert done.stdout.strip() == "rendered", done.stderr


# The graph as data


def without_places(graph: Any) -> Any:
    nodes = [
        {name: value for name, value in node.items() if name not in ("span", "text", "literal", "assumed", "group")}
        for node in graph["nodes"]
    ]
    rest = {name: value for name, value in graph.items() if name not in ("groups", "printed")}
    return {**rest, "nodes": nodes, "mentions": [], "problems": []}


@in_turn("program", BY_ELEMENT, ids=lambda program: program[:40])
def test_a_graph_that_is_read_back_is_the_same_graph(program: str) -> None:
    text = written("json", ran(program))
    graph = json.loads(text)
    again = graph_json(load(text))
    kept = set(graph["gradients"])
    assert without_places(again) | {"gradients": None} == without_places(graph) | {"gradients": None}
    assert {name: value for name, value in again["gradients"].items() if name in kept} == graph["gradients"]


def test_tensors_are_read_back_as_well() -> None:
    text = written("json", ran("tanh(w*x)", w=[[1, 2], [3, 4]], x=[0.5, -0.5]))
    assert without_places(graph_json(load(text))) == without_places(json.loads(text))


WHOLE = [(record, case) for record in OPERATIONS.values() for case in record.cases]


@in_turn("record, case", WHOLE, ids=lambda each: f"{each[0].name} {each[1].options}")
def test_operations_on_whole_arrays_are_read_back_with_what_they_were_told(record: Operation, case: Any) -> None:
    low, high = record.samples[0]
    numbers = np.random.default_rng(3)
    leaves = [Tensor(numbers.uniform(low, high, shape), label=f"x{index}") for index, shape in enumerate(case.shapes)]
    output = apply(record, *leaves, **case.options)
    named = {str(leaf.label): leaf for leaf in leaves}
    text = written("json", Run(parse(""), output, named, named, {}, set(), [], []))
    again = load(text)
    assert without_places(graph_json(again)) == without_places(json.loads(text))
    assert again.output.options == output.options


def test_what_an_operation_was_told_stands_in_its_node() -> None:
    nodes = json.loads(written("json", ran("x = [[1, 2], [3, 4]]\nsum(x[0, ::-1] * 2, axis=0, keepdims=True) + 1")))["nodes"]
    told = {node["op"]: node["options"] for node in nodes if "options" in node}
    assert told == {
        "index": {"key": [0, {"start": None, "stop": None, "step": -1}]},
        "sum": {"axis": 0, "keepdims": True},
    }


def test_a_graph_is_read_from_columns_with_other_inputs_and_another_output() -> None:
    graph = json.loads(written("json", ran("a = 3\nb = a*a\nb + sum([a, 2], axis=0)")))
    text = json.dumps(graph | {"nodes": columns(graph["nodes"])})
    answer = graph_json(load(text, {"a": 5}))
    assert (answer["value"], answer["gradients"]) == (32.0, {"a": 11.0})
    answer = graph_json(load(text, {"a": 5}, "b"))
    assert (answer["value"], answer["gradients"]) == (25.0, {"a": 10.0})


@pytest.mark.parametrize(
    ("inputs", "output", "code"),
    [({"q": 1}, None, Code.UNKNOWN_INPUT), ({"a": "1"}, None, Code.INVALID_INPUT), ({}, "q", Code.UNKNOWN_OUTPUT)],
)
def test_wrong_inputs_and_outputs_of_a_graph_are_refused(inputs: Any, output: str | None, code: Code) -> None:
    with pytest.raises(ProblemError) as error:
        load(written("json", ran("a = 3\na*a")), inputs, output)
    assert [problem.code for problem in error.value.problems] == [code]


def test_two_inputs_of_one_name_keep_names_of_their_own() -> None:
    text = written("json", ran("x = 2\ny = x*x\nx = 5\nx*y"))
    assert graph_json(load(text))["gradients"] == json.loads(text)["gradients"]


def changed(**fields: Any) -> str:
    graph = json.loads(written("json", ran("a = 3\na*a")))
    graph["nodes"][1] |= fields
    return json.dumps(graph)


def told(**options: Any) -> str:
    graph = json.loads(written("json", ran("a = 3\nsum([a, a], axis=0)")))
    graph["nodes"][2]["options"] = options
    return json.dumps(graph)


NOT_GRAPHS = {
    "no JSON": "{",
    "a list": "[]",
    "no nodes": "{}",
    "an empty graph": '{"nodes": []}',
    "a node that is none": '{"nodes": [1]}',
    "a node without fields": '{"nodes": [{}]}',
    "another value": changed(data=10.0),
    "a text for a value": changed(data="ten"),
    "an unknown operation": changed(op="evil"),
    "an operation that is no text": changed(op=["multiply"]),
    "an input that comes later": changed(inputs=[0, 1]),
    "an input that does not exist": changed(inputs=[0, 7]),
    "a negative input": changed(inputs=[0, -1]),
    "too few inputs": changed(inputs=[0]),
    "inputs that are no list": changed(inputs=None),
    "a name that is no text": changed(name=["x"]),
    "nested too deep": "[" * 100_000,
    "data nested too deep": changed(data=eval("[" * 80 + "9.0" + "]" * 80)),
    "another shape": changed(shape=[1]),
    "a role that is none": changed(role="evil"),
    "another id": changed(id=7),
    "a leaf with inputs": changed(op=None),
    "an output that is not the last node": json.dumps(json.loads(changed()) | {"output": 0}),
    "columns of different lengths": '{"nodes": {"id": [0], "name": []}}',
    "a node that feeds nothing": json.dumps({"nodes": json.loads(changed())["nodes"][:1] * 2}).replace('"id": 0', '"id": null'),
    "an option that is no option": told(colour=1),
    "an axis that is a text": told(axis="first"),
    "an axis that is a list of lists of lists": told(axis=[[[0]]]),
    "an axis that is a slice": told(axis={"start": 0, "stop": 1, "step": 1}),
    "half a slice": told(axis={"start": 0}),
    "options without names": changed(options=[0]),
}


@pytest.mark.parametrize("text", NOT_GRAPHS.values(), ids=NOT_GRAPHS)
def test_what_is_not_a_graph_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ProblemError) as error:
        load(text)
    (problem,) = error.value.problems
    assert problem.code in (Code.INVALID_GRAPH, Code.INVALID_AXIS)
    assert problem.message[-1] == "."
    assert problem.hint


def test_a_graph_that_is_too_large_is_refused_by_its_count() -> None:
    text = written("json", ran("a = 3\na*a"))
    with pytest.raises(ProblemError) as error:
        load(text, limits=Limits(nodes=1))
    assert error.value.problems[0].code is Code.TOO_MANY_NODES


# The list of formats


def test_every_suffix_stands_for_the_first_format_that_has_it() -> None:
    assert {suffix: each.name for suffix, each in SUFFIXES.items()} == {
        "json": "json",
        "svg": "svg",
        "html": "html",
        "dot": "dot",
        "mmd": "mermaid",
        "tex": "latex",
        "py": "python",
    }
    assert all(each.meaning.endswith(".") for each in FORMATS.values())
