/**
 * What views dispatch besides the buttons and keys of actions.ts: each way in which a part of the page changes the state, declared once. Pure.
 */

import type { Part } from "../core/page_parts.ts";
import type { Panel } from "../core/panels.ts";
import type { Range } from "../core/ranges.ts";
import type { Pane, SheetSize } from "../core/sheet.ts";
import type { Slot } from "../core/slots.ts";
import type { StepSize } from "../core/step_sizes.ts";
import { assign, type StateAction } from "../core/store.ts";
import type { Example, Graph, Value } from "../core/types.ts";
import type { Pitfall } from "../exercises/pitfalls.ts";
import type { Folds } from "../graph/folds.ts";
import { lengthOf, type Redaction } from "../graph/redaction.ts";
import { movedBy } from "../layout/hand_moves.ts";
import type { Direction } from "../layout/types.ts";
import { isOther } from "../text/difference.ts";
import { jumpToEdge, land, type PlaybackState, playOn, seek, stepBack, stepForward } from "../timeline/playback.ts";
import { writtenPosition } from "../timeline/slopes.ts";
import { type Selection, select } from "./selection.ts";
import type { Classroom, CommonState, MotionChoice, Palette, PictureState, Pinned, State, ThemeChoice } from "./state.ts";

/** What an example and an exercise begin with. */
const AFRESH = {
  inputs: {},
  moves: {},
  notes: {},
  gradientAttribute: null,
  examined: false,
  ...select(null),
  playing: false,
} as const;

// The picture: on whichever page it is mounted.

export const hover = (hovered: number | null) => assign<PictureState>("hover", { hovered });
export const choose = (selection: Selection | null) => assign<PictureState>("select", select(selection));
/** Selects the node, or nothing where it is selected already. */
export const toggleNode = (node: number | null): StateAction<PictureState> => ({
  name: "select or release a node",
  change: ({ selected }) => select(node === null || selected === node ? null : { node }),
});
export const changeFolds = (folds: Folds) => assign<PictureState>("fold or unfold", { folds });
/** `by`: along the flow and across it. `joins`: as one of the moves of a drag. */
export const moveNode = (key: string, by: readonly [number, number], joins: boolean): StateAction<PictureState> => ({
  name: "move a node",
  change: ({ moves }) => ({ moves: movedBy(moves, key, by) }),
  joins,
});
export const searchFor = (search: string) => assign<PictureState>("search", { search });
/** Marks the number that an exercise asks for. */
export const markAsked = (asked: Slot | null) => assign<PictureState>("ask for a number", { asked });
/** Opens the field for a guess, or closes it. */
export const guessAt = (guessed: Slot | null) => assign<PictureState>("guess a number", { guessed });

export const seekTo = (position: number): StateAction<PlaybackState> => ({
  name: "seek",
  change: (state) => seek(state, position),
});
export const seekToEdge = (edge: number): StateAction<PlaybackState> => ({
  name: "seek an edge",
  change: (state) => jumpToEdge(state, edge),
});
export const TICK: StateAction<PlaybackState> = { name: "play on", change: playOn };
/** A button of the remote control of a class. */
export const stepBy = (button: "next" | "back"): StateAction<PlaybackState> => ({
  name: "step by remote control",
  change: button === "next" ? stepForward : stepBack,
});

/** Tokens have travelled as far as here: what is shown follows them. */
export const landAt = (shown: number): StateAction<PlaybackState> => ({ name: "land", change: (state) => land(state, shown) });
/** Another position in the course of the same play or step. */
export const goTo = (position: number) => assign<PlaybackState>("go on", { position });
export const STOP = assign<PlaybackState>("stop playing", { playing: false });
export const chooseSpeed = (speed: number) => assign<PlaybackState>("choose a speed", { speed });
export const chooseStepSize = (stepSize: StepSize) => assign<PlaybackState>("choose a step size", { stepSize });

/** The picture shows the last graph while another is being computed. */
export const awaitGraph = (stale: boolean) => assign<PictureState>("await a graph", { stale });
/** Shows a graph from its end, as if nothing had been done to the one before it. */
export const openGraph = (graph: Graph, { program, inputs }: Pick<State, "program" | "inputs">, look: Partial<State>) =>
  assign<State>("open a graph", {
    ...look,
    graph,
    honest: graph,
    program,
    inputs,
    graphProgram: program,
    position: graph.steps.length,
    playing: false,
    ...select(null),
    hovered: null,
    breakpoints: [],
    stale: false,
    folds: {},
    moves: {},
  });

