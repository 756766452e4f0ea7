/**
 * Makes smaller what every visitor waits for and what every exported page carries: the scripts of the first load and the players. Terser does
 * what esbuild leaves, a sixteenth of what travels; of all scripts it would take minutes.
 */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { minify } from "terser";

const SOURCES = path.join(path.dirname(fileURLToPath(import.meta.url)), "src");

const D3 = /node_modules\/d3-[\w-]+\/dist\/[\w-]+\.mjs$/;
/** Where a selection's and a transition's methods are listed, one a line. */
const PROTOTYPE = /^(Selection|Transition)\.prototype = \w+\.prototype = \{\n[\s\S]*?^\};/m;
/**
 * Methods whose names arrays, texts, stores and files have, too, and by which neither the page nor d3 calls a selection or a transition: the
 * page keeps its cards and wires by `enter`, `exit` and `merge`.
 */
const OF_OTHERS = {
  Selection: new Set(["join", "sort", "dispatch", "text", "insert", "size"]),
  Transition: new Set(["filter", "merge", "size", "text", "end"]),
};
/** A tree's are added one by one; only who makes a tree calls them. */
const TREE = /node_modules\/d3-quadtree\/src\/quadtree\.js$/;
const TREE_METHOD = /^treeProto\.(\w+) = (?:\w+;|function\(\) \{\n[\s\S]*?^\};)\n?/gm;

/**
 * D3's modules are one file each, whose functions are partly made by calls; esbuild leaves out what nobody uses only where it knows that a
 * call does nothing else. And it keeps every method: those of selections, transitions and trees that neither the page nor d3 calls are left out.
 */
export const leanD3 = {
  name: "lean-d3",
  setup(build) {
    let sources;
    build.onStart(() => {
      sources = undefined; // they may have changed
    });
    build.onLoad({ filter: D3 }, async ({ path: file }) => {
      sources ??= textsIn(SOURCES, ".ts");
      const packages = path.dirname(path.dirname(path.dirname(file)));
      const names = (await readdir(packages)).filter((name) => name.startsWith("d3-"));
      const files = names.map((name) => path.join(packages, name, "dist", `${name}.mjs`)).filter(existsSync);
      const callers = [...(await sources), ...(await Promise.all(files.map(textOf)))].join("\n");
      const contents = (await textOf(file))
        .replace(/^(?:var|const) [\w$]+ = (?=\(function|[\w$]+\()/gm, "$&/* @__PURE__ */ ")
        .replace(PROTOTYPE, (list, owner) => list.replace(/^ {2}(\w+): .*\n/gm, calledBy(callers, OF_OTHERS[owner])));
      return { contents, loader: "js" };
    });
    build.onLoad({ filter: TREE }, async ({ path: file }) => {
      sources ??= textsIn(SOURCES, ".ts");
      const makers = (await sources).filter((text) => text.includes('"d3-quadtree"'));
      const callers = [...makers, ...(await textsIn(path.dirname(file), ".js"))].join("\n");
      return { contents: (await textOf(file)).replace(TREE_METHOD, calledBy(callers)), loader: "js" };
    });
  },
};

const textOf = (file) => readFile(file, "utf8");

async function textsIn(folder, ending) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(ending));
  return Promise.all(names.map((name) => textOf(path.join(folder, name))));
}

/** For `replace`: a method's definition stays where code calls a method of its name, of whatever it may be. */
const calledBy =
  (code, ofOthers = new Set()) =>
  (definition, method) =>
    method === "constructor" || (!ofOthers.has(method) && new RegExp(`\\.${method}(?:\\?\\.)?\\(`).test(code)) ? definition : "";

// What is made with `new` or asked for with `instanceof` is a class or a declared function here and in d3; those never become arrows.
const OPTIONS = { module: true, ecma: 2022, compress: { passes: 4, unsafe_arrows: true, unsafe_methods: true } };

/** The files of `outputs`, esbuild's account of what it made, that `entries` come to before anything is asked for. */
function firstOf(outputs, entries) {
  const waiting = Object.keys(outputs).filter((file) => entries.has(outputs[file].entryPoint));
  const found = new Set(waiting);
  for (const file of waiting) {
    for (const { path: imported, kind } of outputs[file].imports) {
      if (kind !== "import-statement" || found.has(imported)) continue;
      found.add(imported);
      waiting.push(imported);
    }
  }
  return new Set([...found].filter((file) => file.endsWith(".js")).map((file) => path.basename(file)));
}

/** Makes those files of one build smaller, in place, with their source maps. */
export async function minifyFirst({ metafile, outputFiles }, entries) {
  const first = firstOf(metafile.outputs, entries);
  const byName = new Map(outputFiles.map((file) => [path.basename(file.path), file]));
  for (const name of first) {
    const [script, map] = [byName.get(name), byName.get(`${name}.map`)];
    const small = await minify(script.text, { ...OPTIONS, ...(map && { sourceMap: { content: map.text } }) });
    script.contents = Buffer.from(small.code);
    if (map) map.contents = Buffer.from(small.map);
  }
}
