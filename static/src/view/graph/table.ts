/** The table twin of the drawing: the same nodes, numbers and selection at the same position, sortable, for small screens and readers. */

import { type Store, watch } from "../../core/store.ts";
import type { GraphNode, Value } from "../../core/types.ts";
import { recordsByName } from "../../explain/captions.ts";
import { groupTreeOf } from "../../graph/groups.ts";
import { shortTitle } from "../../graph/places.ts";
import { grouped, say } from "../../messages/messages.ts";
import { type CardMoment, cardMoment } from "../../scene/moment.ts";
import { parseQuery, search } from "../../scene/search.ts";
import { nodeOfSelection, type Selection } from "../../state/selection.ts";
import type { State } from "../../state/state.ts";
import { choose, hover } from "../../state/state_actions.ts";
import { DIGITS, formatFullValue, formatValue, strength } from "../../text/format.ts";
import { motionAt } from "../../timeline/passes.ts";
import { asShown, scheduleOf } from "../../timeline/playback.ts";
import { gradientAt, isValueKnown, type Schedule, tangentPassAt } from "../../timeline/schedule.ts";
import { element } from "../shared/dom.ts";
import { setAttribute, setText, signClass } from "../shared/svg.ts";

type Column = "node" | "operation" | "inputs" | "data" | "grad" | "contributions";

const COLUMNS: readonly { readonly name: Column; readonly title: string; readonly numeric?: boolean }[] = [
  { name: "node", title: say("table-node") },
  { name: "operation", title: say("table-operation") },
  { name: "inputs", title: say("table-inputs") },
  { name: "data", title: say("table-data"), numeric: true },
  { name: "grad", title: say("table-gradient"), numeric: true },
  { name: "contributions", title: say("table-contributions") },
];

interface Sorting {
  readonly column: Column;
  readonly falling: boolean;
}

interface Cell {
  readonly text: string;
  readonly full?: string;
  readonly sign?: string;
  readonly parts?: readonly Part[];
  /** What its button is called: a call that is several operations has a row of the same label for each. */
  readonly spoken?: string;
}

/** One of several things in a cell: a contribution, and the edge that it travels. */
interface Part {
  readonly text: string;
  readonly edge: number | null;
}

const SHOWN = [
  "graph",
  "graphProgram",
  "operations",
  "position",
  "shown",
  "selected",
  "selectedEdge",
  "hovered",
  "search",
  "projector",
] as const;
const LABEL_WIDTH = 28;
/** Rows at once: a table of tens of thousands could neither be drawn nor read. */
const PAGE = 200;

/** Returns what gives its nodes, in its order. */
export function mountTable(root: HTMLElement, store: Store<State>): () => readonly GraphNode[] {
  let sorting: Sorting = { column: "node", falling: false };
  let stale = true;
  let page = 0;
  /** What the page was chosen for: another selection may be on another one. */
  let turnedTo: number | null = null;
  const pager = createPager((step) => {
    page += step;
    render();
    root.scrollTop = 0;
  });
  const head = element("tr");
  const body = element("tbody");
  const table = element(
    "table",
    { class: "twin" },
    element("caption", { class: "visually-hidden" }, say("table-order")),
    element("thead", {}, head),
    body,
  );
  root.append(table, pager.root);
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", say("table-title"));
  root.tabIndex = 0;
  const headers = COLUMNS.map((column) => {
    const button = element("button", { type: "button" }, column.title);
    button.addEventListener("click", () => {
      sorting = { column: column.name, falling: sorting.column === column.name && !sorting.falling };
      render();
    });
    const cell = element("th", { scope: "col", class: column.numeric ? "numeric" : null }, button);
    head.append(cell);
    return { column, cell, button };
  });

  /** Takes the focus where the table was asked for from what is gone, or from what explains the picture that it replaces. */
  function takeFocus(): void {
    const active = document.activeElement;
    if (active === null || active === document.body || !active.checkVisibility() || active.closest(".inspector")) root.focus();
  }

  /** The table shows what the cards show: in forward mode that is the tangent. */
  function nameColumns(isForward: boolean): void {
    for (const { column, cell, button } of headers) {
      if (column.name === "grad") setText(button, isForward ? say("table-tangent") : column.title);
      setAttribute(cell, "aria-sort", sorting.column === column.name ? (sorting.falling ? "descending" : "ascending") : "none");
    }
  }

  /** Turns to the page of what is selected, once for each selection. */
  function turnTo(wanted: number | null, all: readonly GraphNode[]): void {
    if (wanted !== turnedTo) {
      const index = all.findIndex(({ id }) => id === wanted);
      if (index >= 0) page = Math.floor(index / PAGE);
      turnedTo = wanted;
    }
    page = Math.max(0, Math.min(page, Math.ceil(all.length / PAGE) - 1));
  }

  /** Drawn only while it is on the screen; what happened meanwhile is caught up when it comes back. */
  function render(): void {
    stale = root.hasAttribute("hidden"); // measured height would make the browser lay out at every change
    const state = asShown(store.get());
    if (stale || !state.graph) return;
    const schedule = scheduleOf(state.graph);
    nameColumns(tangentPassAt(schedule, state.position) !== null);
    const all = sortedNodes(schedule, state, sorting);
    turnTo(nodeOfSelection(state), all);
    const rows = all.slice(page * PAGE, (page + 1) * PAGE);
    pager.update(page, rows.length, all.length);
    while (body.rows.length > rows.length) body.rows[body.rows.length - 1]!.remove();
    while (body.rows.length < rows.length) body.append(emptyRow());
    const records = recordsByName(state.operations);
    for (const [index, node] of rows.entries()) {
      const row = body.rows[index]!;
      setAttribute(row, "data-node", String(node.id));
      setAttribute(row, "aria-selected", String(node.id === state.selected));
      row.classList.toggle("is-hovered", node.id === state.hovered);
      const glyph = node.op === null ? node.role : (records.get(node.op)?.glyph ?? node.op);
      fillRow(row, cellsOf(schedule, state, node, glyph), state.selectedEdge);
    }
  }

  listenToRows(body, store);
  new ResizeObserver(() => {
    if (stale) render();
  }).observe(root);
  watch(store, SHOWN, render);
  watch(store, ["mainView"], ({ mainView }) => mainView === "table" && setTimeout(takeFocus));
  render();
  return () => {
    const state = asShown(store.get());
    return state.graph ? sortedNodes(scheduleOf(state.graph), state, sorting) : [];
  };
}

