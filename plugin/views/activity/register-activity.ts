import type { Plugin } from 'obsidian';
import type { ViewHost } from '../view-host.ts';
import { ACTIVITY_VIEW, ActivityView } from './activity-view.ts';
import { WORDS } from './activity-words.ts';

/** Adds the pane of what assistants do, and its command. Called while the plugin loads. */
export function registerActivity(plugin: Plugin, host: ViewHost): void {
  const { workspace } = plugin.app;
  let opening: Promise<void> | null = null;
  const reveal = async (): Promise<void> => {
    let [leaf] = workspace.getLeavesOfType(ACTIVITY_VIEW);
    if (leaf === undefined) {
      leaf = workspace.getRightLeaf(false) ?? undefined;
      await leaf?.setViewState({ type: ACTIVITY_VIEW });
    }
    if (leaf !== undefined) await workspace.revealLeaf(leaf);
  };
  plugin.registerView(ACTIVITY_VIEW, (leaf) => new ActivityView(leaf, host));
  plugin.registerHoverLinkSource(ACTIVITY_VIEW, { display: WORDS.title, defaultMod: true });
  plugin.addCommand({
    id: 'activity',
    name: WORDS.openCommand,
    // One at a time: a command run twice would find no pane yet, and open two.
    callback: () => void (opening ??= reveal().finally(() => (opening = null))),
  });
}
