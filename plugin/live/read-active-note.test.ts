import type { App, EditorPosition } from 'obsidian';
import { describe, expect, it } from 'vitest';
import { activeNoteResult } from '../../shared/protocol/schemas/live.ts';
import { activeNote } from './read-active-note.ts';

interface FakeNote {
  path?: string;
  text?: string;
  anchor?: EditorPosition;
  head?: EditorPosition;
  mode?: 'source' | 'preview';
}

const START = { line: 0, ch: 0 };

function fakeEditor({ text = '', anchor = START, head = START }: FakeNote): object {
  const offset = ({ line, ch }: EditorPosition): number =>
    text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + ch;
  return {
    getCursor: (side: string) => (side === 'anchor' ? anchor : head),
    getRange: (from: EditorPosition, to: EditorPosition) => text.slice(offset(from), offset(to)),
  };
}

function markdownView(note: FakeNote): object {
  return {
    getViewType: () => 'markdown',
    getMode: () => note.mode ?? 'source',
    file: { path: note.path ?? 'Note.md' },
    editor: fakeEditor(note),
  };
}

const otherView = (type: string, path?: string): object => ({
  getViewType: () => type,
  ...(path === undefined ? {} : { file: { path } }),
});

/** An app whose focus and most recent main tab are these. */
function appWith(activeEditor: object | null, recent: object | null, frontmatter?: Record<string, unknown>): App {
  return {
    workspace: { activeEditor, getMostRecentLeaf: () => (recent === null ? null : { view: recent }) },
    metadataCache: { getFileCache: () => ({ frontmatter }) },
  } as unknown as App;
}

function answer(app: App, hidden: string[] = []): ReturnType<typeof activeNote> {
  const result = activeNote(app, (path) => hidden.includes(path));
  expect(activeNoteResult.safeParse(result).success).toBe(true);
  return result;
}

function inFocus(note: FakeNote, frontmatter?: Record<string, unknown>): ReturnType<typeof activeNote> {
  const view = markdownView(note);
  return answer(appWith(view, view, frontmatter));
}

describe('the active note', () => {
  it('has lines from 1 and columns from 0', () => {
    expect(
      inFocus({ path: 'a/Note.md', text: 'one\ntwo', head: { line: 1, ch: 2 }, anchor: { line: 1, ch: 2 } }),
    ).toEqual({
      path: 'a/Note.md',
      title: 'Note',
      cursor: { line: 2, ch: 2 },
      selection: null,
      mode: 'source',
    });
  });

  it('has the same selection in either direction; the cursor is where it ended', () => {
    const [a, b] = [
      { line: 0, ch: 1 },
      { line: 1, ch: 2 },
    ];
    const selection = { from: { line: 1, ch: 1 }, to: { line: 2, ch: 2 }, text: 'ne\ntw' };
    expect(inFocus({ text: 'one\ntwo', anchor: a, head: b })).toMatchObject({ selection, cursor: { line: 2, ch: 2 } });
    expect(inFocus({ text: 'one\ntwo', anchor: b, head: a })).toMatchObject({ selection, cursor: { line: 1, ch: 1 } });
    expect(inFocus({ text: 'one\ntwo', anchor: { line: 0, ch: 2 }, head: { line: 0, ch: 0 } })).toMatchObject({
      selection: { text: 'on' },
    });
  });

  it('has at most 2,000 characters of a selection, and none of them halved', () => {
    const of = (text: string): string => inFocus({ text, head: { line: 0, ch: text.length } }).selection?.text ?? '';
    expect(of('x'.repeat(3_000))).toBe('x'.repeat(2_000));
    expect(of(`${'x'.repeat(1_999)}🐌${'x'.repeat(50)}`)).toBe('x'.repeat(1_999));
    expect(of('x'.repeat(2_000))).toHaveLength(2_000);
  });

  it('in reading view has the last position of the editor, and no selection', () => {
    const note = inFocus({ text: 'one\ntwo', mode: 'preview', anchor: START, head: { line: 1, ch: 1 } });
    expect(note).toMatchObject({ mode: 'preview', cursor: { line: 2, ch: 1 }, selection: null });
  });

  it('is named by its frontmatter if that has a title, and in NFC', () => {
    expect(inFocus({}, { title: ' Seeds ' }).title).toBe('Seeds');
    expect(inFocus({}, { title: 2024 }).title).toBe('2024');
    expect(inFocus({}, { title: ['a', 'b'] }).title).toBe('Note');
    expect(inFocus({ path: 'Cafe\u0301/Re\u0301sume\u0301.md' })).toMatchObject({
      path: 'Café/Résumé.md',
      title: 'Résumé',
    });
  });

  it('stays the one of the main area while a pane next to it has the focus', () => {
    expect(answer(appWith(null, markdownView({ path: 'Main.md' }))).path).toBe('Main.md');
  });

  it('is the one in a card of a canvas while it is being edited there', () => {
    const card = { file: { path: 'Card.md' }, editor: fakeEditor({ text: 'card', head: { line: 0, ch: 4 } }) };
    expect(answer(appWith(card, otherView('canvas', 'Board.canvas')))).toMatchObject({
      path: 'Card.md',
      mode: 'source',
      cursor: { line: 1, ch: 4 },
    });
    const text = { ...card, file: { path: 'Board.canvas' } };
    expect(answer(appWith(text, otherView('canvas', 'Board.canvas')))).toEqual({ path: null });
  });

  it.each([
    ['nothing is open', null],
    ['a canvas is open', otherView('canvas', 'Board.canvas')],
    ['a base is open', otherView('bases', 'Table.base')],
    ['a PDF is open', otherView('pdf', 'Paper.pdf')],
    ['a tab has not been loaded yet', otherView('markdown')],
    ['a tab lost its file', { ...markdownView({}), file: null }],
  ])('is none if %s', (_what, recent) => {
    expect(answer(appWith(null, recent))).toEqual({ path: null });
  });

  it('is none if no result may show it', () => {
    const view = markdownView({ path: 'private/Diary.md' });
    expect(answer(appWith(view, view), ['private/Diary.md'])).toEqual({ path: null });
  });
});
