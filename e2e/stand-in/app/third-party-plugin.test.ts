import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { postProcessorCount } from './markdown/post-processors.ts';
import { click, PATIENT, press, startSandbox, type, type TestSandbox } from './test-kit.ts';

const FIXTURE = fileURLToPath(new URL('../fixtures/query-plugin', import.meta.url));
const ID = 'query-stand-in';
const NOTES = {
  'Soil.md':
    '---\ntitle: Good soil\ntags: [garden]\n---\nWorms like [[Compost]]. `= this.title`\n\n```query\n#garden\n```\n',
  'beds/Compost.md': 'Kitchen scraps. #garden\n\n- [ ] turn it\n- [x] water it\n',
  'Boats.md': 'Sails and [[Soil]].\n',
  '.obsidian/app.json': '{}',
};

async function startWithPlugin(): Promise<TestSandbox> {
  const sandbox = await startSandbox(NOTES);
  await sandbox.loadPlugin(FIXTURE);
  const plugin = await sandbox.enablePlugin(ID);
  await (plugin as unknown as { ready: Promise<void> }).ready;
  return sandbox;
}

describe('a query plugin in the sandbox', () => {
  it('indexes every note through metadata, a Blob worker and IndexedDB', async () => {
    const { app, document, errors } = await startWithPlugin();
    expect(document.querySelector(`.status-bar .plugin-${ID}`)?.textContent).toBe('3 pages');
    const { store_: store } = app.plugins.plugins[ID] as unknown as { store_: { get(path: string): Promise<unknown> } };
    expect(await store.get('beds/Compost.md')).toMatchObject({
      title: 'Compost',
      tags: ['#garden'],
      tasks: 2,
      words: 12,
    });
    expect(await store.get('Soil.md')).toMatchObject({
      title: 'Good soil',
      links: ['beds/Compost.md'],
      tags: ['#garden'],
    });
    expect(errors).toEqual([]);
  });

  it('shows its code block and inline query in reading view, and follows changes', async () => {
    const { app, document, put } = await startWithPlugin();
    const soil = app.vault.getFileByPath('Soil.md');
    if (soil === null) throw new Error('no Soil');
    await app.workspace.getLeaf().openFile(soil, { state: { mode: 'preview' } });
    const links = (): (string | null)[] =>
      [...document.querySelectorAll('.block-language-query a.internal-link')].map((link) => link.textContent);
    await vi.waitFor(() => expect(links()).toEqual(['Good soil', 'Compost']), PATIENT);
    expect(document.querySelector('.inline-query')?.textContent).toBe('Good soil');
    await put('Mulch.md', 'Straw. #garden\n');
    await vi.waitFor(() => expect(links()).toEqual(['Mulch', 'Good soil', 'Compost']), PATIENT);
  });

  it('opens its view in the side dock from ribbon and palette, and updates it', async () => {
    const { app, document } = await startWithPlugin();
    click(document.querySelector('.side-dock-ribbon-action[aria-label="Open pages"]'));
    const rows = (): (string | null)[] =>
      [...document.querySelectorAll('.mod-right-split .query-view tr')].map((row) => row.getAttribute('data-path'));
    await vi.waitFor(() => expect(rows()).toEqual(['Boats.md', 'Soil.md', 'beds/Compost.md']), PATIENT);
    expect(app.workspace.rightSplit.collapsed).toBe(false);
    expect(app.commands.executeCommandById(`${ID}:open`)).toBe(true);
    const boats = app.vault.getFileByPath('Boats.md');
    if (boats !== null) await app.fileManager.trashFile(boats);
    await vi.waitFor(() => expect(rows()).toEqual(['Soil.md', 'beds/Compost.md']), PATIENT);
    expect(app.workspace.getLeavesOfType('query-stand-in-view')).toHaveLength(1);
  });

  it('keeps its settings, set by hand in its tab', async () => {
    const { app, document } = await startWithPlugin();
    app.setting.open();
    expect(app.setting.openTabById(ID)).not.toBeNull();
    const tab = document.querySelector('.vertical-tab-content');
    expect(tab?.querySelector('.checkbox-container')?.classList.contains('is-enabled')).toBe(true);
    click(tab?.querySelector('.checkbox-container'));
    type(tab?.querySelector('input[type=text]') as HTMLInputElement, 'My pages');
    await vi.waitFor(async () => {
      expect(await app.vault.readJson(`.obsidian/plugins/${ID}/data.json`)).toEqual({
        showWords: false,
        heading: 'My pages',
      });
    }, PATIENT);
  });

  it('offers a prompt that is filtered by typing and chosen from by key', async () => {
    const { app, document } = await startWithPlugin();
    app.commands.executeCommandById(`${ID}:pick`);
    const input = document.querySelector('.prompt-input') as HTMLInputElement;
    expect(document.activeElement).toBe(input);
    expect(document.querySelectorAll('.suggestion-item')).toHaveLength(3);
    type(input, 'cmp');
    expect(document.querySelector('.suggestion-item.is-selected')?.textContent).toBe('beds/Compost.md');
    press('Enter');
    expect(document.querySelector('.prompt')).toBeNull();
    await vi.waitFor(
      () => expect(app.workspace.activeEditor?.editor.getLine(0)).toBe('Kitchen scraps. #garden'),
      PATIENT,
    );
    expect(app.commands.executeCommandById(`${ID}:stamp`)).toBe(true);
    expect(app.workspace.activeEditor?.editor.getLine(0)).toBe('Wednesday, March 4th 2026Kitchen scraps. #garden');
  });

  it('keeps the place of its view while it is disabled', async () => {
    const { app, document, enablePlugin, disablePlugin } = await startWithPlugin();
    app.commands.executeCommandById(`${ID}:open`);
    await vi.waitFor(() => expect(document.querySelectorAll('.query-view tr')).toHaveLength(3), PATIENT);
    await disablePlugin(ID);
    await vi.waitFor(
      () =>
        expect(document.querySelector('.mod-right-split .view-content')?.textContent).toBe('Plugin no longer active'),
      PATIENT,
    );
    await enablePlugin(ID);
    await vi.waitFor(
      () => expect(document.querySelectorAll('.mod-right-split .query-view tr')).toHaveLength(3),
      PATIENT,
    );
  });

  it('leaves nothing behind when it is enabled and disabled twenty times', async () => {
    const { app, realm, document, errors, disablePlugin, enablePlugin } = await startWithPlugin();
    const state = (): object => ({
      listeners: app.listenerCount,
      windowListeners: realm.listeners.count,
      timers: realm.timers.count(),
      workers: realm.activeWorkers(),
      styles: document.querySelectorAll('style').length,
      commands: Object.keys(app.commands.commands).length,
      tabs: app.setting.pluginTabs.length,
      ribbon: document.querySelectorAll('.side-dock-ribbon-action').length,
      status: document.querySelectorAll('.status-bar-item').length,
      views: Object.keys(app.viewRegistry.viewByType).length,
      postProcessors: postProcessorCount(),
    });
    const enabled = state();
    await disablePlugin(ID);
    const atRest = { workers: 0, timers: 0 };
    await vi.waitFor(() => expect(state()).toMatchObject(atRest), PATIENT);
    const before = state();
    expect(before).not.toEqual(enabled);
    for (let round = 0; round < 20; round++) {
      const plugin = await enablePlugin(ID);
      await (plugin as unknown as { ready: Promise<void> }).ready;
      await app.vault.adapter.write('Boats.md', `Round ${String(round)}`);
      await disablePlugin(ID);
    }
    await vi.waitFor(() => expect(state()).toEqual(before), PATIENT);
    expect(errors).toEqual([]);
  });
});