// The program and its inputs.

/** Where another program opens: the end of the pass stays the end. */
const endOf = ({ graph }: State): number => (graph ? lengthOf(graph) : Infinity);

/** Where the text becomes another program, as by pasting over it, the step and what was chosen for the picture of the old one go with it. */
export const edit = (program: string): StateAction<State> => ({
  name: "edit the program",
  change: (state) =>
    isOther(state.program, program) ? { program, folds: {}, moves: {}, position: endOf(state), playing: false } : { program },
});
export const putCaret = (caretLine: number | null) => assign<State>("put the caret", { caretLine });
/** The program in which a statement has become a comment. */
export const leaveOut = (program: string): StateAction<State> => ({
  name: "leave a statement out",
  change: () => ({ program }),
  apart: true,
});
export const applyReplacement = (program: string): StateAction<State> => ({
  name: "write what a problem advises",
  change: () => ({ program }),
  apart: true,
});
export const chooseOutput = (output: string | null) => assign<State>("choose an output", { output });
export const chooseGradient = (gradientAttribute: string | null) =>
  assign<State>("choose the attribute of the gradient", { gradientAttribute });
/** Runs this text as it is, or has it read again. */
export const runAsItIs = (asItIs: string | null) => assign<State>("run as it is", { asItIs });
export const examineEngine = (examined: boolean) => assign<State>("examine the engine", { examined });
export const chooseDirections = (directions: readonly string[]) => assign<State>("choose forward mode", { directions });
export const choosePitfall = (pitfall: Pitfall) => assign<State>("break a rule", { pitfall });
/** `joins`: as one of the moves of a drag. */
export const moveInput = (name: string, value: Value, joins: boolean): StateAction<State> => ({
  name: "move an input",
  change: ({ inputs }) => ({ inputs: { ...inputs, [name]: value } }),
  joins,
});
/** Gives up the value that a slider holds against the program's own. */
export const resetInput = (name: string): StateAction<State> => ({
  name: "reset an input",
  change: ({ inputs }) => ({ inputs: Object.fromEntries(Object.entries(inputs).filter(([other]) => other !== name)) }),
});
export const chooseRange = (name: string, range: Range): StateAction<State> => ({
  name: "choose a range",
  change: ({ ranges }) => ({ ranges: { ...ranges, [name]: range } }),
});
/** An input written into the program, whose override has gone. */
export type Written = Pick<State, "program" | "inputs">;
/** At the end of a drag, which it joins, or as an expression. */
export const writeInput = (written: Written, { joins }: { readonly joins: boolean }): StateAction<State> => ({
  name: "write an input into the program",
  change: () => written,
  joins,
});
export const openExample = ({ program }: Example): StateAction<State> => ({
  name: "open an example",
  change: (state) => ({
    ...AFRESH,
    openings: state.openings + 1,
    program,
    output: null,
    ranges: {},
    folds: {},
    hovered: null,
    position: endOf(state),
  }),
});
/** A program from a file. */
export const openProgram = (program: string): StateAction<State> => ({
  name: "open a file",
  change: (state) => ({
    ...AFRESH,
    openings: state.openings + 1,
    program,
    output: null,
    ranges: {},
    folds: {},
    hovered: null,
    position: endOf(state),
  }),
  apart: true,
});
/** An empty page; undo brings the old one back. */
export const NEW_PROGRAM = assign<State>("begin a new program", {
  ...AFRESH,
  program: "",
  output: null,
  ranges: {},
  folds: {},
  directions: [],
  pitfall: "none",
  position: Infinity,
});
/** Of an empty program there is nothing to show and nothing to ask. */
export const SHOW_NOTHING = assign<State>("show an empty stage", {
  graph: null,
  honest: null,
  graphProgram: "",
  problems: [],
  connection: null,
  stale: false,
  playing: false,
  position: Infinity,
});
export const openLink = (change: (state: State) => Partial<State>): StateAction<State> => ({
  name: "open a link",
  change: (state) => ({ ...change(state), openings: state.openings + 1 }),
});
/** The way that the picture runs, where that was left to it. */
export const drawIn = (drawnDirection: Direction) => assign<PictureState>("draw the picture", { drawnDirection });

// The panels and dialogs.

