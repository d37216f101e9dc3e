import { describe, expect, it } from 'vitest';
import { startSandbox } from '../test-kit.ts';

describe("the sandbox's own plugins, as others look at them", () => {
  it('have the settings that the vault keeps for them', async () => {
    const items = [{ type: 'file', path: 'A.md' }];
    const { app } = await startSandbox({
      'A.md': '',
      '.obsidian/daily-notes.json': '{"folder": "Daily", "format": "YYYY"}',
      '.obsidian/bookmarks.json': JSON.stringify({ items }),
      '.obsidian/templates.json': 'broken',
    });
    const { internalPlugins } = app;
    expect(internalPlugins.getPluginById('daily-notes')?.instance.options).toEqual({ folder: 'Daily', format: 'YYYY' });
    expect(internalPlugins.plugins.bookmarks?.instance.items).toEqual(items);
    expect(internalPlugins.getEnabledPluginById('templates')?.options).toEqual({});
  });

  it('leave folds and free paths to be asked for', async () => {
    const { app } = await startSandbox({ 'n/A.md': '', 'n/A 1.md': '', 'n/p.png': '', '.obsidian/app.json': '{"attachmentFolderPath": "./img"}' });
    const file = app.vault.getFileByPath('n/A.md');
    if (file === null) throw new Error('no file');
    expect(await app.foldManager.load(file)).toBeNull();
    await app.foldManager.save(file, { folds: [{ from: 1, to: 2 }], lines: 3 });
    expect(await app.foldManager.load(file)).toEqual({ folds: [{ from: 1, to: 2 }], lines: 3 });
    expect([app.vault.getAvailablePath('n/A', 'md'), app.vault.getAvailablePath('n/a', 'md'), app.vault.getAvailablePath('n/B', '')]).toEqual(['n/A 2.md', 'n/a 2.md', 'n/B']);
    expect(await app.vault.getAvailablePathForAttachments('p', 'png', file)).toBe('n/img/p.png');
    await app.vault.create('n/img/p.png', '');
    expect(await app.fileManager.getAvailablePathForAttachment('p.png', 'n/A.md')).toBe('n/img/p 1.png');
  });
});
