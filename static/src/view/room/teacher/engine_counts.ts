/** For the projector: how many students' engines pass each line of the examination. Counts alone, no names. */

import { say } from "../../../messages/messages.ts";
import { definesClass, linesOfClass, rightEngines, type StudentsEngine } from "../../../room/engines/engines.ts";
import type { View } from "../../../room/messages.ts";
import type { Room } from "../../../room/room.ts";
import { element } from "../../shared/dom.ts";
import { onChange } from "../elements.ts";
import { createExaminer } from "./examiner.ts";

export interface EngineCounts {
  readonly root: HTMLElement;
  /** The engines of this room, or none any more. */
  show(room: Room | null): void;
}

export function createEngineCounts(): EngineCounts {
  let views: Pick<View, "program" | "gradient_attribute">[] = [];
  const title = element("h2", {}, say("engines-heading"));
  const summary = element("p", { role: "status" });
  const list = element("ol", { class: "engine-counts-lines" });
  const root = element(
    "section",
    { class: "engine-counts", "aria-label": say("engines-heading"), hidden: true },
    title,
    summary,
    list,
  );
  const examiner = createExaminer(draw);
  const redraw = onChange((engines: readonly StudentsEngine[]) => {
    summary.textContent = say("engines-right", { right: rightEngines(engines), count: engines.length });
    list.replaceChildren(
      ...linesOfClass(engines).map(({ key, passed, asked }) =>
        element(
          "li",
          {},
          element("code", { title: key }, key),
          element("meter", { min: 0, max: Math.max(asked, 1), value: passed, "aria-hidden": "true" }),
          element("span", {}, say("engines-of", { passed, asked })),
        ),
      ),
    );
  });

  function draw(): void {
    redraw(views.map((view) => ({ name: "", examined: examiner.of(view) })));
  }

  return {
    root,
    show(room) {
      root.hidden = room === null;
      views = [...(room?.guests.values() ?? [])].flatMap(({ view }) =>
        view?.program !== undefined && definesClass(view.program)
          ? [{ program: view.program, gradient_attribute: view.gradient_attribute ?? null }]
          : [],
      );
      examiner.want(views);
      draw();
    },
  };
}
