/** How the reader's choices of what is folded are read and changed: kept in the state by the groups' keys, so that they survive edits. Knows no drawing. */

import type { Graph } from "../../core/types.ts";
import { type Folding, fold, openAtFirst } from "../../graph/folding.ts";
import { ALL, type Folds, placeShown } from "../../graph/folds.ts";
import { type Group, groupsAround, groupTreeOf } from "../../graph/groups.ts";

/** A graph that an edit has made this much larger is still the same to its reader. */
const GROWN = 1.5;

/** The folding of a graph as the reader has chosen it; what has been worked out is kept until graph or choices change. `drawnOpen`: see openAtFirst. */
export function createFoldings(): (graph: Graph, program: string, folds: Folds, drawnOpen?: number) => Folding {
  let last: { graph: Graph; folds: Folds; folding: Folding } | null = null;
  /** How large the graph was of which all was folded or unfolded: one that is much larger opens as it does by itself. */
  let wholeOf = 0;
  let usual: { graph: Graph; open: ReadonlySet<string> } | null = null;
  return (graph, program, folds, drawnOpen) => {
    if (last?.graph === graph && last.folds === folds) return last.folding;
    const tree = groupTreeOf(graph, program);
    if (usual?.graph !== graph) usual = { graph, open: openAtFirst(graph, tree, drawnOpen) };
    const { open } = usual;
    const isOrder = last?.folds !== folds && Object.keys(folds).length === 1;
    if (ALL in folds && (isOrder || wholeOf === 0)) wholeOf = graph.nodes.length;
    const whole = graph.nodes.length <= GROWN * wholeOf ? folds[ALL] : undefined;
    const folding = fold(
      graph,
      tree,
      ({ key }) => folds[key] ?? whole ?? open.has(key),
      (stack) => placeShown(folds, stack),
    );
    last = { graph, folds, folding };
    return folding;
  };
}

/** `all`: how many groups there are. Of all of them it is one choice, however many they are. */
export function withFolds(folds: Folds, groups: readonly Group[], open: boolean, all: number): Folds {
  if (groups.length === all) return { [ALL]: open };
  return { ...folds, ...Object.fromEntries(groups.map(({ key }) => [key, open])) };
}

/** The groups to open for a node to be drawn itself; none where it is. */
export function hiding({ tree, isOpen }: Folding, node: number): Group[] {
  return groupsAround(tree, node).filter(({ index }) => !isOpen[index]);
}
