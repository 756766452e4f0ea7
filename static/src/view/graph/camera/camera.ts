/** Where one looks: zoom and pan by wheel, pinch, drag and double click, fitting, and the part of the picture that is in view. */
import { select } from "d3-selection";
import "d3-transition";
import { type ZoomTransform, zoom, zoomIdentity } from "d3-zoom";
import { PHONE_STAGE, type Stage, USUAL_STAGE } from "../../../scene/fitting/card_form.ts";
import { within } from "../../../scene/fitting/free_places.ts";
import { backToCards, type CardPlace, panLimits } from "../../../scene/fitting/pan_limits.ts";
import { COMPACT } from "../../shared/controls/compact.ts";
import { observedSize, type Size } from "./observed_size.ts";
import { LEGIBLE, MARKS_ALONE } from "./zooms.ts";

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Camera {
  readonly transform: ZoomTransform;
  /** Shows the whole picture, however small that makes it. */
  fit(picture: Size, duration: number): void;
  /** The same by a hand: where all of it is too small to be read, no step leads away from it, as after a drag. */
  survey(picture: Size, duration: number): void;
  /**
   * The first look at a picture: all of it where its numbers can be read so, be it from afar, as after the last step; else its part around
   * `focus`, and amid the steps, which the view follows.
   */
  open(picture: Size, focus: Area, duration: number): void;
  /** As close to `focus` as all of a card can be read. */
  approach(picture: Size, focus: Area, duration: number): void;
  /** Whether the numbers of a picture can be read where all of it is seen at once; on cards that are seen from afar there may be fewer. */
  isReadWhole(picture: Size): boolean;
  /** Whether all of a picture is in view. */
  showsAll(picture: Size): boolean;
  /** Opens again where nobody has chosen a view of their own, or where that view would show nothing. */
  keepOrOpen(picture: Size, focus: Area, duration: number): void;
  scaleBy(factor: number, duration: number): void;
  /** Brings a place into view if it is not, without changing the zoom; false where it is larger than the view. */
  reveal(area: Area, duration: number): boolean;
  /** Brings all of an area into view, if need be smaller, down to where cards are marks; of a larger one its beginning. */
  encompass(picture: Size, area: Area, duration: number): void;
  /** Glides to the first of several areas that can be read as a whole, unless it is in view; does nothing once a hand has moved the picture. */
  follow(picture: Size, areas: readonly Area[], duration: number): void;
  /** Whether all of the picture was asked for, and nothing else since. */
  isWhole(): boolean;
  /** Whether it follows: until a hand moves or surveys the picture, and again from `resume` on. */
  isFollowing(): boolean;
  resume(): void;
  /** Keeps what was at one place of the picture where it is on the screen, though it is now at another. */
  holdStill(before: Place, after: Place): void;
  /** Brings a place to the middle; closer, where `readable` asks for more than the present zoom. */
  centre(place: Place, readable?: number): void;
  visible(): Area;
  /** Whether the picture goes on to the left or the right of what is in view. */
  isWide(picture: Size): boolean;
  /** The room for a picture, and the zooms between which it can be read. */
  stage(): Stage;
  /** Whether that is the one of a phone. */
  isSmall(): boolean;
  /** The room by which the size of the cards is chosen: the same in all windows and on all phones; within a text there may be less. */
  room(): Size;
  size(): Size;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What of the element is not for the picture, and how it is seen. */
export interface Surroundings {
  /** Whether a finger scrolls the page around it where all of it is in view. */
  readonly isInText: boolean;
  /** What is drawn; null before. */
  picture(): Size | null;
  /** Where its cards are. */
  cards(): readonly CardPlace[];
  projected(): boolean;
  /** Whether a step is shown, to which the view is led; neither the beginning nor the end. */
  isAmid(): boolean;
  /** Called when a hand has moved the picture, or following has begun again. */
  followed(): void;
}

/** Never blown up beyond this by fitting, times the size of the page's own type: three cards need not fill a wall. More in wide windows. */
const LARGEST_FIT = 1.25;
const LARGEST_FIT_WIDE = 1.6;
/** On a wall the picture comes first, as large as it can be. */
const LARGEST_FIT_PROJECTED = 2.4;
const WIDE = 1700;
/** Unless a whole picture needs less. */
const SMALLEST_ZOOM = 0.02;
const LARGEST_ZOOM = 4;
const REVEAL_MARGIN = 48;
const NOWHERE: Place = { x: 0, y: 0 };
/** One for all pictures of the page. */
let sharedTypeSize: (() => number) | null = null;

/** How large the page sets its type, where 1 is what browsers take for usual: on a wall of pixels it is more (css/base/tokens.css). */
function createTypeSize(): () => number {
  let size: number | null = null;
  addEventListener("resize", () => (size = null));
  // Asked once and not amid a change, where the browser would have to work out all styles first.
  return () => (size ??= parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);
}

export function createCamera(svg: SVGSVGElement, viewport: SVGGElement, moved: () => void, surroundings: Surroundings): Camera {
  let transform = zoomIdentity;
  /** Where a glide that is under way will end; null while nothing but hands moves the picture. */
  let heading: ZoomTransform | null = null;
  let chosen = false;
  let following = true;
  /** Whether the whole picture was asked for, which then holds for other sizes of the stage as well. */
  let isWhole = false;
  /** Whether its numbers could be read then, and whether the screen was upright. */
  let asked = { isRead: false, isUpright: false };
  let isOwn = false;
  /** Whether the hand that moves the picture, or moved it last, is a finger. */
  let isFinger = false;
  const typeSize = (sharedTypeSize ??= createTypeSize());
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([SMALLEST_ZOOM, LARGEST_ZOOM])
    .clickDistance(4)
    // A card in the hand is moved itself (dragging.ts).
    .filter((event: MouseEvent | TouchEvent) => {
      // One finger is the page's, and so is another while that scrolls; two are the picture's.
      if ("touches" in event) return !svg.hasAttribute("data-scrolls") || (event.touches.length > 1 && event.cancelable);
      const isOnCard =
        event.type === "mousedown" && event.target instanceof Element && event.target.closest("[data-node]") !== null;
      return (!event.ctrlKey || event.type === "wheel") && !event.button && !isOnCard;
    })
    .extent(() => [
      [0, 0],
      [sizeOf().width, sizeOf().height],
    ])
    .constrain(withinReach)
    .on("zoom", (event: { transform: ZoomTransform; sourceEvent: unknown }) => {
      transform = event.transform;
      if (event.sourceEvent && !isOwn) takeOver();
      if (heading?.toString() === transform.toString()) heading = null;
      viewport.setAttribute("transform", transform.toString());
      const picture = surroundings.isInText ? surroundings.picture() : null;
      svg.toggleAttribute("data-scrolls", picture !== null && showsAll(picture));
      moved();
    });
  const selection = select(svg).call(behaviour);
  zoomForTapsAlone();
  svg.addEventListener("pointerdown", ({ pointerType }) => void (isFinger = pointerType === "touch"), { capture: true });
  const measured = observedSize(svg);
  const sizeOf = (): Size => ({ width: measured().width || 1, height: measured().height || 1 });

  /** d3-zoom takes a finger that leaves where the one before it came down for a second tap, also where it is the end of a swipe. */
  function zoomForTapsAlone(): void {
    const zoomIn = selection.on("dblclick.zoom")!;
    let down: Touch | undefined;
    svg.addEventListener(
      "touchstart",
      (event) => {
        down = event.changedTouches[0];
      },
      { capture: true, passive: true },
    );
    selection.on("dblclick.zoom", function (this: SVGSVGElement, event: MouseEvent | TouchEvent, datum: unknown) {
      const up = "changedTouches" in event ? event.changedTouches[0] : undefined;
      const way = up && down ? Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) : 0;
      if (way <= behaviour.tapDistance()) zoomIn.call(this, event as MouseEvent, datum);
    });
  }

  function showsAll(picture: Size): boolean {
    const { left, top, right, bottom } = visible();
    // Less than a pixel is no more.
    const slack = 1 / transform.k;
    return left < slack && top < slack && right > picture.width - slack && bottom > picture.height - slack;
  }

  /** The view that a hand asks for, as far as the picture stays in sight. What was out of reach before may stay, but goes no further. */
  function withinReach(wanted: ZoomTransform): ZoomTransform {
    const picture = surroundings.picture();
    if (!picture) return wanted;
    const { width, height } = sizeOf();
    const keep = (asked: number, now: number, length: number, space: number): number => {
      const [first, last] = panLimits(length * wanted.k, space, isFinger);
      const isSame = wanted.k === transform.k;
      return Math.min(isSame ? Math.max(last, now) : last, Math.max(isSame ? Math.min(first, now) : first, asked));
    };
    const x = keep(wanted.x, transform.x, picture.width, width);
    const y = keep(wanted.y, transform.y, picture.height, height);
    const reached = zoomIdentity.translate(x, y).scale(wanted.k);
    if (!isSmall()) return reached;
    const cards = surroundings.cards();
    const back = (from: ZoomTransform): Place => backToCards(visible(from), cards);
    const { x: across, y: down } = wanted.k === transform.k ? back(reached) : NOWHERE;
    // Where no card is whole already, such as after a look at wires close by, the first move is no jump.
    const isLost = across !== 0 || down !== 0;
    const was = isLost ? back(transform) : NOWHERE;
    return isLost && was.x === 0 && was.y === 0 ? reached.translate(-across, -down) : reached;
  }

  function go(target: ZoomTransform, duration: number): void {
    heading = duration > 0 ? target : null;
    if (duration > 0) selection.transition().duration(duration).call(behaviour.transform, target);
    else {
      // Shortly after a turn of the wheel d3-zoom names that as the source of whatever moves the picture.
      isOwn = true;
      selection.interrupt().call(behaviour.transform, target);
      isOwn = false;
    }
  }

  function takeOver(): void {
    heading = null;
    chosen = true;
    isWhole = false;
    following = false;
    surroundings.followed();
  }

  /** The stage of a phone: what is decided for it alone changes nothing on a large one. */
  function isSmall(): boolean {
    return COMPACT.matches && !surroundings.projected();
  }

  function room(): Size {
    if (!surroundings.isInText) return isSmall() ? PHONE_STAGE : USUAL_STAGE;
    const { width, height } = sizeOf();
    // Before it is laid out it has no size.
    if (width * height === 0) return USUAL_STAGE;
    return { width: Math.min(width, USUAL_STAGE.width), height: Math.min(height, USUAL_STAGE.height) };
  }

  function stage(): Stage {
    const { width, height } = sizeOf();
    const onPage = window.innerWidth >= WIDE ? LARGEST_FIT_WIDE : LARGEST_FIT;
    const most = (surroundings.projected() ? LARGEST_FIT_PROJECTED : onPage) * typeSize();
    return { width, height, least: LEGIBLE, most };
  }

  /** The zoom that shows all of a picture. */
  function fitting(picture: Size): number {
    const { width, height, most } = stage();
    const zoom = Math.min(most, width / picture.width, height / picture.height);
    behaviour.scaleExtent([Math.min(SMALLEST_ZOOM, zoom), LARGEST_ZOOM]);
    return zoom;
  }

  /** The view of a picture with a place of it in the middle, as far as the picture reaches: nothing is gained by looking past its edge. */
  function viewOf(picture: Size, { x, y }: Place, k: number): ZoomTransform {
    const { width, height } = sizeOf();
    const shift = (space: number, length: number, middle: number): number =>
      length * k <= space ? (space - length * k) / 2 : Math.min(0, Math.max(space - length * k, space / 2 - k * middle));
    return zoomIdentity.translate(shift(width, picture.width, x), shift(height, picture.height, y)).scale(k);
  }

  /** On a wall what is only read close by is no reason to show all. */
  function isReadWhole(picture: Size): boolean {
    return fitting(picture) >= (surroundings.projected() ? LEGIBLE : MARKS_ALONE);
  }

  function seeWhole(picture: Size, duration: number): void {
    go(viewOf(picture, { x: 0, y: 0 }, fitting(picture)), duration);
  }

  function fit(picture: Size, duration: number): void {
    chosen = false;
    isWhole = true;
    asked = { isRead: isReadWhole(picture), isUpright: isUpright() };
    seeWhole(picture, duration);
  }

  function approach(picture: Size, focus: Area, duration: number): void {
    chosen = false;
    isWhole = false;
    go(viewOf(picture, middleOf(focus), Math.max(LEGIBLE, fitting(picture))), duration);
  }

  function open(picture: Size, focus: Area, duration: number): void {
    if (!isReadWhole(picture) || surroundings.isAmid()) return approach(picture, focus, duration);
    chosen = false;
    isWhole = false;
    seeWhole(picture, duration);
  }

  function resume(): void {
    following = true;
    chosen = false;
    surroundings.followed();
  }

  function follow(picture: Size, areas: readonly Area[], duration: number): void {
    if (!following) return;
    const from = heading ?? transform;
    const k = Math.max(LEGIBLE, Math.min(from.k, stage().most));
    const { width, height } = stage();
    const wanted = areas.find((area) => (area.right - area.left) * k <= width && (area.bottom - area.top) * k <= height);
    if (!wanted) return;
    if (from.k >= LEGIBLE - 1e-6 && within(wanted, visible(from))) return;
    isWhole = false;
    go(viewOf(picture, middleOf(wanted), k), duration);
  }

  function visible(from = transform, { width, height } = sizeOf()): Area {
    const [left, top] = from.invert([0, 0]);
    const [right, bottom] = from.invert([width, height]);
    return { left, top, right, bottom };
  }

  function keepOrOpen(picture: Size, focus: Area, duration: number): void {
    const { left, top, right, bottom } = visible();
    const shows = left < picture.width && right > 0 && top < picture.height && bottom > 0;
    // Who asked for all of it is not left with less than could be read there, nor with marks on a screen that was turned since.
    const isOther = asked.isRead || asked.isUpright !== isUpright();
    const isLost = isWhole && isOther && !isReadWhole(picture);
    if (isLost) resume();
    if (isWhole && !isLost) fit(picture, duration);
    else if (isLost || !chosen || !shows) open(picture, focus, duration);
  }

  return {
    get transform() {
      return transform;
    },
    fit,
    survey(picture, duration) {
      following = fitting(picture) >= LEGIBLE;
      surroundings.followed();
      fit(picture, duration);
    },
    open,
    approach,
    isReadWhole,
    showsAll,
    follow,
    keepOrOpen,
    isWhole: () => isWhole,
    isFollowing: () => following,
    resume,
    scaleBy(factor, duration) {
      takeOver();
      if (duration > 0) selection.transition().duration(duration).call(behaviour.scaleBy, factor);
      else selection.call(behaviour.scaleBy, factor);
    },
    reveal(area, duration) {
      const from = heading ?? transform;
      const seen = visible(from);
      if (area.right - area.left > seen.right - seen.left || area.bottom - area.top > seen.bottom - seen.top) return false;
      const dx = area.left < seen.left ? seen.left - area.left : area.right > seen.right ? seen.right - area.right : 0;
      const dy = area.top < seen.top ? seen.top - area.top : area.bottom > seen.bottom ? seen.bottom - area.bottom : 0;
      if (dx === 0 && dy === 0) return true;
      chosen = true;
      isWhole = false;
      const slack = (shift: number): number => (shift === 0 ? 0 : shift + (Math.sign(shift) * REVEAL_MARGIN) / from.k);
      go(from.translate(slack(dx), slack(dy)), duration);
      return true;
    },
    encompass(picture, area, duration) {
      if (this.reveal(area, duration)) return;
      const { width, height } = stage();
      const [wide, high] = [area.right - area.left, area.bottom - area.top];
      const k = Math.max(Math.min(MARKS_ALONE, transform.k), Math.min(transform.k, width / wide, height / high));
      const from = { left: area.left, top: area.top, right: area.left + width / k, bottom: area.top + height / k };
      const [right, bottom] = [Math.min(area.right, from.right), Math.min(area.bottom, from.bottom)];
      chosen = true;
      isWhole = false;
      go(viewOf(picture, middleOf({ ...from, right, bottom }), k), duration);
    },
    holdStill(before, after) {
      chosen = true;
      isWhole = false;
      go(transform.translate(before.x - after.x, before.y - after.y), 0);
    },
    centre({ x, y }, readable = 0) {
      const { width, height } = sizeOf();
      const k = Math.max(readable, transform.k);
      takeOver();
      go(zoomIdentity.translate(width / 2 - x * k, height / 2 - y * k).scale(k), 0);
    },
    visible: () => visible(),
    isWide(picture) {
      const { left, right } = visible();
      // Less than a pixel is no more.
      const slack = 1 / transform.k;
      return left > slack || right < picture.width - slack;
    },
    stage,
    isSmall,
    room,
    size: sizeOf,
  };
}

/** Whether the screen is higher than wide: where that changes it was turned. */
const isUpright = (): boolean => window.innerHeight > window.innerWidth;

function middleOf({ left, top, right, bottom }: Area): Place {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
