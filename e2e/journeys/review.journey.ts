import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { selectedIn } from '../driver/page-checks.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';
import type { CallOutcome } from './kits/mcp-client.ts';
import {
  assistantsOf,
  MOD,
  NOTE,
  LOG,
  pane,
  rows,
  notice,
  button,
  text,
  waits,
  change,
  press,
  canDecide,
  hold,
  append,
} from './kits/review-kit.ts';

journey('review', BY_WORDS_ALONE, (host) => {
  const { assistant, ask } = assistantsOf(host);
  let waiting: Promise<CallOutcome>[] = [];

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
    expect(await pane(host()).innerText()).toContain('What may this assistant do from now on?');
    // It has written before, when nobody wanted to be asked.
    expect(await pane(host()).innerText()).not.toContain('first change');
    await host().picture('light');
  });

  it('lets its text be copied', async () => {
    const added = pane(host()).locator('.mod-added .vault-loom-diff-text', { hasText: 'Claude was here.' });
    expect(await selectedIn(added)).toBe('Claude was here.');
    expect(await selectedIn(pane(host()).locator('.vault-loom-review-who'))).toContain('says it is Claude');
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

  it('asks one question about a new assistant, whose answer writes what waits only for that', async () => {
    await change(host(), { reviewMode: 'ask-risky' });
    const edits = [
      { mode: 'replace_window', search: 'heaps: 3', content: 'heaps: 4' },
      { mode: 'replace_window', search: '2. Damp as a wrung cloth', content: '2. Damp as a sponge' },
    ];
    const [inPart] = await ask('edit_note', { name: LOG, edits }, 'claude-code');
    await waits(host(), 1);
    const [whole] = await ask('edit_note', append('Released.'), 'claude-code');
    await waits(host(), 2);
    const who = pane(host()).locator('.vault-loom-review-who');
    expect(await who.innerText()).toBe('says it is Claude Code');
    expect((await rows(host()).allInnerTexts()).every((row) => row.includes('says it is Claude Code'))).toBe(true);
    const part = pane(host()).getByLabel('Write part 2 of 2');
    await part.click();
    await rows(host()).last().click();
    await vi.waitFor(async () => expect(await pane(host()).innerText()).toContain('Released.'), PATIENT);
    await rows(host()).first().click();
    await part.waitFor();
    expect(await part.isChecked()).toBe(false);
    await host().picture('new-assistant');
    await canDecide(host(), 'Accept 1 of 2 parts');
    await button(host(), 'As in the settings').click();
    expect((await whole)?.result).toMatchObject({ path: NOTE, changed: true });
    await waits(host(), 1);
    expect(await part.isChecked()).toBe(false);
    expect(await text(host(), LOG)).toContain('heaps: 3');
    await canDecide(host(), 'Accept 1 of 2 parts');
    await button(host(), 'Accept 1 of 2 parts').click();
    expect((await inPart)?.result).toMatchObject({ path: LOG, partlyApplied: true });
    const after = await text(host(), LOG);
    expect([after.includes('heaps: 4'), after.includes('sponge')]).toEqual([true, false]);
    expect((await (await assistant('claude-code')).call('edit_note', append('At once.'))).result).toMatchObject({
      changed: true,
    });
  });
});
