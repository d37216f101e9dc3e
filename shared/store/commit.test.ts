import { describe, expect, it } from 'vitest';
import { nextManifest } from './commit.ts';
import type { Manifest, SegmentInfo } from './store-types.ts';

const segment = (key: string, kind = 'notes'): SegmentInfo => ({ key, kind, bytes: 1, meta: {} });
const before: Manifest = {
  format: 1,
  generation: 5,
  state: {},
  segments: [segment('a'), segment('b'), segment('v', 'vectors'), segment('c')],
};
const keys = (add: SegmentInfo[], remove: string[]): string =>
  nextManifest(before, { add, remove, state: {} }, 1)
    .segments.map(({ key }) => key)
    .join(' ');

describe('the manifest after a commit', () => {
  it('has new segments at the end, in their order', () => {
    expect(keys([segment('d'), segment('e')], [])).toBe('a b v c d e');
  });

  it('has a merged segment at the place of the first one it replaces', () => {
    expect(keys([segment('m')], ['b', 'c'])).toBe('a m v');
    expect(keys([segment('m'), segment('d')], ['a', 'b'])).toBe('m v c d');
  });

  it('replaces each kind by its own kind', () => {
    expect(keys([segment('w', 'vectors'), segment('m')], ['a', 'b', 'v'])).toBe('m w c');
    expect(keys([segment('m')], ['v'])).toBe('a b c m');
  });

  it('drops what nothing replaces', () => {
    expect(keys([], ['a', 'b', 'c', 'v'])).toBe('');
  });

  it('counts generations from 1, and takes what is new in the state; the rest stays', () => {
    expect(nextManifest(before, { add: [], remove: [], state: { x: 1 } }, 1)).toMatchObject({
      generation: 6,
      state: { x: 1 },
    });
    expect(
      nextManifest({ ...before, state: { x: 1, y: 2 } }, { add: [], remove: [], state: { y: 3 } }, 1),
    ).toMatchObject({
      state: { x: 1, y: 3 },
    });
    expect(nextManifest(undefined, { add: [], remove: [], state: {} }, 2)).toMatchObject({ generation: 1, format: 2 });
  });

  it('is refused if the commit does not fit', () => {
    expect(() => keys([], ['x'])).toThrow(/not part of it/);
    expect(() => keys([segment('a')], [])).toThrow(/join the index twice/);
    expect(() => keys([segment('d'), segment('d')], [])).toThrow(/join the index twice/);
  });
});
