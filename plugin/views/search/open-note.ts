import { MarkdownView, type App, type PaneType, type TFile } from 'obsidian';
import { linesIn } from '../../../shared/kit/text/line-ends.ts';
import { noteNamed } from '../notes/note-at.ts';
import { bodyLineOf, placeOf, type Passage } from './results/match-place.ts';
import { isInFolded, unfoldWhenDrawn } from './results/unfold-drawn.ts';

/**
 * Opens a note at a passage: the app scrolls to the match and highlights it, in either view, as it does for its own
 * search; in the editor the cursor goes there as well. Passage null: as the app opens it.
 */
export async function openNote(
  app: App,
  file: TFile,
  passage: Passage | null,
  pane: PaneType | boolean,
): Promise<void> {
  const leaf = app.workspace.getLeaf(pane);
  if (passage === null) return leaf.openFile(file, { active: true });
  const content = await textOf(app, file);
  const { line, ch, ranges } = placeOf(content, passage);
  const eState = { match: { content, matches: ranges } };
  const isInBody = line >= bodyLineOf(content);
  await leaf.openFile(file, { active: true, ...(isInBody && { eState }) });
  const { view } = leaf;
  if (!(view instanceof MarkdownView)) return;
  if (view.getMode() !== 'source') {
    // There the frontmatter is no text: properties, if they are shown, stand above it.
    if (!isInBody) view.previewMode.applyScroll(0);
    else if (isInFolded([...linesIn(content)], line))
      unfoldWhenDrawn(view.contentEl, content.slice(...(ranges[0] as [number, number])));
    return;
  }
  if (!isInBody) view.setEphemeralState(eState);
  const place = { line, ch };
  view.editor.setCursor(place);
  view.editor.scrollIntoView({ from: place, to: place }, true);
}

/**
 * Creates an empty note where the app puts new ones, and opens it. One that exists is opened, even if the letter case
 * of its name differs.
 */
export async function createNote(app: App, name: string): Promise<void> {
  const file = await noteNamed(app, name);
  await app.workspace.getLeaf(false).openFile(file, { active: true, state: { mode: 'source' } });
}

/** A note's text, with what is typed but not saved yet. */
async function textOf(app: App, file: TFile): Promise<string> {
  const views = app.workspace.getLeavesOfType('markdown').map(({ view }) => view);
  const open = views.find((view): view is MarkdownView => view instanceof MarkdownView && view.file === file);
  return open?.getViewData() ?? app.vault.cachedRead(file);
}
