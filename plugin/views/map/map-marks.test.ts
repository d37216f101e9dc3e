import { describe, expect, it } from 'vitest';
import { circle, mapOf } from './map-test-kit.ts';
import { levelsOf, type MapLevel } from './map-levels.ts';
import { countFound, foundWords, MapMarker, marksOf, type MarkQuestions } from './map-marks.ts';

const PLACES: Record<string, string[]> = { 'A.md': ['a', 'a/x'], 'B.md': ['a'], 'C.md': ['c'] };
const LEVELS = levelsOf({
  whole: mapOf({ circles: [circle('a', 4, 0, 0), circle('b', 2, 9, 9), circle('c', 1, 5, 5)] }),
  inside: [],
});

interface Bench {
  marker: MapMarker;
  asked: string[];
  signals: AbortSignal[];
  changes: number[];
  run: () => void;
}

function bench(): Bench {
  const [asked, changes]: [string[], number[]] = [[], []];
  const signals: AbortSignal[] = [];
  let task: (() => void) | null = null;
  const questions: MarkQuestions = {
    mapFound: ({ query }, signal) => {
      asked.push(query);
      if (signal !== undefined) signals.push(signal);
      const places = ['A.md', 'C.md'].map((path) => ({ path, circles: PLACES[path] ?? [] }));
      return Promise.resolve({ places, isPart: true });
    },
    mapPlaces: ({ paths }) =>
      Promise.resolve({ places: paths.flatMap((path) => (PLACES[path] ? [{ path, circles: PLACES[path] }] : [])) }),
  };
  const marker = new MapMarker({
    questions: () => Promise.resolve(questions),
    changed: () => changes.push(changes.length),
    schedule: (next) => {
      task = next;
      return () => (task = null);
    },
  });
  return { marker, asked, signals, changes, run: () => task?.() };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('MapMarker', () => {
  it('knows the circles around the active note', async () => {
    const { marker, changes } = bench();
    marker.follow('A.md');
    marker.follow('A.md');
    await settled();
    expect([...marker.active]).toEqual(['A.md', 'a', 'a/x']);
    expect(changes).toHaveLength(1);
    marker.follow(null);
    await settled();
    expect(marker.active.size).toBe(0);
  });

  it('follows the active note where it goes, also if the change is of a folder above it', async () => {
    const { marker } = bench();
    marker.follow('Old/B.md');
    marker.renamed('Other', 'New');
    expect(marker.path).toBe('Old/B.md');
    marker.renamed('Old', 'New');
    expect(marker.path).toBe('New/B.md');
    marker.renamed('New/B.md', 'A.md');
    await settled();
    expect([...marker.active]).toEqual(['A.md', 'a', 'a/x']);
  });

  it('gives up a search at the next letter, and when it is closed', async () => {
    const { marker, signals, run } = bench();
    marker.lookFor('wa');
    run();
    await settled();
    marker.lookFor('wat');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    run();
    await settled();
    expect(marker.found?.query).toBe('wat');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    marker.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('looks for what is typed last, and for nothing when the field is empty', async () => {
    const { marker, asked, run } = bench();
    marker.lookFor('wa');
    marker.lookFor(' water ');
    run();
    await settled();
    expect(asked).toEqual(['water']);
    expect(marker.found).toMatchObject({ query: 'water', places: [{ path: 'A.md' }, { path: 'C.md' }], isPart: true });
    marker.lookFor('');
    await settled();
    expect(marker.found).toBeNull();
  });

  it('drops late answers, and all of them once it is closed', async () => {
    const { marker, changes } = bench();
    marker.follow('A.md');
    marker.follow('B.md');
    await settled();
    expect([[...marker.active], changes.length]).toEqual([['B.md', 'a'], 1]);
    marker.refresh();
    marker.close();
    await settled();
    expect(changes).toHaveLength(1);
  });
});

describe('what is marked', () => {
  const found = { query: 'label b', places: [{ path: 'A.md', circles: ['a'] }], isPart: false };

  it('is the notes found, the circles around them, and themes of that name', () => {
    expect([...(marksOf(LEVELS, new Set(), found).found ?? [])]).toEqual(['A.md', 'a', 'b']);
    expect(marksOf(LEVELS, new Set(['x']), null)).toEqual({ active: new Set(['x']), found: null });
  });

  it.each([
    ['Caf\u00e9 Z\u00fcrich', 'cafe\u0301 zur', true],
    ['Cafe\u0301', 'cafe', true],
    ['\u0928\u094b\u091f', '\u0928\u093f', false],
    ['\u77e5\u8b58\u5eab', '\u8b58\u5eab', true],
    ['\u0439\u043e\u0433\u0430', '\u0438', false],
    ['Gardens', 'dens', false],
  ])('is the theme %s when %s is looked for, as text is found: %s', (label, query, isMarked) => {
    const level = { ...(LEVELS[0] as MapLevel), circles: [{ ...circle('t', 1, 0, 0), label }] };
    const { found: keys } = marksOf([level], new Set(), { query, places: [], isPart: false });
    expect(keys?.has('t')).toBe(isMarked);
  });

  it('is said in words: notes, else themes of that name', () => {
    const whole = LEVELS[0] as MapLevel;
    expect(foundWords(found, whole)).toBe('1 note found in 1 theme');
    expect(foundWords({ ...found, isPart: true }, whole)).toBe('At least 1 note found in 1 theme');
    expect(foundWords({ ...found, places: [] }, whole)).toBe('1 theme found');
    expect(foundWords({ ...found, query: 'label', places: [] }, whole)).toBe('3 themes found');
    expect(foundWords({ ...found, query: 'else', places: [] }, whole)).toBe('Nothing here is about “else”.');
    expect(foundWords(null, whole)).toBe('');
  });

  it('is counted for the level that is shown', () => {
    const whole = LEVELS[0] as MapLevel;
    expect(countFound(found, whole)).toEqual({ notes: 1, themes: 1, named: 1 });
    expect(countFound({ ...found, places: [] }, whole)).toEqual({ notes: 0, themes: 0, named: 1 });
    expect(countFound(found, { ...whole, id: 'b', circles: [] })).toEqual({ notes: 0, themes: 0, named: 0 });
  });
});
