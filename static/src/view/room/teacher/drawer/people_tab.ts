/** Who is in class: each by name, whether they are there and follow, with the two things a teacher may have to do about a name. */

import { say } from "../../../../messages/messages.ts";
import type { Guest } from "../../../../room/messages.ts";
import type { Room } from "../../../../room/room.ts";
import { element } from "../../../shared/dom.ts";
import { button, onChange } from "../../elements.ts";
import type { DrawerPart, DrawerPorts } from "./drawer_part.ts";

const LONGEST_NAME = 24;

/** Far more than a lecture hall: beyond, a list is of no use, and the browser would only suffer. */
const MAX_ROWS = 500;

function stateOf({ online, following, lost }: Guest): string {
  if (!online) return say("away");
  if (lost) return say("is-lost");
  return following ? say("follows") : say("on-their-own");
}

export function createPeopleTab({ client }: Pick<DrawerPorts, "client">): DrawerPart {
  const list = element("ul", { class: "people" });
  const empty = element("p", { class: "panel-remark" }, say("nobody-press-code"));
  const more = element("p", { class: "panel-remark" });
  const clear = button(say("clear-lost"), () => void client.send({ type: "clear_lost" }));
  const root = element("div", { class: "drawer-part" }, clear, empty, list, more);
  /** The row that is being changed, which no news may take from under the hand. */
  let busy: number | null = null;
  let waiting: readonly Guest[] | null = null;

  function settle(): void {
    busy = null;
    if (waiting) draw(waiting);
  }

  function row(guest: Guest): HTMLElement {
    const name = element("span", { class: "people-name" }, guest.nickname);
    const state = element(
      "span",
      { class: "people-state" },
      guest.answered ? say("has-answered", { state: stateOf(guest) }) : stateOf(guest),
    );
    const made = element("li", { class: "people-row", "data-online": String(guest.online) });
    const rest = (): void => {
      const rename = button(say("rename"), () => edit(), "link-button", {
        "aria-label": say("rename-name", { nickname: guest.nickname }),
      });
      const remove = button(say("remove"), () => confirm(), "link-button", {
        "aria-label": say("remove-name", { nickname: guest.nickname }),
      });
      made.replaceChildren(name, state, rename, remove);
    };
    const edit = (): void => {
      busy = guest.guest;
      const field = element("input", { class: "field", maxlength: LONGEST_NAME, "aria-label": say("new-name") });
      field.value = guest.nickname;
      const form = element(
        "form",
        { class: "people-form" },
        field,
        element("button", { type: "submit", class: "room-button" }, say("rename")),
        button(say("keep"), done, "link-button"),
      );
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
      const out = (lock: boolean): void => {
        client.send({ type: "remove", guest: guest.guest });
        if (lock) client.send({ type: "settings", changes: { locked: true } });
        done();
      };
      const sure = button(say("remove"), () => out(false));
      const lock = button(say("remove-and-lock"), () => out(true), "room-button", { title: say("locked-also") });
      made.replaceChildren(
        element("span", {}, say("take-out", { nickname: guest.nickname })),
        sure,
        lock,
        button(say("keep"), done, "link-button"),
      );
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
    const order = [...guests].sort(
      (one, other) =>
        Number(other.lost ?? false) - Number(one.lost ?? false) ||
        Number(other.online) - Number(one.online) ||
        one.nickname.localeCompare(other.nickname),
    );
    clear.hidden = !guests.some(({ lost }) => lost);
    empty.hidden = guests.length > 0;
    more.hidden = order.length <= MAX_ROWS;
    more.textContent = say("people-more", { count: order.length - MAX_ROWS });
    list.replaceChildren(...order.slice(0, MAX_ROWS).map(row));
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
