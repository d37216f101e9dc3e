import { beforeAll, expect, it, vi } from 'vitest';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { pressOn } from '../kits/press-kit.ts';
import { append, assistantsOf, change, LOG, notice, waits } from '../kits/review-kit.ts';

journey('review, pressed while something changes', BY_WORDS_ALONE, (host) => {
  const { assistant, ask } = assistantsOf(host);
  const badge = (): ReturnType<typeof notice> => host().driver.page.locator('.vault-loom-review-badge');

  beforeAll(async () => {
    const claude = await assistant('Claude');
    await vi.waitFor(
      async () => expect((await claude.call('index_status', {})).result).toMatchObject({ host: 'plugin' }),
      PATIENT,
    );
    await change(host(), { reviewMode: 'ask-always' });
  }, 60_000);

  it('opens from the notice, though another change comes during the press', async () => {
    await ask('edit_note', append('First.'));
    const show = notice(host()).getByRole('button', { name: 'Show' });
    await show.waitFor();
    await pressOn(host(), show);
    await ask('edit_note', append('Second.', LOG));
    await vi.waitFor(async () => expect(await badge().innerText()).toBe('2 to review'), PATIENT);
    expect(await notice(host()).innerText()).toContain('2 changes wait for your yes');
    await host().driver.page.mouse.up();
    await host().driver.settle();
    await waits(host(), 2);
    await vi.waitFor(async () => expect(await notice(host()).count()).toBe(0), PATIENT);
  });

  it('opens from the badge, though another change comes during the press', async () => {
    await host().driver.evaluate((app) => app.workspace.detachLeavesOfType('vault-loom-review'));
    await pressOn(host(), badge());
    await ask('delete_note', { name: 'Ideas/Slack is not waste.md', confirm: true });
    await vi.waitFor(async () => expect(await badge().innerText()).toBe('3 to review'), PATIENT);
    await host().driver.page.mouse.up();
    await host().driver.settle();
    await waits(host(), 3);
  });
});
