/**
 * esbuild's plugin for the faces of letters: of each, the page's own style sheets carry what the catalogues say and cards can show, without hints
 * for old screens. Of KaTeX's upright face the rest is a file of its own, which comes with the first formula that needs it.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const KEPT = path.join(root, "node_modules", ".cache", "faces");
const WEIGHTS = { wght: { min: 400, max: 700 } };

const between = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
const ASCII = between(0x20, 0x7e);
/** Letters of the languages that Latin-1 was made for, and what stands between words. */
const LATIN = [...ASCII, ...between(0xa0, 0xff), ..."ŒœŸ‘’‚“”„–—…‹›•†−€™"];
/** Programs have the accents of the languages that the page speaks. */
const CODE = [...ASCII, ..."ÀÂÇÈÉÊàâçèéêëîïôùûœ«»·×÷−±²³°µ’…"];

/** The letters whose widths lay cards out, by the name of their face. */
function lettersOfCards(face) {
  const { advances } = JSON.parse(readFileSync(path.join(root, "engine/export/card_sizes.json"), "utf8"));
  return Object.values(advances[face]).join("");
}

/** All characters of all messages. */
function lettersOfCatalogues() {
  const messages = path.join(root, "messages");
  const files = readdirSync(messages, { recursive: true }).filter((file) => file.endsWith(".ftl"));
  return new Set(files.flatMap((file) => [...readFileSync(path.join(messages, file), "utf8")]));
}

const first = (face) => [...new Set([...lettersOfCards(face), ...lettersOfCatalogues()])];

function others(letters) {
  const known = new Set(letters);
  return between(0x20, 0xd7ff).filter((letter) => !known.has(letter));
}

/** What a file of a package is made into. */
const PARTS = {
  "source-sans-3-latin-wght-normal": () => ({ letters: [...LATIN, ...first("text")], variationAxes: WEIGHTS }),
  "source-code-pro-latin-wght-normal": () => ({ letters: CODE, variationAxes: WEIGHTS }),
  "KaTeX_Math-Italic": () => ({ keepAllGlyphs: true }),
  "KaTeX_Main-Regular": () => ({ letters: first("upright") }),
  "KaTeX_Main-Regular?rest": () => ({ letters: others(first("upright")) }),
};

/** A face as it travels. Packing one takes a second, so that what was made is kept until its letters change. */
async function faceOf(file, part) {
  const { letters, ...options } = { noHinting: true, noLayoutClosure: true, targetFormat: "woff2", ...part() };
  const whole = await readFile(file);
  const key = createHash("sha256")
    .update(whole)
    .update(JSON.stringify([letters, options]));
  const kept = path.join(KEPT, `${key.digest("hex")}.woff2`);
  if (existsSync(kept)) return readFile(kept);
  const face = await subsetFont(whole, letters?.join(""), options);
  await mkdir(KEPT, { recursive: true });
  await writeFile(kept, face);
  return face;
}

/** `U+41-5A,U+61`. */
function unicodeRange(letters) {
  const ranges = [];
  for (const point of letters.map((letter) => letter.codePointAt(0)).sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && point === last[1] + 1) last[1] = point;
    else ranges.push([point, point]);
  }
  return ranges.map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ""}`).join();
}

/** KaTeX's style sheet offers each face in three formats; every browser we serve reads the first. Of its upright one the page has the beginning. */
function facesOfFormulas(text) {
  const upright = /url\(([^)]*KaTeX_Main-Regular\.woff2)\) format\("woff2"\)/;
  const onlyWoff2 = text.replace(/,url\([^)]+\) format\("(?:woff|truetype)"\)/g, "");
  if (!upright.test(onlyWoff2)) throw new Error("KaTeX's style sheet names its upright face otherwise than before.");
  return onlyWoff2.replace(upright, `url($1?rest) format("woff2");unicode-range:${unicodeRange(others(first("upright")))}`);
}

export const faces = {
  name: "faces",
  setup(build) {
    build.onLoad({ filter: /katex\.min\.css$/ }, async ({ path: file }) => ({
      contents: facesOfFormulas(await readFile(file, "utf8")),
      loader: "css",
    }));
    build.onLoad({ filter: /\.woff2$/ }, async ({ path: file, suffix }) => {
      const part = PARTS[`${path.parse(file).name}${suffix}`];
      return part && { contents: await faceOf(file, part), loader: "file" };
    });
  },
};
