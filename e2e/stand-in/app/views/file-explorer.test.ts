import { describe, expect, it, vi } from 'vitest';
import { click, PATIENT, startSandbox } from '../test-kit.ts';
import { FileExplorerView } from './file-explorer.ts';

const FILES = {
  'b.md': 'B',
  'A.md': 'A',
  'Note 10.md': '',
  'Note 9.md': '',
  'garden/beds/Soil.md': 'soil',
  'garden/plan.canvas': '{}',
  'notes.exe': '',
};

/** The rows on the page, from above: path and how deep they lie. */
function rows(): string[] {
  return [...document.querySelectorAll('.mod-left-split .nav-files-container .tree-item-self')].map(
    (row) => row.getAttribute('data-path') ?? row.textContent ?? '',
  );
}

function row(path: string): HTMLElement | null {
  return document.querySelector(`.nav-files-container [data-path="${path}"]`);
}

describe("the sandbox's file explorer", () => {
  it('is in the left dock of a vault that has no layout yet, as in the app', async () => {
    const { app } = await startSandbox(FILES);
    expect(app.workspace.leftSplit.collapsed).toBe(false);
    expect(app.workspace.activeLeaf?.view.getViewType()).toBe('empty');
    expect(
      document.querySelectorAll(
        '.mod-left-split .workspace-leaf-content[data-type=file-explorer] > .nav-header > .nav-buttons-container > .nav-action-button',
      ),
    ).toHaveLength(3);
    expect(
      row('garden')?.matches('.tree-item.nav-folder.is-collapsed > .tree-item-self.nav-folder-title.mod-collapsible'),
    ).toBe(true);
    expect(row('A.md')?.matches('.tree-item.nav-file > .tree-item-self.nav-file-title.is-clickable')).toBe(true);
    expect(row('A.md')?.querySelector('.tree-item-inner.nav-file-title-content')?.textContent).toBe('A');
  });

  it('lists folders first, then files, each by name, without what the app has no view for', async () => {
    await startSandbox(FILES);
    expect(rows()).toEqual(['garden', 'A.md', 'b.md', 'Note 9.md', 'Note 10.md']);
  });

  it('opens and closes folders, and says what kind a file is if it is not a note', async () => {
    await startSandbox(FILES);
    click(row('garden'));
    expect(rows().slice(0, 3)).toEqual(['garden', 'garden/beds', 'garden/plan.canvas']);
    expect(row('garden/plan.canvas')?.querySelector('.nav-file-tag')?.textContent).toBe('canvas');
    click(row('garden'));
    expect(rows()).not.toContain('garden/beds');
    expect(row('garden')?.parentElement?.classList.contains('is-collapsed')).toBe(true);
  });

  it('opens a file by a click, in a new tab with the key for that, and marks the active one', async () => {
    const { app } = await startSandbox(FILES);
    click(row('A.md'));
    await vi.waitFor(() => expect(app.workspace.getActiveFile()?.path).toBe('A.md'), PATIENT);
    await vi.waitFor(() => expect(row('A.md')?.classList.contains('is-active')).toBe(true), PATIENT);
    click(row('b.md'), { ctrlKey: true, metaKey: true });
    await vi.waitFor(() => expect(app.workspace.getActiveFile()?.path).toBe('b.md'), PATIENT);
    expect(app.workspace.getLeavesOfType('markdown')).toHaveLength(2);
    expect(
      [...document.querySelectorAll('.nav-file-title.is-active')].map((active) => active.getAttribute('data-path')),
    ).toEqual(['b.md']);
  });

  it('follows what happens to files, also from outside, with folders as open as they were', async () => {
    const { app, put } = await startSandbox(FILES);
    click(row('garden'));
    await put('garden/Rain.md', '');
    await vi.waitFor(() => expect(row('garden/Rain.md')).not.toBeNull(), PATIENT);
    const garden = app.vault.getFolderByPath('garden');
    if (garden === null) throw new Error('no garden');
    await app.vault.rename(garden, 'orchard');
    await vi.waitFor(
      () => expect(rows().slice(0, 4)).toEqual(['orchard', 'orchard/beds', 'orchard/plan.canvas', 'orchard/Rain.md']),
      PATIENT,
    );
    await app.vault.delete(app.vault.getFileByPath('b.md') as never);
    await vi.waitFor(() => expect(row('b.md')).toBeNull(), PATIENT);
    expect(app.workspace.getLeavesOfType('file-explorer')[0]?.view).toHaveProperty(['fileItems', 'orchard/Rain.md']);
  });

  it('shows a file in its folder when it is asked to, as plugins ask it', async () => {
    const { app } = await startSandbox(FILES);
    const soil = app.vault.getFileByPath('garden/beds/Soil.md');
    (
      app.internalPlugins.getEnabledPluginById('file-explorer') as unknown as { revealInFolder(file: unknown): void }
    ).revealInFolder(soil);
    await vi.waitFor(() => expect(row('garden/beds/Soil.md')).not.toBeNull(), PATIENT);
  });

  it('draws long folders in parts', async () => {
    const { app } = await startSandbox(
      Object.fromEntries(Array.from({ length: 320 }, (_, index) => [`n${String(index)}.md`, ''])),
    );
    expect(rows()).toHaveLength(301);
    expect(rows().at(-1)).toBe('20 more');
    const { view } = app.workspace.getLeavesOfType('file-explorer')[0] ?? {};
    if (view instanceof FileExplorerView) view.revealInFolder(app.vault.getFileByPath('n319.md') as never);
    expect(row('n319.md')).not.toBeNull();
    expect(rows()).toHaveLength(320);
  });

  it('gives plugins its menu', async () => {
    const { app } = await startSandbox(FILES);
    const asked: unknown[] = [];
    app.workspace.on(
      'file-menu',
      (
        menu: { addItem(build: (item: { setTitle(title: string): void }) => void): void },
        file: { path: string },
        source: string,
      ) => {
        asked.push([file.path, source]);
        menu.addItem((item) => item.setTitle('Ask'));
      },
    );
    row('A.md')?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    expect(asked).toEqual([['A.md', 'file-explorer-context-menu']]);
    expect([...document.querySelectorAll('.menu .menu-item-title')].map((title) => title.textContent)).toEqual([
      'Open in new tab',
      'Ask',
      'Delete',
    ]);
  });

  it('stays away where the vault has it off', async () => {
    const { app } = await startSandbox({ ...FILES, '.obsidian/core-plugins.json': '{"file-explorer": false}' });
    expect([app.workspace.getLeavesOfType('file-explorer'), app.workspace.leftSplit.collapsed]).toEqual([[], true]);
  });
});
