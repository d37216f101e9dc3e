import { expect, it } from 'vitest';
import { BY_WORDS_ALONE, journey } from '../kits/hosts.ts';
import { command, NOTE, open, showsNote } from '../kits/related-kit.ts';

declare global {
  /** What the pane has said since. */
  var saidByRelated: string[] | undefined;
}

journey('related notes while the plugin starts', BY_WORDS_ALONE, (host) => {
  it('speak of no failure before the index is open', async () => {
    const { driver } = host();
    await open(host(), NOTE);
    await command(host(), 'related');
    await showsNote(host(), NOTE);
    await driver.evaluate(async (app) => {
      await app.plugins.disablePlugin('vault-loom');
      const said: string[] = [];
      globalThis.saidByRelated = said;
      const { body } = app.workspace.containerEl.ownerDocument;
      new MutationObserver(() => {
        for (const element of body.querySelectorAll<HTMLElement>('.vault-loom-related-state'))
          if (!element.hidden) said.push(element.textContent ?? '');
      }).observe(body, { subtree: true, childList: true, characterData: true, attributes: true });
      await app.plugins.enablePlugin('vault-loom');
    });
    await showsNote(host(), NOTE);
    const said = [...new Set(await driver.evaluate(() => globalThis.saidByRelated ?? []))];
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((words) => /could not|try again/iu.test(words))).toEqual([]);
    expect(await driver.errors()).toEqual([]);
  });
});
