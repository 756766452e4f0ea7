/** The editor of lessons: text, mistakes, preview; drafts in this browser, files, and links. Loaded on its page alone. */

import { compression } from "../../../api/compression.ts";
import { askForPreview } from "../../../api/lessons.ts";
import { fileNameOf, type LessonDraft } from "../../../learn/drafts.ts";
import { newLesson } from "../../../learn/lesson_templates.ts";
import { LONGEST_LINK, readLessonFragment, writeLessonFragment } from "../../../learn/links.ts";
import type { EditPage, Preview } from "../../../learn/types.ts";
import { grouped, say } from "../../../messages/messages.ts";
import { SHOWN_BLOCK_KEY } from "../../page/shown_block.ts";
import { byId } from "../../shared/dom.ts";
import { recall } from "../../shared/memory.ts";
import { copyText, notify } from "../../shared/notice.ts";
import { download } from "../../shared/picture_file.ts";
import { createDraftStore } from "./draft_store.ts";
import { createPreview } from "./preview.ts";
import { showResult, showSilence } from "./problem_list.ts";
import { createTextEditor } from "./text_editor.ts";
import { mountTools } from "./tools.ts";

/** Milliseconds without a change before the server is asked, and before it is asked again where it was silent. */
const REST = 250;
const AGAIN = 3_000;
const LARGEST_FILE = 2_000_000;
const ADDRESS = "/learn/edit";

export async function mountLessonEditor({ options, text: given }: EditPage): Promise<void> {
  const drafts = createDraftStore((text) => editor.setText(text));
  const linked = await readLessonFragment(location.hash, compression);
  const asked = linked?.text ?? given;
  const latest = asked === null ? drafts.latest() : null;
  if (latest) drafts.open(latest);
  const region = byId("edit-problems");
  let timer = 0;
  let question: AbortController | null = null;
  let preview: Preview | null = null;
  let isOpening = false;

  const shown = createPreview(byId("edit-preview"), { goTo: (line) => editor.goTo(line, 1) });
  const editor = createTextEditor({
    parent: byId("edit-surface"),
    text: asked ?? latest?.text ?? newLesson(),
    labelledBy: "edit-text-label",
    nonce: document.querySelector<HTMLMetaElement>("meta[name='csp-nonce']")?.content ?? "",
    options,
    ports: {
      changed(text) {
        if (!isOpening) {
          drafts.write(text);
          // From here on it is a draft: loading the page again opens that, not the link it came with.
          if (location.pathname + location.search + location.hash !== ADDRESS) history.replaceState(null, "", ADDRESS);
        }
        look(REST);
      },
      moved: follow,
      save,
    },
  });

  const pageOf = (line: number): number => (preview?.pages.findLastIndex((page) => page.line <= line) ?? -1) + 1;

  function follow(line: number): void {
    if (pageOf(line) !== preview?.page) look(0);
    else shown.follow(line);
  }

  function look(after: number): void {
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), after);
  }

  async function ask(): Promise<void> {
    question?.abort();
    const asking = new AbortController();
    question = asking;
    try {
      const line = editor.line();
      const reply = await askForPreview({ text: editor.text(), line }, asking.signal);
      if (question !== asking) return;
      if (!("answer" in reply)) {
        showSilence(region, reply.sentence);
        if (reply.status === 0 || reply.status >= 500) look(AGAIN);
        return;
      }
      preview = reply.answer;
      shown.show(preview);
      showResult(region, preview, editor.goTo);
      editor.showProblems(preview.problems);
      // The caret has gone to another line meanwhile, which was looked for among the pages before.
      if (editor.line() !== line) follow(editor.line());
    } catch {
      // Cancelled: a newer question is under way.
    }
  }

  /** Another text in place of this one, which stays among the drafts. */
  function open(draft: LessonDraft | null, text: string): void {
    drafts.open(draft);
    isOpening = draft !== null;
    editor.setText(text);
    isOpening = false;
    editor.goTo(1, 1);
  }

  async function openFile(file: File): Promise<void> {
    if (file.size > LARGEST_FILE) return notify(say("file-too-large", { name: file.name }));
    open(null, (await file.text()).replaceAll("\r\n", "\n"));
    notify(say("file-opened", { name: file.name }));
  }

  function save(): void {
    download(new Blob([editor.text()], { type: "text/markdown" }), fileNameOf(editor.text()));
  }

  async function copyLink(): Promise<void> {
    const fragment = await writeLessonFragment(editor.text(), compression);
    if (fragment === null) return notify(say("lesson-link-too-long", { longest: grouped(LONGEST_LINK) }));
    await copyText(`${location.origin}/learn/shared#${fragment}`, say("lesson-link-copied"));
  }

  mountTools(byId("edit-tools"), {
    insert: editor.insert,
    insertShown() {
      const block = recall(SHOWN_BLOCK_KEY);
      if (block === null) notify(say("lesson-nothing-shown"));
      else editor.insert(block);
    },
    begin: () => open(null, newLesson()),
    drafts: drafts.all,
    openDraft: (draft) => open(draft, draft.text),
    openFile: (file) => void openFile(file),
    save,
    copyLink: () => void copyLink(),
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void openFile(file);
  });
  window.addEventListener("hashchange", () => {
    void readLessonFragment(location.hash, compression).then((lesson) => {
      if (lesson) open(null, lesson.text);
    });
  });
  if (location.hash.length > 1 && linked === null) notify(say("lesson-link-broken"));
  showSilence(region, say("one-moment"));
  await ask();
}
