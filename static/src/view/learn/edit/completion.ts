/** Completes what stands behind a block's fence: its kind, then its options as they are usually written. */

import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { BlockOption } from "../../../learn/types.ts";
import { element, prose } from "../../shared/dom.ts";

const FENCE = /^ {0,3}`{3,}(\w*)/;

export function optionCompletion(options: readonly BlockOption[]): Extension {
  const kinds = [...new Set(options.map(({ kind }) => kind))];

  function complete(context: CompletionContext): CompletionResult | null {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const fence = FENCE.exec(before);
    if (!fence) return null;
    if (fence[0].length === before.length) {
      return { from: context.pos - fence[1]!.length, options: kinds.map((label) => ({ label })), validFor: /^\w*$/ };
    }
    const word = /(?:^|\s)(\w*)$/.exec(before);
    if (!word || !kinds.includes(fence[1]!)) return null;
    const isUsed = ({ name }: BlockOption): boolean => new RegExp(`\\s${name}(?:=|\\s|$)`).test(line.text);
    const open = options.filter((option) => option.kind === fence[1] && (option.name === word[1] || !isUsed(option)));
    return { from: context.pos - word[1]!.length, options: open.map(completionOf), validFor: /^\w*$/ };
  }

  return autocompletion({ override: [complete], icons: false });
}

const completionOf = ({ name, example, meaning }: BlockOption): Completion => ({
  label: name,
  detail: example === name ? "" : example.slice(name.length),
  apply: example,
  info: () => element("p", {}, ...prose(meaning)),
});
