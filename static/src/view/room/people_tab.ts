/** Who is in class: each by name, whether they are there and follow, with the two things a teacher may have to do about a name. */
import type { Guest } from "../../room/messages.ts";
import type { Room } from "../../room/room.ts";
import { element } from "../dom.ts";
import type { DrawerPart, DrawerPorts } from "./drawer_part.ts";
import { button, onChange } from "./parts.ts";

const LONGEST_NAME = 24;

/** Far more than a lecture hall: beyond, a list is of no use, and the browser would only suffer. */
const MOST_ROWS = 500;

function stateOf({ online, following }: Guest): string {
  if (!online) return "away";
  return following ? "follows" : "on their own";
}

export function createPeopleTab({ client }: DrawerPorts): DrawerPart {
  const list = element("ul", { class: "people" });
  const empty = element("p", { class: "panel-remark" }, "Nobody is here yet. Press the code in the bar to show it large.");
  const more = element("p", { class: "panel-remark" });
  const root = element("div", { class: "drawer-part" }, empty, list, more);
  /** The row that is being changed, which no news may take from under the hand. */
  let busy: number | null = null;
  let waiting: readonly Guest[] | null = null;

  function settle(): void {
    busy = null;
    if (waiting) draw(waiting);
  }

  function row(guest: Guest): HTMLElement {
    const name = element("span", { class: "people-name" }, guest.nickname);
    const state = element("span", { class: "people-state" }, guest.answered ? `${stateOf(guest)} · answered` : stateOf(guest));
    const made = element("li", { class: "people-row", "data-online": String(guest.online) });
    const rest = (): void => {
      const rename = button("Rename", () => edit(), "link-button", { "aria-label": `Rename ${guest.nickname}` });
      const remove = button("Remove", () => confirm(), "link-button", { "aria-label": `Remove ${guest.nickname}` });
      made.replaceChildren(name, state, rename, remove);
    };
    const edit = (): void => {
      busy = guest.guest;
      const field = element("input", { class: "field", maxlength: LONGEST_NAME, "aria-label": "New name" });
      field.value = guest.nickname;
      const form = element("form", { class: "people-form" }, field, element("button", { type: "submit", class: "room-button" }, "Rename"), button("Keep", done, "link-button"));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const nickname = field.value.trim();
        if (nickname !== "" && nickname !== guest.nickname) client.send({ type: "rename", guest: guest.guest, nickname });
        done();
      });
      made.replaceChildren(form);
      field.select();
    };
    const confirm = (): void => {
      busy = guest.guest;
      const sure = button("Remove", () => {
        client.send({ type: "remove", guest: guest.guest });
        done();
      });
      made.replaceChildren(element("span", {}, `Take ${guest.nickname} out of the class?`), sure, button("Keep", done, "link-button"));
      sure.focus();
    };
    const done = (): void => {
      rest();
      settle();
    };
    rest();
    return made;
  }

  const draw = onChange((guests: readonly Guest[]) => {
    const order = [...guests].sort((one, other) => Number(other.online) - Number(one.online) || one.nickname.localeCompare(other.nickname));
    empty.hidden = guests.length > 0;
    more.hidden = order.length <= MOST_ROWS;
    more.textContent = `And ${order.length - MOST_ROWS} more.`;
    list.replaceChildren(...order.slice(0, MOST_ROWS).map(row));
  });

  return {
    root,
    show({ guests }: Room) {
      const now = [...guests.values()].map((guest) => ({ ...guest, view: null }));
      waiting = now;
      if (busy === null) draw(now);
    },
  };
}
