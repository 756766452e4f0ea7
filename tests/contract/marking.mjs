/**
 * The marks of those who read a lesson alone, for the test that compares them with the server's. Reads JSON from standard input,
 * a list of `{data, text}`, and writes the mark of each.
 */
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { catalogue } from "../../static/catalogue.mjs";

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const bundle = path.join(root, "node_modules", `.marking-${process.pid}.mjs`);

async function page() {
  const contents = ["core/ranges", "learn/marking"].map((module) => `export * from "./static/src/${module}.ts";`).join("\n");
  try {
    await esbuild.build({ stdin: { contents, resolveDir: root, loader: "ts" }, outfile: bundle, bundle: true, plugins: [catalogue], platform: "node", format: "esm" });
    return await import(pathToFileURL(bundle).href);
  } finally {
    rmSync(bundle, { force: true });
  }
}

const { markChoice, markNumber, parseValue } = await page();
const marks = JSON.parse(readFileSync(0, "utf8")).map(({ data, text }) =>
  data.kind === "choice" ? markChoice(data, Number(text)) : markNumber(data, Number(parseValue(text))),
);
process.stdout.write(JSON.stringify(marks));
