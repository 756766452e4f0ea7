/** A short sentence at the foot of the page that goes by itself; screen readers hear it as well. */
import { say } from "../../messages/messages.ts";

const SHOWN_FOR = 3500;
/** As long as the style sheet lets it fade. */
const FADES_IN = 250;
let hide = 0;

export function notify(sentence: string): void {
  const notice = document.activeElement?.shadowRoot?.getElementById("notice") ?? document.querySelector("#notice.notice");
  if (notice === null) return; // a page that embeds the player, which is not in use
  notice.textContent = sentence;
  notice.classList.add("is-shown");
  clearTimeout(hide);
  hide = window.setTimeout(() => {
    // Its words go with it; taken away at once they would leave an empty pill that fades.
    notice.classList.remove("is-shown");
    hide = window.setTimeout(() => void (notice.textContent = ""), FADES_IN);
  }, SHOWN_FOR);
}

/** Copies a text and says so; where the browser forbids it, shows the text to be copied by hand. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(done);
  } catch {
    window.prompt(say("copy-from-here"), text);
  }
}
