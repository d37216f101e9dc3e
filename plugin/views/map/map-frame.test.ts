import { JSDOM } from 'jsdom';
import { expect, it, vi } from 'vitest';
import { addDomHelpers } from '../../../e2e/stand-in/app/dom/dom-helpers.ts';
import { MapFrame, type FrameActions } from './map-frame.ts';
import type { MapLevel } from './map-levels.ts';

vi.mock('obsidian', () => ({ setIcon: () => undefined }));

it('keeps the steps of the way here while a theme gets another name, so that a press is not lost', () => {
  const { window } = new JSDOM('<main></main>', { pretendToBeVisual: true });
  addDomHelpers(window);
  const goTo = vi.fn();
  const root = window.document.querySelector('main') as HTMLElement;
  const frame = new MapFrame(root, { goTo } as unknown as FrameActions);
  const show = (...levels: [id: string | null, label: string][]): Element[] => {
    frame.showPlace(levels.map(([id, label]) => ({ id, label }) as unknown as MapLevel));
    return [...root.querySelectorAll('nav > :not([aria-hidden])')];
  };
  const before = show([null, 'All notes'], ['a', 'Bread'], ['a/b', 'Rye']);
  expect(before.map(({ textContent }) => textContent)).toEqual(['All notes', 'Bread', 'Rye']);
  const after = show([null, 'All notes'], ['a', 'Baking'], ['a/b', 'Rye bread']);
  expect(after.map(({ textContent }) => textContent)).toEqual(['All notes', 'Baking', 'Rye bread']);
  expect(after.every((element, place) => element === before[place])).toBe(true);
  (after[1] as HTMLElement).click();
  expect(goTo).toHaveBeenCalledExactlyOnceWith('a');
  expect(show([null, 'All notes'], ['a', 'Baking']).map((element) => element.getAttribute('aria-current'))).toEqual([
    null,
    'page',
  ]);
});
