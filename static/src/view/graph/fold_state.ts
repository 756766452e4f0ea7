/** Which groups are open, as the reader chose: kept by their keys, so that it survives edits. Knows no drawing. */
import type { Graph } from "../../core/types.ts";
import { fold, openAtFirst, type Folding } from "../../graph/folding.ts";
import { groupsAround, groupTreeOf, type Group } from "../../graph/groups.ts";

/** What the reader chose, by key: true is open. */
export type Choices = ReadonlyMap<string, boolean>;

export interface FoldState {
  foldingOf(graph: Graph, program: string): Folding;
  readonly choices: Choices;
  /** Back to choices made before. */
  restore(choices: Choices): void;
  set(groups: readonly Group[], open: boolean): void;
}

export function createFoldState(): FoldState {
  let choices: Choices = new Map();
  let last: { graph: Graph; choices: Choices; folding: Folding } | null = null;
  let usual: { graph: Graph; open: ReadonlySet<string> } | null = null;
  return {
    foldingOf(graph, program) {
      if (last?.graph === graph && last.choices === choices) return last.folding;
      const tree = groupTreeOf(graph, program);
      if (usual?.graph !== graph) usual = { graph, open: openAtFirst(graph, tree) };
      const { open } = usual;
      const folding = fold(graph, tree, ({ key }) => choices.get(key) ?? open.has(key));
      last = { graph, choices, folding };
      return folding;
    },
    get choices() {
      return choices;
    },
    restore: (before) => void (choices = before),
    set(groups, open) {
      choices = new Map([...choices, ...groups.map(({ key }) => [key, open] as const)]);
    },
  };
}

/** The groups to open for a node to be drawn itself; none where it is. */
export function hiding({ tree, isOpen }: Folding, node: number): Group[] {
  return groupsAround(tree, node).filter(({ index }) => !isOpen[index]);
}
