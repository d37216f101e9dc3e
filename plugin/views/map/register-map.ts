import type { Plugin } from 'obsidian';
import type { ViewHost } from '../view-host.ts';
import { MAP_VIEW, MapView } from './map-view.ts';
import { WORDS } from './map-words.ts';

/** Adds the vault map, its command and its icon in the ribbon. Called while the plugin loads. */
export function registerMap(plugin: Plugin, host: ViewHost): void {
  const { workspace } = plugin.app;
  let opening: Promise<void> | null = null;
  const reveal = async (): Promise<void> => {
    let [leaf] = workspace.getLeavesOfType(MAP_VIEW);
    if (leaf === undefined) {
      leaf = workspace.getLeaf('tab');
      await leaf.setViewState({ type: MAP_VIEW, active: true });
    }
    await workspace.revealLeaf(leaf);
  };
  // One at a time: a command run twice would find no map yet, and open two.
  const open = (): void => {
    opening ??= reveal().finally(() => (opening = null));
  };

  plugin.registerView(MAP_VIEW, (leaf) => new MapView(leaf, host));
  plugin.registerHoverLinkSource(MAP_VIEW, { display: WORDS.title, defaultMod: true });
  plugin.addCommand({ id: 'map', name: WORDS.openCommand, callback: open });
  plugin.addRibbonIcon('map', WORDS.openCommand, open);
}
