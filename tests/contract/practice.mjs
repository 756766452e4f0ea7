/**
 * The questions of Practice, for the test that compares their answers with the engine. Reads JSON from standard input,
 * `{operations, misconceptions, cases: [{program, graph}]}`, and writes the questions of each case.
 */
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { catalogue } from "../../static/catalogue.mjs";

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const bundle = path.join(root, "node_modules", `.practice-${process.pid}.mjs`);
const modules = ["exercises/exercise", "exercises/practice", "explain/captions", "messages/messages", "timeline/schedule"];

async function page() {
  const contents = modules.map((module) => `export * from "./static/src/${module}.ts";`).join("\n");
  try {
    await esbuild.build({ stdin: { contents, resolveDir: root, loader: "ts" }, outfile: bundle, bundle: true, plugins: [catalogue], platform: "node", format: "esm" });
    return await import(pathToFileURL(bundle).href);
  } finally {
    rmSync(bundle, { force: true });
  }
}

const { operations, misconceptions, cases } = JSON.parse(readFileSync(0, "utf8"));
const { addPanels, buildSchedule, judge, questionsOf, recordsByName } = await page();
await addPanels();
const asked = cases.map(({ program, graph }) =>
  questionsOf(buildSchedule(graph), program, recordsByName(operations), misconceptions).map((question) => ({
    ...question,
    isRight: question.shape !== undefined || judge(question, question.answer).right,
    claimed: question.misconceptions.filter(({ value }) => judge(question, value).right).length,
  })),
);
process.stdout.write(JSON.stringify(asked));
