import { beforeAll, expect, it, vi } from 'vitest';
import type { Locator } from 'playwright';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';
import { append, assistantsOf, canDecide, change, LOG, NOTE, press, rows, waits } from './kits/review-kit.ts';

journey('the focus after a button that goes with what it did', BY_WORDS_ALONE, (host) => {
  const { assistant, ask } = assistantsOf(host);
  const pane = (screen: string): Locator =>
    host().driver.page.locator(`.workspace-leaf-content[data-type="vault-loom-${screen}"]`);
  const open = async (screen: string): Promise<Locator> => {
    const { driver } = host();
    await driver.evaluate((app, id) => app.commands.executeCommandById(`vault-loom:${id}`), screen);
    await driver.settle();
    await pane(screen).waitFor();
    return pane(screen);
  };
  const enter = async (button: Locator): Promise<void> => {
    await button.waitFor();
    await button.focus();
    await host().driver.settle();
    expect(await button.evaluate((buttonEl) => document.activeElement === buttonEl)).toBe(true);
    await press(host(), 'Enter');
  };
  /** What has the focus in a screen, once it has stayed there; 'lost' if it went anywhere else. */
  const focusedIn = async (screen: Locator): Promise<string> => {
    const { page } = host().driver;
    // Chromium takes the focus from what is hidden with the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await host().driver.settle();
    return screen.evaluate((paneEl) => {
      const { activeElement } = document;
      return activeElement !== null && paneEl.contains(activeElement)
        ? (activeElement.getAttribute('class') ?? '')
        : 'lost';
    });
  };

  beforeAll(async () => {
    host().driver.page.setDefaultTimeout(PATIENT.timeout);
    await vi.waitFor(
      async () => expect(await host().driver.page.locator('.status-bar').innerText()).toContain('Loom: ready'),
      PATIENT,
    );
  });

  it('of the activity: a run that has been undone, what is new', async () => {
    const claude = await assistant('Claude');
    await claude.call('edit_note', append('First.'));
    await claude.call('edit_note', append('Second.', LOG));
    const activity = await open('activity');
    await vi.waitFor(async () => expect(await activity.locator('.mod-change').count()).toBe(2), PATIENT);
    await enter(activity.getByLabel('Undo this run'));
    await vi.waitFor(async () => expect(await activity.innerText()).toContain('all undone'), PATIENT);
    expect(await focusedIn(activity)).toContain('vault-loom-activity-main');
    await claude.call('edit_note', append('Third.', LOG));
    await enter(activity.getByRole('button', { name: 'Show what is new' }));
    expect(await focusedIn(activity)).toContain('vault-loom-activity-main');
  });

  it('of the activity: all that is earlier', async () => {
    const claude = await assistant('Claude');
    for (let each = 0; each < 64; each++) await claude.call('edit_note', append(`Earlier ${each}.`));
    const activity = await open('activity');
    await enter(activity.getByRole('button', { name: 'Show what is new' }));
    const earlier = activity.getByRole('button', { name: 'Show earlier' });
    await enter(earlier);
    await earlier.waitFor({ state: 'hidden' });
    expect(await focusedIn(activity)).toContain('vault-loom-activity-main');
    // Where the list ended before, not at its top.
    const keys = await activity
      .locator('[data-key]')
      .evaluateAll((all) => all.map((row) => row.matches(':focus-within')));
    expect(keys.indexOf(true)).toBeGreaterThan(50);
  });

  it('of the review: the last change, declined with a reason', async () => {
    await change(host(), { reviewMode: 'ask-always' });
    const [call] = await ask('edit_note', append('Fourth.', NOTE));
    const review = await open('review');
    await waits(host(), 1);
    await rows(host()).first().focus();
    await canDecide(host());
    await press(host(), 'ControlOrMeta+Backspace');
    await host().driver.page.keyboard.type('No.');
    await press(host(), 'Enter');
    expect((await call)?.error).toMatchObject({ code: 'declined' });
    await waits(host(), 0);
    expect(await focusedIn(review)).not.toBe('lost');
    await change(host(), { reviewMode: 'write' });
  });

  it('of related notes: back from the selection to the whole note', async () => {
    const { driver } = host();
    await driver.evaluate(async (app, path) => {
      await app.workspace.openLinkText(path, '', false, { active: true, state: { mode: 'source' } });
      app.workspace.activeEditor?.editor?.setSelection({ line: 0, ch: 0 }, { line: 20, ch: 0 });
    }, LOG);
    await driver.settle();
    await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:related-to-selection'));
    await driver.settle();
    const related = pane('related');
    await enter(related.getByLabel('Back to the whole note'));
    expect(await focusedIn(related)).not.toBe('lost');
  });

  it('of related notes and the map: what is chosen in a menu', async () => {
    const { driver } = host();
    const choose = async (row: Locator, item: string): Promise<void> => {
      await row.waitFor();
      await row.click({ button: 'right' });
      await driver.settle();
      await driver.page.locator('.menu .menu-item', { hasText: item }).click();
      await driver.settle();
      expect(await driver.page.locator('.menu').count()).toBe(0);
    };
    const related = pane('related');
    const row = related.locator('[role="option"]').nth(1);
    const path = await row.getAttribute('data-path');
    await choose(row, 'Not related');
    await vi.waitFor(async () => expect(await row.getAttribute('data-path')).not.toBe(path), PATIENT);
    expect(await focusedIn(related)).toContain('vault-loom-related-row');
    const map = await open('map');
    await map.getByRole('tab', { name: 'Hubs' }).click();
    await choose(map.locator('[role="treeitem"]').nth(1), 'Show on the map');
    expect(await focusedIn(map)).not.toBe('lost');
  });

  it('of the settings: what is removed from a list', async () => {
    const { driver } = host();
    const { page } = driver;
    await change(host(), {
      excludedFolders: ['Archive'],
      reviewClients: [{ client: 'Codex', mode: 'ask-always' }],
    });
    await driver.evaluate((app) => {
      app.setting.open();
      app.setting.openTabById('vault-loom');
    });
    await driver.settle();
    const modal = page.locator('.modal');
    const focusedIs = (element: Locator): Promise<void> =>
      vi.waitFor(
        async () => expect(await element.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true),
        PATIENT,
      );
    // The window that opens takes the focus a moment later.
    const remove = async (button: Locator): Promise<void> => {
      await vi.waitFor(async () => {
        await button.focus();
        await driver.settle();
        expect(await button.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
      }, PATIENT);
      await press(host(), 'Enter');
    };
    await remove(modal.locator('.vault-loom-folder button'));
    await focusedIs(modal.getByLabel('Folder', { exact: true }));
    const clients = modal.locator('.vault-loom-clients');
    await remove(clients.getByRole('button').first());
    await focusedIs(clients.locator('select').first());
    await driver.evaluate((app) => app.setting.close());
    await driver.settle();
  });

  it('of the map: back to all of it', async () => {
    const map = await open('map');
    await map.locator('g[data-key]').first().focus();
    await press(host(), 'Enter');
    await enter(map.getByLabel('Back', { exact: true }));
    expect(await focusedIn(map)).not.toBe('lost');
    expect(await host().driver.errors()).toEqual([]);
  });
});
