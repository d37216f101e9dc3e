import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { afterAll, expect, it, vi } from 'vitest';
import { journey, PATIENT, type JourneyHost } from './hosts.ts';
import { startAssistant, type Assistant, type CallOutcome } from './mcp-client.ts';

const TYPE = 'vault-loom-review';
const MOD = process.platform === 'darwin' ? 'Meta' : 'Control';
const NOTE = 'Garden/Notes.md';
const LOG = 'Garden/Compost Log.md';

const pane = ({ driver }: JourneyHost): Locator => driver.page.locator(`.workspace-leaf-content[data-type="${TYPE}"]`);
const rows = (host: JourneyHost): Locator => pane(host).locator('[role="option"]');
const notice = ({ driver }: JourneyHost): Locator => driver.page.locator('.notice', { hasText: 'your yes' });
const button = (host: JourneyHost, name: RegExp | string): Locator =>
  pane(host).getByRole('button', { name, exact: typeof name === 'string' });
const text = ({ driver }: JourneyHost, path: string): Promise<string> => readFile(join(driver.vaultPath, path), 'utf8');
const waits = (host: JourneyHost, count: number): Promise<void> =>
  vi.waitFor(async () => expect(await rows(host).count()).toBe(count), PATIENT);
const change = async ({ driver }: JourneyHost, changes: object): Promise<void> => {
  await driver.evaluate(async (app, given) => {
    interface Plugin {
      settingsStore: { change(changes: object): Promise<void> };
    }
    await (app.plugins.plugins['vault-loom'] as unknown as Plugin).settingsStore.change(given);
  }, changes);
};
const press = async ({ driver }: JourneyHost, key: string): Promise<void> => {
  await driver.page.keyboard.press(key);
  await driver.settle();
};
/** Once what is shown has been there for long enough to be decided on. */
const canDecide = (host: JourneyHost): Promise<void> =>
  vi.waitFor(async () => expect(await button(host, 'Accept').isEnabled()).toBe(true), PATIENT);
/** A key that is held down comes again and again. */
const hold = async ({ driver }: JourneyHost, key: string): Promise<void> => {
  const { keyboard } = driver.page;
  await keyboard.down(MOD);
  for (let times = 0; times < 20; times++) {
    await keyboard.down(key);
    await driver.page.waitForTimeout(75);
  }
  await keyboard.up(key);
  await keyboard.up(MOD);
  await driver.settle();
};
const append = (content: string, name = NOTE): Record<string, unknown> => ({ name, mode: 'append', content });

