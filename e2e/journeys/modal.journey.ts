import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BY_WORDS_ALONE, journey } from './kits/hosts.ts';

const MANIFEST = {
  id: 'asking',
  name: 'Asking',
  version: '1.0.0',
  minAppVersion: '1.0.0',
  author: 'Vault Loom',
  description: 'Asks.',
  isDesktopOnly: true,
};

/** A plugin with a command that opens its own dialog, as this project's will. */
const MAIN = `
const { Plugin, SuggestModal } = require('obsidian');
class Notes extends SuggestModal {
  getSuggestions(query) {
    return this.app.vault.getMarkdownFiles().filter((file) => file.basename.toLowerCase().includes(query.toLowerCase()));
  }
  renderSuggestion(file, el) { el.createDiv({ text: file.basename, cls: 'suggestion-title' }); }
  onChooseSuggestion(file) { this.app.workspace.getLeaf(false).openFile(file); }
}
module.exports = class extends Plugin {
  onload() {
    this.addCommand({ id: 'open', name: 'Open a note', callback: () => new Notes(this.app).open() });
  }
};`;

journey('a dialog asks', BY_WORDS_ALONE, (host) => {
  it('opens by a command', async () => {
    const { driver } = host();
    const folder = join(driver.vaultPath, '.obsidian', 'plugins', MANIFEST.id);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
    await writeFile(join(folder, 'main.js'), MAIN);
    await driver.evaluate(async (app, id) => {
      await app.plugins.loadManifests();
      await app.plugins.enablePlugin(id);
    }, MANIFEST.id);
    expect(await driver.evaluate((app) => app.commands.executeCommandById('asking:open'))).toBe(true);
    await driver.settle();
    await driver.page.locator('.prompt .prompt-input').waitFor();
  });

  it('narrows its suggestions while typing', async () => {
    const { driver, picture } = host();
    await driver.page.keyboard.type('compost');
    await driver.settle();
    await picture('dialog');
    expect(await driver.page.locator('.prompt .suggestion-item').allTextContents()).toEqual(['Compost Log']);
    expect(await driver.page.locator('.prompt-input').inputValue()).toBe('compost');
  });

  it('closes by Escape, and nothing was chosen', async () => {
    const { driver } = host();
    await driver.page.keyboard.press('Escape');
    await driver.settle();
    expect(await driver.page.locator('.prompt').count()).toBe(0);
    expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path ?? null)).toBeNull();
  });

  it('opens the selection on Enter', async () => {
    const { driver } = host();
    await driver.evaluate((app) => app.commands.executeCommandById('asking:open'));
    await driver.settle();
    await driver.page.keyboard.type('bicycling');
    await driver.page.keyboard.press('Enter');
    await driver.settle();
    expect(await driver.page.locator('.prompt').count()).toBe(0);
    await driver.page.locator('.workspace-leaf.mod-active .cm-content').waitFor();
    expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe('Books/Bicycling Science.md');
    expect(await driver.errors()).toEqual([]);
  });
});
