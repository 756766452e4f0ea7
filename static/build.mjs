/**
 * Builds the page: static/src and static/css -> static/dist, minified, split, with content hashes in the names, and
 * `manifest.json`, which tells the server the file of each logical name (`main.js` -> `main-ABC123.js`).
 * Knows nothing of Python. `--watch` builds again whenever a source changes.
 */

import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { catalogue } from "./catalogue.mjs";
import { togetherWhatIsThere } from "./chunks.mjs";
import { faces } from "./faces.mjs";
import { collectLicences } from "./licences.mjs";
import { leanD3, minifyFirst } from "./minified.mjs";
import { playerConfigurations, playerStyleConfigurations, playerStyles, players, SOURCES } from "./player.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, "static", "dist");

/**
 * Logical names. What modules import() becomes a chunk of its own; style sheets may be loaded late as well. The playground shares no chunks
 * with the other pages: shared ones are small and many, and each costs its own head and compresses badly.
 */
const playground = {
  "main.js": "static/src/main.ts",
  "main.css": "static/css/main.css",
  "main_later.css": "static/css/main_later.css",
};
const modules = {
  "training.js": "static/src/training.ts",
  "training.css": "static/css/training.css",
  "learn.js": "static/src/learn.ts",
  "learn.css": "static/css/learn.css",
  "learn_class.css": "static/css/learn_class.css",
  "learn_edit.css": "static/css/learn_edit.css",
  "katex.css": "node_modules/katex/dist/katex.min.css",
  "docs.css": "static/css/docs.css",
  "room.css": "static/css/room.css",
  "embed.js": "static/src/embed.ts",
  "api.js": "static/src/api.ts",
};

/** Scripts stand alone: one runs before the first paint, one in a worker, and one is a page of its own. */
const scripts = {
  "theme.js": "static/src/theme.ts",
  "layout_worker.js": "static/src/layout_worker.ts",
};

/** What a visitor waits for, and what an exported page carries. */
const FIRST = new Set([playground["main.js"], SOURCES.player]);

/** What a style sheet names, and pages fetch before they read that. */
const TEXT_FACE = "source-sans-3-latin-wght-normal-";

const entries = { ...playground, ...modules, ...scripts, ...players, ...playerStyles };

const shared = {
  absWorkingDir: root,
  outdir: dist,
  entryNames: "[name]-[hash]",
  bundle: true,
  minify: true,
  sourcemap: "external", // the server names the map in a header, which spares each file a line
  legalComments: "none", // licences.txt holds them whole
  target: ["chrome111", "edge111", "firefox115", "safari16.4"],
  metafile: true,
  alias: { "d3-color": "./static/no_colours.mjs" },
  preserveSymlinks: true, // node_modules may be a link, and the manifest goes by the names above
  write: false, // a build that fails leaves the last good page alone
  logLevel: "warning",
};

function configurations(plugins = []) {
  const points = (group) => Object.entries(group).map(([name, file]) => ({ in: file, out: path.parse(name).name }));
  const split = (group) => {
    const pages = {
      ...shared,
      entryPoints: points(group),
      format: "esm",
      splitting: true,
      chunkNames: "[name]-[hash]",
      assetNames: "[name]-[hash]",
      loader: { ".woff2": "file", ".svg": "file" },
      plugins: [catalogue, faces, leanD3],
    };
    return { ...pages, plugins: [...pages.plugins, togetherWhatIsThere(pages), ...plugins] };
  };
  return [
    split(playground),
    split(modules),
    { ...shared, entryPoints: points(scripts), format: "iife", plugins },
    ...playerConfigurations(shared, [leanD3, ...plugins]),
    ...playerStyleConfigurations(shared, plugins),
  ];
}

function refuseWithoutSources() {
  const missing = Object.values(entries).filter((file) => !existsSync(path.join(root, file)));
  if (missing.length === 0) return;
  console.error(`The page cannot be built, these files are missing:\n  ${missing.join("\n  ")}`);
  if (missing.some((file) => file.startsWith("node_modules/"))) console.error("Run `npm ci --ignore-scripts` first.");
  process.exit(1);
}

