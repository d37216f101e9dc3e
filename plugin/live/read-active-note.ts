import type { App, Editor, EditorPosition, MarkdownView, TFile } from 'obsidian';
import { cutTo } from '../../shared/kit/text/shorten.ts';
import type { ActiveNoteOutput } from '../../shared/protocol/schemas/live.ts';
import { frontmatterTitle } from '../../shared/markdown/frontmatter/frontmatter-fields.ts';
import type { FrontmatterValue } from '../../shared/markdown/parsed-note.ts';
import { basename, isNotePath, toNfc, withoutMd } from '../../shared/vault/paths.ts';
import { isMarkdownView } from './text-views.ts';

const LONGEST_SELECTION = 2_000;

/**
 * The note the person has open (contract, 'Tool results'): the one in focus, in any window, otherwise the one
 * last looked at in the main area, while a sidebar or a pane of ours has the focus. A canvas, a base or a PDF is not a note,
 * but a note being edited in a canvas card is. Notes for which `isHidden` is true are in no answer.
 *
 * The cursor of a note in reading view is the last position of the editor; a selection there has no position in the source.
 */
export function activeNote(app: App, isHidden: (path: string) => boolean): ActiveNoteOutput {
  const open = openNote(app);
  if (open === null || isHidden(toNfc(open.file.path))) return { path: null };
  const { file, editor, mode } = open;
  return {
    path: toNfc(file.path),
    title: titleOf(app, file),
    cursor: toPosition(editor.getCursor('head')),
    selection: mode === 'preview' ? null : selectionOf(editor),
    mode,
  };
}

interface OpenNote {
  file: TFile;
  editor: Editor;
  mode: 'source' | 'preview';
}

function openNote({ workspace }: App): OpenNote | null {
  const { activeEditor } = workspace;
  // The view of a note is the active editor of that note.
  if (isMarkdownView(activeEditor)) return noteIn(activeEditor);
  if (activeEditor?.editor !== undefined && isNote(activeEditor.file)) {
    return { file: activeEditor.file, editor: activeEditor.editor, mode: 'source' };
  }
  const recent = workspace.getMostRecentLeaf()?.view;
  return isMarkdownView(recent) ? noteIn(recent) : null;
}

function noteIn(view: MarkdownView): OpenNote | null {
  return isNote(view.file) ? { file: view.file, editor: view.editor, mode: view.getMode() } : null;
}

function isNote(file: TFile | null | undefined): file is TFile {
  return file !== null && file !== undefined && isNotePath(file.path);
}

function titleOf({ metadataCache }: App, file: TFile): string {
  const frontmatter = metadataCache.getFileCache(file)?.frontmatter as Record<string, FrontmatterValue> | undefined;
  return frontmatterTitle(frontmatter ?? {}) ?? toNfc(withoutMd(basename(file.path)));
}

/** The main one of several selections; null if there is only a cursor. */
function selectionOf(editor: Editor): ActiveNoteOutput['selection'] {
  const ends = [editor.getCursor('anchor'), editor.getCursor('head')].sort((a, b) => a.line - b.line || a.ch - b.ch);
  const [from, to] = ends as [EditorPosition, EditorPosition];
  if (from.line === to.line && from.ch === to.ch) return null;
  return { from: toPosition(from), to: toPosition(to), text: cutTo(editor.getRange(from, to), LONGEST_SELECTION) };
}

/** The app counts lines from 0, everything of ours from 1; columns count from 0 in both. */
function toPosition({ line, ch }: EditorPosition): { line: number; ch: number } {
  return { line: line + 1, ch };
}
