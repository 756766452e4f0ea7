/** Where one looks: all of the picture or a part of it, by a hand's choice, for a selection, or along with the steps. */
import { type ZoomTransform, zoomIdentity } from "d3-zoom";
import { within } from "../../../scene/fitting/free_places.ts";
import type { CardPlace } from "../../../scene/fitting/pan_limits.ts";
import { createGestures, type Gestures } from "./gestures.ts";
import type { Size } from "./observed_size.ts";
import { createRoom, type Room } from "./room.ts";
import { type Area, centreOf, type Place, seenFrom, viewOf, wayTo, withinReach } from "./views.ts";
import { LEGIBLE, MARKS_ALONE } from "./zooms.ts";

export interface Camera extends Room {
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

const REVEAL_MARGIN = 48;

/** How the view that is shown came about. */
interface Held {
  /** By a hand or for a selection: another picture leaves it so. */
  chosen: boolean;
  following: boolean;
  /** All of the picture was asked for, which then holds for other sizes of the stage as well. */
  isWhole: boolean;
  /** Whether its numbers could be read then, and whether the screen was upright. */
  asked: { readonly isRead: boolean; readonly isUpright: boolean };
}

export function createCamera(svg: SVGSVGElement, viewport: SVGGElement, moved: () => void, surroundings: Surroundings): Camera {
  const held: Held = { chosen: false, following: true, isWhole: false, asked: { isRead: false, isUpright: false } };
  const room = createRoom(svg, surroundings.isInText, surroundings.projected);
  const gestures = createGestures(svg, {
    size: room.size,
    reached(wanted, now, isFinger) {
      const picture = surroundings.picture();
      const cards = room.isSmall() ? surroundings.cards() : null;
      return picture ? withinReach(wanted, now, { picture, size: room.size(), isFinger, cards }) : wanted;
    },
    taken: takeOver,
    moved() {
      viewport.setAttribute("transform", gestures.transform.toString());
      const picture = surroundings.isInText ? surroundings.picture() : null;
      svg.toggleAttribute("data-scrolls", picture !== null && showsAll(picture));
      moved();
    },
  });
  const visible = (): Area => seenFrom(gestures.transform, room.size());
  /** Less than a pixel is no more. */
  const slack = (): number => 1 / gestures.transform.k;

  function showsAll(picture: Size): boolean {
    const { left, top, right, bottom } = visible();
    return left < slack() && top < slack() && right > picture.width - slack() && bottom > picture.height - slack();
  }

  function takeOver(): void {
    Object.assign(held, { chosen: true, isWhole: false, following: false });
    surroundings.followed();
  }

  return {
    ...room,
    get transform() {
      return gestures.transform;
    },
    ...createLooks(held, room, gestures, surroundings),
    ...createMoves(held, room, gestures),
    showsAll,
    isWhole: () => held.isWhole,
    isFollowing: () => held.following,
    scaleBy(factor, duration) {
      takeOver();
      gestures.scaleBy(factor, duration);
    },
    centre({ x, y }, readable = 0) {
      const { width, height } = room.size();
      const k = Math.max(readable, gestures.transform.k);
      takeOver();
      gestures.go(zoomIdentity.translate(width / 2 - x * k, height / 2 - y * k).scale(k), 0);
    },
    visible,
    isWide(picture) {
      const { left, right } = visible();
      return left > slack() || right < picture.width - slack();
    },
  };
}

type Looks = Pick<Camera, "fit" | "survey" | "open" | "approach" | "isReadWhole" | "keepOrOpen" | "follow" | "resume">;

/** Views of the whole picture, and of the part around a focus. */
function createLooks(held: Held, { stage, size }: Room, gestures: Gestures, surroundings: Surroundings): Looks {
  const look = (picture: Size, place: Place, k: number, duration: number): void =>
    gestures.go(viewOf(picture, place, k, size()), duration);

  /** The zoom that shows all of a picture. */
  function fitting(picture: Size): number {
    const { width, height, most } = stage();
    const zoom = Math.min(most, width / picture.width, height / picture.height);
    gestures.allow(zoom);
    return zoom;
  }

  /** On a wall what is only read close by is no reason to show all. */
  const isReadWhole = (picture: Size): boolean => fitting(picture) >= (surroundings.projected() ? LEGIBLE : MARKS_ALONE);

  const seeWhole = (picture: Size, duration: number): void => look(picture, { x: 0, y: 0 }, fitting(picture), duration);

  function fit(picture: Size, duration: number): void {
    Object.assign(held, { chosen: false, isWhole: true, asked: { isRead: isReadWhole(picture), isUpright: isUpright() } });
    seeWhole(picture, duration);
  }

  function approach(picture: Size, focus: Area, duration: number): void {
    Object.assign(held, { chosen: false, isWhole: false });
    look(picture, centreOf(focus), Math.max(LEGIBLE, fitting(picture)), duration);
  }

  function open(picture: Size, focus: Area, duration: number): void {
    if (!isReadWhole(picture) || surroundings.isAmid()) return approach(picture, focus, duration);
    Object.assign(held, { chosen: false, isWhole: false });
    seeWhole(picture, duration);
  }

  function resume(): void {
    Object.assign(held, { following: true, chosen: false });
    surroundings.followed();
  }

  return {
    fit,
    survey(picture, duration) {
      held.following = fitting(picture) >= LEGIBLE;
      surroundings.followed();
      fit(picture, duration);
    },
    open,
    approach,
    isReadWhole,
    resume,
    keepOrOpen(picture, focus, duration) {
      const { left, top, right, bottom } = seenFrom(gestures.transform, size());
      const shows = left < picture.width && right > 0 && top < picture.height && bottom > 0;
      // Who asked for all of it is not left with less than could be read there, nor with marks on a screen that was turned since.
      const isOther = held.asked.isRead || held.asked.isUpright !== isUpright();
      const isLost = held.isWhole && isOther && !isReadWhole(picture);
      if (isLost) resume();
      if (held.isWhole && !isLost) fit(picture, duration);
      else if (isLost || !held.chosen || !shows) open(picture, focus, duration);
    },
    follow(picture, areas, duration) {
      if (!held.following) return;
      const from = gestures.heading;
      const { width, height, most } = stage();
      const k = Math.max(LEGIBLE, Math.min(from.k, most));
      const wanted = areas.find((area) => (area.right - area.left) * k <= width && (area.bottom - area.top) * k <= height);
      if (!wanted || (from.k >= LEGIBLE - 1e-6 && within(wanted, seenFrom(from, size())))) return;
      held.isWhole = false;
      look(picture, centreOf(wanted), k, duration);
    },
  };
}

/** Small moves, after which the view is kept. */
function createMoves(held: Held, { stage, size }: Room, gestures: Gestures): Pick<Camera, "reveal" | "encompass" | "holdStill"> {
  function choose(target: ZoomTransform, duration: number): void {
    Object.assign(held, { chosen: true, isWhole: false });
    gestures.go(target, duration);
  }

  function reveal(area: Area, duration: number): boolean {
    const from = gestures.heading;
    const way = wayTo(area, seenFrom(from, size()));
    if (way === null) return false;
    const beyond = (shift: number): number => shift + (Math.sign(shift) * REVEAL_MARGIN) / from.k;
    if (way.x !== 0 || way.y !== 0) choose(from.translate(beyond(way.x), beyond(way.y)), duration);
    return true;
  }

  return {
    reveal,
    encompass(picture, area, duration) {
      if (reveal(area, duration)) return;
      const { width, height } = stage();
      const [wide, high] = [area.right - area.left, area.bottom - area.top];
      const now = gestures.transform.k;
      const k = Math.max(Math.min(MARKS_ALONE, now), Math.min(now, width / wide, height / high));
      const right = Math.min(area.right, area.left + width / k);
      const bottom = Math.min(area.bottom, area.top + height / k);
      choose(viewOf(picture, centreOf({ ...area, right, bottom }), k, size()), duration);
    },
    holdStill: (before, after) => choose(gestures.transform.translate(before.x - after.x, before.y - after.y), 0),
  };
}

/** Whether the screen is higher than wide: where that changes it was turned. */
const isUpright = (): boolean => window.innerHeight > window.innerWidth;
