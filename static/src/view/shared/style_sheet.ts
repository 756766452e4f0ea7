/** Style sheets that come when they are needed. */
import { element } from "./dom.ts";

/** Rejects with the sentence where it cannot be had. */
export function loadStyle(address: string, missing: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const style = element("link", { rel: "stylesheet", href: address });
    style.addEventListener("load", () => resolve());
    style.addEventListener("error", () => reject(new Error(missing)));
    document.head.append(style);
  });
}
