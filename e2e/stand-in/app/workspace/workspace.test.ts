import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PATIENT, startSandbox } from '../test-kit.ts';
import type { TFile } from '../vault/files.ts';
import { MarkdownView } from '../views/markdown-view.ts';
import { ItemView } from '../views/view.ts';
import type { WorkspaceLeaf } from './leaf.ts';
import { leavesBelow } from './workspace-tree.ts';

const FILES = { 'A.md': '# A\n\n## Part\n', 'B.md': 'b', 'pic.png': 'x', 'Board.canvas': '{}' };

class NotesView extends ItemView {
  state: Record<string, unknown> = {};

  override getViewType(): string {
    return 'notes-pane';
  }

  override getDisplayText(): string {
    return 'Notes pane';
  }

  override getState(): Record<string, unknown> {
    return this.state;
  }

  override async setState(state: unknown): Promise<void> {
    this.state = { ...(state as Record<string, unknown>) };
  }
}

describe("the sandbox's workspace", () => {
  it('is on the page as in the app', async () => {
    const { document, app } = await startSandbox(FILES);
    expect(app.workspace.layoutReady).toBe(true);
    for (const selector of [
      'body.theme-light > .app-container > .horizontal-main-container > .workspace > .workspace-ribbon.mod-left > .side-dock-actions',
      '.workspace > .workspace-split.mod-left-split',
      '.workspace > .workspace-split.mod-root > .workspace-tabs > .workspace-tab-container > .workspace-leaf > .workspace-leaf-content[data-type=empty] > .view-content',
      '.workspace > .workspace-split.mod-right-split',
      '.app-container > .status-bar',
    ])
      expect(document.querySelectorAll(selector), selector).toHaveLength(1);
  });

  it('opens files in the tab at hand, a new tab, a split or a window, and tells of each', async () => {
    const { app, window, windows } = await startSandbox(FILES);
    const { workspace, vault } = app;
    const told: string[] = [];
    workspace.on('file-open', (file: TFile | null) => void told.push(`open ${file?.path ?? ''}`));
    workspace.on('active-leaf-change', (leaf: WorkspaceLeaf) => void told.push(`active ${leaf.view.getViewType()}`));
    const [a, b] = ['A.md', 'B.md'].map((path) => vault.getFileByPath(path)) as [TFile, TFile];
    await workspace.getLeaf().openFile(a);
    await workspace.openLinkText('B', 'A.md', 'tab');
    expect(workspace.getLeavesOfType('markdown').map(({ view }) => (view as MarkdownView).file?.path)).toEqual([
      'A.md',
      'B.md',
    ]);
    await workspace.getLeaf('split').openFile(a);
    expect(workspace.rootSplit.children).toHaveLength(2);
    const popout = workspace.openPopoutLeaf();
    await popout.openFile(b);
    expect([
      windows().length,
      popout.getContainer().win === (window as unknown as Window),
      popout.view.containerEl.doc === windows()[1]?.document,
    ]).toEqual([2, false, true]);
    expect(activeDocument).toBe(windows()[1]?.document);
    expect(told).toEqual(
      ['open A.md', 'active empty', 'open B.md', 'active empty', 'open A.md', 'active empty', 'open B.md'].map((line) =>
        line.replace('active empty', 'active markdown'),
      ),
    );
    popout.detach();
    expect(windows()).toHaveLength(1);
    expect(workspace.getActiveFile()?.path).toBe('A.md');
  });

  it('takes keys in every window, for dialogs and hotkeys', async () => {
    const { app, windows } = await startSandbox(FILES);
    await app.workspace.openPopoutLeaf().openFile(app.vault.getFileByPath('A.md') as TFile);
    const popout = windows()[1];
    if (popout === undefined) throw new Error('There is no second window.');
    const keydown = (key: string, init: KeyboardEventInit = {}): void => {
      const { activeElement, body } = popout.document;
      (activeElement ?? body).dispatchEvent(
        new popout.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
      );
    };
    keydown('p', { [process.platform === 'darwin' ? 'metaKey' : 'ctrlKey']: true });
    const chosen = (): string | undefined =>
      popout.document.querySelector('.prompt .suggestion-item.is-selected')?.textContent;
    await vi.waitFor(() => expect(chosen()).toBeTruthy(), PATIENT);
    const first = chosen();
    keydown('ArrowDown');
    expect(chosen()).not.toBe(first);
    keydown('Escape');
    expect(popout.document.querySelector('.prompt')).toBeNull();
  });

  it('knows the active view, editor and file, whatever has the focus', async () => {
    const { app } = await startSandbox(FILES);
    const { workspace, viewRegistry, vault } = app;
    viewRegistry.registerView('notes-pane', (leaf) => new NotesView(leaf));
    await workspace.getLeaf().openFile(vault.getFileByPath('A.md') as TFile);
    const view = workspace.getActiveViewOfType(MarkdownView);
    expect([workspace.activeEditor, workspace.activeLeaf?.view]).toEqual([view, view]);
    const side = await workspace.ensureSideLeaf('notes-pane', 'right', { active: true, state: { a: 1 } });
    expect(side.getViewState()).toMatchObject({ type: 'notes-pane', state: { a: 1 } });
    expect([
      workspace.getActiveViewOfType(MarkdownView),
      workspace.activeEditor,
      workspace.getActiveFile()?.path,
    ]).toEqual([null, view, 'A.md']);
    expect(await workspace.ensureSideLeaf('notes-pane', 'right')).toBe(side);
    expect(workspace.getMostRecentLeaf()).toBe(view?.leaf);
    await workspace.getLeaf(false).openFile(vault.getFileByPath('Board.canvas') as TFile);
    expect([workspace.activeLeaf?.view.getViewType(), workspace.getActiveFile()?.path, workspace.activeEditor]).toEqual(
      ['canvas', 'Board.canvas', null],
    );
  });

  it('opens links at a heading, and makes notes that are not there', async () => {
    const { app } = await startSandbox(FILES);
    await app.workspace.openLinkText('A#Part', 'B.md');
    expect(app.workspace.getActiveViewOfType(MarkdownView)?.editor.getCursor()).toEqual({ line: 2, ch: 0 });
    await app.workspace.openLinkText('deep/New note', 'B.md');
    expect(app.workspace.getActiveFile()?.path).toBe('deep/New note.md');
  });

  it('keeps its layout over a restart', async () => {
    const sandbox = await startSandbox({
      ...FILES,
      '.obsidian/workspace.json': JSON.stringify({
        main: {
          id: 'm',
          type: 'split',
          children: [
            {
              id: 't',
              type: 'tabs',
              currentTab: 1,
              children: [
                { id: 'l1', type: 'leaf', state: { type: 'markdown', state: { file: 'A.md', mode: 'preview' } } },
                { id: 'l2', type: 'leaf', state: { type: 'markdown', state: { file: 'B.md', mode: 'source' } } },
                { id: 'l3', type: 'leaf', state: { type: 'markdown', state: { file: 'Gone.md' } } },
              ],
            },
          ],
        },
        left: {
          id: 'd',
          type: 'split',
          children: [
            {
              id: 'u',
              type: 'tabs',
              children: [
                { id: 'l4', type: 'leaf', state: { type: 'search', state: {} } },
                { id: 'l6', type: 'leaf', state: { type: 'file-explorer', state: {} } },
              ],
            },
          ],
        },
        right: {
          id: 'e',
          type: 'split',
          children: [
            {
              id: 'v',
              type: 'tabs',
              children: [{ id: 'l5', type: 'leaf', state: { type: 'notes-pane', state: { a: 1 } } }],
            },
          ],
        },
        active: 'l2',
      }),
    });
    const { workspace } = sandbox.app;
    expect(workspace.getActiveFile()?.path).toBe('B.md');
    expect((workspace.getLeavesOfType('markdown')[0]?.view as MarkdownView).getMode()).toBe('preview');
    expect(leavesBelow(workspace.leftSplit).map((leaf) => leaf.view.getViewType())).toEqual(['file-explorer']);
    expect(workspace.getLeavesOfType('notes-pane')[0]?.getViewState().state).toEqual({ a: 1 });
    sandbox.app.viewRegistry.registerView('notes-pane', (leaf) => new NotesView(leaf));
    await vi.waitFor(
      () => expect((workspace.getLeavesOfType('notes-pane')[0]?.view as NotesView).state).toEqual({ a: 1 }),
      PATIENT,
    );
    workspace.requestSaveLayout();
    await workspace.requestSaveLayout.run();
    const saved = (await sandbox.app.vault.readJson('.obsidian/workspace-sandbox.json')) as {
      main: { children: { children: { state: { state: { file?: string } } }[] }[] };
    };
    expect(saved.main.children[0]?.children.map(({ state }) => state.state.file)).toEqual(['A.md', 'B.md', undefined]);
  });

  it('keeps what was opened right before it is closed', async () => {
    const { app, close, vaultPath } = await startSandbox(FILES);
    await app.workspace.openLinkText('B', '', 'tab');
    await close();
    expect(await readFile(join(vaultPath, '.obsidian', 'workspace-sandbox.json'), 'utf8')).toContain('B.md');
  });

  it('goes on if its layout cannot be kept', async () => {
    const { app } = await startSandbox({ ...FILES, '.obsidian/workspace-sandbox.json/in the way': '' });
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    app.workspace.requestSaveLayout();
    await expect(app.workspace.requestSaveLayout.run()).resolves.toBeUndefined();
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
  });

  it('tells of many layout changes once, and keeps the last tab', async () => {
    const { app } = await startSandbox(FILES);
    const changed = vi.fn();
    app.workspace.on('layout-change', changed);
    const leaf = app.workspace.getLeaf('tab');
    app.workspace.getLeaf('tab');
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), PATIENT);
    app.workspace.detachLeavesOfType('empty');
    expect(leaf.parent).toBeNull();
    expect(app.workspace.rootSplit.children).toHaveLength(1);
  });
});
