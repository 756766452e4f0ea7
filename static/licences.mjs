/**
 * The licence of every npm package whose code went into the page, as one text that travels with it.
 * Knows nothing of the page: it is given the files that were bundled.
 */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Licences as they are published, by their SPDX names, for packages that only name theirs. */
const texts = path.join(path.dirname(fileURLToPath(import.meta.url)), "licences");

const inPackage = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** `inputs` are paths below `root`, with `/`. A package whose licence is nowhere stops the build: it could not be passed on. */
export async function collectLicences(root, inputs) {
  const folders = new Set(inputs.map((input) => inPackage.exec(input)?.[0]).filter((folder) => folder !== undefined));
  const collected = await Promise.all([...folders].sort().map((folder) => licenceOf(path.join(root, folder))));
  return collected.join(`\n${"-".repeat(80)}\n\n`);
}

async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const own = (await readdir(folder)).find((candidate) => /^licen[cs]e/i.test(candidate));
  const file = own === undefined ? path.join(texts, `${license}.txt`) : path.join(folder, own);
  if (!existsSync(file)) throw new Error(`${name} carries no licence file`);
  return `${name} ${version} (${license})\n\n${await readFile(file, "utf8")}`;
}
