import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Locator } from 'playwright';
import { selectedIn } from '../driver/page-checks.ts';
import { expectAccessible } from './kits/accessibility-kit.ts';
import {
  changes,
  command,
  connectClient,
  lastNotice,
  leave,
  MOVED,
  NOTE,
  notes,
  notesOf,
  PANE,
  pane,
  runs,
  shows,
  TARGET,
  type ActivityClient,
} from './kits/activity-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';

journey('the pane of what assistants do', BY_WORDS_ALONE, (host) => {
  let assistant: ActivityClient;
  let before: Record<string, string>;

  const call: ActivityClient['call'] = (name, args) => assistant.call(name, args);

  beforeAll(async () => {
    before = await notesOf(host().driver.vaultPath);
    assistant = await connectClient(host());
  });
  afterAll(() => assistant.client.close());

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
    // By keys alone.
    const focused = (): Promise<string> => driver.page.evaluate(() => document.activeElement?.textContent ?? '');
    const asked = async (): Promise<void> => {
      await changes(host()).last().getByLabel('Undo this change').focus();
      await driver.page.keyboard.press('Enter');
      await vi.waitFor(async () => expect(await focused()).toBe('Leave as it is'), PATIENT);
    };
    await asked();
    await driver.page.keyboard.press('Enter');
    await driver.settle();
    expect(await ask.isVisible()).toBe(false);
    await asked();
    await driver.page.keyboard.press('Escape');
    await driver.settle();
    expect(await ask.isVisible()).toBe(false);
    await asked();
    await driver.page.keyboard.press('Shift+Tab');
    await driver.settle();
    expect(await focused()).toBe('Undo anyway');
    await driver.page.keyboard.press('Enter');
    await driver.settle();
    await vi.waitFor(async () => expect(await notesOf(driver.vaultPath)).toEqual(before), PATIENT);
    await leave(host());
    await vi.waitFor(async () => expect(await changes(host()).count()).toBe(6), PATIENT);
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

  it('is there after a restart, with the list that was chosen', async () => {
    const { driver } = host();
    await pane(host()).getByRole('button', { name: 'Reading', exact: true }).click();
    await pane(host()).getByLabel('Order').selectOption('client');
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

  it('answers what is asked about an undo with no once another one is wanted, and stays with that', async () => {
    const { driver } = host();
    const [line, typed] = ['Added by the assistant.', 'Typed meanwhile.'];
    for (const name of [NOTE, MOVED]) await call('edit_note', { name, mode: 'append', content: line });
    const undoOf = (title: string): Locator =>
      changes(host())
        .filter({ hasText: `Edited ${title}` })
        .first()
        .getByLabel('Undo this change');
    const [first, second] = [undoOf('Rain Barrel Irrigation'), undoOf('Saffron Buns')];
    await vi.waitFor(async () => expect(await second.count()).toBe(1), PATIENT);
    await driver.evaluate(
      async (app, [path, words]) => {
        const file = app.vault.getFileByPath(path);
        if (file !== null) await app.vault.process(file, (text) => `${text}\n${words}\n`);
      },
      [NOTE, typed] as const,
    );
    const ask = pane(host()).locator('.vault-loom-activity-ask');
    const press = async (button: Locator): Promise<void> => {
      await button.focus();
      await driver.page.keyboard.press('Enter');
      await driver.settle();
    };
    await press(first);
    await ask.getByText(/One note was changed since/u).waitFor();
    await press(second);
    const read = (path: string): Promise<string> => readFile(join(driver.vaultPath, path), 'utf8');
    await vi.waitFor(async () => expect(await read(MOVED)).not.toContain(line), PATIENT);
    await driver.settle();
    expect(await ask.isVisible()).toBe(false);
    expect(await read(NOTE)).toContain(`${line}\n\n${typed}`);
    await vi.waitFor(
      async () =>
        expect(await driver.page.evaluate(() => document.activeElement?.closest('.mod-change')?.textContent)).toContain(
          'Saffron Buns',
        ),
      PATIENT,
    );
    await leave(host());
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
