/**
 * What the page says of graphs, for the test that compares it with the server's explanations. Reads JSON from standard input,
 * `{operations, names, cases: [{program, graph}]}`, and writes the names in LaTeX and as runs of type, and per case the sentences of all positions, the reasons and the
 * formulas.
 */
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { catalogue } from "../../static/catalogue.mjs";

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const bundle = path.join(root, "node_modules", `.wording-${process.pid}.mjs`);
const modules = ["graph/places", "explain/contributions", "explain/captions", "explain/narration", "explain/names_in_latex", "explain/notation", "explain/typeset", "timeline/schedule"];

async function page() {
  const contents = modules.map((module) => `export * from "./static/src/${module}.ts";`).join("\n");
  try {
    await esbuild.build({ stdin: { contents, resolveDir: root, loader: "ts" }, outfile: bundle, bundle: true, plugins: [catalogue], platform: "node", format: "esm" });
    return await import(pathToFileURL(bundle).href);
  } finally {
    rmSync(bundle, { force: true });
  }
}

const { operations, names, cases } = JSON.parse(readFileSync(0, "utf8"));
const { buildSchedule, createNotation, nameToLatex, narrate, nodeTitle, product, reasonOf, recordsByName, typeset, widthOfRuns } = await page();
const records = recordsByName(operations);

const told = cases.map(({ program, graph }) => {
  const schedule = buildSchedule(graph);
  const notation = createNotation(graph, program, records);
  const travelled = graph.edges.filter((edge) => edge.contribution !== null);
  return {
    sentences: Array.from({ length: schedule.length + 1 }, (_, position) => narrate({ schedule, records, program }, position, "contribution")),
    reasons: graph.nodes.map(({ id }) => reasonOf(graph, id, (node) => nodeTitle(graph, program, node))),
    called: graph.nodes.map(({ id }) => notation.node(id)),
    letters: graph.nodes.map(({ id }) => notation.expression(id)),
    numbers: graph.nodes.map(({ id }) => notation.substituted(id)),
    results: graph.nodes.map(({ id }) => notation.result(id)),
    locals: Object.fromEntries(travelled.map((edge) => [edge.id, notation.local(edge)])),
    rules: Object.fromEntries(travelled.map((edge) => [edge.id, notation.rule(edge)])),
    products: Object.fromEntries(travelled.map((edge) => [edge.id, product(graph, edge)])),
  };
});
const set = names.map((name) => [typeset(name).map(({ text, face, level, over }) => [text, face, level, over === true]), widthOfRuns(typeset(name), 18, 13)]);
process.stdout.write(JSON.stringify({ cases: told, names: names.map(nameToLatex), set }));
