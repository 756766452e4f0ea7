/** The addresses of windows for the projector. */

/** The address of such a window has this parameter. */
const PARAMETER = "wall";
const TARGET = "backpass-wall";
const PLACE = "popup,width=1280,height=720";

export const isWallWindow = (): boolean => new URLSearchParams(location.search).has(PARAMETER);

export function openWallWindow(): void {
  window.open(`/?${PARAMETER}=1`, TARGET, PLACE);
}

/** The window of a class with a lesson. */
export const lessonWall = (code: string): string => `/learn/class/${code}?${PARAMETER}=1`;

export function openLessonWall(code: string): void {
  window.open(lessonWall(code), TARGET, PLACE);
}
