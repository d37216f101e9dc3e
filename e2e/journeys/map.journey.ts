import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { faintInPictures, violationsIn } from '../driver/page-checks.ts';
import { nameless } from './kits/accessibility-kit.ts';
import { rename } from './kits/files-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';
import {
  command,
  focused,
  here,
  isAt,
  keysOf,
  listEqualsPicture,
  MOD,
  NOTE,
  opened,
  openMap,
  rows,
  shape,
  shapes,
  view,
} from './kits/map-kit.ts';

journey('the vault map', BY_WORDS_ALONE, (host) => {
  it('opens by a command, once only, and shows themes alike as a picture and as a list', async () => {
    const { driver } = host();
    await openMap(host());
    await command(host(), 'vault-loom:map');
    await vi.waitFor(async () => expect(await shapes(host()).count()).toBeGreaterThan(3), PATIENT);
    await driver.settle();
    expect(await view(host()).count()).toBe(1);
    await listEqualsPicture(host(), 1);
    await vi.waitFor(
      async () => expect(await view(host()).locator('g[data-key].is-active-note').count()).toBe(1),
      PATIENT,
    );
    await host().picture('light');
  });

  it('marks the active note under a new name, which it is given while the map has the focus', async () => {
    const to = NOTE.replace('.md', ', again.md');
    const isMarked = (path: string): Promise<void> =>
      vi.waitFor(
        async () => expect(await keysOf(view(host()).locator('g[data-key].is-active-note'))).toEqual([path]),
        PATIENT,
      );
    await view(host()).locator('g[data-key].is-active-note').click();
    await isMarked(NOTE);
    await rename(host(), NOTE, to);
    await isMarked(to);
    await rename(host(), to, NOTE);
    await isMarked(NOTE);
    await view(host()).getByRole('button', { name: 'Back', exact: true }).click();
    await isAt(host(), 'All notes');
  });

  it('goes into a theme and back by mouse, where notes are opened next to it, or in a tab', async () => {
    const { driver } = host();
    const [first = ''] = await keysOf(shapes(host()));
    const label = await rows(host(), 1).first().locator('.vault-loom-map-row-title').innerText();
    await shape(host(), first).click();
    await isAt(host(), label);
    await listEqualsPicture(host(), 2);
    expect(await rows(host(), 1).first().getAttribute('aria-expanded')).toBe('true');
    await shapes(host()).first().hover();
    await driver.settle();
    await vi.waitFor(
      async () => expect(await view(host()).locator('.vault-loom-map-shown-ties path').count()).toBeGreaterThan(0),
      PATIENT,
    );
    await host().picture('theme');
    const before = await opened(host());
    const [note = '', other = ''] = await keysOf(shapes(host()));
    await shape(host(), note).click();
    await vi.waitFor(
      async () => expect(await opened(host())).toEqual({ active: note, panes: before.panes + 1 }),
      PATIENT,
    );
    // Next to the map, which stays in sight; the next one takes the place of the first.
    expect(await view(host()).isVisible()).toBe(true);
    await driver.settle();
    await shape(host(), other).click();
    await vi.waitFor(
      async () => expect(await opened(host())).toEqual({ active: other, panes: before.panes + 1 }),
      PATIENT,
    );
    await driver.settle();
    await shape(host(), note).click({ modifiers: [MOD === 'Meta' ? 'Meta' : 'Control'] });
    await vi.waitFor(
      async () => expect(await opened(host())).toEqual({ active: note, panes: before.panes + 2 }),
      PATIENT,
    );
    await command(host(), 'vault-loom:map');
    await view(host()).getByRole('button', { name: 'Back', exact: true }).click();
    await isAt(host(), 'All notes');
  });

  it('stays where it is while words on its state come and go', async () => {
    const { driver } = host();
    const text = await driver.evaluate((app, note) => app.vault.adapter.read(note), NOTE);
    const seen = await driver.page.evaluateHandle((type) => {
      const root = document.querySelector<HTMLElement>(`.workspace-leaf-content[data-type="${type}"] .vault-loom-map`);
      const places = new Set<string>();
      const words = new Set<string>();
      const look = (): void => {
        const rects = ['svg[role="group"]', '[role="treeitem"]'].map((part) => {
          const { x, y, width, height } = root?.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
          return [x, y, width, height];
        });
        places.add(JSON.stringify(rects));
        words.add(root?.querySelector('.vault-loom-map-state')?.textContent ?? '');
      };
      look();
      if (root !== null)
        new MutationObserver(look).observe(root, {
          childList: true,
          characterData: true,
          attributes: true,
          subtree: true,
        });
      return { places, words };
    }, 'vault-loom-map');
    for (let count = 1; ; count++) {
      const changed = `${text}\nSee [[A missing note ${count}]].\n`;
      await driver.evaluate((app, [note, to]) => app.vault.adapter.write(note, to), [NOTE, changed] as const);
      await driver.settle();
      if ((await seen.evaluate(({ words }) => [...words])).some((words) => words.startsWith('Notes have changed')))
        break;
      expect(count, 'changes until the map says that links have changed').toBeLessThan(200);
    }
    expect(await seen.evaluate(({ places }) => [...places])).toHaveLength(1);
    await driver.evaluate((app, [note, to]) => app.vault.adapter.write(note, to), [NOTE, text] as const);
  });

  it('leads to a note under its new name where the pointer rests on its row, which stays in place', async () => {
    const { driver } = host();
    const title = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -3);
    await rows(host(), 1).first().locator('.tree-item-icon').click();
    await vi.waitFor(async () => expect(await rows(host(), 2).count()).toBeGreaterThan(2), PATIENT);
    const row = rows(host(), 2).nth(1);
    const path = (await row.getAttribute('data-path')) ?? '';
    const renamed = path.replace(/[^/]+$/u, 'Zz again.md');
    await row.hover();
    // The row that was clicked keeps the focus no longer.
    await view(host()).getByLabel('Find on the map').focus();
    await row.hover();
    await driver.settle();
    const before = await row.boundingBox();
    await rename(host(), path, renamed);
    await vi.waitFor(async () => expect(await row.getAttribute('data-path')).toBe(renamed), PATIENT);
    expect(await row.locator('.vault-loom-map-row-title').innerText()).toBe(title(renamed));
    // As far as new rows would move it, they wait, and the map says so.
    await vi.waitFor(
      async () => expect(await view(host()).locator('.vault-loom-map-state').innerText()).toContain('A newer map'),
      PATIENT,
    );
    expect([await row.getAttribute('data-path'), await row.boundingBox()]).toEqual([renamed, before]);
    await row.click();
    await vi.waitFor(async () => expect((await opened(host())).active).toBe(renamed), PATIENT);
    await rename(host(), renamed, path);
    await command(host(), 'vault-loom:map');
    await driver.page.mouse.move(5, 5);
    // The newer map may have no such theme, and then shows all notes by itself.
    await vi.waitFor(async () => {
      const back = view(host()).getByRole('button', { name: 'Back', exact: true });
      if ((await here(host())) !== 'All notes') await back.click({ timeout: 1_000 });
      expect(await here(host())).toBe('All notes');
    }, PATIENT);
  });

  it('names every control', async () => {
    const controls = 'button, input, [role="tree"], [role="tab"], [role="treeitem"], g[data-key]';
    expect(await nameless(view(host()).locator(controls))).toEqual([]);
  });

  it('dims what is not found', async () => {
    const { driver } = host();
    await view(host()).getByLabel('Find on the map').fill('water');
    await vi.waitFor(async () => {
      const dim = await keysOf(view(host()).locator('g[data-key].is-dim'));
      expect(dim.length).toBeGreaterThan(0);
      expect(dim.length).toBeLessThan(await shapes(host()).count());
      expect(await keysOf(view(host()).locator('[role="treeitem"].is-dim'))).toEqual(dim);
    }, PATIENT);
    expect(await view(host()).locator('.vault-loom-map-found').innerText()).toMatch(/\d+ notes found in \d+ theme/u);
    await host().picture('search');
    const map = '.workspace-leaf-content[data-type="vault-loom-map"]';
    expect(await violationsIn(driver.page, map)).toEqual([]);
    await vi.waitFor(async () => expect(await faintInPictures(driver.page, map)).toEqual([]), PATIENT);
    // What is dim can still be asked for its name.
    const name = view(host()).locator('.vault-loom-map-whole-name .vault-loom-map-label');
    await view(host()).locator('g[data-key].is-dim').first().focus();
    await vi.waitFor(
      async () =>
        expect(await name.evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity))).toEqual(['1']),
      PATIENT,
    );
    await host().picture('pointed');
    await vi.waitFor(async () => expect(await faintInPictures(driver.page, map)).toEqual([]), PATIENT);
    // From the search, the keys lead to what is found.
    await view(host()).getByLabel('Find on the map').press('Enter');
    await driver.settle();
    expect(await keysOf(shapes(host()))).toContain(await focused(host()));
    expect(await keysOf(view(host()).locator('g[data-key].is-dim'))).not.toContain(await focused(host()));
    await view(host()).getByLabel('Find on the map').press('Escape');
    await driver.settle();
    await vi.waitFor(async () => expect(await view(host()).locator('.is-dim').count()).toBe(0), PATIENT);
  });

  it('is as it was after a restart, in the dark and in a narrow pane', async () => {
    const { driver } = host();
    const second = rows(host(), 1).nth(1);
    const label = await second.locator('.vault-loom-map-row-title').innerText();
    await second.click();
    await isAt(host(), label);
    await view(host()).getByRole('button', { name: 'List alone' }).click();
    await driver.settle();
    await vi.waitFor(async () => {
      const layouts = await Promise.all(
        ['workspace.json', 'workspace-sandbox.json'].map((file) =>
          readFile(join(driver.vaultPath, '.obsidian', file), 'utf8').catch(() => ''),
        ),
      );
      expect(layouts.join('\n')).toMatch(/"theme":\s*"theme-[^"]+",\s*"list":\s*"themes",\s*"shows":\s*"list"/u);
    }, PATIENT);
    expect(await driver.errors()).toEqual([]);
    await driver.restart();
    await command(host(), 'vault-loom:map');
    await isAt(host(), label);
    expect(await view(host()).count()).toBe(1);
    expect(await view(host()).locator('svg[role="group"]').isVisible()).toBe(false);
    await listEqualsPicture(host(), 2);
    await view(host()).getByRole('button', { name: 'Picture and list' }).click();
    await command(host(), 'theme:use-dark');
    await view(host()).getByRole('button', { name: 'Back', exact: true }).click();
    await isAt(host(), 'All notes');
    await driver.settle();
    await host().picture('dark');
    await driver.page.setViewportSize({ width: 700, height: 800 });
    await driver.settle();
    expect(await view(host()).locator('svg[role="group"]').isVisible()).toBe(false);
    expect(await rows(host(), 1).first().isVisible()).toBe(true);
    await host().picture('narrow');
    expect(await driver.errors()).toEqual([]);
  });
});
