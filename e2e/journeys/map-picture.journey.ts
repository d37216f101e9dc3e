import { expect, it, vi } from 'vitest';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';
import {
  focused,
  here,
  isAt,
  isUpToDate,
  keysOf,
  listEqualsPicture,
  openMap,
  press,
  rows,
  shapes,
  view,
} from './kits/map-kit.ts';

journey('the vault map, moved and walked through', BY_WORDS_ALONE, (host) => {
  it('is zoomed by wheel, button and key, and moved by dragging, which goes nowhere', async () => {
    const { driver } = host();
    await openMap(host());
    await vi.waitFor(async () => expect(await shapes(host()).count()).toBeGreaterThan(3), PATIENT);
    const svg = view(host()).locator('svg[role="group"]');
    const box = async (): Promise<number[]> =>
      ((await svg.getAttribute('viewBox')) ?? '').split(' ').map((part) => Number(part));
    const changes = async (act: () => Promise<unknown>): Promise<[number[], number[]]> => {
      const before = await box();
      await act();
      await driver.settle();
      let after = before;
      await vi.waitFor(async () => {
        after = await box();
        expect(after).not.toEqual(before);
      }, PATIENT);
      return [before, after];
    };
    await isUpToDate(host());
    const { x, y, width, height } = (await svg.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await driver.page.mouse.move(x + width / 2, y + height / 2);
    const [far, near] = await changes(() => driver.page.mouse.wheel(0, -300));
    expect(near[2]).toBeLessThan(far[2] ?? 0);
    const [start, moved] = await changes(async () => {
      await driver.page.mouse.down();
      await driver.page.mouse.move(x + width / 2 + 60, y + height / 2 + 20, { steps: 3 });
      await driver.page.mouse.up();
    });
    expect(moved[0]).toBeLessThan(start[0] ?? 0);
    expect(moved[2]).toBe(start[2]);
    expect(await here(host())).toBe('All notes');
    await changes(() => driver.page.keyboard.press('ArrowLeft'));
    await changes(() => view(host()).getByRole('button', { name: 'Zoom out' }).click());
    await changes(() => driver.page.keyboard.press('-'));
    await shapes(host()).first().focus();
    await changes(() => driver.page.keyboard.press('+'));
    const [, whole] = await changes(() => driver.page.keyboard.press('0'));
    expect(whole).toEqual(far);
  });

  it('keeps in the picture what has the focus, however far it is zoomed by keys', async () => {
    const { driver } = host();
    const svg = view(host()).locator('svg[role="group"]');
    const isSeen = async (): Promise<void> => {
      const [x = 0, y = 0, width = 0, height = 0] = ((await svg.getAttribute('viewBox')) ?? '').split(' ').map(Number);
      const place = await view(host()).locator('g[data-key]:focus').getAttribute('transform');
      const [left = NaN, top = NaN] = (place?.match(/-?[\d.]+/gu) ?? []).map(Number);
      expect({ inWidth: left > x && left < x + width, inHeight: top > y && top < y + height }).toEqual({
        inWidth: true,
        inHeight: true,
      });
    };
    for (const nth of [0, -1]) {
      await shapes(host()).nth(nth).focus();
      for (const key of '++++++++++++----0') {
        await driver.page.keyboard.press(key);
        await driver.settle();
        await vi.waitFor(isSeen, PATIENT);
      }
    }
  });

  it('is walked by keys alone, in the picture and in the list', async () => {
    const all = await keysOf(shapes(host()));
    expect(await view(host()).locator('g[data-key][tabindex="0"]').count()).toBe(1);
    await view(host()).locator('g[data-key][tabindex="0"]').focus();
    await host().driver.settle();
    const start = await focused(host());
    const reached = new Set([start]);
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) reached.add(await press(host(), key));
    expect(reached.size).toBeGreaterThan(1);
    expect([...reached].every((key) => all.includes(key ?? ''))).toBe(true);
    const from = (await focused(host())) ?? '';
    await press(host(), 'Enter');
    await vi.waitFor(async () => expect(await here(host())).not.toBe('All notes'), PATIENT);
    await vi.waitFor(async () => expect(await focused(host())).toBe((await keysOf(shapes(host())))[0]), PATIENT);
    await press(host(), 'Escape');
    await isAt(host(), 'All notes');
    await vi.waitFor(async () => expect(await focused(host())).toBe(from), PATIENT);

    expect(await view(host()).locator('[role="treeitem"][tabindex="0"]').count()).toBe(1);
    const [first = '', second = ''] = await keysOf(rows(host(), 1));
    await view(host()).locator('[role="treeitem"][tabindex="0"]').focus();
    expect(await press(host(), 'Home')).toBe(first);
    expect([await press(host(), 'ArrowDown'), await press(host(), 'ArrowUp')]).toEqual([second, first]);
    await press(host(), 'ArrowRight');
    await listEqualsPicture(host(), 2);
    const [note = ''] = await keysOf(rows(host(), 2));
    expect(await press(host(), 'ArrowRight')).toBe(note);
    await press(host(), 'ArrowRight');
    expect(await rows(host(), 3).count()).toBeGreaterThan(0);
    expect([await press(host(), 'ArrowLeft'), await press(host(), 'ArrowLeft')]).toEqual([note, first]);
    await press(host(), 'ArrowLeft');
    await isAt(host(), 'All notes');
    expect(await focused(host())).toBe(first);
    await press(host(), 'ArrowRight');
    await listEqualsPicture(host(), 2);
    await press(host(), 'ArrowDown');
    expect(await press(host(), 'ArrowDown')).not.toBe(first);
    await press(host(), 'Escape');
    await isAt(host(), 'All notes');
    await vi.waitFor(async () => expect(await focused(host())).toBe(first), PATIENT);
  });

  it('begins every list at its top', async () => {
    const { driver } = host();
    const tree = view(host()).getByRole('tree');
    const choose = async (list: string): Promise<void> => {
      await view(host()).locator(`[role="tab"][data-list="${list}"]`).click();
      await driver.settle();
    };
    await driver.page.setViewportSize({ width: 1720, height: 400 });
    await choose('bridges');
    await tree.locator('[role="treeitem"]').last().focus();
    await vi.waitFor(
      async () => expect(await tree.evaluate((element) => element.scrollTop)).toBeGreaterThan(50),
      PATIENT,
    );
    await choose('hubs');
    expect(await tree.evaluate((element) => element.scrollTop)).toBe(0);
    await press(host(), 'Tab');
    expect(await focused(host())).toBe((await keysOf(tree.locator('[role="treeitem"]')))[0]);
    await choose('themes');
    await driver.page.setViewportSize({ width: 1720, height: 900 });
    await driver.settle();
  });
});
