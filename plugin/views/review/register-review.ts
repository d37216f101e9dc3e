import type { Plugin } from 'obsidian';
import type { ReviewItem } from '../../review/review-item.ts';
import type { ViewHost } from '../view-host.ts';
import { ReviewAnnouncer } from './review-announcer.ts';
import { REVIEW_VIEW, ReviewView } from './review-view.ts';
import { WORDS } from './review-words.ts';
import { watchDesk } from './watch-desk.ts';

/** Adds the review screen, its command, the notice and the badge. Called while the plugin loads. */
export function registerReview(plugin: Plugin, host: ViewHost): void {
  const { workspace } = plugin.app;
  let opening: Promise<void> | null = null;
  const reveal = async (): Promise<void> => {
    let [leaf] = workspace.getLeavesOfType(REVIEW_VIEW);
    if (leaf === undefined) {
      leaf = workspace.getLeaf('tab');
      await leaf.setViewState({ type: REVIEW_VIEW, active: true });
    }
    await workspace.revealLeaf(leaf);
    workspace.setActiveLeaf(leaf, { focus: true });
    if (leaf.view instanceof ReviewView) leaf.view.focusQueue();
  };
  // One at a time: a command run twice would find no tab yet, and open two.
  const open = (): void => {
    opening ??= reveal().finally(() => (opening = null));
  };
  const announcer = new ReviewAnnouncer(plugin, open);
  const isSeen = (): boolean =>
    workspace.getLeavesOfType(REVIEW_VIEW).some(({ view }) => view instanceof ReviewView && view.isSeen());
  const announce = (items: readonly ReviewItem[]): void => announcer.show(items, isSeen());

  plugin.registerView(REVIEW_VIEW, (leaf) => new ReviewView(leaf, host));
  plugin.registerHoverLinkSource(REVIEW_VIEW, { display: WORDS.title, defaultMod: true });
  plugin.addCommand({ id: 'review', name: WORDS.command, callback: open });
  plugin.register(watchDesk(host, () => announce(host.companion()?.review.items ?? [])));
  plugin.registerEvent(workspace.on('layout-change', () => announce(host.companion()?.review.items ?? [])));
  plugin.registerEvent(workspace.on('active-leaf-change', () => announce(host.companion()?.review.items ?? [])));
}
