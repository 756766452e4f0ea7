/**
 * Makes smaller what every visitor waits for and what every exported page carries: the scripts of the first load and the players. Terser does
 * what esbuild leaves, a sixteenth of what travels; of all scripts it would take minutes.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { minify } from "terser";

/** D3's modules are one file each, whose functions are partly made by calls; esbuild leaves out what nobody uses only where it knows that a call does nothing else. */
export const pureCalls = {
  name: "pure-calls",
  setup(build) {
    build.onLoad({ filter: /node_modules\/d3-[\w-]+\/dist\/[\w-]+\.mjs$/ }, async ({ path: file }) => {
      const text = await readFile(file, "utf8");
      return { contents: text.replace(/^(?:var|const) [\w$]+ = (?=\(function|[\w$]+\()/gm, "$&/* @__PURE__ */ "), loader: "js" };
    });
  },
};

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
