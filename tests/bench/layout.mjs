/** Runs layout.ts, which node 20 cannot read as it is: bundles it into a folder from where npm packages are still found. */
import { rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.join(here, "..", "..", "node_modules", `.layout-bench-${process.pid}`);
const outfile = path.join(folder, "layout.mjs");

try {
  await esbuild.build({
    entryPoints: [path.join(here, "layout.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  await import(pathToFileURL(outfile).href);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
