import type { Locator } from 'playwright';
import { expect, vi } from 'vitest';
import type { AppDriver } from '../../driver/driver.ts';
import { violationsIn } from '../../driver/page-checks.ts';
import { PATIENT } from './hosts.ts';

/** Expects that nothing in `root` breaks them, in the light and in the dark; ends in the light. */
export async function expectAccessible(driver: AppDriver, root: string): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await driver.evaluate((app, to) => app.commands.executeCommandById(`theme:use-${to}`), theme);
    await driver.settle();
    // Rows may still come, and a row that has just gone may be named a moment longer.
    await vi.waitFor(
      async () =>
        expect({ theme, violations: await violationsIn(driver.page, root) }).toEqual({ theme, violations: [] }),
      PATIENT,
    );
  }
}

/** The HTML of the controls that are shown without a name. */
export async function nameless(controls: Locator): Promise<string[]> {
  return controls.evaluateAll((elements) =>
    elements
      .filter((element) => !(element as HTMLElement).hidden)
      .filter((element) => !(element.getAttribute('aria-label') ?? element.textContent))
      .map(({ outerHTML }) => outerHTML),
  );
}
