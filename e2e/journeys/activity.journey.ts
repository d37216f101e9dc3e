import { readdir, readFile, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { selectedIn } from '../driver/page-checks.ts';
import { expectAccessible } from './kits/accessibility-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT, type JourneyHost } from './kits/hosts.ts';

const TYPE = 'vault-loom-activity';
const NOTE = 'Projects/Rain Barrel Irrigation.md';
const MOVED = 'Recipes/Saffron Buns.md';
const TARGET = 'Archive/Saffron Buns.md';

const PANE = `.workspace-leaf-content[data-type="${TYPE}"]`;
const pane = ({ driver }: JourneyHost): Locator => driver.page.locator(PANE);
const changes = (host: JourneyHost): Locator => pane(host).locator('.mod-change');
const runs = (host: JourneyHost): Locator => pane(host).locator('.mod-run');
const notes = (host: JourneyHost): Locator => pane(host).locator('.mod-note');
const shows = (host: JourneyHost, text: RegExp): Promise<void> =>
  vi.waitFor(async () => expect(await pane(host).innerText()).toMatch(text), PATIENT);
/** Away from the rows, which do not move under the pointer or the focus. */
const leave = async ({ driver }: JourneyHost): Promise<void> => {
  await driver.page.mouse.move(5, 5);
  await driver.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await driver.settle();
};
const lastNotice = ({ driver }: JourneyHost): Locator => driver.page.locator('.notice').last();
const command = async ({ driver }: JourneyHost, id: string): Promise<void> => {
  expect(await driver.evaluate((app, name) => app.commands.executeCommandById(`vault-loom:${name}`), id)).toBe(true);
  await driver.settle();
};

/** Every note of the vault with its bytes, as text that can be compared. */
async function notesOf(vault: string): Promise<Record<string, string>> {
  const names = await readdir(vault, { recursive: true });
  const paths = names.filter((name) => !name.startsWith('.') && /\.(?:md|canvas)$/u.test(name)).sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await readFile(join(vault, path))).toString('base64')])),
  ) as Record<string, string>;
}

