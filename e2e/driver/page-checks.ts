import axe from 'axe-core';
import type { Locator, Page } from 'playwright';

/** What breaks WCAG 2, levels A and AA, in the last element that `root` selects, each with its first element. */
export async function violationsIn(page: Page, root: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (selector) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const include = [...document.querySelectorAll<HTMLElement>(selector)].slice(-1);
    return (await checker.run({ include }, { runOnly: ['wcag2a', 'wcag2aa'] })).violations;
  }, root);
  return violations
    .filter(({ id, nodes }) => nodes.some(({ html }) => !isMeant(id, html)))
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''} ${nodes[0]?.failureSummary ?? ''}`);
}

/** The preview never takes the focus: Enter opens what it shows. */
function isMeant(id: string, html: string): boolean {
  return id === 'scrollable-region-focusable' && html.includes('vault-loom-search-preview');
}

/** Elements that reach out of the last element that `root` selects at a side, and are not cut off there. */
export function outside(page: Page, root: string): Promise<string[]> {
  // Without functions that have a name: some compilers mark these by a helper that the page lacks.
  return page
    .locator(root)
    .last()
    .evaluate((rootEl) => {
      const bounds = rootEl.getBoundingClientRect();
      const [left, right] = [bounds.left - 1, bounds.right + 1];
      return [...rootEl.querySelectorAll('*')]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          if (element.getClientRects().length === 0 || (box.left >= left && box.right <= right)) return false;
          for (
            let around = element.parentElement;
            around !== null && around !== rootEl.parentElement;
            around = around.parentElement
          ) {
            const edges = around.getBoundingClientRect();
            const isInside = edges.left >= left && edges.right <= right;
            if (isInside && getComputedStyle(around).overflowX !== 'visible') return false;
          }
          return true;
        })
        .map((element) => element.outerHTML.slice(0, 200));
    });
}

/** The text that a click, three times in a row, on the first element of `locator` selects, as for copying it. */
export async function selectedIn(locator: Locator): Promise<string> {
  await locator.first().click({ clickCount: 3 });
  return locator.page().evaluate(() => document.getSelection()?.toString().trim() ?? '');
}

/**
 * The texts of pictures in the last element that `root` selects whose letters are fainter on its background than WCAG 2
 * AA has it, each with its contrast: axe-core leaves pictures out.
 */
export async function faintInPictures(page: Page, root: string): Promise<string[]> {
  return page
    .locator(root)
    .last()
    .evaluate((rootEl) => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('Nothing can be drawn.');
      // Draws one color on another, and says how light the result is.
      const lightnessOf = (color: string, opacity: number): number => {
        context.globalAlpha = opacity;
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data]
          .map((part) => part / 255)
          .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const ground = getComputedStyle(document.body).getPropertyValue('--background-primary');
      return [...rootEl.querySelectorAll('svg text')]
        .filter((text) => text.getClientRects().length > 0 && text.textContent !== '')
        .flatMap((text) => {
          let opacity = 1;
          for (let each: Element | null = text; each !== null && each !== rootEl; each = each.parentElement)
            opacity *= Number(getComputedStyle(each).opacity);
          const around = lightnessOf(ground, 1);
          const letters = lightnessOf(getComputedStyle(text).fill, opacity);
          const contrast = (Math.max(around, letters) + 0.05) / (Math.min(around, letters) + 0.05);
          return contrast < 4.5 ? [`${text.textContent ?? ''} ${contrast.toFixed(1)}`] : [];
        });
    });
}

/**
 * With the system's colors in place of all others, what can no longer be told apart in the last element that `root`
 * selects: a chosen tab, button or row and another, a button and plain words, or the dots of themes. Ends with the
 * colors as they were.
 */
export async function alikeInForcedColors(page: Page, root: string): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const alike = await page
    .locator(root)
    .last()
    .evaluate((rootEl) => {
      const roles = '[role="tab"], [role="radio"], [role="option"], [aria-pressed]';
      const chosen = [...rootEl.querySelectorAll(`:is(${roles}):is(.is-active, .is-selected)`)];
      const buttons = chosen.filter((element) => {
        const others = element.parentElement?.querySelectorAll(`:scope > :is(${roles}):not(.is-active, .is-selected)`);
        // The page's own color, however opaque, cannot be seen on the page.
        const backgrounds = [element, ...(others ?? [])].map((each) =>
          getComputedStyle(each).backgroundColor.replace(/^rgba?\((\d+, \d+, \d+).*/u, '$1'),
        );
        return backgrounds.slice(1).includes(backgrounds[0] ?? '');
      });
      // Buttons of the app's own settings look as they do in the app.
      const borderless = [...rootEl.querySelectorAll('button:not(.clickable-icon, .setting-item *)')].filter(
        (button) => button.getClientRects().length > 0 && getComputedStyle(button).borderBlockStartStyle === 'none',
      );
      const dots = [...rootEl.querySelectorAll('[data-color] > .vault-loom-map-sign')];
      const colors = new Set(
        dots
          .map((dot) => getComputedStyle(dot, '::before'))
          .map(({ backgroundColor, borderBlockStartColor }) => `${backgroundColor} ${borderBlockStartColor}`),
      );
      const wanted = new Set(dots.map((dot) => dot.parentElement?.dataset['color']));
      return [...buttons, ...borderless, ...(colors.size < wanted.size ? dots : [])].map(({ outerHTML }) =>
        outerHTML.slice(0, 200),
      );
    });
  await page.emulateMedia({ forcedColors: null });
  return alike;
}