/** Logical name -> file name, for the entry points alone: chunks are found by those that import them. */
function manifestOf(outputs) {
  const files = Object.entries(outputs);
  const builtFrom = new Map(files.map(([file, output]) => [output.entryPoint, path.basename(file)]));
  const named = Object.entries(entries).map(([name, source]) => [name, builtFrom.get(source)]);
  return Object.fromEntries([
    ...named,
    ["text.woff2", files.map(([file]) => path.basename(file)).find((file) => file.startsWith(TEXT_FACE))],
  ]);
}

/** Writes what is new, the manifest after all that it names, and only then removes what nothing names any more. */
async function writePage(results) {
  const outputs = Object.assign({}, ...results.map((result) => result.metafile.outputs));
  const inputs = Object.assign({}, ...results.map((result) => result.metafile.inputs));
  const files = new Map(results.flatMap((result) => result.outputFiles).map((file) => [path.basename(file.path), file.contents]));
  files.set("licences.txt", Buffer.from(await collectLicences(root, Object.keys(inputs))));
  files.set("manifest.json", Buffer.from(`${JSON.stringify(manifestOf(outputs), null, 2)}\n`));
  await mkdir(dist, { recursive: true });
  const packed = await Promise.all([...files].map(([name, contents]) => brotliOf(name, contents)));
  for (const [name, contents] of packed.filter(Boolean)) files.set(name, contents);
  for (const [name, contents] of files) {
    const file = path.join(dist, name);
    if (!existsSync(file) || !(await readFile(file)).equals(contents)) await writeFile(file, contents);
  }
  for (const name of await readdir(dist)) if (!files.has(name)) await rm(path.join(dist, name), { recursive: true, force: true });
  printSizes(files);
}

/** `main-ABC123.js.br`, which the server sends to browsers that take it; one that is there and holds the same stays as it is. */
async function brotliOf(name, contents) {
  if (!/\.(js|css)$/.test(name) || contents.length < 1000) return null;
  const packed = path.join(dist, `${name}.br`);
  const before = existsSync(packed) ? await readFile(packed) : null;
  return [
    `${name}.br`,
    before && brotliDecompressSync(before).equals(contents) ? before : await promisify(brotliCompress)(contents),
  ];
}

function printSizes(files) {
  const kilobytes = (count) => `${(count / 1000).toFixed(1)} kB`.padStart(9);
  const shown = [...files].filter(([name]) => /\.(js|css)$/.test(name)).sort();
  for (const [name, contents] of shown) {
    console.log(`${name.padEnd(34)}${kilobytes(contents.length)}${kilobytes(gzipSync(contents).length)} gzipped`);
  }
}

async function watch() {
  const latest = [];
  let writing = Promise.resolve(); // one after the other: each clears away what it does not know
  const keep = (index) => ({
    name: "write-page",
    setup: (build) =>
      build.onEnd(async (result) => {
        latest[index] = result.errors.length === 0 ? result : undefined;
        if (latest.filter(Boolean).length < contexts.length) return;
        const whole = [...latest];
        writing = writing.then(() => writePage(whole));
        await writing;
      }),
  });
  const contexts = await Promise.all(configurations().map((_, index) => esbuild.context(configurations([keep(index)])[index])));
  await Promise.all(contexts.map((context) => context.watch()));
  console.log("Watching static/src and static/css; Ctrl+C ends it.");
}

refuseWithoutSources();
if (process.argv.includes("--watch")) {
  await watch();
} else {
  try {
    const results = await Promise.all(configurations().map((configuration) => esbuild.build(configuration)));
    for (const result of results) await minifyFirst(result, FIRST);
    await writePage(results);
  } catch (problem) {
    if (!("errors" in problem)) throw problem;
    process.exit(1); // esbuild has told what is wrong and where
  }
}
