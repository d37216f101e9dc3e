import { describe, expect, it, vi } from 'vitest';
import { circle, dot, mapOf, themeOf } from './map-test-kit.ts';
import { MapFollower, type MapQuestions } from './map-follower.ts';
import type { MapShown } from './map-levels.ts';

interface Bench {
  follower: MapFollower;
  shown: MapShown[];
  asked: string[];
  due: { task: () => void; ms: number }[];
  heldBack: boolean[];
  set: {
    isHeld: boolean;
    gone: Set<string>;
    /** The circles that hold each note. */
    places: Record<string, string[]>;
    failure: Error | null;
    undrawn: Error | null;
    until: Promise<unknown>;
  };
}

function bench(): Bench {
  const set: Bench['set'] = {
    isHeld: false,
    gone: new Set(),
    places: {},
    failure: null,
    undrawn: null,
    until: Promise.resolve(),
  };
  const [shown, asked, due]: [MapShown[], string[], Bench['due']] = [[], [], []];
  const heldBack: boolean[] = [];
  const questions: MapQuestions = {
    map: async () => {
      asked.push('map');
      await set.until;
      return set.failure === null
        ? Promise.resolve(mapOf({ circles: [circle('a', 4, 0, 0)], hubs: [{ path: 'Hub.md', title: 'Hub' }] }))
        : Promise.reject(set.failure);
    },
    themeMap: ({ id }) => {
      asked.push(id);
      if (set.gone.has(id)) return Promise.reject(Object.assign(new Error('gone'), { code: 'theme_not_found' }));
      return Promise.resolve(themeOf(id, { notes: [dot('One.md', 0, 0), dot('Two.md', 9, 0), dot('Three.md', 0, 9)] }));
    },
    mapPlaces: ({ paths }) =>
      Promise.resolve({ places: paths.map((path) => ({ path, circles: set.places[path] ?? [] })) }),
  };
  const follower: MapFollower = new MapFollower({
    questions: () => Promise.resolve(questions),
    show: (next) => {
      if (set.undrawn !== null) throw set.undrawn;
      shown.push(next);
    },
    isHeld: () => set.isHeld,
    heldChanged: () => heldBack.push(follower.isHeldBack),
    schedule: (task, ms) => {
      const entry = { task, ms };
      due.push(entry);
      return () => void due.splice(due.indexOf(entry), 1);
    },
  });
  return { follower, shown, asked, due, heldBack, set };
}

