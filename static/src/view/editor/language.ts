/** What the editor knows of our language: how words are distinguished, which can be completed, what the records say of them. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
} from "@codemirror/autocomplete";
import {
  bracketMatching,
  type IndentContext,
  indentService,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { OperationRecord } from "../../core/types.ts";
import { lettersOf, noteOn, type Operands, operandsOf } from "../../explain/operation_notes.ts";
import { nodeAt } from "../../graph/places.ts";
import type { State } from "../../state/state.ts";
import { element } from "../shared/dom.ts";

const NAME = /[\p{L}_][\p{L}\p{N}_]*/u;
const NAME_HERE = /^[\p{L}_][\p{L}\p{N}_]*/u;
const ASSIGNED = /(?:^|[;\n])[ \t]*([\p{L}_][\p{L}\p{N}_]*)[ \t]*=(?!=)/gu;
const TEXT_HERE = /^[rbfRBF]{0,2}(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/;
const KEYWORD =
  /^(?:and|as|assert|break|class|continue|def|elif|else|False|for|from|if|import|in|is|lambda|None|not|or|pass|return|True|while|with)$/;
const INDENTATION = 4;
const NUMBER_HERE = /^(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/;
/** One letter is most often a name of the program, so a list of functions would be in the way. */
const LETTERS_BEFORE_COMPLETION = 2;

/** Every spelling of every operation. */
function bySpelling(operations: readonly OperationRecord[]): Map<string, OperationRecord> {
  return new Map(
    operations.flatMap((record) => record.spellings.map((spelling): [string, OperationRecord] => [spelling, record])),
  );
}

function highlighting(spellings: ReadonlyMap<string, OperationRecord>): Extension {
  const language = StreamLanguage.define<object>({
    startState: () => ({}),
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return "comment";
      if (stream.match(NUMBER_HERE)) return "number";
      if (stream.match(TEXT_HERE)) return "string";
      const word = stream.match(NAME_HERE) as RegExpMatchArray | null;
      if (word) {
        if (KEYWORD.test(word[0])) return "keyword";
        const isCalled = /^\s*\(/.test(stream.string.slice(stream.pos));
        return isCalled && spellings.has(word[0]) ? "typeName" : "variableName";
      }
      stream.next();
      return "operator";
    },
    languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["("] }, indentOnInput: /^\s*(?:else|elif)\b/ },
  });
  return [
    language,
    indentUnit.of(" ".repeat(INDENTATION)),
    indentService.of(indentation),
    syntaxHighlighting(classHighlighter),
    bracketMatching(),
    closeBrackets(),
  ];
}

/** As deep as the line before; deeper under a line that opens a block, less deep after one that leaves it. */
function indentation(context: IndentContext, position: number): number {
  const { state } = context;
  const broken = context.simulatedBreak === position;
  const after = context.textAfterPos(position);
  let line = state.doc.lineAt(position);
  if (!broken && line.number > 1) line = state.doc.line(line.number - 1);
  while (line.number > 1 && /^\s*$/.test(line.text)) line = state.doc.line(line.number - 1);
  const before = broken ? state.sliceDoc(line.from, Math.min(line.to, position)) : line.text;
  const deeper = /:\s*(?:#.*)?$/.test(before) ? INDENTATION : 0;
  const left = /^\s*(?:return|break|continue|pass)\b/.test(before) || /^\s*(?:else|elif)\b/.test(after) ? INDENTATION : 0;
  const depth = /^[ \t]*/.exec(before)![0].replaceAll("\t", "        ").length;
  return Math.max(0, depth + deeper - left);
}

function insertCall(name: string, record: OperationRecord, asMethod: boolean): NonNullable<Completion["apply"]> {
  return (view: EditorView, _completion, from, to) => {
    const isCalledAlready = view.state.sliceDoc(to, to + 1) === "(";
    const insert = isCalledAlready ? name : `${name}()`;
    const needsNoArgument = asMethod && record.parameters.length === 1;
    const caret = from + name.length + (isCalledAlready || !needsNoArgument ? 1 : 2);
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: caret }, userEvent: "input.complete" });
  };
}

/** Every name that the text gives a value; the graph knows only those that feed its output. */
function assignedNames(text: string): string[] {
  return Array.from(text.matchAll(ASSIGNED), ([, name]) => name!);
}

