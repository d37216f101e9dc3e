import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { FullTextDocument } from './fulltext-types.ts';
import { InvertedIndex } from './inverted-index.ts';

const WORDS = [
  'oak',
  'oaks',
  'ash',
  'wi-fi',
  'GitHub',
  '知识库',
  '库',
  'данные',
  'été',
  'drag-and-drop',
  'the',
  '𠮷野',
];
const QUERIES = [
  'oak',
  'oak ash',
  '"oak ash"',
  'wi-fi oak',
  'github',
  '知识库',
  '库',
  'o*',
  'drag-and-drop',
  'ete the',
  '"知识库 oak"',
  '𠮷野',
];

const PIECES = ['a', 'es', 'ES', 'e', 'ing', '9', '-', '-', "'", '.', '+', '#', '/', '🎉', '库', 'é', '\u0301', ' '];

type Action =
  | { kind: 'insert'; id: number; document: FullTextDocument }
  | { kind: 'remove'; id: number }
  | { kind: 'freeze' | 'merge'; during: Action[] }
  | { kind: 'reload' };

describe('an index after any changes', () => {
  it('answers like one rebuilt from the remaining notes', () => {
    fc.assert(
      fc.property(actions(fc.constantFrom(...WORDS)), (all) => {
        const world = new World();
        for (const action of all) world.apply(action);
        world.check(QUERIES);
      }),
      { seed: 4, numRuns: 100 },
    );
  });

  it('does so for words of any make', () => {
    fc.assert(
      fc.property(actions(anyWord()), fc.array(anyWord(), { minLength: 1, maxLength: 12 }), (all, asked) => {
        const world = new World();
        for (const action of all) world.apply(action);
        const [first = '', second = ''] = asked;
        world.check([...asked, `${first} ${second}`, `"${first} ${second}"`, `${first}*`]);
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

/** The index under test, the notes it should contain, and the segments that would be on disk. */
class World {
  #index = new InvertedIndex();
  readonly #notes = new Map<number, FullTextDocument>();
  #segments: [string, Uint8Array][] = [];
  #removed = new Set<number>();
  #count = 0;

  apply(action: Action): void {
    if (action.kind === 'insert') this.#insert(action.id, action.document);
    else if (action.kind === 'remove') this.#remove(action.id);
    else if (action.kind === 'reload') this.#reload();
    else this.#build(action.kind, action.during);
  }

  check(queries: readonly string[]): void {
    const fresh = new InvertedIndex();
    for (const [id, document] of this.#notes) runSteps(fresh.insert(id, document));
    expect(this.#index.size).toBe(this.#notes.size);
    const others = (index: InvertedIndex, query: string): unknown => ({
      any: index.hasAny(query),
      word: index.hasWord(query),
      beginning: index.hasBeginning(query),
      notes: [...runSteps(index.notesWith(query))].sort(),
      whole: [...index.notesWithWhole(query)].sort(),
    });
    for (const query of queries) {
      expect(others(this.#index, query)).toEqual(others(fresh, query));
      for (const limit of [3, 100]) {
        expectSame(this.#index.search(query, { limit }), fresh.search(query, { limit }));
        expectSame(this.#index.searchChunks(query, { limit }), fresh.searchChunks(query, { limit }));
      }
    }
  }

  #insert(id: number, document: FullTextDocument): void {
    runSteps(this.#index.insert(id, document));
    this.#notes.set(id, document);
    this.#removed.delete(id);
  }

  #remove(id: number): void {
    this.#index.remove(id);
    this.#notes.delete(id);
    this.#removed.add(id);
  }

  /** Freezes the delta, or merges the older half of the segments, while other changes come in between. */
  #build(kind: 'freeze' | 'merge', during: readonly Action[]): void {
    const key = `segment ${this.#count++}`;
    const merged = this.#segments.slice(0, Math.ceil(this.#segments.length / 2)).map(([name]) => name);
    if (kind === 'merge' && merged.length === 0) return;
    const steps = kind === 'freeze' ? this.#index.freeze(key) : this.#index.merge(merged, key);
    const rest = [...during];
    let step = steps.next();
    while (step.done !== true) {
      const next = rest.shift();
      if (next !== undefined) this.apply(next);
      step = steps.next();
    }
    if (kind === 'freeze') this.#segments.push([key, step.value]);
    else this.#segments.splice(0, merged.length, [key, step.value]);
    for (const next of rest) this.apply(next);
  }

  /** Like a start: saved segments are attached, removed notes removed, and unsaved ones indexed again. */
  #reload(): void {
    this.#index = new InvertedIndex();
    for (const [key, bytes] of this.#segments) this.#index.attach(key, bytes);
    for (const id of this.#removed) this.#index.remove(id);
    for (const [id, document] of this.#notes) runSteps(this.#index.insert(id, document));
  }
}

function expectSame(actual: readonly object[], expected: readonly object[]): void {
  expect(actual.length).toBe(expected.length);
  for (const [i, hit] of actual.entries()) {
    for (const [name, value] of Object.entries(expected[i] as object)) {
      const own = (hit as Record<string, unknown>)[name];
      if (typeof value === 'number') expect(own, `${name} of hit ${i}`).toBeCloseTo(value, 9);
      else expect(own, `${name} of hit ${i}`).toBe(value);
    }
  }
}

/** Pieces of a few kinds in any order: as a whole, many stand for the same as one of their parts. */
function anyWord(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
}

function actions(word: fc.Arbitrary<string>): fc.Arbitrary<Action[]> {
  const id = fc.integer({ min: 0, max: 9 });
  const insert = fc.record({ kind: fc.constant('insert' as const), id, document: documents(word) });
  const remove = fc.record({ kind: fc.constant('remove' as const), id });
  const change = fc.oneof({ weight: 3, arbitrary: insert }, { weight: 1, arbitrary: remove });
  const during = fc.array(change, { maxLength: 4 });
  const build = fc.record({ kind: fc.constantFrom('freeze' as const, 'merge' as const), during });
  const reload = fc.record({ kind: fc.constant('reload' as const) });
  return fc.array<Action>(
    fc.oneof({ weight: 8, arbitrary: change }, { weight: 3, arbitrary: build }, { weight: 1, arbitrary: reload }),
    { minLength: 1, maxLength: 30 },
  );
}

function documents(word: fc.Arbitrary<string>): fc.Arbitrary<FullTextDocument> {
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const texts = fc.array(text, { maxLength: 3 });
  const chunkHeadings = fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 3 });
  return fc.record({
    title: text,
    aliases: texts,
    headings: texts,
    tags: texts,
    properties: texts,
    chunks: texts,
    chunkHeadings,
  });
}
