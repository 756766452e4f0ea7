/** Puts the pages of lessons together: the shelf, or a page of a lesson, the editor. Live blocks come when they are near the view. */

import "./api/compression.ts"; // as the four below: most later parts need it, and what the page has itself is one file
import "./api/language.ts";
import { createStore } from "./core/store.ts";
import type { EditPage, LessonPage } from "./learn/types.ts";
import { addStudio, say } from "./messages/messages.ts";
import { bindActions, type PagePorts } from "./state/action_records.ts";
import { ACTIONS, type ActionName } from "./state/actions.ts";
import { INITIAL_STATE } from "./state/initial_state.ts";
import { actionCommands } from "./state/palette_commands.ts";
import type { Palette } from "./view/dialogs/palette.ts";
import { rememberedSettings } from "./view/dialogs/settings.ts";
import { mountLesson } from "./view/learn/lesson.ts";
import { mountShelf } from "./view/learn/shelf.ts";
import { mountAppearance, rememberedTheme } from "./view/page/appearance.ts";
import { mountCommandMenu, pageCommands } from "./view/page/command_menu.ts";
import { mountActionButtons } from "./view/page/header.ts";
import { byId } from "./view/shared/dom.ts";
import { copyText } from "./view/shared/notice.ts";
import "./view/room/port.ts";
import "./view/shared/clock.ts";
import "./view/shared/svg.ts";
import { mountShortcuts } from "./view/shared/shortcuts.ts";

const store = createStore({ ...INITIAL_STATE, theme: rememberedTheme(), ...rememberedSettings() });
const ports = {
  ...mountAppearance(store),
  openPalette: () => void openPalette(),
  copyLink: () => void copyText(location.href, say("link-copied")),
} as PagePorts;
const OF_LESSONS: ReadonlySet<ActionName> = new Set(["theme", "copy-link", "palette"]);
const actions = bindActions(
  ACTIONS.filter(({ name }) => OF_LESSONS.has(name)),
  { store, page: ports },
);
const commandsNow = () => actionCommands(actions, store.get());
const menus = [mountCommandMenu(byId("more-button"), byId("more"), commandsNow)];
let palette: Palette | null = null;
mountActionButtons(document, store, actions);
// A lesson's blocks have keys of their own: only what holds while typing is the page's.
mountShortcuts(store, { ...actions, table: actions.table.filter(({ name }) => name === "palette") });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menus.some((menu) => menu.close())) event.preventDefault();
});

/** Few readers ask for it. */
async function openPalette(): Promise<void> {
  const { mountPalette } = await import("./view/dialogs/palette.ts");
  palette ??= mountPalette(() => [...commandsNow(), ...pageCommands()].filter(({ name }) => name !== "palette"));
  palette.open();
}

type Page =
  | LessonPage
  | { readonly class: string }
  | { readonly remote: string }
  | { readonly screen: string }
  | { readonly studio: string }
  | { readonly studioScreen: string }
  | { readonly record: true }
  | { readonly edit: EditPage }
  | { readonly shared: object };

if (document.querySelector("[data-teach]")) {
  void import("./view/learn/class/open.ts").then(({ mountTeachButtons, lessonsToTeach }) => {
    mountTeachButtons(document);
    const button = document.getElementById("present-button");
    if (!button) return;
    button.parentElement!.hidden = false;
    menus.push(mountCommandMenu(button, byId("present"), lessonsToTeach));
  });
}

const bootstrap = document.getElementById("bootstrap")?.textContent;
if (bootstrap) mountPage(JSON.parse(bootstrap) as Page);
else mountShelf(document);

function mountPage(page: Page): void {
  if ("edit" in page) void import("./view/learn/edit/index.ts").then(({ mountLessonEditor }) => mountLessonEditor(page.edit));
  else if ("class" in page)
    void import("./view/learn/class/index.ts").then((m) => m.mountLessonClass(byId("lesson"), page.class));
  else if ("screen" in page) void import("./view/learn/class/index.ts").then((m) => m.mountScreen(byId("lesson"), page.screen));
  else if ("remote" in page) void import("./view/learn/class/index.ts").then((m) => m.mountRemote(byId("lesson"), page.remote));
  else if ("studio" in page)
    void addStudio()
      .then(() => import("./view/learn/class/studio/student.ts"))
      .then((m) => m.mountStudioStudent(byId("lesson"), page.studio));
  else if ("studioScreen" in page)
    void addStudio()
      .then(() => import("./view/learn/class/studio/screen.ts"))
      .then((m) => m.mountStudioScreen(byId("lesson"), page.studioScreen));
  else if ("record" in page) void import("./view/learn/class/record/index.ts").then((m) => m.mountRecord(byId("lesson")));
  else if ("shared" in page) void import("./view/learn/shared_lesson.ts").then((m) => m.mountSharedLesson(byId("lesson")));
  else mountLesson(byId("lesson"), page);
}
