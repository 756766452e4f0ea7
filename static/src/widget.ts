/**
 * The view of a widget in notebooks, around the player: `static/build.mjs` makes one file of it, and engine/capture/widget.py puts the
 * text of the player in front of it.
 */
import { showModel } from "./view/player/notebook.ts";

declare const textOfPlayer: string;

const address = URL.createObjectURL(new Blob([textOfPlayer], { type: "text/javascript" }));
const { mount }: typeof import("./player.ts") = await import(address);

/** What anywidget calls. */
export default {
  render: ({ model, el }: { model: Parameters<typeof showModel>[0]; el: HTMLElement }) => showModel(model, el, mount),
};
