/** A short sentence at the foot of the page that goes by itself; screen readers hear it as well. */
import { byId } from "./dom.ts";

const SHOWN_FOR = 3500;
let hide = 0;

export function notify(sentence: string): void {
  const notice = byId("notice");
  notice.textContent = sentence;
  notice.classList.add("is-shown");
  clearTimeout(hide);
  hide = window.setTimeout(() => {
    notice.classList.remove("is-shown");
    notice.textContent = "";
  }, SHOWN_FOR);
}

/** Copies a text and says so; where the browser forbids it, shows the text to be copied by hand. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(done);
  } catch {
    window.prompt("The browser does not let the page copy. Copy it from here:", text);
  }
}
