import { setImmediate as nextTurn } from 'node:timers/promises';
import { JSDOM, type DOMWindow } from 'jsdom';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchChromium } from '../../driver/browser.ts';
import { openMirror, type Mirror } from './mirror-server.ts';

/** For each test of a file, a window with an empty document, mirrored to a page in one browser. */
export function mirrorInPage() {
  let browser: Browser;
  let page: Page;
  let window: DOMWindow;
  let windows: DOMWindow[];
  let mirror: Mirror;
  let queries: string[];

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(() => browser.close());

  beforeEach(async () => {
    ({ window } = new JSDOM('<!doctype html><html><head><title>Garden</title></head><body></body></html>'));
    windows = [window];
    queries = [];
    mirror = await openMirror({
      windows: () => windows,
      nextTurn: () => nextTurn(),
      onQuery: (query) => queries.push(String(query)),
    });
    page = await browser.newPage();
    await page.goto(mirror.url);
    await synced();
  });

  afterEach(async () => {
    await page.context().close();
    await mirror.close();
    window.close();
  });

  /** All events of the page were handled, and all changes of the document are shown. */
  const synced = async (of: Page = page): Promise<void> => {
    await of.evaluate(() => window.vaultLoomMirror?.sync());
  };

  const fill = (html: string): void => {
    window.document.body.innerHTML = html;
  };

  const find = <T extends Element = HTMLElement>(selector: string): T => {
    const element = window.document.querySelector<T>(selector);
    if (element === null) throw new Error(`There is no ${selector}`);
    return element;
  };

  /** Types of the events that reach an element. */
  const listen = (selector: string, ...types: string[]): string[] => {
    const heard: string[] = [];
    for (const type of types) find(selector).addEventListener(type, () => heard.push(type));
    return heard;
  };

  return {
    page: () => page,
    /** The document that the page shows. */
    original: () => window.document,
    /** Those that the mirror shows, each in a page of its own. */
    windows: () => windows,
    mirror: () => mirror,
    /** What stood behind the address of the main window when it was asked for. */
    queries: () => queries,
    synced,
    fill,
    find,
    listen,
  };
}
