/** Picture or table, and timeline, of one state on any page, with buttons and keys: what a lesson, the studio and the player show. */

import type { Store } from "../../core/store.ts";
import { bindActions, type PagePorts, portsWithin } from "../../state/action_records.ts";
import type { ActionName, Actions } from "../../state/actions.ts";
import { GRAPH_ACTIONS } from "../../state/graph_actions.ts";
import type { State } from "../../state/state.ts";
import { choose } from "../../state/state_actions.ts";
import { type GraphView, mountGraph } from "../graph/index.ts";
import { createLayoutClient, type LayoutWorker } from "../graph/layout_client.ts";
import { mountTable } from "../graph/table.ts";
import { mountActionButtons } from "../page/header.ts";
import { mountShortcuts } from "../shared/shortcuts.ts";
import { mountPlayer } from "../timeline/playback_clock.ts";
import { mountTimeline } from "../timeline/timeline.ts";

/** Where its parts go; those without a place are left out. */
export interface Places {
  readonly graph?: HTMLElement | undefined;
  readonly table?: HTMLElement | undefined;
  readonly timeline?: HTMLElement | undefined;
  /** What has the buttons. */
  readonly buttons: ParentNode;
  /** Where keys count. */
  readonly keys: Document | HTMLElement;
}

export interface PlaygroundSetting {
  /** What else the page can do, such as close itself. */
  readonly page?: Partial<PagePorts>;
  /** Whether the page changes its colours, and shows table and explanation, by the same buttons and keys. */
  readonly isWhole?: boolean;
  /** Whether the page around it scrolls. */
  readonly isInText?: boolean;
  /** It has left the page; absent where it stays as long as the document does. */
  readonly signal?: AbortSignal;
  startLayoutWorker?(): LayoutWorker;
  /** Mounts an explanation: not all pages fetch its code. */
  explain?(view: GraphView): void;
}

export interface Playground {
  readonly view: GraphView | null;
  readonly actions: Actions;
}

const OF_WHOLE_PAGES = new Set<string>(["table", "inspector", "theme"]);

export function mountPlayground(store: Store<State>, places: Places, setting: PlaygroundSetting = {}): Playground {
  const { page, isWhole, isInText = false, signal = new AbortController().signal, startLayoutWorker } = setting;
  const { layout, close } = createLayoutClient(document.body.dataset.layoutWorker ?? "", startLayoutWorker);
  signal.addEventListener("abort", close, { once: true });
  const view = places.graph ? mountGraph(places.graph, store, { layout, isInText, signal }) : null;
  const actions = bindActions<State, PagePorts, ActionName>(
    GRAPH_ACTIONS.filter(({ name }) => isWhole || !OF_WHOLE_PAGES.has(name)),
    {
      store,
      page: portsWithin({
        fitGraph: () => view?.fit(),
        findNode: () => view?.focusSearch(),
        close: () => store.dispatch(choose(null)),
        ...page,
      }),
    },
  );
  if (places.table) mountTable(places.table, store);
  if (places.timeline) {
    mountTimeline(places.timeline, store, actions);
    mountPlayer(store);
  }
  if (view) setting.explain?.(view);
  mountActionButtons(places.buttons, store, actions);
  mountShortcuts(store, actions, places.keys);
  return { view, actions };
}
