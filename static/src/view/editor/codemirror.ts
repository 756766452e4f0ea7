/** The full editor (CodeMirror 6) behind the surface's interface. Loaded when first needed; knows nodes only as stretches of text. */
import { closeBracketsKeymap, closeCompletion, completionKeymap, completionStatus } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension, Prec, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from "@codemirror/view";
import type { Problem, Span } from "../../core/types.ts";
import type { State } from "../../state/state.ts";
import { difference } from "../../text/difference.ts";
import { element, prose } from "../shared/dom.ts";
import { ourLanguage } from "./language.ts";
import type { Marks, Surface, SurfacePorts } from "./surface.ts";

/** Shorter programs are seen at a glance; in longer ones, lines are what people talk about. */
const NUMBERED_FROM = 10;

const setMarks = StateEffect.define<Marks>();

/** Kept through edits until the next graph shows where things are. */
const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let updated = marks.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setMarks)) updated = decorations(effect.value, transaction.state.doc.length);
    return updated;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(marks: Marks, length: number): DecorationSet {
  const kinds = ["current", "receiver", "hovered", "selected", "source"] as const;
  const ranges = kinds
    .flatMap((kind) => marks[kind].map((span) => ({ kind, from: span[0], to: Math.min(span[1], length) })))
    .filter(({ from, to }) => from < to)
    .sort((first, second) => first.from - second.from || second.to - first.to);
  const builder = new RangeSetBuilder<Decoration>();
  for (const { kind, from, to } of ranges) builder.add(from, to, Decoration.mark({ class: `mark-${kind}` }));
  return builder.finish();
}

/** A place to underline: at least one character, and never outside the text. */
function placeOf(span: Span, length: number): { from: number; to: number } {
  const to = Math.min(length, Math.max(span[1], span[0] + 1));
  return { from: Math.max(0, Math.min(span[0], to - 1)), to };
}

function diagnostic(problem: Problem, span: Span, length: number): Diagnostic {
  const renderMessage = (): HTMLElement =>
    element(
      "div",
      {},
      element("div", {}, ...prose(problem.message)),
      problem.hint && element("div", { class: "problem-hint" }, ...prose(problem.hint)),
    );
  return {
    ...placeOf(span, length),
    severity: problem.severity,
    message: [problem.message, problem.hint].filter(Boolean).join(" "),
    renderMessage,
  };
}

function pointing(ports: SurfacePorts): Extension {
  return EditorView.domEventHandlers({
    pointermove: (event, view) => ports.pointedAt(offsetUnder(view, event)),
    // Not `mouseleave`: that comes after the `pointerover` of what the pointer has gone to, and would put out its light.
    pointerleave: () => ports.pointedAt(null),
    blur: () => ports.pointedAt(null),
  });
}

/** The offset of the character under the pointer; null beside the text. */
function offsetUnder(view: EditorView, event: PointerEvent): number | null {
  const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
  if (position === null) return null;
  // posAtCoords answers with the nearest gap between characters; the character itself may be the one before it.
  for (const offset of [position, position - 1]) {
    const box = offset < 0 ? null : view.coordsForChar(offset);
    if (box && event.clientX >= box.left && event.clientX < box.right && event.clientY >= box.top && event.clientY < box.bottom)
      return offset;
  }
  return null;
}

/** Line numbers while the program has many lines. */
function numbering(): Extension {
  const place = new Compartment();
  let numbered = false;
  return [
    place.of([]),
    EditorView.updateListener.of(({ view, state }) => {
      const wanted = state.doc.lines >= NUMBERED_FROM;
      if (numbered === wanted) return;
      numbered = wanted;
      view.dispatch({ effects: place.reconfigure(wanted ? lineNumbers() : []) });
    }),
  ];
}

