import { describe, expect, it, vi } from 'vitest';
import { click, PATIENT, press, startSandbox, type } from '../test-kit.ts';
import { ItemView } from '../views/view.ts';
import { Scope } from '../ui/keymap.ts';
import type { Modifier } from '../ui/keymap.ts';

const MOD = process.platform === 'darwin' ? { metaKey: true } : { ctrlKey: true };

const names = (): (string | null)[] =>
  [...document.querySelectorAll('.prompt .suggestion-title')].map((title) => title.textContent);

describe("the sandbox's command palette", () => {
  it('opens by its key, finds a command by what one types, and runs it by Enter', async () => {
    const { app } = await startSandbox({});
    const run = vi.fn();
    app.commands.addCommand({
      id: 'x:dig',
      name: 'X: Dig a bed',
      callback: run,
      hotkeys: [{ modifiers: ['Mod', 'Shift'], key: 'd' }],
    });
    app.commands.addCommand({ id: 'x:never', name: 'X: Never', checkCallback: () => false });
    press('p', MOD);
    expect(document.activeElement).toBe(document.querySelector('.prompt > .prompt-input-container > .prompt-input'));
    expect(names()).toContain('X: Dig a bed');
    expect(names()).not.toContain('X: Never');
    type(document.querySelector('.prompt-input') as HTMLInputElement, 'dig');
    const first = document.querySelector('.prompt-results > .suggestion-item.mod-complex.is-selected');
    expect(first?.querySelector('.suggestion-content > .suggestion-title')?.textContent).toBe('X: Dig a bed');
    expect(first?.querySelector('.suggestion-aux > .suggestion-hotkey')?.textContent).toMatch(
      /^(?:Ctrl|Cmd)\+Shift\+D$/,
    );
    press('Enter');
    expect(run).toHaveBeenCalledTimes(1);
    expect(document.querySelector('.prompt')).toBeNull();
    press('p', MOD);
    expect(names()[0]).toBe('X: Dig a bed');
    press('Escape');
    expect(document.querySelector('.prompt')).toBeNull();
  });

  it('has the commands for a note only while there is one', async () => {
    const { app } = await startSandbox({ 'A.md': 'a' });
    click(document.querySelector('.workspace-ribbon [aria-label="Open command palette"]'));
    expect(names()).not.toContain('Toggle reading view');
    press('Escape');
    await app.workspace.openLinkText('A.md', '');
    press('e', MOD);
    await vi.waitFor(() => expect(app.workspace.activeEditor?.getMode()).toBe('preview'), PATIENT);
  });
});

describe("the sandbox's keys", () => {
  it('are those of the commands, unless hotkeys.json says otherwise, and rest while a dialog is open', async () => {
    const { app } = await startSandbox({
      '.obsidian/hotkeys.json': '{"x:b": [], "x:c": [{"modifiers": ["Alt"], "key": "Q"}], "x:d": 7}',
    });
    const run: string[] = [];
    for (const id of ['a', 'b', 'c', 'd']) {
      app.commands.addCommand({
        id: `x:${id}`,
        name: id,
        callback: () => run.push(id),
        hotkeys: [{ modifiers: ['Mod'], key: { a: 'F7', b: 'F8', c: 'F9', d: 'F10' }[id] ?? '' }],
      });
    }
    for (const key of ['F7', 'F8', 'F9', 'F10']) press(key, MOD);
    press('œ', { altKey: true, code: 'KeyQ' });
    expect(run).toEqual(['a', 'c']);
    app.setting.open();
    press('F7', MOD);
    app.setting.close();
    expect(run).toEqual(['a', 'c']);
  });

  it('go first to the active view, if it has a scope', async () => {
    const { app } = await startSandbox({});
    const told: string[] = [];
    class Keyed extends ItemView {
      override getViewType(): string {
        return 'keyed';
      }
      override getDisplayText(): string {
        return 'Keyed';
      }
      override async onOpen(): Promise<void> {
        this.scope = new Scope(this.app.scope);
        this.scope.register([] as Modifier[], 'F7', () => (told.push('view'), false));
      }
    }
    app.viewRegistry.registerView('keyed', (leaf) => new Keyed(leaf));
    app.commands.addCommand({
      id: 'x:f',
      name: 'F',
      callback: () => told.push('command'),
      hotkeys: [
        { modifiers: [], key: 'F7' },
        { modifiers: [], key: 'F8' },
      ],
    });
    press('F7');
    await app.workspace.getLeaf('tab').setViewState({ type: 'keyed', active: true });
    press('F7');
    press('F8');
    expect(told).toEqual(['command', 'view', 'command']);
  });
});

describe("the sandbox's own commands", () => {
  it('make a note, close a tab, fold a dock and change the theme', async () => {
    const { app } = await startSandbox({ 'Untitled.md': '' });
    const run = (id: string): boolean => app.commands.executeCommandById(id);
    expect(run('file-explorer:new-file')).toBe(true);
    await vi.waitFor(() => expect(app.workspace.getActiveFile()?.path).toBe('Untitled 1.md'), PATIENT);
    run('workspace:close');
    await vi.waitFor(() => expect(app.workspace.getLeavesOfType('markdown')).toEqual([]), PATIENT);
    click(document.querySelector('.sidebar-toggle-button.mod-left'));
    expect(app.workspace.leftSplit.collapsed).toBe(true);
    run('theme:use-dark');
    expect(document.body.classList.contains('theme-dark')).toBe(true);
    await vi.waitFor(
      async () => expect(await app.vault.readJson('.obsidian/appearance.json')).toEqual({ theme: 'obsidian' }),
      PATIENT,
    );
    click(document.querySelector('.side-dock-settings [aria-label=Settings]'));
    expect(document.querySelector('.modal.mod-settings')).not.toBeNull();
  });
});
