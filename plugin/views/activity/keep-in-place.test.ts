import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDomHelpers } from '../../../e2e/stand-in/app/dom/dom-helpers.ts';
import { keepInPlace } from './keep-in-place.ts';

const ROW_HEIGHT = 30;
/** Where the rows begin on the screen, unless they are scrolled. */
const TOP = 80;

let scrollEl: HTMLElement;

beforeEach(() => {
  const { window } = new JSDOM('<main></main>');
  addDomHelpers(window);
  scrollEl = window.document.querySelector('main') as HTMLElement;
  scrollEl.getBoundingClientRect = () => ({ top: TOP }) as DOMRect;
  for (const name of ['c', 'b', 'a']) addRow(name);
});

/** A row above all others. */
function addRow(name: string): void {
  const row = scrollEl.createDiv({ attr: { id: name, tabindex: '-1' } });
  row.getBoundingClientRect = () => {
    const top = TOP + [...scrollEl.children].indexOf(row) * ROW_HEIGHT - scrollEl.scrollTop;
    return { top, bottom: top + ROW_HEIGHT } as DOMRect;
  };
  scrollEl.prepend(row);
}
const row = (name: string): HTMLElement => scrollEl.querySelector(`#${name}`) as HTMLElement;
const keep = (stop: string | null, update: () => void): void =>
  keepInPlace({ scrollEl, rows: scrollEl.children, stopEl: stop === null ? null : row(stop) }, update);

describe('rows that come above others', () => {
  it('come into view at the top, also if a row had the focus before', () => {
    keep('b', () => addRow('new'));
    expect(scrollEl.scrollTop).toBe(0);
  });

  it('do not move a row that has the focus', () => {
    row('b').focus();
    keep('b', () => addRow('new'));
    expect(scrollEl.scrollTop).toBe(ROW_HEIGHT);
  });

  it('do not move what is read further down', () => {
    scrollEl.scrollTop = ROW_HEIGHT + 10;
    keep(null, () => addRow('new'));
    expect(scrollEl.scrollTop).toBe(2 * ROW_HEIGHT + 10);
    keep('c', () => {
      // The first in view goes.
      row('a').remove();
      addRow('newer');
      addRow('newest');
    });
    expect(scrollEl.scrollTop).toBe(3 * ROW_HEIGHT + 10);
  });
});