journey('review', (host) => {
  const assistants: Record<string, Assistant> = {};
  const assistant = async (name: string, env: Record<string, string> = {}): Promise<Assistant> =>
    (assistants[name] ??= await startAssistant(host().driver, name, env));
  const ask = async (tool: string, args: Record<string, unknown>, name = 'Claude'): Promise<Promise<CallOutcome>[]> => [
    // A step that fails leaves calls unanswered when the server ends.
    (await assistant(name))
      .call(tool, args)
      .catch((error: unknown) => ({ error: { code: 'ended', message: String(error) } })),
  ];
  afterAll(async () => {
    for (const each of Object.values(assistants)) await each.close();
  });
  let waiting: Promise<CallOutcome>[] = [];
  let reviewId = '';

  it('writes at once while nobody wants to be asked', async () => {
    const claude = await assistant('Claude');
    await vi.waitFor(
      async () => expect((await claude.call('index_status', {})).result).toMatchObject({ host: 'plugin' }),
      PATIENT,
    );
    expect((await (await assistant('Claude')).call('edit_note', append('At once.'))).result).toMatchObject({
      changed: true,
    });
    expect(await text(host(), NOTE)).toContain('At once.');
    expect(await notice(host()).count()).toBe(0);
  });

  it('announces what waits by one quiet notice and a badge, and leaves the focus alone', async () => {
    const { driver } = host();
    await change(host(), { reviewMode: 'ask-always' });
    await driver.evaluate(
      (app, path) => app.workspace.openLinkText(path, '', false, { state: { mode: 'source' } }),
      LOG,
    );
    await driver.page.locator('.workspace-leaf.mod-active .cm-content').click();
    await driver.settle();
    const focused = (): Promise<string> => driver.page.evaluate(() => document.activeElement?.className ?? '');
    const before = await focused();
    const isBadge = (words: string): Promise<void> =>
      vi.waitFor(
        async () => expect(await driver.page.locator('.vault-loom-review-badge').innerText()).toBe(words),
        PATIENT,
      );
    waiting = await ask('edit_note', append('Claude was here.'));
    await isBadge('1 to review');
    waiting.push(...(await ask('edit_note', append('Fork, then rest.', LOG))));
    await isBadge('2 to review');
    waiting.push(...(await ask('delete_note', { name: 'Ideas/Slack is not waste.md', confirm: true })));
    await isBadge('3 to review');
    await vi.waitFor(
      async () => expect(await notice(host()).innerText()).toContain('3 changes wait for your yes'),
      PATIENT,
    );
    expect(await notice(host()).count()).toBe(1);
    expect(await focused()).toBe(before);
    expect(await driver.page.locator('.modal').count()).toBe(0);
    expect(await text(host(), NOTE)).not.toContain('Claude was here.');
    await host().picture('notice');
  });

  it('opens from the notice, which then goes, and shows the queue and the difference', async () => {
    await notice(host()).getByRole('button', { name: 'Show' }).click();
    await host().driver.settle();
    await waits(host(), 3);
    await vi.waitFor(async () => {
      expect(await notice(host()).count()).toBe(0);
      expect(await pane(host()).locator('.vault-loom-diff').innerText()).toContain('Claude was here.');
    }, PATIENT);
    expect(await pane(host()).innerText()).toContain('says it is Claude');
    expect(await pane(host()).innerText()).toContain('You have not said yet how it is to be treated.');
    // It has written before, when nobody wanted to be asked.
    expect(await pane(host()).innerText()).not.toContain('first change');
    await host().picture('light');
  });

  it('accepts by Mod+Enter, and the assistant gets its result', async () => {
    await canDecide(host());
    await press(host(), `${MOD}+Enter`);
    expect((await waiting[0])?.result).toMatchObject({ path: NOTE, changed: true });
    expect(await text(host(), NOTE)).toMatch(/Claude was here\.\n$/u);
    await waits(host(), 2);
    expect(await pane(host()).innerText()).not.toContain('You have not said yet');
  });

  it('declines by Mod+Backspace, with a reason that goes back', async () => {
    const before = await text(host(), LOG);
    await press(host(), `${MOD}+Backspace`);
    await host().driver.page.keyboard.type('The log is mine alone, honestly');
    // Here it takes a word back.
    await press(host(), process.platform === 'darwin' ? 'Alt+Backspace' : `${MOD}+Backspace`);
    expect(await pane(host()).getByLabel('Why not?').inputValue()).toBe('The log is mine alone, ');
    await waits(host(), 2);
    await press(host(), 'Backspace');
    await press(host(), 'Backspace');
    await host().driver.page.keyboard.type('.');
    await canDecide(host());
    await press(host(), 'Enter');
    expect((await waiting[1])?.error).toMatchObject({
      code: 'declined',
      details: { reason: 'The log is mine alone.' },
    });
    expect(await text(host(), LOG)).toBe(before);
    await waits(host(), 1);
    await vi.waitFor(async () => expect(await pane(host()).innerText()).toContain('Deletes a note'), PATIENT);
    await host().picture('delete');
    await button(host(), 'Decline').click();
    expect((await waiting[2])?.error).toMatchObject({ code: 'declined' });
    await waits(host(), 0);
    expect(await pane(host()).innerText()).toContain('Nothing waits for your yes.');
  });

  it('decides on one change alone, however long the keys are held down', async () => {
    const calls = await ask('edit_note', append('Held down.'));
    await waits(host(), 1);
    calls.push(...(await ask('edit_note', append('Not looked at.', LOG))));
    await waits(host(), 2);
    calls.push(...(await ask('delete_note', { name: 'Ideas/Slack is not waste.md', confirm: true })));
    await waits(host(), 3);
    await rows(host()).first().focus();
    await host().driver.settle();
    await canDecide(host());
    await hold(host(), 'Enter');
    expect((await calls[0])?.result).toMatchObject({ changed: true });
    await waits(host(), 2);
    expect(await text(host(), LOG)).not.toContain('Not looked at.');
    await rows(host()).first().focus();
    await canDecide(host());
    await hold(host(), 'Backspace');
    expect(await rows(host()).count()).toBe(2);
    for (let left = 2; left > 0; left--) {
      await button(host(), 'Decline').click();
      await waits(host(), left - 1);
    }
    expect((await Promise.all(calls.slice(1))).map(({ error }) => error?.code)).toEqual(['declined', 'declined']);
  });

  it('accepts an edit in part', async () => {
    const edits = [
      { mode: 'patch_frontmatter', key: 'year', value: 2027 },
      { mode: 'replace_window', search: 'Four bushes by the gate', content: 'Five bushes by the gate' },
      { mode: 'replace_window', search: '22 April', content: '24 April' },
    ];
    const [call] = await ask('edit_note', { name: NOTE, edits });
    await waits(host(), 1);
    await pane(host()).getByLabel('Write part 2 of 3').click();
    await host().driver.settle();
    await host().picture('parts');
    await button(host(), 'Accept 2 of 3 parts').click();
    const { result } = (await call) ?? {};
    expect(result).toMatchObject({ path: NOTE, changed: true, partlyApplied: true });
    expect(result?.['diff']).not.toContain('Five bushes');
    const after = await text(host(), NOTE);
    expect([after.includes('year: 2027'), after.includes('Five bushes'), after.includes('24 April')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('shows the difference again if the note has changed meanwhile', async () => {
    const [call] = await ask('edit_note', append('After the change.'));
    await waits(host(), 1);
    await vi.waitFor(async () => expect(await pane(host()).locator('.vault-loom-diff').count()).toBe(1), PATIENT);
    await writeFile(join(host().driver.vaultPath, NOTE), 'Written by hand.\n');
    // The plugin hears of it by itself; the desk is tested with a yes that comes first.
    await vi.waitFor(async () => expect(await pane(host()).innerText()).toContain('have changed since'), PATIENT);
    expect(await text(host(), NOTE)).toBe('Written by hand.\n');
    await host().picture('changed');
    await vi.waitFor(async () => {
      // The button goes with the row: a click that comes too late is not waited for.
      if ((await rows(host()).count()) > 0) await button(host(), 'Accept').click({ timeout: 1_000 });
      expect(await rows(host()).count()).toBe(0);
    }, PATIENT);
    expect((await call)?.result).toMatchObject({ changed: true });
    expect(await text(host(), NOTE)).toBe('Written by hand.\nAfter the change.\n');
  });

  it('lets a call go on that gets no answer in time; what waits survives a restart, for this person alone', async () => {
    const { driver } = host();
    const hasty = await assistant('Codex', { VAULT_LOOM_REVIEW_WAIT: '0' });
    const { error } = await hasty.call('edit_note', append('From Codex.'));
    expect(error?.code).toBe('pending_review');
    reviewId = String(error?.details?.['reviewId']);
    const [vault] = await readdir(join(driver.dataDir, 'vaults'));
    const { mode } = await stat(join(driver.dataDir, 'vaults', vault ?? '', 'review.json'));
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
    expect(await driver.errors()).toEqual([]);
    await driver.restart();
    await vi.waitFor(async () => expect(await pane(host()).count()).toBe(1), PATIENT);
    await waits(host(), 1);
    expect(await text(host(), NOTE)).not.toContain('From Codex.');
    await vi.waitFor(async () => {
      const { error: still } = await hasty.call('apply_edit_preview', { previewId: reviewId });
      expect(still).toMatchObject({ code: 'pending_review' });
    }, PATIENT);
  });

  it('refuses to write while the app is closed, and says so to who collects', async () => {
    const { driver } = host();
    await driver.evaluate((app) => app.plugins.disablePlugin('vault-loom'));
    const claude = await assistant('Claude');
    expect((await claude.call('edit_note', append('With the app closed.'))).error).toMatchObject({
      code: 'review_unavailable',
    });
    const collected = await (await assistant('Codex')).call('apply_edit_preview', { previewId: reviewId });
    expect(collected.error).toMatchObject({ code: 'review_unavailable' });
    await driver.evaluate((app) => app.plugins.enablePlugin('vault-loom'));
    await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:review'));
    await driver.settle();
    await waits(host(), 1);
  });

  it('gives the answer to who collects it, also long after', async () => {
    const hasty = await assistant('Codex');
    await vi.waitFor(async () => expect(await button(host(), 'Accept').isEnabled()).toBe(true), PATIENT);
    await button(host(), 'Accept').click();
    await waits(host(), 0);
    const patient = await assistant('Codex again');
    await vi.waitFor(async () => {
      const { result } = await hasty.call('apply_edit_preview', { previewId: reviewId });
      expect(result).toMatchObject({ decision: 'approved', result: { path: NOTE, changed: true } });
    }, PATIENT);
    expect((await patient.call('apply_edit_preview', { previewId: reviewId })).result).toMatchObject({
      decision: 'approved',
    });
    expect(await text(host(), NOTE)).toContain('From Codex.');
    const unknown = 'review-00000000-0000-4000-8000-000000000000';
    expect((await patient.call('apply_edit_preview', { previewId: unknown })).error).toMatchObject({
      code: 'preview_not_found',
    });
  });

  it('treats two clients by their own rules', async () => {
    await change(host(), {
      reviewMode: 'ask-risky',
      reviewClients: [
        { client: 'Claude', mode: 'write' },
        { client: 'Codex', mode: 'read-only' },
      ],
    });
    const [claude, codex] = [await assistant('Claude'), await assistant('Codex')];
    expect((await claude.call('edit_note', append('Not risky.'))).result).toMatchObject({ changed: true });
    expect((await codex.call('edit_note', append('Not risky either.'))).error).toMatchObject({ code: 'read_only' });
    const [moving] = await ask('move_note', { source: LOG, destination: 'Garden/Heap.md' });
    await waits(host(), 1);
    await vi.waitFor(async () => expect(await pane(host()).innerText()).toContain('Moves a note'), PATIENT);
    await host().picture('move');
    await button(host(), 'Accept everything of Claude for 15 minutes').click();
    expect((await moving)?.result).toMatchObject({ to: 'Garden/Heap.md' });
    expect((await claude.call('delete_note', { name: 'Garden/Heap.md', confirm: true })).error).toBeUndefined();
    await waits(host(), 0);
    expect(await notice(host()).count()).toBe(0);
  });

  it('is read well in the dark and in a narrow pane', async () => {
    const { driver } = host();
    await change(host(), { reviewMode: 'ask-always' });
    const calls = [
      ...(await ask(
        'create_note',
        { title: 'ملاحظات الحديقة', content: 'أربع شجيرات عند البوابة.\n\nالري مرتين.' },
        'Gemini',
      )),
      ...(await ask('edit_note', append('Nothing else.', 'Home'), 'Gemini')),
    ];
    await waits(host(), 2);
    await driver.evaluate((app) => app.commands.executeCommandById('theme:use-dark'));
    await driver.settle();
    await vi.waitFor(
      async () => expect(await pane(host()).locator('.vault-loom-diff').count()).toBeGreaterThan(0),
      PATIENT,
    );
    await host().picture('dark');
    await driver.page.setViewportSize({ width: 674, height: 760 });
    await driver.settle();
    await host().picture('narrow');
    const nameless = await pane(host())
      .locator('button, input, a, [role="listbox"]')
      .evaluateAll((elements) =>
        elements
          .filter(
            (element) =>
              !(element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent),
          )
          .map(({ outerHTML }) => outerHTML),
      );
    expect(nameless).toEqual([]);
    const wide = await pane(host())
      .locator('.view-content')
      .evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    for (let left = 2; left > 0; left--) {
      await button(host(), 'Decline').click();
      await waits(host(), left - 1);
    }
    expect((await Promise.all(calls)).map(({ error }) => error?.code)).toEqual(['declined', 'declined']);
    expect(await driver.errors()).toEqual([]);
  });
});
