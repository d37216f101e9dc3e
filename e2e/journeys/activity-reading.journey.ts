import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  command,
  connectClient,
  lastNotice,
  leave,
  MOVED,
  NOTE,
  notes,
  pane,
  runs,
  type ActivityClient,
} from './kits/activity-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';

journey('the pane of what assistants have read', BY_WORDS_ALONE, (host) => {
  let assistant: ActivityClient;

  beforeAll(async () => {
    assistant = await connectClient(host());
    await command(host(), 'activity');
    await assistant.call('read_note', { name: NOTE, mode: 'full' });
  });
  afterAll(() => assistant.client.close());

  it('shows what was read, and keeps a note from assistants until that is taken back', async () => {
    const { driver } = host();
    await pane(host()).getByRole('button', { name: 'Reading', exact: true }).click();
    const rainBarrel = notes(host()).filter({ hasText: 'Rain Barrel' });
    await vi.waitFor(async () => expect(await rainBarrel.count()).toBe(1), PATIENT);
    // Lines of the notes that link to it were read with it.
    const seen = await notes(host()).count();
    expect(await rainBarrel.innerText()).toMatch(/Rain Barrel Irrigation[\s\S]*says it is Claude Code · seen/u);
    await leave(host());
    await assistant.call('search', { query: 'saffron', limit: 5 });
    await vi.waitFor(async () => expect(await notes(host()).count()).toBeGreaterThan(seen), PATIENT);
    await host().picture('reading');
    const rules = (): Promise<string> => readFile(join(driver.vaultPath, '.vaultloomignore'), 'utf8').catch(() => '');
    const rulesBefore = await rules();
    await rainBarrel.getByLabel('Keep from assistants').click();
    await vi.waitFor(async () => expect(await rules()).toBe(`${rulesBefore}/${NOTE}\n`), PATIENT);
    const hidden = await assistant.client.callTool({ name: 'read_note', arguments: { name: NOTE } });
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

  it('offers a menu where there is something in it, and no button that does nothing', async () => {
    const { driver } = host();
    expect(await runs(host()).getByRole('button').count()).toBe(0);
    expect(
      await runs(host())
        .getByRole('heading', { name: /says it is Claude Code/u })
        .count(),
    ).toBe(1);
    const order = pane(host()).getByLabel('Order');
    expect(await order.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await notes(host()).first().click({ button: 'right' });
    await driver.settle();
    const menu = await driver.page.locator('.menu').boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? Infinity)).toBeLessThanOrEqual(driver.page.viewportSize()?.width ?? 0);
    await driver.page.keyboard.press('Escape');
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
    // The notice of an earlier note may still be there.
    await driver.page.locator('.notice', { hasText: 'Water Butt' }).locator('button', { hasText: 'Undo' }).click();
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

  it('says what was seen yesterday once the day is over, though nothing happens', async () => {
    const { driver } = host();
    const days = pane(host()).locator('.mod-day');
    await driver.evaluate((app) => {
      app.workspace.detachLeavesOfType('vault-loom-activity');
      const held = globalThis as unknown as { turnTheDay?: () => void };
      const { setInterval } = window;
      const tasks: (() => void)[] = [];
      window.setInterval = ((task: () => void, ms?: number) => {
        tasks.push(task);
        return setInterval(task, ms);
      }) as typeof window.setInterval;
      held.turnTheDay = () => {
        window.setInterval = setInterval;
        const Today = Date;
        globalThis.Date = class extends Today {
          constructor(...time: []) {
            if (time.length > 0) super(...time);
            else super(Today.now() + 86_400_000);
          }
        } as DateConstructor;
        for (const task of tasks) task();
        globalThis.Date = Today;
      };
    });
    await command(host(), 'activity');
    await pane(host()).getByRole('button', { name: 'Reading', exact: true }).click();
    await pane(host()).getByLabel('Order').selectOption('client');
    await leave(host());
    await vi.waitFor(async () => expect(await days.allInnerTexts()).toEqual(['Today']), PATIENT);
    await driver.evaluate('globalThis.turnTheDay()');
    await driver.settle();
    expect(await days.allInnerTexts()).toEqual(['Yesterday']);
  });
});
