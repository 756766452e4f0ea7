/**
 * esbuild's plugin for the messages of the page: the module `catalogue` has `catalogueOf(language)`, which fetches a chunk with the Fluent
 * source of one language; `lessonsOf`, `studioOf`, `classOf` and `panelsOf` have what lessons, the studio, a class and the tabs beside the explanation
 * say besides. The page needs the files named below; those with other names are read by Python alone.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const messages = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), "messages");
const OF_THE_PAGE = /^(?:explain|formats|page(?!-lessons|-panels|-studio|-class).*)\.ftl$/;
/** What other pages and later parts of the page need besides, by the name of their chunks; the first graph of the playground does not wait for it. */
const LATER = {
  lessons: /^page-lessons\.ftl$/,
  studio: /^page-studio\.ftl$/,
  class: /^page-class\.ftl$/,
  panels: /^page-panels\.ftl$/,
};
const OF_THE_PLAYER = /^(?:explain|formats|page.*|player)\.ftl$/;

/** The same messages without what only people read or the server speaks, and sorted by their keys: alike ones are neighbours, which compresses better. */
function condensed(text) {
  const plain = text
    .replace(/^#.*\n/gm, "")
    .replace(/\n{2,}/g, "\n")
    .replace(/^ +\.spoken = .*\n/gm, "")
    .replace(/^ +/gm, " ")
    .replace(/\{ (\$\w+) \}/g, "{$1}")
    .replace(/^([\w-]+| \.\w+) = /gm, "$1=");
  return plain
    .split(/^(?=[a-z])/m)
    .sort()
    .map((entry) => entry.trimEnd())
    .join("\n");
}

async function sourceOf(language, chosen) {
  const folder = path.join(messages, language);
  const files = (await readdir(folder)).filter((file) => chosen.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return {
    contents: condensed(texts.join("\n")),
    loader: "text",
    watchFiles: files.map((file) => path.join(folder, file)),
  };
}

/** What a bundle needs of them: the messages whose keys stand in its code, and those that these refer to. */
export async function messagesIn(code, language) {
  const { contents } = await sourceOf(language, OF_THE_PLAYER);
  const entries = new Map(contents.split(/^(?=[a-z])/m).map((entry) => [/^[\w-]+/.exec(entry)?.[0], entry.trimEnd()]));
  const beginnings = [...code.matchAll(/`([a-z][a-z0-9-]*-)\$\{/g)].map(([, beginning]) => beginning);
  const isNamed = (key) =>
    new RegExp(`["'\`]${key}["'\`.]`).test(code) || beginnings.some((beginning) => key.startsWith(beginning));
  const wanted = [...entries.keys()].filter((key) => key !== undefined && isNamed(key));
  for (const key of wanted)
    for (const [, other] of entries.get(key).matchAll(/\{ ?([a-z][\w-]*)[ .}]/g))
      if (entries.has(other) && !wanted.includes(other)) wanted.push(other);
  return wanted.map((key) => entries.get(key)).join("\n");
}

const catalogueOf = (chosen) => ({
  name: "catalogue",
  setup(build) {
    build.onResolve({ filter: /^catalogue(?:\/|$)/ }, ({ path: name }) => ({ path: name, namespace: "catalogue" }));
    build.onLoad({ filter: /^catalogue$/, namespace: "catalogue" }, async () => {
      const languages = (await readdir(messages, { withFileTypes: true })).filter((entry) => entry.isDirectory());
      const chunksIn = (folder) => languages.map(({ name }) => `"${name}": () => import("${folder}/${name}")`).join();
      const later = Object.keys(LATER).map(
        (name) => `export const ${name}Of = (language) => fetched({${chunksIn(`catalogue/${name}`)}}, language);`,
      );
      const contents = `const chunks = {${chunksIn("catalogue")}};
        const fetched = async (from, language) => (await (from[language] ?? from.en)()).default;
        export const languages = Object.keys(chunks);
        export const asked = undefined;
        export const catalogueOf = (language) => fetched(chunks, language);
        ${later.join("\n")}`;
      return { contents, loader: "js", watchDirs: [messages] };
    });
    build.onLoad({ filter: /^catalogue\//, namespace: "catalogue" }, ({ path: name }) => {
      const [language, page] = name.split("/").reverse();
      return sourceOf(language, LATER[page] ?? chosen);
    });
  },
});

export const catalogue = catalogueOf(OF_THE_PAGE);
/** The player's sentences as well, for tests: the page does without them, a player has its own by `messagesIn`. */
export const wholeCatalogue = catalogueOf(OF_THE_PLAYER);
