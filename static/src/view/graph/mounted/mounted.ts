/** A graph on a page: its parts, what is drawn, and what its reader has last done to it. The modules beside this one change it. */

import type { Store } from "../../../core/store.ts";
import { type Folds, withShown } from "../../../graph/folds.ts";
import { type Group, groupsAround } from "../../../graph/groups.ts";
import type { Layout, LayoutRequest } from "../../../layout/types.ts";
import type { Size } from "../../../scene/fitting/card_form.ts";
import type { Scene } from "../../../scene/scene.ts";
import type { PictureState } from "../../../state/state.ts";
import { changeFolds } from "../../../state/state_actions.ts";
import { mayMove } from "../../shared/motion.ts";
import type { Transition } from "../animation/transition.ts";
import type { Camera } from "../camera/camera.ts";
import type { Minimap } from "../camera/minimap.ts";
import type { Subject } from "../camera/subject.ts";
import type { Canvas } from "../canvas.ts";
import type { Dragging } from "../dragging.ts";
import type { DrawnGraph } from "../drawn_graph.ts";
import { type createFoldings, withFolds } from "../fold_state.ts";
import type { Guessing } from "../guessing.ts";
import type { Picture } from "../picture/picture.ts";
import type { Controls, SelectionActions } from "../tools/controls.ts";
import type { Crumbs } from "../tools/crumbs.ts";
import type { Finder } from "../tools/finder.ts";
import type { Note } from "../tools/note.ts";
import type { OverlayKey } from "../tools/overlay_key.ts";

export interface GraphDependencies {
  /** Places a graph; at once where it is small, later (from a worker) where it is large. */
  layout(request: LayoutRequest): Layout | Promise<Layout>;
  /** Whether the picture is a part of a page that scrolls: a finger then scrolls that page where all of the picture is in view. */
  readonly isInText?: boolean;
  /** Whether the page is about this graph alone: on a phone it opens folded sooner then, so that all of it is seen. */
  readonly isAlone?: boolean;
  /** The graph has left the page; absent where it stays as long as the document does. */
  readonly signal?: AbortSignal;
}

interface Parts {
  readonly element: HTMLElement;
  readonly store: Store<PictureState>;
  readonly dependencies: GraphDependencies;
  readonly canvas: Canvas;
  readonly camera: Camera;
  readonly picture: Picture;
  readonly minimap: Minimap;
  readonly note: Note;
  readonly controls: Controls;
  readonly selectionActions: SelectionActions;
  readonly crumbs: Crumbs;
  readonly finder: Finder;
  readonly overlayKey: OverlayKey;
  readonly subject: Subject;
  readonly transition: Transition;
  readonly foldingOf: ReturnType<typeof createFoldings>;
  readonly showOutdated: (isOutdated: boolean) => void;
}

export interface Mounted extends Parts {
  shown: DrawnGraph | null;
  /** The layout that is being waited for; an older answer is too late. */
  awaited: Scene | null;
  /** What was there when the view was last chosen, by a hand or for it: an edit at a time, it becomes another picture as well. */
  viewed: Layout | null;
  /** What was opened when the picture was last drawn. */
  opened: number;
  /** The step that what was opened asks for; Infinity where it asks for none. */
  openedAt: number;
  /** Up to how many nodes all of it was drawn: a phone that is turned, or a window that is made larger, unfolds nothing. */
  drawnOpen: number | undefined;
  /** The room for which the picture was last made. */
  room: Size;
  /** Until the program has rested, after which its cards may be larger; 0 where they are as large as can be. */
  resting: number;
  /** The program for which the cards have the size that they would have at first. */
  writtenProgram: string;
  /** What is folded or unfolded now, by the node that is to stay where it is on the screen, and the choices before. */
  refolding: { readonly node: number | null; readonly before: Folds; readonly focus: boolean } | null;
  /** The node that was looked for, until it is in view. */
  sought: number | null;
  /** The node last folded, unfolded or selected, whose groups the crumbs name. */
  touched: number | null;
  /** The one card that Tab reaches. */
  tabbable: number;
  /** The wire that the keyboard is on, and the card from which it came there. */
  stepped: { readonly wire: number; readonly from: number } | null;
  /** The frame in which the picture is looked at again; 0 where none is waited for. */
  looking: number;
  /** Whether the last click has unfolded a card. */
  hasJustOpened: boolean;
  /** While a hand selects on the picture, which therefore stays where it is. */
  isPointing: boolean;
  /** Whether what only a hand needs is there, or on its way. */
  isInHands: boolean;
  guessing: Guessing | null;
  dragging: Dragging | null;
}

const LAYOUT_MILLISECONDS = 200;

/** How long a change of the picture takes. */
export const durationOf = ({ store }: Pick<Mounted, "store">): number => (mayMove(store.get()) ? LAYOUT_MILLISECONDS : 0);

export const isHolding = ({ dragging }: Mounted): boolean => dragging?.isUnderWay() ?? false;

/** The position that waits for a graph is that of a link. */
export const stepAskedFor = ({ graph, position }: PictureState): number => (graph ? Infinity : position);

/** Folds or unfolds; `node` stays where it is. */
export function refold(mounted: Mounted, groups: readonly Group[], open: boolean, node: number | null, focus = false): void {
  const { store, shown } = mounted;
  const before = store.get().folds;
  mounted.refolding = { node, before, focus };
  if (node !== null) mounted.touched = node;
  store.dispatch(changeFolds(withFolds(before, groups, open, shown!.scene.folding.tree.groups.length)));
}

/** Unfolds the card of a group; false where the card is a node's own. */
export function unfold(mounted: Mounted, card: number, focus: boolean): boolean {
  const folded = mounted.shown?.scene.folding.folded.get(card);
  if (!folded) return false;
  refold(mounted, [folded.group], true, card, focus);
  return true;
}

/** Folds the innermost group around a card. */
export function foldAround(mounted: Mounted, card: number): void {
  const { tree, isOpen } = mounted.shown!.scene.folding;
  const around = groupsAround(tree, card)
    .filter(({ index }) => isOpen[index])
    .at(-1);
  if (around) refold(mounted, [around], false, card, true);
}

/** The next member of a stack on its card, round and round; `by` 0: that of the step again. */
export function flip({ shown, picture, store }: Mounted, card: number, by: number): void {
  const folded = shown?.scene.folding.folded.get(card);
  if (!folded?.shown) return;
  const count = folded.group.members.length;
  const from = picture.memberShown(card)?.place ?? 0;
  const place = by === 0 ? null : (from + by + count) % count;
  store.dispatch(changeFolds(withShown(store.get().folds, folded.group, place)));
}
