import { describe, expect, it, vi } from 'vitest';
import { PATIENT, startSandbox } from '../test-kit.ts';

/** The files of an installed plugin whose class body is `members`. */
function installed(id: string, members: string, extra: Record<string, string> = {}): Record<string, string> {
  const dir = `.obsidian/plugins/${id}`;
  return {
    [`${dir}/manifest.json`]: JSON.stringify({ id, name: `The ${id}`, version: '1.0.0' }),
    [`${dir}/main.js`]: `const obsidian = require('obsidian'); class P extends obsidian.Plugin { ${members} } module.exports = P;`,
    ...Object.fromEntries(Object.entries(extra).map(([name, text]) => [`${dir}/${name}`, text])),
  };
}

describe("the sandbox's plugins", () => {
  it('start as community-plugins.json names them, before files are told of and the layout is ready', async () => {
    const { app, document } = await startSandbox({
      'A.md': '',
      ...installed(
        'one',
        `
        async onload() {
          this.told = ['load ' + this.app.workspace.layoutReady];
          this.app.vault.on('create', (file) => this.told.push('create ' + file.path));
          this.app.workspace.onLayoutReady(() => this.told.push('ready'));
        }`,
        { 'styles.css': '.one { color: red; }' },
      ),
      ...installed('two', 'onload() { window.two = true; }'),
      '.obsidian/community-plugins.json': '["one", "absent"]',
    });
    expect([...app.plugins.enabledPlugins]).toEqual(['one']);
    expect(Object.keys(app.plugins.manifests)).toEqual(['one', 'two']);
    expect((app.plugins.plugins.one as unknown as { told: string[] }).told).toEqual([
      'load false',
      'create A.md',
      'ready',
    ]);
    expect(document.head.querySelector('style[data-plugin=one]')?.textContent).toContain('.one');
    expect('two' in window).toBe(false);
    expect(document.querySelector('.notice')).toBeNull();
  });

  it('are switched on and off by hand, which is remembered', async () => {
    const { app, document, windows } = await startSandbox(
      installed('one', 'onUserEnable() { this.byHand = true; }', { 'styles.css': 'a {}' }),
    );
    expect(await app.plugins.enablePluginAndSave('one')).toBe(true);
    expect(app.plugins.plugins.one).toMatchObject({ byHand: true, _loaded: true });
    expect(await app.vault.readJson('.obsidian/community-plugins.json')).toEqual(['one']);
    app.workspace.openPopoutLeaf();
    const inPopout = (): number | undefined => windows()[1]?.document.querySelectorAll('style[data-plugin]').length;
    expect(inPopout()).toBe(1);
    await app.plugins.disablePluginAndSave('one');
    expect(inPopout()).toBe(0);
    expect([app.plugins.getPlugin('one'), document.querySelector('style[data-plugin]')]).toEqual([null, null]);
    expect(await app.vault.readJson('.obsidian/community-plugins.json')).toEqual([]);
  });

  it('that throw are taken back, with all that they had registered', async () => {
    const { app, document, enablePlugin } = await startSandbox(
      installed(
        'bad',
        "onload() { this.addCommand({ id: 'x', name: 'X', callback() {} }); this.addStatusBarItem(); throw new Error('no good'); }",
        { 'styles.css': 'a {}' },
      ),
    );
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(enablePlugin('bad')).rejects.toThrow('no good');
    quiet.mockRestore();
    expect([
      Object.keys(app.commands.commands).filter((id) => id.startsWith('bad:')),
      app.plugins.plugins,
      document.querySelector('.status-bar-item'),
      document.querySelector('style[data-plugin]'),
    ]).toEqual([[], {}, null, null]);
  });

  it('keep their data, and hear when another hand changed it, not when they did', async () => {
    const { app, put, enablePlugin } = await startSandbox(
      installed(
        'one',
        'heard = 0; async onExternalSettingsChange() { this.heard++; this.seen = await this.loadData(); }',
      ),
    );
    const plugin = (await enablePlugin('one')) as unknown as {
      heard: number;
      seen: unknown;
      saveData(data: unknown): Promise<void>;
      loadData(): Promise<unknown>;
    };
    expect(await plugin.loadData()).toBeNull();
    await plugin.saveData({ a: 1 });
    expect(await app.vault.adapter.read('.obsidian/plugins/one/data.json')).toBe('{\n  "a": 1\n}');
    await put('.obsidian/plugins/one/data.json', '{"a":2}');
    await vi.waitFor(() => expect(plugin.seen).toEqual({ a: 2 }), PATIENT);
    expect(plugin.heard).toBe(1);
  });

  it('have commands that run where they can', async () => {
    const { app, enablePlugin } = await startSandbox({
      'A.md': 'text',
      ...installed(
        'one',
        `onload() {
        this.done = [];
        this.addCommand({ id: 'plain', name: 'Plain', callback: () => this.done.push('plain') });
        this.addCommand({ id: 'check', name: 'Check', checkCallback: (checking) => { if (!this.can) return false; if (!checking) this.done.push('check'); return true; } });
        this.addCommand({ id: 'edit', name: 'Edit', editorCallback: (editor) => this.done.push(editor.getValue()) });
      }`,
      ),
    });
    const plugin = (await enablePlugin('one')) as unknown as { done: unknown[]; can?: boolean };
    const names = (): string[] =>
      app.commands.listCommands().flatMap(({ id, name }) => (id.startsWith('one:') ? [name] : []));
    expect(names()).toEqual(['The one: Plain']);
    expect([
      app.commands.executeCommandById('one:check'),
      app.commands.executeCommandById('one:edit'),
      app.commands.executeCommandById('one:none'),
    ]).toEqual([false, false, false]);
    const file = app.vault.getFileByPath('A.md');
    if (file !== null) await app.workspace.getLeaf().openFile(file);
    plugin.can = true;
    expect(names()).toEqual(['The one: Plain', 'The one: Check', 'The one: Edit']);
    for (const id of ['plain', 'check', 'edit']) expect(app.commands.executeCommandById(`one:${id}`)).toBe(true);
    expect(plugin.done).toEqual(['plain', 'check', 'text']);
  });

  it("learn which of the app's own plugins are on", async () => {
    const { app } = await startSandbox({ '.obsidian/core-plugins.json': '{"bases": false, "slides": true}' });
    expect([
      app.internalPlugins.getEnabledPluginById('bases'),
      app.internalPlugins.getEnabledPluginById('slides')?.id,
    ]).toEqual([null, 'slides']);
    expect(app.internalPlugins.getPluginById('file-explorer')?.enabled).toBe(true);
  });
});
