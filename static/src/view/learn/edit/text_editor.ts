/** The text of a lesson in CodeMirror 6: undo, completion of block options, and each mistake at its place. */

import { closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { blockPlace, spaced, spanAt } from "../../../learn/text_places.ts";
import type { BlockOption, LessonProblem } from "../../../learn/types.ts";
import { difference } from "../../../text/difference.ts";
import { element, prose } from "../../shared/dom.ts";
import { optionCompletion } from "./completion.ts";

export interface TextEditor {
  text(): string;
  /** Changes only what differs, so that undo and the caret keep their sense. */
  setText(text: string): void;
  /** Puts a block after the one in which the caret is, and the caret into it. */
  insert(block: string): void;
  /** Line from 1 in which the caret is. */
  line(): number;
  goTo(line: number, column: number): void;
  showProblems(problems: readonly LessonProblem[]): void;
}

export interface TextEditorPorts {
  changed(text: string): void;
  /** The caret is in another line. */
  moved(line: number): void;
  save(): void;
}

export interface TextEditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly labelledBy: string;
  /** The page's policy lets in only styles that carry it. */
  readonly nonce: string;
  readonly options: readonly BlockOption[];
  readonly ports: TextEditorPorts;
}

export function createTextEditor({ parent, text, labelledBy, nonce, options, ports }: TextEditorOptions): TextEditor {
  const lineOf = (state: EditorState): number => state.doc.lineAt(state.selection.main.head).number;
  const listen = EditorView.updateListener.of(({ docChanged, selectionSet, startState, state }) => {
    if (docChanged) ports.changed(state.doc.toString());
    if ((docChanged || selectionSet) && lineOf(startState) !== lineOf(state)) ports.moved(lineOf(state));
  });
  const save = {
    key: "Mod-s",
    preventDefault: true,
    run: () => {
      ports.save();
      return true;
    },
  };
  const extensions = [
    EditorView.cspNonce.of(nonce),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-labelledby": labelledBy, tabindex: "0", spellcheck: "true" }),
    lineNumbers(),
    history(),
    // Tab is left to the page: it leads on, and never traps.
    keymap.of([save, ...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
    optionCompletion(options),
    listen,
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  const written = (): string => view.state.doc.toString();

  function diagnostic(problem: LessonProblem): Diagnostic {
    const [from, to] = spanAt(written(), problem.line, problem.column);
    const renderMessage = (): HTMLElement =>
      element(
        "div",
        {},
        element("div", {}, ...prose(problem.message)),
        problem.hint && element("div", { class: "problem-hint" }, ...prose(problem.hint)),
      );
    return { from, to, severity: "error", message: `${problem.message} ${problem.hint}`, renderMessage };
  }

  return {
    text: written,
    setText(wanted) {
      if (wanted !== written()) view.dispatch({ changes: difference(written(), wanted), userEvent: "input.replace" });
    },
    insert(block) {
      const place = blockPlace(written(), view.state.selection.main.head);
      const insert = spaced(written(), place, block);
      const caret = place + insert.indexOf(block) + (block.indexOf("\n") + 1 || block.length);
      view.dispatch({
        changes: { from: place, insert },
        selection: { anchor: caret },
        scrollIntoView: true,
        userEvent: "input.paste",
      });
      view.focus();
    },
    line: () => lineOf(view.state),
    goTo(line, column) {
      const [anchor] = spanAt(written(), line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
    showProblems: (problems) => view.dispatch(setDiagnostics(view.state, problems.map(diagnostic))),
  };
}
