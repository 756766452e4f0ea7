/**
 * The licence of every npm package whose code went into the page, as one text that travels with it.
 * Knows nothing of the page: it is given the files that were bundled.
 */
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

const inPackage = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** `inputs` are paths below `root`, with `/`. A package without a licence file stops the build: it could not be passed on. */
export async function collectLicences(root, inputs) {
  const folders = new Set(inputs.map((input) => inPackage.exec(input)?.[0]).filter((folder) => folder !== undefined));
  const texts = await Promise.all([...folders].sort().map((folder) => licenceOf(path.join(root, folder))));
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((candidate) => /^licen[cs]e/i.test(candidate));
  if (file === undefined) throw new Error(`${name} carries no licence file`);
  return `${name} ${version} (${license})\n\n${await readFile(path.join(folder, file), "utf8")}`;
}
