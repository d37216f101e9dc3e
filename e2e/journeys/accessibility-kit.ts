import axe from 'axe-core';
import { expect, vi } from 'vitest';
import type { AppDriver } from '../driver/driver.ts';
import { PATIENT } from './hosts.ts';

/** What breaks WCAG 2, levels A and AA, in the last element that `root` selects, each with its first element. */
export async function violationsIn({ page }: AppDriver, root: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (selector) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const roots = [...document.querySelectorAll(selector)];
    const { violations } = await checker.run(
      { include: roots.slice(-1) as HTMLElement[] },
      { runOnly: ['wcag2a', 'wcag2aa'] },
    );
    // The preview never takes the focus: Enter opens what it shows.
    const isMeant = (id: string, html: string): boolean =>
      id === 'scrollable-region-focusable' && html.includes('vault-loom-search-preview');
    return violations
      .filter(({ id, nodes }) => nodes.some(({ html }) => !isMeant(id, html)))
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''} ${nodes[0]?.failureSummary ?? ''}`);
  }, root);
}

/** Expects that nothing in `root` breaks them, in the light and in the dark; ends in the light. */
export async function isAccessible(driver: AppDriver, root: string): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await driver.evaluate((app, to) => app.commands.executeCommandById(`theme:use-${to}`), theme);
    await driver.settle();
    // Rows may still come, and a row that has just gone may be named a moment longer.
    await vi.waitFor(
      async () => expect({ theme, violations: await violationsIn(driver, root) }).toEqual({ theme, violations: [] }),
      PATIENT,
    );
  }
}
