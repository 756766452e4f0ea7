/**
 * The player as the view of a widget in notebooks: `static/build.mjs` makes one file of it, which engine/capture/widget.py sends to
 * the notebook.
 */
import { mount } from "./player.ts";
import { showModel } from "./view/player/notebook.ts";

/** What anywidget calls. */
export default {
  render: ({ model, el }: { model: Parameters<typeof showModel>[0]; el: HTMLElement }) => showModel(model, el, mount),
};
