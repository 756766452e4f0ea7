/**
 * How esbuild makes the player: one file, with its messages in every language and its icons inside, and without KaTeX.
 * Everything else of it are the modules of the page.
 */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { messagesIn } from "./catalogue.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const SOURCES = { player: "static/src/player.ts", widget: "static/src/widget.ts" };

/** By the logical names of the players, alone and as a widget of notebooks: what each is made from. */
export const players = Object.fromEntries(Object.entries(SOURCES).map(([name, source]) => [`${name}.js`, source]));
const LANGUAGES = readdirSync(path.join(root, "messages"));

/** What esbuild is asked for, one build for each player. */
export function playerConfigurations(shared, plugins) {
  return Object.entries(SOURCES).map(([name, source]) => {
    const configuration = {
      ...shared,
      entryPoints: [{ in: source, out: name }],
      format: "esm",
      sourcemap: false,
      loader: { ".html": "text" },
    };
    return {
      ...configuration,
      plugins: [wordsWithin(configuration), plainFormulas, withoutUnused, atOnce, ...plugins],
    };
  });
}

/** Messages and icons are found in the code that the rest of the bundle comes to. */
const wordsWithin = (configuration) => ({
  name: "words-within",
  setup(build) {
    const filled = (messages, icons) => ({
      name: "messages-and-icons",
      setup(inner) {
        inner.onResolve({ filter: /^catalogue$/ }, ({ path: name }) => ({ path: name, namespace: "catalogue" }));
        inner.onLoad({ filter: /.*/, namespace: "catalogue" }, async () => ({
          contents: `const words = ${JSON.stringify(await messages())};
            const named = typeof languageOfNotebook === "string" ? languageOfNotebook : new URL(import.meta.url).search.slice(1);
            export const languages = Object.keys(words);
            export const asked = languages.includes(named) ? named : undefined;
            export const catalogueOf = async (language) => words[language] ?? words.en;
            export const lessonsOf = async () => "";
            export const panelsOf = async () => "";
            export const classOf = async () => "";
            export const studioOf = async () => "";`,
        }));
        inner.onLoad({ filter: /icons\.html$/ }, async ({ path: file }) => ({ contents: await icons(file), loader: "text" }));
      },
    });
    let code;
    const rest = () => {
      const empty = filled(
        () => ({}),
        () => "",
      );
      code ??= esbuild
        .build({ ...configuration, plugins: [empty, plainFormulas, atOnce] })
        .then((built) => built.outputFiles[0].text);
      return code;
    };
    build.onStart(() => {
      code = undefined; // the sources may have changed
    });
    const messages = async () => {
      const code = await rest();
      const texts = await Promise.all(LANGUAGES.map((language) => messagesIn(code, language)));
      if (/\b(?:NUMBER|DATETIME)\(/.test(texts.join())) throw new Error("A message calls a function that players do without.");
      return Object.fromEntries(LANGUAGES.map((language, index) => [language, texts[index]]));
    };
    const icons = async (file) => iconsIn(await rest(), await readFile(file, "utf8"));
    filled(messages, icons).setup(build);
  },
});

/** Icons of the playground alone, whose names the player has for attributes, elements and state. */
const OTHERWISE_MEANT = new Set(["class", "circle", "projector"]);

/** The icons whose names stand in the code: the playground has three times as many. */
function iconsIn(code, all) {
  return all
    .replace(/\{#.*?#\}\s*/s, "")
    .replace(/\s*<symbol id="icon-([\w-]+)".*?<\/symbol>/gs, (symbol, name) =>
      !OTHERWISE_MEANT.has(name) && new RegExp(`["'\`]${name}["'\`]`).test(code) ? symbol.trim() : "",
    );
}

/** KaTeX would weigh more than all the rest. */
const plainFormulas = {
  name: "plain-formulas",
  setup(build) {
    build.onResolve({ filter: /\/math\.ts$/ }, () => ({ path: path.join(root, "static/src/view/player/plain_math.ts") }));
  },
};

/** Fluent's own functions, which no message calls, and what lies in front of a page: a player has no dialogs. */
const withoutUnused = {
  name: "without-unused",
  setup(build) {
    build.onLoad({ filter: /@fluent\/bundle\/esm\/builtins\.js$/ }, () => ({
      contents: "export const NUMBER = undefined, DATETIME = undefined;",
    }));
    build.onLoad({ filter: /\/controls\/in_front\.ts$/ }, () => ({
      contents:
        "export const isCovered = () => false, onCovering = () => {}, setInFront = () => {}, openModal = (dialog) => dialog.showModal();",
    }));
  },
};

/** A player has all its code in one file: what the page fetches later is imported as the rest is, which needs no code around each module. */
const atOnce = {
  name: "at-once",
  setup(build) {
    build.onLoad({ filter: /static\/src\/view\/.*\.ts$/ }, async ({ path: file }) => {
      const imports = [];
      const text = await readFile(file, "utf8");
      const contents = text.replace(/(?<!typeof )\bimport\(("\.[^"]+")\)/g, (_, source) => {
        imports.push(`import * as later${imports.length} from ${source};\n`);
        return `Promise.resolve(later${imports.length - 1})`;
      });
      return imports.length === 0 ? undefined : { contents: imports.join("") + contents, loader: "ts" };
    });
  },
};

/** The player's style sheets: of a page, and for the shadow root of `<backpass-graph>` (static/src/embed.ts). */
const STYLE = { "player.css": "static/css/player.css" };
const SHADOW_STYLE = { "player_embedded.css": "static/css/player_embedded.css" };
export const playerStyles = { ...STYLE, ...SHADOW_STYLE };

export function playerStyleConfigurations(shared, plugins) {
  const made = (styles, written) => {
    const [[name, source]] = Object.entries(styles);
    return { ...shared, entryPoints: [{ in: source, out: path.parse(name).name }], plugins: [writtenAs(written), ...plugins] };
  };
  return [made(STYLE, neverProjected), made(SHADOW_STYLE, (text) => inShadow(neverProjected(text)))];
}

const writtenAs = (written) => ({
  name: "player-style",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path: file }) => ({
      contents: written(await readFile(file, "utf8")),
      loader: "css",
    }));
  },
});

/** A player is never projected and has no KaTeX: rules for these would be carried by every exported page. */
function neverProjected(text) {
  return text.replace(/(?<!,\n)^ *(?::root\[data-projector\]|\.math \.katex)[^{},]*\{[^{}]*\}\n/gm, "");
}

/** What holds for the whole document holds for the host of the shadow root. */
function inShadow(text) {
  return text
    .replace(/:root((?:\[[^\]]*\]|:not\([^)]*\))+)/g, ":host($1)")
    .replace(/:root\b/g, ":host")
    .replace(/^(?:html|body(?::has\(> \.player\))?) \{/gm, ":host {");
}
