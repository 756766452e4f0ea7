/**
 * The set-up as the fragment of a link: a preset by its name, or the whole request, compressed. Read back, it is as strange as anything a
 * stranger sends: the server checks it like any other. Knows no DOM; compression comes in as a port.
 */
import type { Codec } from "../state/url.ts";
import { isSame } from "./setup.ts";
import type { StudioState } from "./state.ts";
import type { TrainingRequest } from "./types.ts";

const VERSION = "1";

const MAXIMUM_LENGTH = 8_000;

type Linked = Pick<StudioState, "request" | "options" | "theme" | "projector" | "stepsPerSecond" | "isLogarithmic">;

/** The fragment without its `#`; null where the points do not fit into a link. */
export async function writeLink(state: Linked, codec: Codec): Promise<string | null> {
  const preset = state.options.presets.find(({ request }) => isSame(request, state.request));
  const parts = [`v=${VERSION}`, preset ? `preset=${preset.name}` : `z=${await codec.compress(JSON.stringify(state.request))}`];
  if (state.isLogarithmic) parts.push("log=1");
  if (state.theme !== "system") parts.push(`theme=${state.theme}`);
  if (state.projector) parts.push("projector=1");
  const fragment = parts.join("&");
  return fragment.length <= MAXIMUM_LENGTH ? fragment : null;
}

export interface LinkReading {
  readonly change: Partial<Pick<StudioState, "request" | "theme" | "projector" | "isLogarithmic">>;
  /** False where the set-up could not be read. */
  readonly isWhole: boolean;
}

function isRequest(value: unknown): value is TrainingRequest {
  const parts = ["data", "model", "optimizer"] as const;
  return (
    typeof value === "object" &&
    value !== null &&
    parts.every(
      (part) => typeof (value as Record<string, unknown>)[part] === "object" && (value as Record<string, unknown>)[part] !== null,
    ) &&
    typeof (value as TrainingRequest).loss === "string"
  );
}

export async function readLink(fragment: string, options: StudioState["options"], codec: Codec): Promise<LinkReading> {
  const texts = new Map(
    fragment
      .replace(/^#/, "")
      .split("&")
      .map((part): [string, string] => [part.split("=")[0]!, part.slice(part.indexOf("=") + 1)]),
  );
  const theme = texts.get("theme");
  const look = {
    ...(theme === "light" || theme === "dark" ? ({ theme } as const) : {}),
    ...(texts.get("projector") === "1" ? { projector: true } : {}),
    ...(texts.get("log") === "1" ? { isLogarithmic: true } : {}),
  };
  const preset = options.presets.find(({ name }) => name === texts.get("preset"));
  if (preset) return { change: { ...look, request: preset.request }, isWhole: true };
  const compressed = texts.get("z");
  if (compressed === undefined) return { change: look, isWhole: !texts.has("preset") };
  try {
    const request: unknown = JSON.parse(await codec.expand(compressed));
    return isRequest(request) ? { change: { ...look, request }, isWhole: true } : { change: look, isWhole: false };
  } catch {
    return { change: look, isWhole: false };
  }
}
