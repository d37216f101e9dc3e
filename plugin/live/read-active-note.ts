import type { App, Editor, EditorPosition, MarkdownView, TFile } from 'obsidian';
import { cutTo } from '../../shared/kit/text/shorten.ts';
import type { ActiveNoteOutput } from '../../shared/protocol/schemas/live.ts';
import { isNotePath, toNfc } from '../../shared/vault/paths.ts';
import { titleOfFile } from '../ports/title-of-file.ts';
import { isMarkdownView } from './text-views.ts';

const LONGEST_SELECTION = 2_000;

/**
 * The note the person has open (contract, 'Tool results'): the one in focus, in any window, or else the one last looked
 * at in the main area. A note edited in a card of a canvas counts; a canvas, base or PDF does not, nor does a hidden
 * note.
 *
 * In reading view the cursor is the editor's last position, and the selection null: it has no position in the source.
 */
export function activeNote(app: App, isHidden: (path: string) => boolean): ActiveNoteOutput {
  const open = openNote(app);
  if (open === null || isHidden(toNfc(open.file.path))) return { path: null };
  const { file, editor, mode } = open;
  return {
    path: toNfc(file.path),
    title: titleOfFile(app.metadataCache, file),
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

/** The main one of several selections; null if there is only a cursor. */
function selectionOf(editor: Editor): ActiveNoteOutput['selection'] {
  const [anchor, head] = [editor.getCursor('anchor'), editor.getCursor('head')];
  const length = head.line - anchor.line || head.ch - anchor.ch;
  if (length === 0) return null;
  const [from, to] = length > 0 ? [anchor, head] : [head, anchor];
  return { from: toPosition(from), to: toPosition(to), text: cutTo(editor.getRange(from, to), LONGEST_SELECTION) };
}

/** The app counts lines from 0, we from 1; both count columns from 0. */
function toPosition({ line, ch }: EditorPosition): { line: number; ch: number } {
  return { line: line + 1, ch };
}
