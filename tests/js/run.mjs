/**
 * Runs the page's unit tests with node's own test runner: `node tests/js/run.mjs [--coverage] [words of file names]`.
 * Node 20 cannot strip types, so each `*.test.ts` is bundled first, into a folder from where npm packages are still found;
 * source maps lead failures back to the TypeScript. Tests run with the repository as working directory.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { wholeCatalogue } from "../../static/catalogue.mjs";

const tests = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(path.dirname(tests));

const words = process.argv.slice(2).filter((word) => word !== "--coverage");
const coverage = process.argv.includes("--coverage") ? ["--experimental-test-coverage"] : [];
// Node leaves `node_modules` out of its coverage.
const bundles = path.join(root, coverage.length > 0 ? "build" : "node_modules", `.page-tests-${process.pid}`);
const files = readdirSync(tests, { recursive: true })
  .filter((file) => file.endsWith(".test.ts"))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
if (files.length === 0) {
  console.error(`No file below tests/js is called *.test.ts${words.length > 0 ? ` and like ${words.join(" or ")}` : ""}.`);
  process.exit(1);
}

let status = 1;
try {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: files.map((file) => path.join(tests, file)),
    outbase: tests,
    outdir: bundles,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    plugins: [wholeCatalogue],
    platform: "node",
    format: "esm",
    packages: "external",
    sourcemap: "inline",
    metafile: true,
    logLevel: "warning",
  });
  const built = Object.keys(metafile.outputs).map((file) => path.join(root, file));
  const command = ["--test", "--test-reporter=spec", "--enable-source-maps", ...coverage, ...built];
  status = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" }).status ?? 1;
} catch (problem) {
  if (!("errors" in problem)) throw problem; // esbuild has told what is wrong and where
} finally {
  rmSync(bundles, { recursive: true, force: true });
}
process.exit(status);