/** "201 – 400 of 49,802" between two buttons; nothing where all rows fit on one page. */
function createPager(turn: (step: 1 | -1) => void): { root: HTMLElement; update(page: number, shown: number, of: number): void } {
  const place = element("output", { class: "pager-place" });
  const button = (text: string, title: string, step: 1 | -1): HTMLButtonElement => {
    const made = element("button", { type: "button", class: "text-button", "aria-label": title }, text);
    made.addEventListener("click", () => turn(step));
    return made;
  };
  const [previous, next] = [button("‹", say("rows-before"), -1), button("›", say("rows-after"), 1)];
  const root = element("nav", { class: "pager", "aria-label": say("rows") }, previous, place, next);
  return {
    root,
    update(page, shown, of) {
      root.hidden = of <= PAGE;
      const first = page * PAGE + 1;
      place.textContent = say("rows-of", { first: grouped(first), last: grouped(first + shown - 1), all: grouped(of) });
      previous.disabled = page === 0;
      next.disabled = first + shown > of;
    },
  };
}

function emptyRow(): HTMLTableRowElement {
  const name = element("th", { scope: "row" }, element("button", { type: "button" }));
  const cells = COLUMNS.slice(1).map(({ numeric, name: column }) =>
    element("td", { class: numeric ? `column-${column} numeric` : `column-${column}` }),
  );
  return element("tr", {}, name, ...cells);
}

function listenToRows(body: HTMLElement, store: Store<State>): void {
  const nodeOf = (event: Event): number | null => {
    const row = event.target instanceof Element ? event.target.closest("tr") : null;
    return row ? Number(row.dataset.node) : null;
  };
  // A contribution in the last column is an edge.
  const selectionAt = (event: Event): Selection | null => {
    const edge = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-edge]") : null;
    const node = nodeOf(event);
    return edge ? { edge: Number(edge.dataset.edge) } : node === null ? null : { node };
  };
  body.addEventListener("click", (event) => store.dispatch(choose(selectionAt(event))));
  body.addEventListener("pointerover", (event) => store.dispatch(hover(nodeOf(event))));
  body.addEventListener("pointerleave", () => store.dispatch(hover(null)));
}

function label(state: State, node: number): string {
  return shortTitle(state.graph!, state.graphProgram, node, LABEL_WIDTH);
}

function cellsOf(schedule: Schedule, state: State, node: GraphNode, glyph: string): Cell[] {
  const moment = cardMoment(schedule, node, state.position, DIGITS);
  const known = moment.data.text !== "—";
  const grad = moment.grad;
  return [
    { text: label(state, node.id), spoken: [label(state, node.id), node.op ?? glyph].join(", ") },
    { text: glyph },
    { text: node.inputs.map((input) => label(state, input)).join(", ") },
    { text: moment.data.text, ...(known ? { full: formatFullValue(node.data) } : {}) },
    { text: grad ? gradientText(grad.text, moment) : "", sign: signClass(grad?.sign ?? 0) },
    partsCell(contributionsOf(schedule, state, node)),
  ];
}

