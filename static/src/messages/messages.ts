/**
 * Every sentence that people read, by its key, in the language of the page: `<html lang>`, which the server chose. The sentences are the
 * Project Fluent files in `messages/`, the same that Python reads (engine/messages.py); the build makes a chunk of those of each language,
 * and only the one that is needed is fetched. It is there before any module that imports this one runs.
 */
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from "@fluent/bundle";
import { asked, catalogueOf, classOf, languages, lessonsOf, panelsOf, studioOf } from "catalogue";

const DEFAULT_LANGUAGE = "en";

/** Rooms without a document have none either where tests run them: there the language is English. */
const { document } = globalThis as { document?: { documentElement?: { lang?: string }; body?: { className?: string } } };
export const LANGUAGE = asked || document?.documentElement?.lang || DEFAULT_LANGUAGE;

/** The codes of all languages that there are. */
export const LANGUAGES: readonly string[] = languages;

const bundle = new FluentBundle([LANGUAGE, DEFAULT_LANGUAGE], {
  useIsolating: false,
  functions: { GROUP: ([value]) => grouped(Number(value)) },
});
const sources = [catalogueOf(LANGUAGE)];
const page = document?.body?.className ?? "";
if (page.includes("learn-page")) sources.push(lessonsOf(LANGUAGE), classOf(LANGUAGE));
// A point of a training may have the explanation of its loss.
if (page.includes("studio-page")) sources.push(studioOf(LANGUAGE));
if (/learn-page|studio-page/.test(page)) sources.push(panelsOf(LANGUAGE));
for (const source of await Promise.all(sources)) bundle.addResource(new FluentResource(source));

/** Fetches what a class says, before any of it is needed. */
export async function addClass(): Promise<void> {
  bundle.addResource(new FluentResource(await classOf(LANGUAGE)));
}

/** Fetches what a training says, before a lesson or a class shows one. */
export async function addStudio(): Promise<void> {
  bundle.addResource(new FluentResource(await studioOf(LANGUAGE)));
}

/** Fetches what the explanation and the tabs beside it say, what shares, and what judges answers, before any of it is needed. */
export async function addPanels(): Promise<void> {
  bundle.addResource(new FluentResource(await panelsOf(LANGUAGE)));
}

/** The message with its arguments put in. Whole numbers are counts, for plurals; other numbers come as text, formatted by format.ts. */
export function say(key: string, words: Readonly<Record<string, string | number | undefined>> = {}): string {
  const [name, attribute] = key.split(".") as [string, string?];
  const message = bundle.getMessage(name);
  const pattern = attribute === undefined ? message?.value : message?.attributes[attribute];
  if (pattern === null || pattern === undefined) throw new Error(`There is no message ${key}.`);
  if (typeof pattern === "string") return pattern;
  const given: Record<string, FluentVariable> = {};
  for (const [each, value] of Object.entries(words)) {
    given[each] =
      typeof value === "number" && Number.isInteger(value) ? new FluentNumber(value, { useGrouping: false }) : String(value);
  }
  return bundle.formatPattern(pattern, given);
}

/** A whole number, or its digits where there may be more than a number has, with its thousands separated as the language does it. */
export function grouped(value: number | string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, say("thousands-separator"));
}
