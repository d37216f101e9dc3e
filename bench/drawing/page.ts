import type { DOMWindow } from 'jsdom';
import { addDomHelpers } from '../../e2e/stand-in/app/dom/dom-helpers.ts';
import { row, type ActivityRow } from '../../plugin/views/activity/activity-rows.ts';
import { createRow as createActivity, updateRow as updateActivity } from '../../plugin/views/activity/row-element.ts';
import { KeyedList } from '../../plugin/views/elements/keyed-list.ts';
import type { MapLevel } from '../../plugin/views/map/map-levels.ts';
import { MapPicture } from '../../plugin/views/map/picture/map-picture.ts';
import { sceneOf } from '../../plugin/views/map/picture/scene.ts';
import type { RelatedRow } from '../../plugin/views/related/related-rows.ts';
import { createRow as createRelated, updateRow as updateRelated } from '../../plugin/views/related/row-element.ts';
import { drawItem } from '../../plugin/views/search/results/draw-item.ts';
import type { SearchItem } from '../../plugin/views/search/results/search-items.ts';
import type { BoxPassage, BoxRow } from '../../shared/protocol/schemas/search-box.ts';
import { drawn, framesOf, type Drawing } from './frames.ts';

/** The screens that can be drawn here, each with data of the size that a large vault has. */
export interface DrawingPage {
  map(themes: number, notes: number): Promise<Drawing>;
  /** Times between frames while the picture is zoomed by the wheel. */
  zoom(frames: number): Promise<number[]>;
  /** The same while it is moved. */
  pan(frames: number): Promise<number[]>;
  search(rows: number): Promise<Drawing>;
  related(rows: number): Promise<Drawing>;
  activity(rows: number): Promise<Drawing>;
}

declare global {
  interface Window {
    vaultLoomDrawing: DrawingPage;
  }
}

const TEXT = 'Onions in a line from the workshop, squash along the edge since April, and water twice a week';

addDomHelpers(window as unknown as DOMWindow);

function freshPane(): HTMLElement {
  document.body.empty();
  return document.body.createDiv({
    cls: 'view-content',
    attr: { style: 'width: 900px; height: 700px; overflow: auto' },
  });
}

function levelOf(themes: number, notes: number): MapLevel {
  const place = (i: number, of: number): { x: number; y: number } => {
    const [angle, radius] = [i * 2.4, 1_000 * Math.sqrt((i + 1) / of)];
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  };
  return {
    id: null,
    label: 'All notes',
    circles: Array.from({ length: themes }, (_, i) => ({
      id: `t${i}`,
      label: `Theme ${i}`,
      size: 200 - i,
      radius: 10 * Math.sqrt(200 - i),
      ties: [{ id: `t${(i + 1) % themes}`, links: 9 }],
      ...place(i, themes),
    })),
    notes: Array.from({ length: notes }, (_, i) => ({
      path: `Folder/Note ${i}.md`,
      title: `Note ${i}`,
      radius: 5,
      ties: [`Folder/Note ${i + 1}.md`],
      ...place(i, notes),
    })),
    more: [],
  };
}

window.vaultLoomDrawing = {
  map: (themes, notes) => {
    const nothing = (): void => undefined;
    const picture = new MapPicture(freshPane(), { activate: nothing, menu: nothing, hover: nothing, pointed: nothing });
    const scene = sceneOf(levelOf(themes, notes), { active: new Set(['Folder/Note 3.md']), found: null }, null);
    return drawn(() => picture.show(scene, 'All notes'));
  },
  zoom: (frames) => {
    const svg = document.querySelector('svg.vault-loom-map-svg');
    const { left, top } = svg?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return framesOf(frames, (frame) =>
      svg?.dispatchEvent(
        new WheelEvent('wheel', {
          deltaY: frame % 20 < 10 ? -60 : 60,
          clientX: left + 300,
          clientY: top + 300,
          ctrlKey: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    );
  },
  pan: (frames) => {
    const svg = document.querySelector('svg.vault-loom-map-svg');
    return framesOf(frames, (frame) =>
      svg?.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: frame % 20 < 10 ? 'ArrowLeft' : 'ArrowRight',
          shiftKey: true,
          bubbles: true,
        }),
      ),
    );
  },
  search: (rows) => {
    const list = freshPane().createDiv('prompt-results');
    const items = Array.from({ length: rows }, (_, i): SearchItem => {
      const passage: BoxPassage = {
        excerpt: TEXT,
        ranges: [
          [0, 6],
          [22, 30],
        ],
        heading: 'Bed two',
        line: i + 1,
      };
      const [path, title] = [`Folder/Note ${i}.md`, `Note ${i}`];
      const found: BoxRow = { path, title, titleRanges: [[0, 4]], matchedBy: ['fulltext'], passages: [passage] };
      return { kind: 'note', passage, row: found };
    });
    return drawn(() => {
      for (const item of items) drawItem(item, list.createDiv('suggestion-item'), (path) => path);
    });
  },
  related: (rows) => {
    const list = new KeyedList<RelatedRow>(freshPane().createDiv(), {
      keyOf: ({ path }) => path,
      create: createRelated,
      update: updateRelated,
    });
    const items = Array.from(
      { length: rows },
      (_, i): RelatedRow => ({
        path: `Folder/Note ${i}.md`,
        title: `Note ${i}`,
        why: 'similar: Garden › Bed two · both link to Home and 3 more',
        passage: TEXT,
        line: 3,
        copies: [],
      }),
    );
    return drawn(() => list.show(items));
  },
  activity: (rows) => {
    const list = new KeyedList<ActivityRow>(freshPane().createDiv(), {
      keyOf: ({ key }) => key,
      create: createActivity,
      update: updateActivity,
    });
    const items = Array.from({ length: rows }, (_, i) =>
      row({
        kind: 'change',
        key: String(i),
        title: `Edited Note ${i}`,
        detail: '10:31 AM',
        undo: { label: 'Undo', isRedo: false, ids: [String(i)] },
      }),
    );
    return drawn(() => list.show(items));
  },
};