/** Who pastes many lines reads them from the first; the caret stays at their end. */
const pasting = EditorState.transactionExtender.of((transaction) => {
  if (!transaction.isUserEvent("input.paste")) return null;
  let first: number | null = null;
  transaction.changes.iterChanges((_fromA, _toA, from, _to, inserted) => {
    if (inserted.lines >= NUMBERED_FROM) first ??= from;
  });
  return first === null ? null : { effects: EditorView.scrollIntoView(first, { y: "start" }) };
});

function caretLine({ hasFocus, state }: EditorView): number | null {
  return hasFocus ? state.doc.lineAt(state.selection.main.head).number : null;
}

export interface CodeMirrorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly selection: { readonly anchor: number; readonly head: number };
  readonly labelledBy: string;
  /** The page's policy lets in only styles that carry it. */
  readonly nonce: string;
  readonly ports: SurfacePorts;
  readonly state: () => State;
}

export function createCodeMirror({ parent, text, selection, labelledBy, nonce, ports, state }: CodeMirrorOptions): Surface {
  /** A command of the editor that always holds: the page runs it, and no other binding of the key does. */
  const command = (action: () => void) => (): boolean => {
    action();
    return true;
  };
  const run = { key: "Mod-Enter", run: command(ports.run) };
  const undo = { key: "Mod-z", run: command(ports.undo), preventDefault: true };
  const redo = { key: "Mod-y", run: command(ports.redo), preventDefault: true };
  const redoShift = { key: "Mod-Shift-z", run: redo.run, preventDefault: true };
  // A list of completions that is only being looked for is nothing to close: Escape leaves the editor at once.
  const leave = {
    key: "Escape",
    run: (view: EditorView) => completionStatus(view.state) === "pending" && closeCompletion(view) && false,
  };
  const listen = EditorView.updateListener.of((update) => {
    if (update.docChanged) ports.changed(update.state.doc.toString());
    else if (update.selectionSet && update.view.hasFocus) ports.pointedAt(update.state.selection.main.head);
    // After the change of the text: an answer about the text before it is no news any more.
    if (update.docChanged || update.selectionSet || update.focusChanged) ports.caretIn(caretLine(update.view));
  });
  const extensions = [
    EditorView.cspNonce.of(nonce),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-labelledby": labelledBy, tabindex: "0", autocapitalize: "off", spellcheck: "false" }),
    EditorState.tabSize.of(4),
    // Before the completion's own keys, which come first of all.
    Prec.highest(keymap.of([leave])),
    // Tab is left to the page: it leads on, and never traps.
    keymap.of([run, undo, redo, redoShift, ...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap]),
    ourLanguage(state().operations, state),
    marksField,
    pointing(ports),
    numbering(),
    pasting,
    listen,
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, selection, extensions }) });

  return {
    text: () => view.state.doc.toString(),
    setText(wanted) {
      const present = view.state.doc.toString();
      if (wanted === present) return;
      const changes = difference(present, wanted);
      // The author finds the caret at the end of what changed, as every undo leaves it.
      const caret = view.hasFocus ? { selection: { anchor: changes.from + changes.insert.length }, scrollIntoView: true } : {};
      view.dispatch({ changes, ...caret, userEvent: "input.replace" });
    },
    focus: () => view.focus(),
    select(start, end) {
      const { length } = view.state.doc;
      view.dispatch({ selection: { anchor: Math.min(start, length), head: Math.min(end, length) }, scrollIntoView: true });
      view.focus();
    },
    showMarks: (marks) => view.dispatch({ effects: setMarks.of(marks) }),
    showProblems(problems) {
      const { length } = view.state.doc;
      const placed =
        length === 0 ? [] : problems.flatMap((problem) => (problem.span ? [diagnostic(problem, problem.span, length)] : []));
      view.dispatch(setDiagnostics(view.state, placed));
      const mistake = placed.find(({ severity }) => severity === "error");
      // A reader who is writing stays where they are.
      if (mistake && !view.hasFocus) view.dispatch({ effects: EditorView.scrollIntoView(mistake.from) });
    },
  };
}
