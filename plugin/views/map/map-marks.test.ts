import { describe, expect, it, vi } from 'vitest';
import { MapMarker, type MarkQuestions } from './map-marks.ts';

const PLACES: Record<string, string[]> = { 'A.md': ['a', 'a/x'], 'B.md': ['a'], 'C.md': ['c'] };
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

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Everything that only waits for promises, or for code to be loaded, is done. */
const settled = async (): Promise<void> => {
  await turn();
  await vi.dynamicImportSettled();
  await turn();
};

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
    expect([marker.found?.query, [...(marker.found?.keys([]) ?? [])]]).toEqual([
      'water',
      ['A.md', 'a', 'a/x', 'C.md', 'c'],
    ]);
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
