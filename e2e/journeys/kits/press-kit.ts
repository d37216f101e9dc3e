import type { Locator } from 'playwright';
import type { JourneyHost } from './hosts.ts';

/** The middle of an element, where a hand presses. */
async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses the mouse button on the middle of an element. The press ends with `mouse.up`. */
export async function pressOn({ driver }: JourneyHost, element: Locator): Promise<void> {
  const { x, y } = await middleOf(element);
  // A hand comes from somewhere.
  await driver.page.mouse.move(x - 2, y);
  await driver.page.mouse.move(x, y);
  await driver.page.mouse.down();
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
