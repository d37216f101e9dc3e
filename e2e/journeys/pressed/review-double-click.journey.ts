import { beforeAll, expect, it, vi } from 'vitest';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { doubleClick } from '../kits/press-kit.ts';
import { append, assistantsOf, button, canDecide, change, LOG, NOTE, pane, waits } from '../kits/review-kit.ts';

journey('a double click in review', BY_WORDS_ALONE, (host) => {
  const { assistant, ask } = assistantsOf(host);
  const notes = (): Promise<number> =>
    host().driver.evaluate((app) => app.workspace.getLeavesOfType('markdown').length);
  const trusted = (): Promise<string[]> =>
    pane(host()).locator('.vault-loom-review-trusted-line > span').allInnerTexts();

  beforeAll(async () => {
    const claude = await assistant('Claude');
    await vi.waitFor(
      async () => expect((await claude.call('index_status', {})).result).toMatchObject({ host: 'plugin' }),
      PATIENT,
    );
    await change(host(), {
      reviewMode: 'ask-risky',
      reviewClients: [
        { client: 'Claude', mode: 'write' },
        { client: 'Codex', mode: 'write' },
      ],
    });
    await host().driver.evaluate((app) => app.commands.executeCommandById('vault-loom:review'));
    await host().driver.settle();
  }, 60_000);

  it('on the path of a note opens it once', async () => {
    await ask('delete_note', { name: LOG, confirm: true });
    await waits(host(), 1);
    const before = await notes();
    const link = pane(host()).getByLabel(`Open ${LOG}`);
    // The tab that comes in front covers it.
    await doubleClick(host(), link, async () => {
      await vi.waitFor(async () => expect(await notes()).toBe(before + 1), PATIENT);
      await host().driver.evaluate((app) => app.commands.executeCommandById('vault-loom:review'));
      await host().driver.settle();
    });
    expect(await notes()).toBe(before + 1);
  });

  it('on Ask me again asks again about that client, and no other one whose line comes to be there', async () => {
    await canDecide(host());
    await button(host(), /^For 15 minutes/u).click();
    await waits(host(), 0);
    await ask('delete_note', { name: NOTE, confirm: true }, 'Codex');
    await waits(host(), 1);
    await canDecide(host());
    await button(host(), /^For 15 minutes/u).click();
    await waits(host(), 0);
    await vi.waitFor(async () => expect((await trusted()).length).toBe(2), PATIENT);
    const first = pane(host())
      .getByRole('button', { name: /^Ask me again/u })
      .first();
    await doubleClick(host(), first, () => vi.waitFor(async () => expect((await trusted()).length).toBe(1), PATIENT));
    expect((await trusted()).length).toBe(1);
    expect(await host().driver.errors()).toEqual([]);
  });

  it('on Accept accepts one change, and not the next', async () => {
    await change(host(), { reviewMode: 'ask-always', reviewClients: [] });
    const name = 'Ideas/Slack is not waste.md';
    await ask('edit_note', append('One.', name));
    await ask('edit_note', append('Two.', 'Recipes/Saffron Buns.md'));
    await waits(host(), 2);
    await canDecide(host());
    await doubleClick(host(), button(host(), 'Accept'), () => waits(host(), 1));
    await waits(host(), 1);
    expect(await host().driver.errors()).toEqual([]);
  });
});
