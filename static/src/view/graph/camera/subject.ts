/** Brings into view what the page speaks of: the node that is explained, and the one whose number is asked for. */
import type { Group } from "../../../graph/groups.ts";
import type { Layout } from "../../../layout/types.ts";
import { nodeOfSelection } from "../../../state/selection.ts";
import type { PictureState } from "../../../state/state.ts";
import type { DrawnGraph } from "../drawn_graph.ts";
import { hiding } from "../fold_state.ts";
import { areaOf, middleOf, placeOf, subjectArea } from "./areas.ts";
import type { Camera } from "./camera.ts";
import type { Area } from "./views.ts";
import { LEGIBLE } from "./zooms.ts";

export interface SubjectPorts {
  /** What is drawn now; null before, and while another picture is awaited. */
  shown(): DrawnGraph | null;
  readonly camera: Camera;
  state(): PictureState;
  /** How long the way may take, in milliseconds. */
  duration(): number;
  /** Opens groups; the node stays where it is on the screen. */
  unfold(groups: readonly Group[], node: number): void;
}

export interface Subject {
  /** The selected node or edge, or that of the step; does not move what is in view. */
  show(): void;
  /** Draws a node itself where a folded group hides it. */
  uncover(node: number): void;
  /** The card of a group in the middle, by the group's key; what is around it is opened. */
  goTo(key: string): void;
  /** The node whose number is asked for, with its neighbours where all of them can be read at once. */
  showAsked(node: number): void;
}

export function createSubject({ shown, camera, state, duration, unfold }: SubjectPorts): Subject {
  function uncover(node: number): void {
    const hidden = hiding(shown()!.scene.folding, node);
    if (hidden.length > 0) unfold(hidden, node);
  }

  function goTo(key: string): void {
    const drawn = shown();
    const group = drawn?.scene.folding.tree.groups.find((each) => each.key === key);
    if (!drawn || !group) return;
    const place = placeOf(drawn, group.last);
    // First, for what is opened stays where it is on the screen.
    if (place) camera.centre(middleOf(place), LEGIBLE);
    const hidden = hiding(drawn.scene.folding, group.last).filter(({ index }) => index < group.index);
    if (hidden.length > 0) unfold(hidden, group.last);
  }

  function show(): void {
    const drawn = shown();
    if (!drawn || camera.reveal(subjectArea(drawn, state()), duration())) return;
    // Ends too far apart to be seen together: that which receives the gradient.
    const node = nodeOfSelection({ ...state(), graph: drawn.schedule.graph });
    const place = node === null ? null : placeOf(drawn, node);
    if (place) camera.reveal(areaOf([place])!, duration());
  }
  return {
    show,
    uncover,
    goTo,
    showAsked(node) {
      if (shown()) uncover(node);
      const drawn = shown();
      if (!drawn) return;
      camera.follow(drawn.layout, areasAround(drawn, node), duration());
      show();
    },
  };
}

/** A node with what it touches, and the node alone. */
function areasAround(drawn: DrawnGraph, node: number): Area[] {
  const own = placeOf(drawn, node);
  if (!own) return [];
  const beside = new Set(
    drawn.scene.wires
      .map(({ source, target }) => [Math.ceil(source), Math.ceil(target)] as const)
      .flatMap(([one, other]) => (one === own.id ? [other] : other === own.id ? [one] : [])),
  );
  const around: Layout["nodes"] = drawn.layout.nodes.filter(({ id }) => id === own.id || beside.has(id));
  return [areaOf(around)!, areaOf([own])!];
}
