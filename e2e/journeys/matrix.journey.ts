import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppDriver } from '../driver/driver.ts';
import { changeSettings } from '../driver/change-settings.ts';
import { alikeInForcedColors, outside, violationsIn } from '../driver/page-checks.ts';
import { startSandboxDriver } from '../driver/sandbox-driver.ts';
import { PATIENT } from './kits/hosts.ts';
import { startAssistant, type Assistant } from './kits/mcp-client.ts';

/** A screen: how to open it, and its element. */
interface Screen {
  name: string;
  root: string;
  narrow?: typeof NARROW;
  open: (driver: AppDriver, word: string) => Promise<void>;
  /** In a vault with notes: what is pressed first, and what is in the element then. */
  click?: string;
  shows: string;
}

/** A vault to look at all screens with. */
interface Place {
  name: string;
  files: Record<string, string> | undefined;
  /** In its notes. */
  word: string;
  /** Path of the note that is looked at, and that an assistant changes; none if there are no notes. */
  note?: string;
  /** What the assistant adds. */
  line?: string;
  isRightToLeft?: boolean;
}

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 640 };

const view = (type: string, shows: string): Screen => ({
  name: type.replace('vault-loom-', ''),
  root: `.workspace-leaf-content[data-type="${type}"]`,
  shows,
  open: async (driver) => {
    await driver.evaluate((app, of) => app.workspace.getLeaf('tab').setViewState({ type: of, active: true }), type);
  },
});

const SCREENS: Screen[] = [
  view('vault-loom-related', '[role="option"], :text("Nothing is related yet")'),
  view('vault-loom-map', '[role="tree"] [role="treeitem"]'),
  { ...view('vault-loom-activity', 'ins, .mod-added'), click: '.mod-change' },
  view('vault-loom-review', '.vault-loom-review-decide .mod-cta[aria-disabled="false"]'),
  {
    name: 'settings',
    root: '.vertical-tab-content',
    shows: '.setting-item',
    // In a narrower window the app's own settings do not fit.
    narrow: { width: 640, height: 640 },
    open: async (driver) => {
      await driver.evaluate((app) => {
        app.setting.open();
        app.setting.openTabById('vault-loom');
      });
    },
  },
  {
    name: 'search',
    root: '.vault-loom-search',
    shows: '[role="option"]',
    open: async (driver, word) => {
      await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:search'));
      await driver.settle();
      await driver.page.keyboard.type(word);
    },
  },
];

const PLACES: Place[] = [
  { name: 'no notes', files: {}, word: 'nothing' },
  {
    name: 'one note',
    files: { 'Alone.md': '# Alone\n\nThe only note, with a [[link]].\n' },
    word: 'only',
    note: 'Alone.md',
    line: 'Another [[link]].',
  },
  {
    name: 'the sample vault',
    files: undefined,
    word: 'garden',
    note: 'Projects/Rain Barrel Irrigation.md',
    line: 'The barrel holds a week of water; see [[Compost]].',
  },
  {
    name: 'Arabic',
    isRightToLeft: true,
    word: 'الماء',
    note: 'الأدوات.md',
    line: 'اغسل المرشة بعد العمل.',
    files: {
      'الحديقة/الماء في الحديقة.md':
        '# الماء\n\nيحتاج كل حوض إلى الماء في الصباح. انظر [[الأدوات]].\n\n## البرميل\n\nبرميل المطر يكفي الماء أسبوعا.\n',
      'الأدوات.md': '# الأدوات\n\nمرشة الماء والمجرفة. انظر [[الماء في الحديقة]].\n',
      'الطقس.md': '# الطقس\n\nكثير من الماء والمطر في الربيع، انظر [[الأدوات]].\n',
    },
  },
  {
    name: 'Japanese',
    word: '水',
    note: '道具.md',
    line: '使ったあとは水差しを洗う。',
    files: {
      '庭/庭の水やり.md':
        '# 水やり\n\n朝のうちに畝ごとに水をやる。[[道具]]を見ること。\n\n## 雨水タンク\n\nタンクの水は一週間もつ。\n',
      '道具.md': '# 道具\n\n水差しと移植ごて。[[庭の水やり]]も。\n',
      '天気.md': '# 天気\n\n春は雨が多く、水に困らない。[[道具]]\n',
    },
  },
];

describe.each(PLACES)('all screens, on $name', ({ files, word, note, line, isRightToLeft = false, name: place }) => {
  let driver: AppDriver;
  let assistant: Assistant | null = null;
  let pictures: string;

  beforeAll(async () => {
    // The quickest of the models: what is found by meaning is not what is tested here.
    const settings = { embedder: 'lsa' };
    driver = await startSandboxDriver(files === undefined ? { settings } : { files, settings });
    pictures = await mkdtemp(join(tmpdir(), 'vault-loom-pictures-matrix-'));
    await driver.evaluate(
      async (app, { rtl, path }) => {
        if (rtl) document.documentElement.dir = 'rtl';
        if (path !== null) await app.workspace.openLinkText(path, '');
        (app.workspace.leftSplit as unknown as { collapse(): void }).collapse();
        (app.workspace.rightSplit as unknown as { collapse(): void }).collapse();
      },
      { rtl: isRightToLeft, path: note ?? null },
    );
    await vi.waitFor(
      async () => expect(await driver.page.locator('.status-bar').innerText()).toContain('Loom: ready'),
      PATIENT,
    );
    if (note === undefined) return;
    assistant = await startAssistant(driver, 'Claude');
    const edit = { name: note, mode: 'append', content: line };
    expect(await assistant.call('edit_note', edit)).toHaveProperty('result');
    await changeSettings(driver, { reviewMode: 'ask-always' });
    // Waits for a yes until the screens are closed.
    assistant.call('edit_note', edit).catch(() => undefined);
    await driver.page.locator('.vault-loom-review-badge', { hasText: '1 to review' }).waitFor();
  });
  afterAll(async () => {
    await assistant?.close();
    await driver.close();
  });

  it.each(SCREENS)(
    '$name is accessible and keeps within its bounds, in both themes, wide and narrow',
    async (screen) => {
      await screen.open(driver, word);
      await driver.settle();
      const root = driver.page.locator(screen.root).last();
      await root.waitFor();
      if (note !== undefined) {
        if (screen.click !== undefined) await root.locator(screen.click).first().click();
        await root.locator(screen.shows).first().waitFor();
      }
      for (const theme of ['light', 'dark']) {
        await driver.evaluate((app, to) => app.commands.executeCommandById(`theme:use-${to}`), theme);
        for (const [width, viewport] of Object.entries({ wide: WIDE, narrow: screen.narrow ?? NARROW })) {
          await driver.page.setViewportSize(viewport);
          await driver.settle();
          const path = join(pictures, `${screen.name}-${theme}-${width}.png`);
          await driver.page.screenshot({ path });
          const where = `${screen.name}, ${place}, ${theme}, ${width} (${path})`;
          // Rows may still come, and a row that has just gone may be named a moment longer.
          await vi.waitFor(
            async () =>
              expect({ where, violations: await violationsIn(driver.page, screen.root) }).toEqual({
                where,
                violations: [],
              }),
            PATIENT,
          );
          expect({ where, outside: await outside(driver.page, screen.root) }).toEqual({ where, outside: [] });
        }
      }
      await driver.page.setViewportSize(WIDE);
      expect(await alikeInForcedColors(driver.page, screen.root)).toEqual([]);
      await driver.page.keyboard.press('Escape');
      await driver.settle();
      expect(await driver.errors()).toEqual([]);
    },
  );
});
