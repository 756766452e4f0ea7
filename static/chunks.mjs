/**
 * Which modules travel in one file. A bundler that splits makes a chunk of every set of modules that the same pages and later parts have in
 * common: dozens of small files, each of which costs a head and compresses badly. So every later part is taken to import what is there whenever
 * it is asked for: what a page or a part has itself is then the same set for all that come after it, and one file.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";

/** Module -> what it imports, at once and later. */
function importsOf({ inputs }) {
  const of = (module, kind) =>
    inputs[module].imports.filter((each) => each.kind === kind && each.path in inputs).map((each) => each.path);
  const modules = Object.keys(inputs);
  const table = (kind) => new Map(modules.map((module) => [module, of(module, kind)]));
  return { atOnce: table("import-statement"), later: table("dynamic-import") };
}

/** Later part -> the modules that every page has loaded when it asks for it, besides those that the part imports. */
function thereBefore(metafile, pages) {
  const { atOnce, later } = importsOf(metafile);
  const loadedBy = (root) => {
    const loaded = new Set([root]);
    for (const module of loaded) for (const next of atOnce.get(module)) loaded.add(next);
    return loaded;
  };
  const parts = [...new Set([...later.values()].flat())];
  const loaded = new Map([...pages, ...parts].map((root) => [root, loadedBy(root)]));
  // One that has the part at once imports the same: what is not there for it must not come for the sake of another.
  const has = (root, part) => root !== part && loaded.get(root).has(part);
  const asks = (root, part) => has(root, part) || [...loaded.get(root)].some((module) => later.get(module).includes(part));
  const askers = new Map(parts.map((part) => [part, [...loaded.keys()].filter((root) => asks(root, part))]));
  /** Of a part that no round has come to: anything. */
  const before = new Map(pages.map((page) => [page, new Set()]));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const part of parts) {
      const sure = askers
        .get(part)
        .filter((root) => before.has(root))
        .map((root) => new Set([...loaded.get(root), ...before.get(root)]));
      if (sure.length === 0) continue;
      const common = new Set([...sure[0]].filter((module) => sure.every((each) => each.has(module))));
      isChanged ||= common.size !== before.get(part)?.size;
      before.set(part, common);
    }
  }
  return new Map(parts.map((part) => [part, [...(before.get(part) ?? [])].filter((module) => !loaded.get(part).has(module))]));
}

/** esbuild's plugin for the pages of this configuration. */
export const togetherWhatIsThere = (configuration) => ({
  name: "together-what-is-there",
  setup(build) {
    const root = configuration.absWorkingDir;
    const relative = (file) => path.relative(root, file).split(path.sep).join("/");
    let before;
    build.onStart(() => {
      before = undefined; // the sources may have changed
    });
    const find = async () => {
      const pages = configuration.entryPoints.map((entry) => entry.in).filter((file) => file.endsWith(".ts"));
      const { metafile } = await esbuild.build({ ...configuration, entryPoints: pages, minify: false, sourcemap: false });
      return thereBefore(metafile, pages);
    };
    build.onLoad({ filter: /static\/src\/.*\.ts$/ }, async ({ path: file }) => {
      before ??= find();
      const others = (await before).get(relative(file));
      if (!others) return undefined;
      const imports = others
        .filter((module) => module.startsWith("static/src/"))
        .map((module) => `import ${JSON.stringify(path.join(root, module))};`);
      return { contents: [await readFile(file, "utf8"), ...imports].join("\n"), loader: "ts" };
    });
  },
});
