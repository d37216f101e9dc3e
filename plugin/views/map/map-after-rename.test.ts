import { describe, expect, it } from 'vitest';
import { circle, dot, mapOf, themeOf } from './map-test-kit.ts';
import { mapAfterRename } from './map-after-rename.ts';
import type { MapShown } from './map-levels.ts';

const A = { path: 'Old/A.md', title: 'A' };
const TITLED = { path: 'Old/B.md', title: 'The second' };
const OTHER = { path: 'C.md', title: 'C' };

const SHOWN: MapShown = {
  theme: 't',
  whole: mapOf({
    circles: [circle('t', 3, 0, 0)],
    unresolved: { rows: [{ path: '_stub/Old/A.md', title: 'Old/A', stub: true, links: 1 }], total: 1 },
    unlinked: { rows: [A, OTHER], total: 2 },
    copies: { rows: [[A, TITLED]], total: 1 },
    hubs: [TITLED],
    bridges: [A],
  }),
  inside: [themeOf('t', { notes: [dot(A.path, 1, 2, [OTHER.path]), dot(OTHER.path, 3, 4, [A.path])], more: [TITLED] })],
  error: null,
};

describe('the map after a rename', () => {
  it('shows a note under its new name wherever it was shown, and leaves all in its place', () => {
    const renamed = { path: 'New/Apple.md', title: 'Apple' };
    const { whole, inside } = mapAfterRename(SHOWN, A.path, renamed.path);
    expect(whole).toEqual({
      ...SHOWN.whole,
      unlinked: { rows: [renamed, OTHER], total: 2 },
      copies: { rows: [[renamed, TITLED]], total: 1 },
      bridges: [renamed],
    });
    expect(inside[0]).toEqual({
      ...SHOWN.inside[0],
      notes: [{ ...dot(renamed.path, 1, 2, [OTHER.path]), title: 'Apple' }, dot(OTHER.path, 3, 4, [renamed.path])],
    });
  });

  it('follows a folder, and keeps titles that are not the names of files', () => {
    const { whole, inside } = mapAfterRename(SHOWN, 'Old', 'Cafe\u0301');
    expect(whole?.hubs).toEqual([{ path: 'Caf\u00e9/B.md', title: 'The second' }]);
    expect(inside[0]?.more).toEqual([{ path: 'Caf\u00e9/B.md', title: 'The second' }]);
  });

  it('is the same if no note of it was renamed', () => {
    expect(mapAfterRename(SHOWN, 'Elsewhere.md', 'There.md')).toBe(SHOWN);
    const none: MapShown = { theme: null, whole: null, inside: [], error: null };
    expect(mapAfterRename(none, 'Elsewhere.md', 'There.md')).toBe(none);
  });
});