/** A gradient that is wrong in the program's own engine has the right one beside it. */
function gradientText(text: string, { blocked, right }: CardMoment): string {
  if (right) return say("table-wrong", { text, right });
  return blocked ? `${text} ${say("spoken-blocked")}` : text;
}

/** What has landed so far and from where: `21 from e, 10 from f`. */
function contributionsOf(schedule: Schedule, state: State, node: GraphNode): Part[] {
  const landed = schedule.arrivals[node.id]!.filter(({ position }) => position <= state.position);
  return landed.map(({ edge, total }) => {
    if (edge === null) return { edge, text: say("total-as-start", { total: formatValue(total, DIGITS) }) };
    const { contribution, target } = schedule.graph.edges[edge]!;
    return { edge, text: say("landed-from", { number: formatValue(contribution, DIGITS), name: label(state, target) }) };
  });
}

function partsCell(parts: readonly Part[]): Cell {
  return { text: parts.map(({ text }) => text).join(", "), parts };
}

/** Draws a cell of parts, where they have changed, and marks the selected edge among them. */
function fillParts(cell: Element, text: string, parts: readonly Part[], selected: number | null): void {
  const edges = parts.map(({ edge }) => edge).join();
  if (cell.textContent !== text || cell.getAttribute("data-edges") !== edges) {
    const spans = parts.map((part) => element("span", { "data-edge": part.edge }, part.text));
    cell.replaceChildren(...spans.flatMap((span, index) => (index === 0 ? [span] : [", ", span])));
    cell.setAttribute("data-edges", edges);
  }
  for (const span of cell.children)
    span.toggleAttribute("data-selected", selected !== null && span.getAttribute("data-edge") === String(selected));
}

function fillRow(row: HTMLTableRowElement, cells: readonly Cell[], selectedEdge: number | null): void {
  for (const [index, { text, full, sign, parts, spoken }] of cells.entries()) {
    const cell = row.cells[index]!;
    if (parts) fillParts(cell, text, parts, selectedEdge);
    else setText(index === 0 ? cell.firstElementChild! : cell, text);
    if (spoken !== undefined) setAttribute(cell.firstElementChild!, "aria-label", spoken);
    if (full !== undefined) setAttribute(cell, "title", full);
    else cell.removeAttribute("title");
    if (sign !== undefined) setAttribute(cell, "class", `column-grad numeric ${sign}`);
  }
}

/** What is looked for, or everything. */
function wantedNodes(
  schedule: Schedule,
  { search: text, operations, graphProgram: program, position }: State,
): readonly GraphNode[] {
  const { graph } = schedule;
  const query = parseQuery(text);
  if (query === null || query.tests.length === 0) return graph.nodes;
  const tree = groupTreeOf(graph, program);
  return search(query, { schedule, tree, records: recordsByName(operations), program, position }).map(
    (node) => graph.nodes[node]!,
  );
}

function sortedNodes(schedule: Schedule, state: State, { column, falling }: Sorting): readonly GraphNode[] {
  const nodes = wantedNodes(schedule, state);
  if (column === "node" && !falling) return nodes;
  const keyed = nodes.map((node) => ({ node, key: sortKey(schedule, state, node, column) }));
  keyed.sort((one, other) => compare(one.key, other.key) || one.node.id - other.node.id);
  const sorted = keyed.map(({ node }) => node);
  return falling ? sorted.reverse() : sorted;
}

function slopeAt(schedule: Schedule, node: GraphNode, position: number): Value | null {
  const pass = tangentPassAt(schedule, position);
  return pass ? (motionAt(pass, node.id, position)?.tangent ?? null) : gradientAt(schedule, node, position).value;
}

function sortKey(schedule: Schedule, state: State, node: GraphNode, column: Column): number | string {
  switch (column) {
    case "node":
      return node.id;
    case "operation":
      return node.op ?? "";
    case "inputs":
      return node.inputs.length;
    case "data":
      return numberOf(isValueKnown(schedule, node.id, state.position) ? node.data : null);
    case "grad":
      return numberOf(slopeAt(schedule, node, state.position));
    case "contributions":
      return schedule.arrivals[node.id]!.filter(({ position }) => position <= state.position).length;
  }
}

/** What is not known yet sorts below every number. */
function numberOf(value: Value | null): number {
  return value === null ? -Infinity : strength(value);
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === "number" && typeof other === "number")
    return one - other || Number(Number.isNaN(one)) - Number(Number.isNaN(other));
  return String(one).localeCompare(String(other));
}
