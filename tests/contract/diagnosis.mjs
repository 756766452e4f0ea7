/**
 * What the studio finds in runs, for the test that trains each of them with its remedy. Reads JSON from standard input,
 * `{options, runs: [{request, events}]}`, and writes per run the finding at its newest moment, or null.
 */
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { wholeCatalogue } from "../../static/catalogue.mjs";

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const bundle = path.join(root, "node_modules", `.diagnosis-${process.pid}.mjs`);
const modules = ["training/run", "training/results/diagnosis"];

async function page() {
  const contents = modules.map((module) => `export * from "./static/src/${module}.ts";`).join("\n");
  try {
    await esbuild.build({ stdin: { contents, resolveDir: root, loader: "ts" }, outfile: bundle, bundle: true, plugins: [wholeCatalogue], platform: "node", format: "esm" });
    return await import(pathToFileURL(bundle).href);
  } finally {
    rmSync(bundle, { force: true });
  }
}

const { options, runs } = JSON.parse(readFileSync(0, "utf8"));
const { advance, diagnose } = await page();

const found = runs.map(({ request, events }) => {
  const run = events.reduce(advance, null);
  return diagnose(run, run.moments.at(-1), request, options);
});
process.stdout.write(JSON.stringify(found));