export const showPanel = (panel: Panel) => assign<State>("show a panel", { panel });
export const openPanelBeside = (panel: Panel) => assign<State>("open a panel", { panel, inspectorOpen: true });
export const OPEN_INSPECTOR = assign<State>("open the explanation", { inspectorOpen: true });
export const CLOSE_INSPECTOR = assign<State>("close the explanation", { inspectorOpen: false });
export const LEAVE_INSPECTOR = assign<State>("leave the explanation", { inspectorOpen: false, ...select(null) });
/** Brings a pane of the sheet into sight; where the sheet is low it is pulled up. */
export const showPane = (sheet: Pane): StateAction<State> => ({
  name: "show a pane of the sheet",
  change: ({ sheetSize }) => ({ sheet, sheetSize: sheetSize === "low" ? "half" : sheetSize }),
});
export const resizeSheet = (sheetSize: SheetSize) => assign<State>("pull the sheet", { sheetSize });
export const CLOSE_SHARE = assign<State>("close the menu of links", { shareOpen: false });
/** The graph of the pinned program, once it has been computed. */
export const receivePinned = (of: Pinned, graph: Graph): StateAction<State> => ({
  name: "receive the pinned graph",
  change: ({ pinned }) => (pinned === of ? { pinned: { ...of, graph } } : {}),
});
export const UNPIN = assign<State>("let go of the pinned program", { pinned: null });
export const markDiffering = (differing: ReadonlyMap<number, string> | null) =>
  assign<PictureState>("mark what differs", { differing });
/** The picture of the pinned program goes along with the one beside it. */
export const goAlong = (change: Partial<PictureState>) => assign<PictureState>("go along", change);
export const changeNudged = (nudged: Graph | null) => assign<PictureState>("show a nudged graph", { nudged });

// What every page has.

export const chooseTheme = (theme: ThemeChoice) => assign<CommonState>("choose colours", { theme });
export const choosePalette = (palette: Palette) => assign<CommonState>("choose the colours of signs", { palette });
export const chooseMotion = (motion: MotionChoice) => assign<CommonState>("choose motion", { motion });
export const chooseShortcuts = (shortcuts: boolean) => assign<CommonState>("switch single keys", { shortcuts });
export const CLOSE_HELP = assign<CommonState>("close the help", { helpOpen: false });
export const SHOW_PROJECTOR = assign<CommonState>("show the projector", { projector: true });
export const PUT_PEN_DOWN = assign<State>("put the pen down", { pen: false, spotlight: false });
/** The note of a step, slopes between the passes among them; an empty one is none. */
export const writeNote = (position: number, text: string): StateAction<State> => ({
  name: "write a note",
  change: ({ notes }) => {
    const key = writtenPosition(position);
    const { [key]: _before, ...others } = notes;
    const written = text.replace(/\s+/g, " ").trim();
    return { notes: written === "" ? others : { ...others, [key]: written }, noteOpen: false };
  },
});
export const LEAVE_PROJECTOR = assign<CommonState>("leave the projector", { projector: false });

// A class.

export const redactTo = (redaction: Redaction | null) => assign<State>("redact", { redaction });
export const joinClass = (classroom: Classroom) => assign<State>("take part in a class", { classroom });
export const LEAVE_CLASS = assign<State>("leave a class", { redaction: null, classroom: "none" });
/** A live block of a lesson as it was when the page opened. */
export const startAgain = (begun: State) => assign<State>("start the block again", { ...begun, stale: false });
export const receiveLists = ({ operations, examples }: Pick<State, "operations" | "examples">) =>
  assign<State>("receive the lists", { operations, examples });
export const hideParts = (hiding: readonly Part[]) => assign<State>("hide parts", { hiding });
export const CEASE_TO_FOLLOW = assign<State>("cease to follow", { redaction: null, hiding: [] });
/** What the class shows; it is nobody's act on this page. */
export const follow = (change: Partial<State>): StateAction<State> => ({
  name: "follow the class",
  change: () => change,
  origin: "class",
});
export const resume = (change: Partial<State>) => assign<State>("return to the own copy", change);
export const explainAt = (moment: Partial<PlaybackState>) =>
  assign<State>("explain an answer", { ...moment, playing: false, travel: false, panel: "explain" });
export const takeExercise = (program: string, redaction: Redaction | null) =>
  assign<State>("take an exercise", { ...AFRESH, program, directions: [], position: 0, pitfall: "none", redaction });