/** Names that the program has a use for. */
function namesOf({ graph, program }: State): Set<string> {
  return new Set([...assignedNames(program), ...(graph?.nodes ?? []).flatMap(({ name }) => name ?? [])]);
}

function completion(spellings: ReadonlyMap<string, OperationRecord>, state: () => State): Extension {
  // Infix operations are written with their symbol; only names can be completed.
  const functions = [...spellings].filter(([name, record]) => NAME.test(name) && record.signature.includes("("));
  const optionsOf = (asMethod: boolean): Completion[] =>
    functions.map(([name, record]) => ({
      label: name,
      detail: record.signature.slice(record.signature.indexOf("(")),
      info: () => operationNote(record, lettersOf(record, namesOf(state()))),
      apply: insertCall(name, record, asMethod),
    }));
  const calls = optionsOf(false);
  const methods = optionsOf(true);

  function complete(context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*$/u);
    const from = word?.from ?? context.pos;
    const isMethod = /[\p{L}\p{N}_)]\.$/u.test(context.state.sliceDoc(Math.max(0, from - 2), from));
    if (!context.explicit && !isMethod && (word?.text.length ?? 0) < LETTERS_BEFORE_COMPLETION) return null;
    if (isMethod) return { from, options: methods, validFor: NAME };
    const names = new Set([...assignedNames(context.state.doc.toString()), ...namesOf(state())]);
    const own = [...names].filter((name) => name !== word?.text).map((label): Completion => ({ label, boost: 1 }));
    return { from, options: [...own, ...calls], validFor: NAME };
  }

  return autocompletion({ override: [complete], icons: false, closeOnBlur: true, maxRenderedOptions: 300 });
}

/** What a record says of an operation: how it is written, what it is, its derivatives. */
function operationNote(record: OperationRecord, operands: Operands): HTMLElement {
  const { signature, summary, rules } = noteOn(record, operands);
  return element(
    "div",
    { class: "operation-note" },
    element("p", { class: "operation-signature" }, signature),
    element("p", {}, summary),
    ...rules.map((rule) => element("p", { class: "operation-rule" }, rule)),
    record.domain && element("p", {}, record.domain),
  );
}

function hoverNotes(spellings: ReadonlyMap<string, OperationRecord>, state: () => State): Extension {
  return hoverTooltip((view, place, side) => {
    // The character that is pointed at: in `d/b` the place between d and / is one of both.
    const position = side < 0 ? Math.max(0, place - 1) : place;
    const line = view.state.doc.lineAt(position);
    const after = /^[\p{L}\p{N}_]*/u.exec(line.text.slice(position - line.from))![0];
    const before = after && /[\p{L}\p{N}_]*$/u.exec(line.text.slice(0, position - line.from))![0];
    const word = before + after;
    const start = position - before.length;
    const record = word ? spellings.get(word) : operatorAt(position, state());
    if (!record) return null;
    return {
      pos: start,
      end: start + Math.max(1, word.length),
      above: true,
      create: () => ({ dom: operationNote(record, operandsAt(position, record)) }),
    };
  });

  /** What the node that is pointed at works with; of a word that is not that of a node, letters. */
  function operandsAt(position: number, record: OperationRecord): Operands {
    const { graph, graphProgram, program } = state();
    const node = graph && program === graphProgram ? nodeAt(graph, position) : null;
    const found = node === null ? null : operandsOf(graph!, program, record, graph!.nodes[node]!);
    return found ?? lettersOf(record, namesOf(state()));
  }

  function operatorAt(position: number, { graph, graphProgram, program, operations }: State): OperationRecord | undefined {
    if (!graph || program !== graphProgram || /\s/.test(program[position] ?? " ")) return undefined;
    const node = nodeAt(graph, position);
    return operations.find(({ name }) => node !== null && name === graph.nodes[node]!.op);
  }
}

/** `state` is asked when needed, so the extensions need not change with it. */
export function ourLanguage(operations: readonly OperationRecord[], state: () => State): Extension {
  const spellings = bySpelling(operations);
  return [highlighting(spellings), completion(spellings, state), hoverNotes(spellings, state)];
}
