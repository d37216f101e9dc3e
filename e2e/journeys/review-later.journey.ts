import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { expectAccessible } from './kits/accessibility-kit.ts';
import { rename } from './kits/files-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';
import {
  assistantsOf,
  LOG,
  NOTE,
  PANE,
  append,
  button,
  canDecide,
  change,
  notice,
  pane,
  press,
  rows,
  text,
  waits,
} from './kits/review-kit.ts';

journey('review, late and by rules', BY_WORDS_ALONE, (host) => {
  const { assistant, ask } = assistantsOf(host);
  let reviewId = '';

  beforeAll(async () => {
    const { driver } = host();
    await vi.waitFor(
      async () => expect(await driver.page.locator('.plugin-vault-loom').first().textContent()).toContain('Loom'),
      PATIENT,
    );
    await change(host(), { reviewMode: 'ask-always' });
    await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:review'));
    await driver.settle();
    const claude = await assistant('Claude');
    await vi.waitFor(
      async () => expect((await claude.call('index_status', {})).result).toMatchObject({ host: 'plugin' }),
      PATIENT,
    );
  }, 60_000);

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

  it('refuses to write while the app is closed, and says so when the answer is collected', async () => {
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

  it('gives the answer to whoever collects it, even long after', async () => {
    const hasty = await assistant('Codex');
    await vi.waitFor(async () => expect(await button(host(), 'Accept').isEnabled()).toBe(true), PATIENT);
    await button(host(), 'Accept').click();
    await waits(host(), 0);
    const patient = await assistant('Codex again');
    await vi.waitFor(async () => {
      expect(await hasty.call('apply_edit_preview', { previewId: reviewId })).toMatchObject({
        result: { decision: 'approved', result: { path: NOTE, changed: true } },
      });
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
    await button(host(), 'For 15 minutes, accept everything that says it is from Claude').click();
    expect((await moving)?.result).toMatchObject({ to: 'Garden/Heap.md' });
    expect((await claude.call('delete_note', { name: 'Garden/Heap.md', confirm: true })).error).toBeUndefined();
    await waits(host(), 0);
    expect(await notice(host()).count()).toBe(0);
  });

  it('says of whom everything is accepted, and asks again about them on a press, or once a rule is tighter', async () => {
    const { driver } = host();
    const words = 'Everything that says it is from Claude is accepted for 15 more minutes.';
    const [other] = await ask('delete_note', { name: NOTE, confirm: true }, 'Gemini');
    await waits(host(), 1);
    expect(await pane(host()).innerText()).toContain(words);
    await host().picture('trusted-and-waiting');
    // The words about how much longer fit even if there is little room.
    const cut = await pane(host()).evaluate((element) => {
      const leaf = element as HTMLElement;
      // In a window of 320.
      leaf.style.inlineSize = '270px';
      const { scrollHeight = 0, clientHeight = 0 } = leaf.querySelector('.vault-loom-review-trusted-line > span') ?? {};
      leaf.style.inlineSize = '';
      return scrollHeight - clientHeight;
    });
    expect(cut).toBeLessThanOrEqual(1);
    await button(host(), 'Decline').click();
    expect((await other)?.error).toMatchObject({ code: 'declined' });
    await waits(host(), 0);
    expect(await pane(host()).innerText()).toContain(words);
    await expectAccessible(driver, PANE);
    await host().picture('trusted');
    await button(host(), 'Ask me again about everything that says it is from Claude').focus();
    await press(host(), 'Enter');
    expect(await pane(host()).innerText()).not.toContain('is accepted for');
    const [moving] = await ask('move_note', { source: NOTE, destination: 'Garden/Moved.md' });
    await waits(host(), 1);
    await button(host(), 'For 15 minutes, accept everything that says it is from Claude').click();
    expect((await moving)?.result).toMatchObject({ to: 'Garden/Moved.md' });
    await waits(host(), 0);
    await change(host(), { reviewClients: [{ client: 'Claude', mode: 'ask-always' }] });
    await vi.waitFor(async () => expect(await pane(host()).innerText()).not.toContain('is accepted for'), PATIENT);
    const [back] = await ask('move_note', { source: 'Garden/Moved.md', destination: NOTE });
    await waits(host(), 1);
    await button(host(), 'Accept').click();
    expect((await back)?.result).toMatchObject({ to: NOTE });
  });

  it('warns in words that can be read in both themes', async () => {
    await change(host(), { reviewMode: 'ask-always' });
    const [deleting] = await ask('delete_note', { name: NOTE, confirm: true }, 'Gemini');
    await waits(host(), 1);
    await vi.waitFor(async () => expect(await pane(host()).innerText()).toContain('Deletes a note'), PATIENT);
    await host().picture('delete');
    await expectAccessible(host().driver, PANE);
    await button(host(), 'Decline').click();
    expect((await deleting)?.error).toMatchObject({ code: 'declined' });
  });

  it('opens the note that is to be changed, whatever its name', async () => {
    const { driver } = host();
    const path = '#plans/C# notes.md';
    await driver.evaluate(async (app, at) => {
      await app.vault.createFolder('#plans');
      await app.vault.create(at, 'Learn to read a stack.\n');
    }, path);
    const notes = (): Promise<string[]> =>
      driver.evaluate((app) => app.vault.getMarkdownFiles().map((file) => file.path));
    const before = await notes();
    const [editing] = await ask('edit_note', append('And a heap.', path), 'Gemini');
    await waits(host(), 1);
    await pane(host())
      .getByRole('link', { name: `Open ${path}` })
      .click();
    await vi.waitFor(
      async () => expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe(path),
      PATIENT,
    );
    expect(await notes()).toEqual(before);
    await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:review'));
    await button(host(), 'Decline').click();
    expect((await editing)?.error).toMatchObject({ code: 'declined' });
  });

  it('is about the note that was meant, also once that is renamed in the app', async () => {
    const { driver } = host();
    const [from, to] = ['Garden/Seedlings.md', 'Garden/Young plants.md'];
    await driver.evaluate(async (app, at) => void (await app.vault.create(at, 'Three pots.\n')), from);
    const [editing] = await ask('edit_note', append('Watered.', 'Seedlings'), 'Gemini');
    // The one declined before may still be shown.
    await pane(host())
      .getByRole('link', { name: `Open ${from}` })
      .waitFor();
    await waits(host(), 1);
    await canDecide(host());
    await rename(host(), from, to);
    await pane(host())
      .getByRole('link', { name: `Open ${to}` })
      .waitFor();
    await canDecide(host());
    await button(host(), 'Accept').click();
    expect((await editing)?.result).toMatchObject({ path: to, changed: true });
    expect(await text(host(), to)).toBe('Three pots.\nWatered.\n');
  });

  it('says that a note has gone, and does not create it again', async () => {
    const { driver } = host();
    const path = 'Garden/Gone tomorrow.md';
    await driver.evaluate(async (app, at) => void (await app.vault.create(at, 'A seedling.\n')), path);
    const [editing] = await ask('edit_note', append('Watered.', path), 'Gemini');
    await waits(host(), 1);
    await pane(host())
      .getByRole('link', { name: `Open ${path}` })
      .waitFor();
    // In one go: soon after, the change is planned again, and the link is no longer there.
    await driver.evaluate(async (app, at) => {
      const file = app.vault.getFileByPath(at);
      if (file !== null) await app.fileManager.trashFile(file);
      document.querySelector<HTMLElement>(`a[aria-label="Open ${at}"]`)?.click();
    }, path);
    await vi.waitFor(
      async () =>
        expect(await driver.page.locator('.notice').allInnerTexts()).toContainEqual(
          expect.stringMatching(/^“.+” is no longer there\.$/u),
        ),
      PATIENT,
    );
    expect(await driver.evaluate((app, at) => app.vault.getFileByPath(at), path)).toBeNull();
    await button(host(), 'Decline').click();
    expect((await editing)?.error).toMatchObject({ code: 'declined' });
  });

  it("shows what would change in a narrow window, however long the client's name is", async () => {
    const { driver } = host();
    const name = `Assistant ${'of the long name '.repeat(20)}`;
    await driver.evaluate((app) => app.workspace.leftSplit.collapse());
    await driver.page.setViewportSize({ width: 320, height: 640 });
    await driver.settle();
    const [call] = await ask('edit_note', append('By one with a long name.'), name);
    await waits(host(), 1);
    const added = pane(host()).locator('.mod-added', { hasText: 'By one with a long name.' });
    await added.waitFor();
    await host().picture('long-name');
    const trust = button(host(), /^For 15 minutes/u);
    const whole = await trust.locator('span').getAttribute('title');
    expect(whole).toMatch(/accept everything that says it is from Assistant of the long name .{100}/u);
    const linesOf = (part: string): Promise<number> =>
      pane(host())
        .locator(part)
        .first()
        .evaluate((element) => {
          const { lineHeight, fontSize } = getComputedStyle(element);
          return element.getBoundingClientRect().height / (parseFloat(lineHeight) || 1.3 * parseFloat(fontSize));
        });
    for (const part of ['.vault-loom-review-trust span', '.vault-loom-review-row-who', '.vault-loom-review-who'])
      expect(await linesOf(part), part).toBeLessThan(2.5);
    const isInView = await added.evaluate((element) => {
      const foot = element.closest('.vault-loom-review-detail')?.querySelector('.vault-loom-review-foot');
      return element.getBoundingClientRect().bottom <= (foot?.getBoundingClientRect().top ?? 0);
    });
    expect(isInView).toBe(true);
    await driver.page.setViewportSize({ width: 1280, height: 800 });
    await driver.evaluate((app) => app.workspace.leftSplit.expand());
    await driver.settle();
    const end = await trust.evaluate((element) => element.getBoundingClientRect().bottom);
    const covered = await driver.page.locator('.status-bar').evaluate((bar) => bar.getBoundingClientRect().top);
    expect(end, 'above the status bar').toBeLessThanOrEqual(covered);
    await button(host(), 'Decline').click();
    expect((await call)?.error).toMatchObject({ code: 'declined' });
    await waits(host(), 0);
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
    calls.push(...(await ask('move_note', { source: 'Recipes/', destination: 'Kitchen' }, 'Gemini')));
    await waits(host(), 3);
    await driver.page.setViewportSize({ width: 674, height: 480 });
    for (const at of [0, 1, 2]) {
      await rows(host()).nth(at).click();
      await canDecide(host());
      await expectAccessible(driver, PANE);
      // Long ones are scrolled by keys.
      const stops = pane(host()).locator('.vault-loom-review-scroll :is(a, button, input, [tabindex="0"])');
      expect(await stops.count(), `change ${at}`).toBeGreaterThan(0);
    }
    for (let left = 3; left > 0; left--) {
      await button(host(), 'Decline').click();
      await waits(host(), left - 1);
    }
    expect((await Promise.all(calls)).map(({ error }) => error?.code)).toEqual(['declined', 'declined', 'declined']);
    expect(await driver.errors()).toEqual([]);
  });
});
