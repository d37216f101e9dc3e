import type { Locator } from 'playwright';
import type { JourneyHost } from './hosts.ts';

/**
 * Presses the mouse button on the middle of an element, once nothing covers it. The press ends with `mouse.up`.
 */
export async function pressOn({ driver }: JourneyHost, element: Locator): Promise<void> {
  await element.hover();
  await driver.page.mouse.down();
  // What comes next, such as a rename, must not reach the app before it.
  await driver.settle();
}

/** Double-clicks where an element is now; what it does first is awaited by `done`, before the second click. */
export async function doubleClick(host: JourneyHost, element: Locator, done: () => Promise<unknown>): Promise<void> {
  const { mouse } = host.driver.page;
  await pressOn(host, element);
  await mouse.up();
  await host.driver.settle();
  await done();
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
  await host.driver.settle();
}
