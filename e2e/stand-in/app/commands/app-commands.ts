import type { FileManager } from '../files/file-manager.ts';
import type { Vault } from '../vault/vault.ts';
import { revealInExplorer } from '../views/file-explorer.ts';
import { MarkdownView } from '../views/markdown-view.ts';
import { FILE_EXPLORER } from '../workspace/view-registry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { CommandPalette, type PaletteHost } from './command-palette.ts';
import type { Command } from './commands.ts';

/** What the app's own commands work on. */
export interface CommandsHost extends PaletteHost {
  readonly vault: Vault;
  readonly fileManager: FileManager;
  readonly workspace: Workspace;
  readonly setting: { open(): void };
  changeTheme(theme: string): void;
}

/** Adds those of the app's own commands that a person needs, or that plugins run, by the app's ids and keys. */
export function addAppCommands(app: CommandsHost): void {
  const { workspace, commands } = app;
  const add = (command: Command): void => commands.addCommand(command);
  const withNote =
    (run: (view: MarkdownView) => unknown) =>
    (checking: boolean): boolean => {
      const view = workspace.getActiveViewOfType(MarkdownView);
      if (view !== null && !checking) run(view);
      return view !== null;
    };
  add({
    id: 'app:open-settings',
    name: 'Open settings',
    hotkeys: [{ modifiers: ['Mod'], key: ',' }],
    callback: () => app.setting.open(),
  });
  add({ id: 'app:toggle-left-sidebar', name: 'Toggle left sidebar', callback: () => workspace.leftSplit.toggle() });
  add({ id: 'app:toggle-right-sidebar', name: 'Toggle right sidebar', callback: () => workspace.rightSplit.toggle() });
  add({
    id: 'app:go-back',
    name: 'Navigate back',
    hotkeys: [{ modifiers: ['Mod', 'Alt'], key: 'ArrowLeft' }],
    callback: () => workspace.getMostRecentLeaf()?.history.back(),
  });
  add({
    id: 'app:go-forward',
    name: 'Navigate forward',
    hotkeys: [{ modifiers: ['Mod', 'Alt'], key: 'ArrowRight' }],
    callback: () => workspace.getMostRecentLeaf()?.history.forward(),
  });
  for (const [id, theme] of [
    ['dark', 'obsidian'],
    ['light', 'moonstone'],
  ] as const) {
    add({
      id: `theme:use-${id}`,
      name: `Use ${id} mode`,
      callback: () => {
        app.vault.setConfig('theme', theme);
        app.changeTheme(theme);
      },
    });
  }
  add({
    id: 'workspace:close',
    name: 'Close current tab',
    hotkeys: [{ modifiers: ['Mod'], key: 'W' }],
    callback: () => workspace.getMostRecentLeaf()?.detach(),
  });
  add({
    id: 'workspace:new-tab',
    name: 'New tab',
    hotkeys: [{ modifiers: ['Mod'], key: 'T' }],
    callback: () => workspace.setActiveLeaf(workspace.getLeaf('tab'), { focus: true }),
  });
  add({ id: 'workspace:split-vertical', name: 'Split right', callback: () => workspace.splitActiveLeaf('vertical') });
  add({
    id: 'markdown:toggle-preview',
    name: 'Toggle reading view',
    hotkeys: [{ modifiers: ['Mod'], key: 'E' }],
    checkCallback: withNote((view) => view.toggleMode()),
  });
  add({
    id: 'editor:save-file',
    name: 'Save current file',
    hotkeys: [{ modifiers: ['Mod'], key: 'S' }],
    checkCallback: withNote((view) => view.save()),
  });
  add({ id: 'editor:focus', name: 'Focus on last note', checkCallback: withNote((view) => view.editor.focus()) });
  add({
    id: 'file-explorer:new-file',
    name: 'Create new note',
    hotkeys: [{ modifiers: ['Mod'], key: 'N' }],
    callback: () => createNote(app),
  });
  add({
    id: 'file-explorer:open',
    name: 'Files: Show file explorer',
    callback: () => workspace.ensureSideLeaf(FILE_EXPLORER, 'left', { active: true }),
  });
  add({
    id: 'file-explorer:reveal-active-file',
    name: 'Files: Reveal current file in navigation',
    checkCallback: (checking) => revealActive(app, checking),
  });
  add({
    id: 'command-palette:open',
    name: 'Command palette: Open command palette',
    hotkeys: [{ modifiers: ['Mod'], key: 'P' }],
    callback: () => new CommandPalette(app).open(),
  });
}

async function createNote(app: CommandsHost): Promise<void> {
  const { vault, fileManager, workspace } = app;
  const prefix = fileManager.getNewFileParent(workspace.getActiveFile()?.path ?? '').getParentPrefix();
  let path = `${prefix}Untitled.md`;
  for (let count = 1; await vault.adapter.exists(path); count++) path = `${prefix}Untitled ${String(count)}.md`;
  await workspace.getLeaf().openFile(await vault.create(path, ''), { active: true, state: { mode: 'source' } });
}

function revealActive(app: CommandsHost, checking: boolean): boolean {
  const file = app.workspace.getActiveFile();
  if (file === null) return false;
  if (!checking) revealInExplorer(app.workspace, file);
  return true;
}
