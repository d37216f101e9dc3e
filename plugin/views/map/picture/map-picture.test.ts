import { JSDOM } from 'jsdom';
import { expect, it, vi } from 'vitest';
import { addDomHelpers } from '../../../../e2e/stand-in/app/dom/dom-helpers.ts';
import { MapPicture } from './map-picture.ts';
import { sceneOf, type Scene } from './scene.ts';

vi.mock('obsidian', () => ({ setIcon: () => undefined }));

const picture = (x: number): Scene =>
  sceneOf(
    {
      id: 't1',
      label: 'Tea',
      circles: [],
      more: [],
      notes: [{ path: 'a.md', title: 'A', x, y: 0, radius: 5, ties: [] }],
    },
    { active: new Set(), found: null },
    'red',
  );

const nothing = (): void => undefined;

it('moves no circle under a press, and shows what has come after its click', async () => {
  const { window } = new JSDOM('<main></main>', { pretendToBeVisual: true });
  addDomHelpers(window);
  Object.assign(window, {
    ResizeObserver: class {
      observe = nothing;
      disconnect = nothing;
    },
  });
  const activate = vi.fn();
  const main = window.document.querySelector('main') as HTMLElement;
  const shown = new MapPicture(main, { activate, menu: nothing, hover: nothing, pointed: nothing });
  const placeOf = (): string | null => main.querySelector('[data-key="a.md"]')?.getAttribute('transform') ?? null;
  const send = (type: string): unknown =>
    main.querySelector('[data-key="a.md"] circle')?.dispatchEvent(new window.MouseEvent(type, { bubbles: true }));
  shown.show(picture(0), 'Tea');
  expect(placeOf()).toBe('translate(0.00 0.00)');
  send('mousedown');
  shown.show(picture(90), 'Tea');
  expect(placeOf()).toBe('translate(0.00 0.00)');
  for (const type of ['mouseup', 'click']) send(type);
  expect(activate).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(placeOf()).toBe('translate(90.00 0.00)'));
  shown.show(picture(0), 'Tea');
  expect(placeOf()).toBe('translate(0.00 0.00)');
  shown.close();
});