journey('the pane of what assistants do', BY_WORDS_ALONE, (host) => {
  let client: Client;
  let before: Record<string, string>;

  const call = async (name: string, args: Record<string, unknown>): Promise<void> => {
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
  };

  beforeAll(async () => {
    const { driver } = host();
    before = await notesOf(driver.vaultPath);
    client = new Client({ name: 'claude-code', version: '2.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(import.meta.dirname, '../../dist/bridge/cli.mjs')],
        env: {
          ...(process.env as Record<string, string>),
          VAULT_PATH: await realpath(driver.vaultPath),
          VAULT_LOOM_DATA_DIR: driver.dataDir,
        },
        stderr: 'ignore',
      }),
    );
  });
  afterAll(() => client.close());

  it('opens by a command, once only, and says that nothing was changed', async () => {
    await command(host(), 'activity');
    await command(host(), 'activity');
    await shows(host(), /No assistant has changed a note/u);
    expect(await pane(host()).count()).toBe(1);
  });

  it('shows live what a client changes, and calls its name a claim', async () => {
    await call('read_note', { name: NOTE, mode: 'full' });
    await call('edit_note', {
      name: NOTE,
      edits: [
        { mode: 'append', content: '\nThe barrel is full; see [[Compost]].\u202E' },
        { mode: 'patch_frontmatter', key: 'status', value: 'finished' },
      ],
    });
    await vi.waitFor(async () => expect(await changes(host()).count()).toBe(1), PATIENT);
    // While the pointer is on a row, what is new waits, and covers none.
    await changes(host()).first().hover();
    await host().driver.settle();
    await call('move_note', { source: MOVED, destination: TARGET });
    const fresh = pane(host()).getByRole('button', { name: 'Show what is new' });
    await fresh.waitFor();
    const [button, rows] = await Promise.all(
      [fresh, pane(host()).locator('.vault-loom-activity-list')].map((element) => element.boundingBox()),
    );
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(rows?.y ?? 0);
    await host().picture('fresh');
    await fresh.click();
    expect(await fresh.isHidden()).toBe(true);
    await vi.waitFor(async () => expect(await changes(host()).count()).toBe(2), PATIENT);
    expect(await runs(host()).count()).toBe(1);
    expect(await runs(host()).innerText()).toMatch(/says it is Claude Code[\s\S]*2 changes/u);
    expect(await changes(host()).first().innerText()).toMatch(/Moved Saffron Buns to Archive/u);
    expect(await changes(host()).last().innerText()).toContain('Edited Rain Barrel Irrigation');
  });

  it('opens a change to the difference of its source', async () => {
    const change = changes(host()).last();
    await change.locator('[aria-expanded]').click();
    await change.locator('.vault-loom-diff').waitFor();
    expect(await change.locator('[aria-expanded]').getAttribute('aria-expanded')).toBe('true');
    expect(await change.locator('.vault-loom-diff-facts').innerText()).toContain('status');
    expect(await change.locator('ins.mod-line').last().innerText()).toContain('The barrel is full');
    expect(await change.getByLabel('Right-to-left override').innerText()).toBe('RLO');
    expect(await selectedIn(change.locator('ins.mod-line', { hasText: 'The barrel is full' }))).toContain(
      'The barrel is full',
    );
    await host().driver.page.mouse.move(5, 5);
    await host().picture('light');
  });

  it('is walked through with the arrows, as one stop of the Tab key', async () => {
    const { page } = host().driver;
    const focused = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.closest('[data-key]')?.getAttribute('data-key')?.split(' ')[0]);
    await runs(host()).locator('[role="button"]').first().focus();
    expect(await focused()).toBe('run');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('change');
    await page.keyboard.press('Home');
    expect(await focused()).toBe('run');
    expect(await pane(host()).locator('[role="button"][tabindex="0"]').count()).toBe(1);
    const nameless = await pane(host())
      .locator('button:visible, select:visible, [role="button"]')
      .evaluateAll((elements) =>
        elements
          .filter((element) => !(element.getAttribute('aria-label') ?? element.textContent))
          .map(({ outerHTML }) => outerHTML),
      );
    expect(nameless).toEqual([]);
  });

  it('undoes a run, and every note is as it was, to the byte', async () => {
    await runs(host()).getByLabel('Undo this run').click();
    await vi.waitFor(async () => expect(await notesOf(host().driver.vaultPath)).toEqual(before), PATIENT);
    await shows(host(), /You[\s\S]*2 changes/u);
    await shows(host(), /all undone/u);
    expect(await lastNotice(host()).innerText()).toMatch(/^2 changes undone\.\s*Redo$/u);
    await leave(host());
  });

  it('redoes a change by undoing its undo', async () => {
    await changes(host()).filter({ hasText: 'Edited Rain Barrel' }).last().getByLabel('Redo this change').click();
    await vi.waitFor(
      async () => expect(await readFile(join(host().driver.vaultPath, NOTE), 'utf8')).toContain('The barrel is full'),
      PATIENT,
    );
    await vi.waitFor(
      async () => expect(await lastNotice(host()).innerText()).toMatch(/^1 change redone\.\s*Undo$/u),
      PATIENT,
    );
    await leave(host());
  });

  it('says first what an undo would lose, and loses nothing if told not to', async () => {
    const { driver } = host();
    await vi.waitFor(async () => expect(await changes(host()).count()).toBe(5), PATIENT);
    await driver.evaluate(async (app, path) => {
      const file = app.vault.getFileByPath(path);
      if (file !== null) await app.vault.process(file, (text) => `${text}\nTyped since.\n`);
    }, NOTE);
    await vi.waitFor(
      async () => expect(await readFile(join(driver.vaultPath, NOTE), 'utf8')).toContain('Typed since'),
      PATIENT,
    );
    await changes(host()).last().getByLabel('Undo this change').click();
    const ask = pane(host()).locator('.vault-loom-activity-ask');
    await ask.locator('.vault-loom-diff').waitFor();
    expect(await ask.innerText()).toMatch(/One note was changed since/u);
    expect(await ask.locator('del').allInnerTexts()).toContain('Typed since.');
    await host().picture('asks');
    await expectAccessible(driver, PANE);
    await ask.getByRole('button', { name: 'Leave as it is' }).click();
    expect(await ask.isVisible()).toBe(false);
    expect(await readFile(join(driver.vaultPath, NOTE), 'utf8')).toContain('Typed since');
    await changes(host()).last().getByLabel('Undo this change').click();
    await ask.getByRole('button', { name: 'Undo anyway' }).click();
    await vi.waitFor(async () => expect(await notesOf(driver.vaultPath)).toEqual(before), PATIENT);
    await leave(host());
  });

  it('undoes a change of a note that the app has renamed since, under its new name', async () => {
    const { driver } = host();
    const renamed = 'Projects/Water Butt.md';
    const renameTo = (from: string, to: string): Promise<void> =>
      driver.evaluate(
        async (app, names) => {
          const file = app.vault.getFileByPath(names.from);
          if (file !== null) await app.vault.rename(file, names.to);
        },
        { from, to },
      );
    const count = await changes(host()).count();
    await call('edit_note', { name: NOTE, mode: 'append', content: 'The barrel leaks.' });
    await vi.waitFor(async () => expect(await changes(host()).count()).toBe(count + 1), PATIENT);
    await renameTo(NOTE, renamed);
    await changes(host()).first().getByLabel('Undo this change').click();
    await vi.waitFor(async () => {
      const notes = await notesOf(driver.vaultPath);
      expect([notes[renamed], notes[NOTE]]).toEqual([before[NOTE], undefined]);
    }, PATIENT);
    await renameTo(renamed, NOTE);
    await vi.waitFor(async () => expect(await notesOf(driver.vaultPath)).toEqual(before), PATIENT);
    await leave(host());
  });

  it('shows what was read, and keeps a note from assistants until that is taken back', async () => {
    const { driver } = host();
    await pane(host()).getByRole('button', { name: 'Reading', exact: true }).click();
    const rainBarrel = notes(host()).filter({ hasText: 'Rain Barrel' });
    await vi.waitFor(async () => expect(await rainBarrel.count()).toBe(1), PATIENT);
    // Lines of the notes that link to it were read with it.
    const seen = await notes(host()).count();
    expect(await rainBarrel.innerText()).toMatch(/Rain Barrel Irrigation[\s\S]*says it is Claude Code · seen/u);
    await leave(host());
    await call('search', { query: 'saffron', limit: 5 });
    await vi.waitFor(async () => expect(await notes(host()).count()).toBeGreaterThan(seen), PATIENT);
    await host().picture('reading');
    const rules = (): Promise<string> => readFile(join(driver.vaultPath, '.vaultloomignore'), 'utf8').catch(() => '');
    const rulesBefore = await rules();
    await rainBarrel.getByLabel('Keep from assistants').click();
    await vi.waitFor(async () => expect(await rules()).toBe(`${rulesBefore}/${NOTE}\n`), PATIENT);
    const hidden = await client.callTool({ name: 'read_note', arguments: { name: NOTE } });
    expect(hidden.isError).toBe(true);
    expect(await lastNotice(host()).innerText()).toMatch(/no longer see “Rain Barrel Irrigation”\. .+ search, map/u);
    await driver.page.locator('.notice button', { hasText: 'Undo' }).last().click();
    await vi.waitFor(async () => expect(await rules()).toBe(rulesBefore), PATIENT);
    await rainBarrel.getByLabel('Keep from assistants').click();
    await vi.waitFor(async () => expect(await rainBarrel.innerText()).toContain('kept from assistants'), PATIENT);
    await host().picture('kept');
    await rainBarrel.getByLabel('Show to assistants again').click();
    await vi.waitFor(async () => expect(await rules()).toBe(rulesBefore), PATIENT);
    await vi.waitFor(async () => expect(await rainBarrel.innerText()).not.toContain('kept from'), PATIENT);
    await leave(host());
    await pane(host()).getByLabel('Order').selectOption('client');
    await vi.waitFor(async () => expect(await runs(host()).count()).toBe(1), PATIENT);
    await leave(host());
  });

  it('follows a note that the app renames, and keeps none that is no longer there', async () => {
    const { driver } = host();
    const rules = (): Promise<string> => readFile(join(driver.vaultPath, '.vaultloomignore'), 'utf8').catch(() => '');
    const rulesBefore = await rules();
    await pane(host()).getByLabel('Order').selectOption('note');
    await leave(host());
    const renameTo = (from: string, to: string): Promise<void> =>
      driver.evaluate(
        async (app, names) => {
          const file = app.vault.getFileByPath(names.from);
          if (file === null) throw new Error(`no ${names.from}`);
          await app.fileManager.renameFile(file, names.to);
        },
        { from, to },
      );
    const renamed = 'Projects/Water Butt.md';
    await renameTo(NOTE, renamed);
    await vi.waitFor(
      async () => expect(await notes(host()).allInnerTexts()).toContainEqual(expect.stringContaining('Water Butt')),
      PATIENT,
    );
    expect(await notes(host()).filter({ hasText: 'Rain Barrel' }).count()).toBe(0);
    await notes(host()).filter({ hasText: 'Water Butt' }).getByLabel('Keep from assistants').click();
    await vi.waitFor(async () => expect(await rules()).toBe(`${rulesBefore}/${renamed}\n`), PATIENT);
    await driver.page.locator('.notice button', { hasText: 'Undo' }).last().click();
    await vi.waitFor(async () => expect(await rules()).toBe(rulesBefore), PATIENT);
    await renameTo(renamed, NOTE);
    // Behind the app's back, a note that is renamed is one that goes and another that comes.
    const [there, away] = [MOVED, 'Recipes/Saffron Rolls.md'].map((path) => join(driver.vaultPath, path)) as [
      string,
      string,
    ];
    await rename(there, away);
    const isThere = (): Promise<boolean> =>
      driver.evaluate((app, path) => app.vault.getFileByPath(path) !== null, MOVED);
    await vi.waitFor(async () => expect(await isThere()).toBe(false), PATIENT);
    const row = notes(host()).filter({ hasText: 'Saffron Buns' });
    await row.getByLabel('Keep from assistants').click();
    await vi.waitFor(
      async () => expect(await lastNotice(host()).innerText()).toMatch(/^“.+” is no longer there\.$/u),
      PATIENT,
    );
    expect(await rules()).toBe(rulesBefore);
    await rename(away, there);
    await pane(host()).getByLabel('Order').selectOption('client');
    await leave(host());
  });

  it('is there after a restart, with the list that was chosen', async () => {
    const { driver } = host();
    await vi.waitFor(async () => {
      const layouts = await Promise.all(
        ['workspace.json', 'workspace-sandbox.json'].map((file) =>
          readFile(join(driver.vaultPath, '.obsidian', file), 'utf8').catch(() => ''),
        ),
      );
      expect(layouts.join('\n')).toMatch(/"order":\s*"client"/u);
    }, PATIENT);
    await driver.restart();
    await vi.waitFor(async () => expect(await notes(host()).count()).toBeGreaterThan(1), PATIENT);
    await pane(host()).getByRole('button', { name: 'Changes', exact: true }).click();
    await vi.waitFor(async () => expect(await changes(host()).count()).toBeGreaterThan(4), PATIENT);
  });

  it('keeps its layout in the dark and in a narrow window', async () => {
    const { driver } = host();
    await changes(host()).last().locator('[aria-expanded]').click();
    await changes(host()).last().locator('.vault-loom-diff').waitFor();
    await leave(host());
    await driver.evaluate((app) => app.commands.executeCommandById('theme:use-dark'));
    await driver.settle();
    await host().picture('dark');
    const widths = await pane(host()).evaluate((element) => {
      const leaf = element as HTMLElement;
      leaf.style.inlineSize = '320px';
      return Array.from(
        leaf.querySelectorAll<HTMLElement>('.vault-loom-activity, .vault-loom-activity-scroll'),
        (each) => [each.scrollWidth, each.clientWidth],
      );
    });
    for (const [needed = 0, there = 0] of widths) expect(needed).toBeLessThanOrEqual(there);
    await host().picture('narrow');
    expect(await driver.errors()).toEqual([]);
  });
});