/** Everything that only waits for promises is done. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const placeOf = ({ theme, inside }: MapShown): unknown => [theme, inside.map(({ id }) => id)];

describe('MapFollower', () => {
  it('asks for a theme within a theme, and only for what it does not know', async () => {
    const { follower, shown, asked } = bench();
    follower.refresh();
    await settled();
    follower.goTo('a/b');
    await settled();
    follower.goTo('a');
    await settled();
    expect(asked).toEqual(['map', 'a', 'a/b']);
    expect(shown.map(placeOf)).toEqual([
      [null, []],
      ['a/b', ['a', 'a/b']],
      ['a', ['a']],
    ]);
  });

  it('goes on after an answer that could not be drawn', async () => {
    const { follower, shown, set } = bench();
    set.undrawn = new Error('No room.');
    const told = vi.spyOn(console, 'error').mockReturnValue();
    follower.refresh();
    await settled();
    expect(told).toHaveBeenCalledWith(set.undrawn);
    told.mockRestore();
    set.undrawn = null;
    follower.refresh();
    await settled();
    expect(shown.map(placeOf)).toEqual([[null, []]]);
  });

  it('begins where it was left', async () => {
    const { follower, shown } = bench();
    follower.startAt('a');
    expect([shown.length, follower.wanted]).toEqual([0, 'a']);
    follower.refresh();
    await settled();
    expect(shown.map(placeOf)).toEqual([['a', ['a']]]);
  });

  it('shows only where the person went last', async () => {
    const { follower, shown } = bench();
    follower.refresh();
    follower.goTo('a');
    follower.goTo('b');
    await settled();
    expect(shown.map(placeOf)).toEqual([['b', ['b']]]);
  });

  it('goes out of a theme that has gone', async () => {
    const { follower, shown, set } = bench();
    follower.refresh();
    follower.goTo('a/b');
    await settled();
    set.gone.add('a/b');
    follower.refresh();
    await settled();
    expect(placeOf(shown.at(-1) as MapShown)).toEqual(['a', ['a']]);
    expect(follower.wanted).toBe('a');
  });

  it('follows the notes of a theme that has gone into the theme that holds most of them', async () => {
    const { follower, shown, set } = bench();
    follower.refresh();
    follower.goTo('a');
    await settled();
    set.gone.add('a');
    set.places = { 'One.md': ['b'], 'Two.md': ['b', 'b/c'], 'Three.md': ['unsorted'] };
    follower.refresh();
    await settled();
    expect(placeOf(shown.at(-1) as MapShown)).toEqual(['b', ['b']]);
    set.gone.add('b');
    set.places = { 'One.md': ['a'], 'Two.md': ['unsorted'], 'Three.md': ['unsorted'] };
    follower.refresh();
    await settled();
    expect(placeOf(shown.at(-1) as MapShown)).toEqual([null, []]);
  });

  it('follows within the theme that is left', async () => {
    const { follower, shown, set } = bench();
    follower.refresh();
    follower.goTo('a/b');
    await settled();
    set.gone.add('a/b');
    set.places = { 'One.md': ['a', 'a/c'], 'Two.md': ['a', 'a/c'], 'Three.md': ['a'] };
    follower.refresh();
    await settled();
    expect(placeOf(shown.at(-1) as MapShown)).toEqual(['a/c', ['a', 'a/c']]);
  });

  it('leaves a theme that has gone only once its rows may move', async () => {
    const { follower, shown, set } = bench();
    follower.refresh();
    follower.goTo('a');
    await settled();
    set.isHeld = true;
    set.gone.add('a');
    follower.refresh();
    await settled();
    expect([placeOf(shown.at(-1) as MapShown), follower.isHeldBack]).toEqual([['a', ['a']], true]);
    set.isHeld = false;
    follower.release();
    expect([placeOf(shown.at(-1) as MapShown), follower.wanted]).toEqual([[null, []], null]);
  });

  it('holds a newer picture of the same place back, but not what the person asks for', async () => {
    const { follower, shown, set } = bench();
    follower.refresh();
    await settled();
    set.isHeld = true;
    follower.refresh();
    await settled();
    expect(shown).toHaveLength(1);
    follower.release();
    expect(shown).toHaveLength(1);
    set.isHeld = false;
    follower.release();
    expect(shown).toHaveLength(2);
    set.isHeld = true;
    follower.goTo('a');
    await settled();
    expect(placeOf(shown.at(-1) as MapShown)).toEqual(['a', ['a']]);
  });

  it('says that a newer picture waits, and looks for it again from where the person goes', async () => {
    const { follower, asked, due, heldBack, set } = bench();
    follower.refresh();
    await settled();
    set.isHeld = true;
    follower.refresh();
    await settled();
    expect([heldBack, follower.isHeldBack]).toEqual([[true], true]);
    follower.goTo('a');
    await settled();
    expect(follower.isHeldBack).toBe(false);
    expect(asked).toEqual(['map', 'map', 'a']);
    due.shift()?.task();
    await settled();
    expect(asked).toEqual(['map', 'map', 'a', 'map', 'a']);
  });

  it('asks for all again if the person goes elsewhere while it does', async () => {
    const { follower, asked } = bench();
    follower.refresh();
    await settled();
    follower.refresh();
    follower.goTo('a');
    await settled();
    expect(asked).toEqual(['map', 'map', 'map', 'a']);
  });

  it('shows notes under their new names, also in the picture that waits', async () => {
    const { follower, shown, set } = bench();
    follower.refresh();
    await settled();
    set.isHeld = true;
    follower.refresh();
    await settled();
    await follower.renamed('Hub.md', 'Hubs/Centre.md');
    expect(shown.at(-1)?.whole?.hubs).toEqual([{ path: 'Hubs/Centre.md', title: 'Centre' }]);
    await follower.renamed('Other.md', 'Another.md');
    expect(shown).toHaveLength(2);
    set.isHeld = false;
    follower.release();
    expect(shown[2]?.whole?.hubs).toEqual([{ path: 'Hubs/Centre.md', title: 'Centre' }]);
  });

  it('shows an answer that was asked for before a rename under the new name', async () => {
    const { follower, shown, set } = bench();
    follower.refresh();
    await settled();
    let answer = (): void => undefined;
    set.until = new Promise<void>((resolve) => (answer = resolve));
    follower.refresh();
    await follower.renamed('Hub.md', 'Centre.md');
    await follower.renamed('Centre.md', 'Hubs/Centre.md');
    answer();
    await settled();
    expect(shown).toHaveLength(4);
    expect(shown.at(-1)?.whole?.hubs).toEqual([{ path: 'Hubs/Centre.md', title: 'Centre' }]);
  });

  it('shows at once what the person did here, and not an answer from before', async () => {
    const { follower, shown, set } = bench();
    follower.refresh();
    await settled();
    set.isHeld = true;
    follower.refresh();
    follower.refreshAtOnce();
    await settled();
    expect(shown).toHaveLength(2);
    follower.refresh();
    await settled();
    expect(shown).toHaveLength(2);
  });

  it('says why it failed, keeps what was shown, and tries again', async () => {
    const { follower, shown, set } = bench();
    set.failure = new Error('broken');
    follower.startAt('a');
    follower.refresh();
    await settled();
    expect(shown[0]).toMatchObject({ whole: null, error: set.failure });
    set.failure = null;
    follower.refresh();
    await settled();
    expect(shown[1]).toMatchObject({ theme: 'a', error: null });
    set.failure = new Error('broken again');
    follower.refresh();
    await settled();
    expect(shown[2]).toMatchObject({ theme: 'a', error: set.failure });
    expect(shown[2]?.whole).not.toBeNull();
  });

  it('looks again once for many changes, and no more when closed', async () => {
    const { follower, asked, due } = bench();
    follower.refreshSoon(5_000);
    follower.refreshSoon();
    follower.refreshSoon();
    expect(due.map(({ ms }) => ms)).toEqual([1_500]);
    due.shift()?.task();
    await settled();
    expect(asked).toEqual(['map']);
    follower.refreshSoon();
    follower.close();
    expect(due).toEqual([]);
  });
});
