import { JSDOM } from 'jsdom';
import { expect, it, vi } from 'vitest';
import { addDomHelpers } from '../../../e2e/stand-in/app/dom/dom-helpers.ts';
import { PressHold } from './press-hold.ts';

it('lets what is drawn wait for the end of a press and its click', async () => {
  const { window } = new JSDOM('<ul><li></li></ul><p></p>', { pretendToBeVisual: true });
  addDomHelpers(window);
  const { document, MouseEvent } = window;
  const [list, row, other] = ['ul', 'li', 'p'].map((name) => document.querySelector(name) as HTMLElement) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const hold = new PressHold(list);
  const seen: string[] = [];
  const draw = (what: string) => (): void => void seen.push(what);
  const send = (element: Element, type: string): unknown =>
    element.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  row.addEventListener('click', draw('click'));
  hold.run(draw('first'));
  send(row, 'mousedown');
  hold.run(draw('second'));
  hold.run(draw('third'));
  for (const type of ['mouseup', 'click']) send(row, type);
  hold.run(draw('fourth'));
  expect(seen).toEqual(['first', 'click']);
  await vi.waitFor(() => expect(seen).toEqual(['first', 'click', 'fourth']));
  // Released elsewhere, or dragged away.
  for (const end of ['mouseup', 'dragend']) {
    send(row, 'mousedown');
    hold.run(draw(end));
    send(other, end);
    await vi.waitFor(() => expect(seen.at(-1)).toBe(end));
  }
  // A second press within the time that the first one's click has.
  for (const type of ['mousedown', 'mouseup', 'mousedown']) send(row, type);
  hold.run(draw('late'));
  await new Promise((resolve) => window.setTimeout(resolve, 100));
  expect(seen).not.toContain('late');
  send(row, 'mouseup');
  await vi.waitFor(() => expect(seen.at(-1)).toBe('late'));
  send(row, 'mousedown');
  hold.run(draw('none'));
  hold.forget();
  send(row, 'mouseup');
  send(other, 'mousedown');
  hold.run(draw('last'));
  await vi.waitFor(() => expect(seen.at(-1)).toBe('last'));
  expect(seen).not.toContain('none');
});
