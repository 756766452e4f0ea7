/** Puts the pages of lessons together: the shelf, or a page of a lesson, the editor. Live blocks come when they are near the view. */

import { createStore } from "./core/store.ts";
import type { EditPage, LessonPage } from "./learn/types.ts";
import { bindActions, type PagePorts } from "./state/action_records.ts";
import { ACTIONS } from "./state/actions.ts";
import { INITIAL_STATE } from "./state/initial_state.ts";
import { rememberedSettings } from "./view/dialogs/settings.ts";
import { mountLesson } from "./view/learn/lesson.ts";
import { mountShelf } from "./view/learn/shelf.ts";
import { mountAppearance, rememberedTheme } from "./view/page/appearance.ts";
import { mountActionButtons } from "./view/page/header.ts";
import { byId } from "./view/shared/dom.ts";

const store = createStore({ ...INITIAL_STATE, theme: rememberedTheme(), ...rememberedSettings() });
const actions = bindActions(
  ACTIONS.filter(({ name }) => name === "theme"),
  { store, page: mountAppearance(store) as PagePorts },
);
mountActionButtons(document, store, actions);

type Page =
  | LessonPage
  | { readonly class: string }
  | { readonly remote: string }
  | { readonly edit: EditPage }
  | { readonly shared: object };

if (document.querySelector("[data-teach]")) {
  void import("./view/learn/class/open.ts").then(({ mountTeachButtons }) => mountTeachButtons(document));
}

const bootstrap = document.getElementById("bootstrap")?.textContent;
if (bootstrap) mountPage(JSON.parse(bootstrap) as Page);
else mountShelf(document);

function mountPage(page: Page): void {
  if ("edit" in page) void import("./view/learn/edit/index.ts").then(({ mountLessonEditor }) => mountLessonEditor(page.edit));
  else if ("class" in page)
    void import("./view/learn/class/index.ts").then((m) => m.mountLessonClass(byId("lesson"), page.class));
  else if ("remote" in page) void import("./view/learn/class/remote.ts").then((m) => m.mountRemote(byId("lesson"), page.remote));
  else if ("shared" in page) void import("./view/learn/shared_lesson.ts").then((m) => m.mountSharedLesson(byId("lesson")));
  else mountLesson(byId("lesson"), page);
}
