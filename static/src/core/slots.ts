/** A place for a number on a card: the row of a node's value, or that of its gradient. */
export interface Slot {
  readonly node: number;
  readonly row: "data" | "grad";
}
