import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { pressOnce } from './press-once.ts';

it('lets the first click through, and the first of a held key', () => {
  const { window } = new JSDOM('<main><button></button></main>');
  const { document, KeyboardEvent, MouseEvent } = window;
  const [root, button] = ['main', 'button'].map((name) => document.querySelector(name) as HTMLElement) as [
    HTMLElement,
    HTMLElement,
  ];
  pressOnce(root);
  const seen: string[] = [];
  for (const type of ['click', 'keydown']) root.addEventListener(type, () => seen.push(type));
  const goesOn = (event: Event): boolean => button.dispatchEvent(event);
  const click = (detail: number): boolean =>
    goesOn(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  const press = (key: string, repeat: boolean): boolean =>
    goesOn(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key, repeat }));
  // Of a key, or of what speaks for the person, a click has no number.
  expect([0, 1, 2, 3].map(click)).toEqual([true, true, false, false]);
  expect([press('Enter', false), press('Enter', true), press(' ', true), press('ArrowDown', true)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(seen).toEqual(['click', 'click', 'keydown', 'keydown']);
});

it('leaves alone what is not meant, such as a text or a switch', () => {
  const { window } = new JSDOM('<main><button><i></i></button><textarea></textarea></main>');
  const { document, KeyboardEvent, MouseEvent } = window;
  const [root, icon, area] = ['main', 'i', 'textarea'].map((name) => document.querySelector(name) as HTMLElement) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  pressOnce(root, 'button, a');
  const goesOn = (element: HTMLElement): boolean[] => [
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })),
    element.dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'Enter', repeat: true }),
    ),
  ];
  expect(goesOn(icon)).toEqual([false, false]);
  expect(goesOn(area)).toEqual([true, true]);
});
