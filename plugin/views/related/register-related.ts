import type { Plugin } from 'obsidian';
import { selectedIn } from '../notes/edited-in.ts';
import type { ViewHost } from '../view-host.ts';
import { afterRename } from './not-related.ts';
import { RELATED_VIEW, RelatedView } from './related-view.ts';
import { WORDS } from './related-words.ts';
import { tellNotSaved } from './row-actions.ts';

/** Adds the pane of related notes and its commands. Called while the plugin loads. */
export function registerRelated(plugin: Plugin, host: ViewHost): void {
  const { workspace } = plugin.app;
  let opening: Promise<RelatedView | null> | null = null;
  const reveal = async (): Promise<RelatedView | null> => {
    let [leaf] = workspace.getLeavesOfType(RELATED_VIEW);
    if (leaf === undefined) {
      leaf = workspace.getRightLeaf(false) ?? undefined;
      await leaf?.setViewState({ type: RELATED_VIEW });
    }
    if (leaf === undefined) return null;
    await workspace.revealLeaf(leaf);
    return leaf.view instanceof RelatedView ? leaf.view : null;
  };
  // One at a time: a command run twice would find no pane yet, and open two.
  const open = (): Promise<RelatedView | null> => {
    opening ??= reveal().finally(() => (opening = null));
    return opening;
  };

  const followRename = async (from: string, to: string): Promise<void> => {
    const { notRelated } = host.settings();
    const after = afterRename(notRelated, from, to);
    if (after !== notRelated) await host.changeSettings({ notRelated: after });
  };
  // Also while no pane is open. An open one follows first: on changed settings, it drops a note that is not there.
  const renamed = (from: string, to: string): void => {
    Promise.resolve()
      .then(() => followRename(from, to))
      .catch(tellNotSaved);
  };
  plugin.registerEvent(plugin.app.vault.on('rename', ({ path }, from) => renamed(from, path)));
  plugin.register(host.onMoved(renamed));
  plugin.registerView(RELATED_VIEW, (leaf) => new RelatedView(leaf, host));
  plugin.registerHoverLinkSource(RELATED_VIEW, { display: WORDS.title, defaultMod: true });
  plugin.addCommand({ id: 'related', name: WORDS.openCommand, callback: () => void open() });
  plugin.addCommand({
    id: 'related-to-selection',
    name: WORDS.selectionCommand,
    // Not one of the editor's own commands: those are not offered while a note is read.
    checkCallback: (checking) => {
      const { activeEditor } = workspace;
      const file = activeEditor?.file;
      const text = selectedIn(activeEditor).trim();
      if (text === '' || !file) return false;
      if (!checking) void open().then((view) => view?.showSelection(file.path, text));
      return true;
    },
  });
}
