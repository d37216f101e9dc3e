import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { click, PATIENT, startSandbox, type as typeInto, type TestSandbox } from '../test-kit.ts';
import { MarkdownView } from './markdown-view.ts';

async function openNote(
  text: string,
  mode: 'source' | 'preview' = 'source',
): Promise<TestSandbox & { view: MarkdownView; onDisk(): Promise<string> }> {
  const sandbox = await startSandbox({ 'Note.md': text, 'Other.md': 'Other' });
  const { app } = sandbox;
  const file = app.vault.getFileByPath('Note.md');
  if (file === null) throw new Error('no note');
  await app.workspace.getLeaf().openFile(file, { state: { mode } });
  const view = app.workspace.getActiveViewOfType(MarkdownView);
  if (view === null) throw new Error('no view');
  return { ...sandbox, view, onDisk: () => readFile(join(sandbox.vaultPath, 'Note.md'), 'utf8') };
}

describe("a note's view in the sandbox", () => {
  it('keeps what is typed, tells of it, and saves it two seconds later', async () => {
    const { app, view, onDisk } = await openNote('one\n');
    const changed = vi.fn();
    app.workspace.on('editor-change', changed);
    typeInto(view.editor.textarea, 'one\ntwo');
    expect(changed).toHaveBeenCalledWith(view.editor, view);
    expect([view.editor.getValue(), view.getViewData(), view.dirty]).toEqual(['one\ntwo', 'one\ntwo', true]);
    expect(await onDisk()).toBe('one\n');
    const started = performance.now();
    await vi.waitFor(async () => expect(await onDisk()).toBe('one\ntwo'), PATIENT);
    expect(performance.now() - started).toBeGreaterThan(1_000);
    expect(view.dirty).toBe(false);
  });

  it('saves at once when asked, and when another file takes its place', async () => {
    const { app, view, onDisk } = await openNote('one');
    typeInto(view.editor.textarea, 'two');
    await view.save();
    expect(await onDisk()).toBe('two');
    view.editor.setValue('three');
    const other = app.vault.getFileByPath('Other.md');
    if (other !== null) await view.leaf.openFile(other);
    expect(await onDisk()).toBe('three');
    expect([view.editor.getValue(), view.file?.path]).toEqual(['Other', 'Other.md']);
    await view.leaf.history.back();
    expect(view.file?.path).toBe('Note.md');
  });

  it('takes in what others write to its file, even next to unsaved text', async () => {
    const { view, vaultPath, onDisk } = await openNote('a\nb\nc\nd\ne\n');
    await writeFile(join(vaultPath, 'Note.md'), 'A\nb\nc\nd\ne\n');
    await vi.waitFor(() => expect(view.editor.getValue()).toBe('A\nb\nc\nd\ne\n'), PATIENT);
    view.editor.replaceRange('E', { line: 4, ch: 0 }, { line: 4, ch: 1 });
    await writeFile(join(vaultPath, 'Note.md'), 'A\nB\nc\nd\ne\n');
    await vi.waitFor(() => expect(view.editor.getValue()).toBe('A\nB\nc\nd\nE\n'), PATIENT);
    await view.save();
    expect(await onDisk()).toBe('A\nB\nc\nd\nE\n');
  });

  it('reads in preview, where links open and boxes are ticked', async () => {
    const { app, document, view, onDisk } = await openNote('- [ ] do [[Other]]\n', 'preview');
    expect(view.getMode()).toBe('preview');
    expect(
      document.querySelector('.workspace-leaf-content[data-type=markdown] .markdown-preview-view .el-ul li')
        ?.textContent,
    ).toBe('do Other');
    click(document.querySelector('input.task-list-item-checkbox'));
    await view.save();
    expect(await onDisk()).toBe('- [x] do [[Other]]\n');
    click(document.querySelector('.markdown-preview-view a.internal-link'));
    await vi.waitFor(() => expect(app.workspace.getActiveFile()?.path).toBe('Other.md'), PATIENT);
  });

  it('gives way when its file is deleted, and follows when it is renamed', async () => {
    const { app, view, document } = await openNote('x');
    const file = view.file;
    if (file === null) throw new Error('no file');
    await app.vault.rename(file, 'Renamed.md');
    await vi.waitFor(
      () => expect(document.querySelector('.mod-root .workspace-tab-header-inner-title')?.textContent).toBe('Renamed'),
      PATIENT,
    );
    await app.vault.delete(file);
    await vi.waitFor(() => expect(app.workspace.activeLeaf?.view.getViewType()).toBe('empty'), PATIENT);
    expect(app.workspace.getActiveFile()).toBeNull();
  });
});

describe("the sandbox's editor", () => {
  it('counts lines and characters from zero, and keeps positions inside the text', async () => {
    const { editor } = (await openNote('ab\n\ncde')).view;
    expect([editor.lineCount(), editor.lastLine(), editor.getLine(2), editor.getLine(9)]).toEqual([3, 2, 'cde', '']);
    expect([
      editor.posToOffset({ line: 2, ch: 1 }),
      editor.posToOffset({ line: 0, ch: 99 }),
      editor.offsetToPos(5),
    ]).toEqual([5, 2, { line: 2, ch: 1 }]);
    expect(editor.getRange({ line: 0, ch: 1 }, { line: 2, ch: 1 })).toBe('b\n\nc');
    expect(editor.wordAt({ line: 2, ch: 2 })).toEqual({ from: { line: 2, ch: 0 }, to: { line: 2, ch: 3 } });
  });

  it('has a selection that may run backwards, also as the text area has it', async () => {
    const { editor } = (await openNote('hello world')).view;
    editor.setSelection({ line: 0, ch: 5 }, { line: 0, ch: 1 });
    expect([editor.getSelection(), editor.somethingSelected()]).toEqual(['ello', true]);
    expect(editor.listSelections()).toEqual([{ anchor: { line: 0, ch: 5 }, head: { line: 0, ch: 1 } }]);
    expect(
      [editor.getCursor(), editor.getCursor('from'), editor.getCursor('to'), editor.getCursor('anchor')].map(
        ({ ch }) => ch,
      ),
    ).toEqual([1, 1, 5, 5]);
    expect([editor.textarea.selectionStart, editor.textarea.selectionEnd]).toEqual([1, 5]);
    editor.textarea.setSelectionRange(6, 11);
    editor.textarea.dispatchEvent(new Event('select'));
    expect(editor.getSelection()).toBe('world');
    editor.replaceSelection('you');
    expect([editor.getValue(), editor.getCursor().ch]).toEqual(['hello you', 9]);
  });

  it('changes text in transactions and undoes it', async () => {
    const { editor } = (await openNote('a\nb\nc')).view;
    editor.transaction({
      changes: [
        { from: { line: 0, ch: 0 }, text: '1' },
        { from: { line: 2, ch: 0 }, to: { line: 2, ch: 1 }, text: '3' },
      ],
      selection: { from: { line: 1, ch: 0 } },
    });
    expect([editor.getValue(), editor.getCursor()]).toEqual(['1a\nb\n3', { line: 1, ch: 0 }]);
    while (editor.getValue() !== 'a\nb\nc') editor.undo();
    editor.redo();
    expect(editor.getValue()).not.toBe('a\nb\nc');
  });
});
