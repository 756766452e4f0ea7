/** The picture of a graph that is too large to draw whole: marks of its cards on a canvas, whose code is fetched when it is needed. */

import type { Now } from "../../../scene/moment.ts";
import { signOf } from "../../../text/format.ts";
import { gradientAt } from "../../../timeline/schedule.ts";
import type { Camera } from "../camera/camera.ts";
import type { DrawnGraph } from "../drawn_graph.ts";
import type { FarCanvas, FarLook, FarMarks } from "./far_canvas.ts";
import { type Sight, selectedEdge } from "./view.ts";

/** By sign, the negative one first. */
const FAR_LOOKS: readonly FarLook[] = ["negative", "zero", "positive"];

export interface FarPicture {
  paint(sight: Sight, now: Now): void;
  /** The same from where the camera is now. */
  look(): void;
  clear(): void;
  /** Other cards are drawn, or the same ones elsewhere. */
  forget(): void;
}

/** `arrived` is called when the code is there. */
export function createFarPicture(ground: HTMLElement, camera: Camera, arrived: () => void): FarPicture {
  /** Absent until a graph is so large that it is needed. */
  let canvas: FarCanvas | null = null;
  /** What the canvas has been given. */
  let given: { readonly shown: DrawnGraph; readonly position: number } | null = null;

  const look = (): void => canvas?.look(camera.transform, camera.visible(), camera.size());

  /** Where the server is away, with the next painting again. */
  async function fetchCanvas(): Promise<void> {
    const made = await import("./far_canvas.ts").catch(() => null);
    if (canvas || !made) return;
    canvas = made.createFarCanvas(ground);
    arrived();
  }

  return {
    paint(sight, now) {
      if (!canvas) return void fetchCanvas();
      const { shown, view } = sight;
      if (given?.shown !== shown || given.position !== view.position)
        canvas.draw(shown.layout, shown.spatial, (card) => farLook(sight, card));
      given = { shown, position: view.position };
      canvas.mark(farMarks(sight, now));
    },
    look,
    clear: () => canvas?.clear(),
    forget: () => void (given = null),
  };
}

function farLook({ shown: { schedule, scene }, view: { position } }: Sight, card: number): FarLook {
  const node = schedule.graph.nodes[scene.folding.folded.get(card)?.exits[0] ?? card]!;
  const { value } = gradientAt(schedule, node, position);
  return value === null ? "unknown" : FAR_LOOKS[signOf(value) + 1]!;
}

function farMarks(sight: Sight, now: Now): FarMarks {
  const { scene, layout } = sight.shown;
  const { selected, hovered, hits } = sight.view;
  const edge = selectedEdge(sight);
  const ends = edge ? [edge.source, edge.target] : [];
  const pointedAt = [selected, hovered, ...ends].flatMap((node) => (node === null ? [] : [scene.folding.shownAs[node]!]));
  const id = edge && scene.wireOf[edge.id]!;
  const wire = id === null ? null : (layout.edges.find((each) => each.id === id) ?? null);
  return { strong: new Set([...now.nodes, ...pointedAt]), hits, wire };
}
