import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { NoteVectors } from './note-vectors.ts';
import { ROWS_A_CALL, ScriptRowMemory } from './row-memory.ts';
import { cosineOf, identityOf, keyOf, vectorOf } from './vector-test-kit.ts';
import type { NoteMeasure, VectorHit } from './vector-types.ts';

const DIMENSIONS = 8;
const EAST = [1, 0, 0, 0, 0, 0, 0, 0];
const NORTH = [0, 1, 0, 0, 0, 0, 0, 0];
const NORTH_EAST = [1, 1, 0, 0, 0, 0, 0, 0];

function vectors(notes: Record<number, readonly (readonly number[] | null)[]>): NoteVectors {
  const store = new NoteVectors(identityOf(DIMENSIONS));
  for (const [id, chunks] of Object.entries(notes)) {
    store.setNote(
      Number(id),
      chunks.map((vector) => (vector === null ? null : keyOf(vector.join()))),
    );
    for (const vector of chunks) if (vector !== null) store.add(keyOf(vector.join()), vector);
  }
  return store;
}

function notesOf(
  store: NoteVectors,
  query: ArrayLike<number>,
  measure: NoteMeasure = 'best',
  filter?: (id: number) => boolean,
): VectorHit[] {
  return runSteps(store.score(query, filter)).notes(100, measure);
}

function rounded(hits: readonly VectorHit[]): VectorHit[] {
  return hits.map((hit) => ({ ...hit, score: Math.round(hit.score * 1000) / 1000 }));
}

describe('the share of notes whose first chunk has a vector', () => {
  it('leaves out chunks and notes that the model cannot read, and follows every change', () => {
    const store = new NoteVectors(identityOf(DIMENSIONS));
    expect(store.leadShare).toBe(0);
    store.setNote(1, [keyOf('a'), keyOf('b')]);
    store.setNote(2, [null, keyOf('c')]);
    store.setNote(3, [null]);
    store.add(keyOf('b'), EAST);
    expect(store.leadShare).toBe(0);
    store.add(keyOf('c'), EAST);
    expect(store.leadShare).toBe(0.5);
    store.add(keyOf('a'), EAST);
    expect(store.leadShare).toBe(1);
    store.setNote(1, [keyOf('d')]);
    expect(store.leadShare).toBe(0.5);
    store.removeNote(1);
    expect(store.leadShare).toBe(1);
  });
});

describe('the nearest notes', () => {
  const store = vectors({ 1: [EAST, NORTH], 2: [NORTH], 3: [NORTH_EAST, null, NORTH_EAST], 4: [null] });

  it('are found by their best chunk, and say which one it is', () => {
    expect(rounded(notesOf(store, NORTH))).toEqual([
      { id: 1, chunk: 1, score: 1 },
      { id: 2, chunk: 0, score: 1 },
      { id: 3, chunk: 0, score: 0.707 },
    ]);
  });

  it('or by the mean of their best two', () => {
    expect(rounded(notesOf(store, NORTH, 'best-two'))).toEqual([
      { id: 2, chunk: 0, score: 1 },
      { id: 3, chunk: 0, score: 0.707 },
      { id: 1, chunk: 1, score: 0.5 },
    ]);
  });

  it('or by their first', () => {
    expect(rounded(notesOf(store, NORTH, 'lead')).map(({ id, score }) => [id, score])).toEqual([
      [2, 1],
      [3, 0.707],
      [1, 0],
    ]);
  });

  it('or chunk by chunk', () => {
    expect(rounded(runSteps(store.score(EAST)).chunks(3))).toEqual([
      { id: 1, chunk: 0, score: 1 },
      { id: 3, chunk: 0, score: 0.707 },
      { id: 3, chunk: 2, score: 0.707 },
    ]);
  });

  it('are as many as asked for, among those that pass the filter', () => {
    expect(runSteps(store.score(NORTH)).notes(1, 'best')).toHaveLength(1);
    expect(notesOf(store, NORTH, 'best', (id) => id === 3).map((hit) => hit.id)).toEqual([3]);
    expect(notesOf(store, NORTH, 'best', () => false)).toEqual([]);
  });

  it('leave out the last in the order that is given, of notes with the same score', () => {
    const order = (a: number, b: number): number => b - a;
    const scores = runSteps(vectors({ 0: [EAST], 1: [EAST], 2: [EAST] }).score(EAST, undefined, order));
    expect(scores.notes(2, 'best').map((hit) => hit.id)).toEqual([2, 1]);
    expect(scores.chunks(2).map((hit) => hit.id)).toEqual([2, 1]);
  });

  it('do not depend on how long vectors are', () => {
    expect(
      rounded(
        notesOf(
          store,
          NORTH.map((value) => value * 1e6),
        ),
      ),
    ).toEqual(rounded(notesOf(store, NORTH)));
  });

  it('have no preference if a query has no direction', () => {
    expect(notesOf(store, new Float32Array(DIMENSIONS)).map(({ id, score }) => [id, score])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
  });
});

describe('a text', () => {
  it('waits for its vector once, no matter how many chunks have it', () => {
    const store = new NoteVectors(identityOf(DIMENSIONS));
    store.setNote(1, [keyOf('a'), keyOf('b'), keyOf('a')]);
    store.setNote(2, [keyOf('a')]);
    expect(store.waiting).toBe(2);
    store.add(keyOf('a'), EAST);
    expect([store.waiting, store.missing(1), store.missing(2), store.size]).toEqual([1, [1], [], 1]);
    expect(notesOf(store, EAST).map((hit) => hit.id)).toEqual([1, 2]);
  });

  it('keeps its vector while its note moves, is cut in another way, or is removed and comes back', () => {
    const store = vectors({ 1: [EAST, NORTH] });
    store.removeNote(1);
    expect([store.has(keyOf(EAST.join())), notesOf(store, EAST)]).toEqual([true, []]);
    store.setNote(7, [keyOf(NORTH.join())]);
    expect([store.waiting, notesOf(store, NORTH)[0]?.id]).toEqual([0, 7]);
  });

  it('loses it when no note names it at a sweep', () => {
    const store = vectors({ 1: [EAST, NORTH], 2: [NORTH] });
    store.removeNote(1);
    expect([store.sweep(), store.size, store.has(keyOf(EAST.join())), store.has(keyOf(NORTH.join()))]).toEqual([
      1,
      1,
      false,
      true,
    ]);
    expect(store.sweep()).toBe(0);
  });

  it('stops waiting when its note is removed before its vector arrives', () => {
    const store = new NoteVectors(identityOf(DIMENSIONS));
    store.setNote(1, [keyOf('a')]);
    store.setNote(1, []);
    expect([store.waiting, store.missing(1), store.missing(99)]).toEqual([0, [], []]);
  });

  it('does not take a vector of the wrong make, and stays as it was', () => {
    const store = new NoteVectors(identityOf(DIMENSIONS));
    store.setNote(1, [keyOf('a')]);
    expect(() => store.add(keyOf('a'), [1, 2])).toThrow('2 dimensions instead of 8');
    expect(() => store.add(keyOf('a'), EAST.with(3, NaN))).toThrow(RangeError);
    expect(() => store.add(keyOf('new'), EAST.with(3, NaN))).toThrow(RangeError);
    expect([store.waiting, store.size, store.has(keyOf('new'))]).toEqual([1, 0, false]);
    expect(() => runSteps(store.score([1]))).toThrow(RangeError);
  });

  it.each([0, -1, 1.5, 5000])('cannot have %d dimensions', (dimensions) => {
    expect(() => new NoteVectors(identityOf(dimensions))).toThrow(RangeError);
  });
});

describe('saved vectors', () => {
  it('come back as they were, before or after their notes are known', () => {
    const store = vectors({ 1: [EAST, NORTH], 2: [NORTH_EAST] });
    const bytes = runSteps(store.segments.freeze('s1'));
    expect([store.segments.unsaved, store.segments.keys]).toEqual([0, ['s1']]);
    const early = new NoteVectors(identityOf(DIMENSIONS));
    runSteps(early.segments.attach('s1', bytes));
    const late = new NoteVectors(identityOf(DIMENSIONS));
    for (const other of [early, late]) {
      other.setNote(
        1,
        [EAST, NORTH].map((vector) => keyOf(vector.join())),
      );
      other.setNote(2, [keyOf(NORTH_EAST.join())]);
    }
    runSteps(late.segments.attach('s1', bytes));
    for (const other of [early, late]) {
      expect([other.waiting, other.segments.unsaved, other.size]).toEqual([0, 0, 3]);
      expect(notesOf(other, EAST)).toEqual(notesOf(store, EAST));
    }
  });

  it('of another identity are refused, and nothing changes', () => {
    const bytes = runSteps(vectors({ 1: [EAST] }).segments.freeze('s1'));
    const other = new NoteVectors({ ...identityOf(DIMENSIONS), prefixes: { query: '', document: 'passage: ' } });
    expect(() => runSteps(other.segments.attach('s1', bytes))).toThrow('are none of');
    expect([other.size, other.segments.keys]).toEqual([0, []]);
  });

  it('say how much of a segment is no longer used, and a merge drops that', () => {
    const store = vectors({ 1: [EAST, NORTH] });
    runSteps(store.segments.freeze('s1'));
    store.setNote(2, [keyOf('c')]);
    store.add(keyOf('c'), NORTH_EAST);
    runSteps(store.segments.freeze('s2'));
    store.removeNote(1);
    store.sweep();
    expect([store.segments.waste('s1'), store.segments.waste('s2'), store.segments.waste('unknown')]).toEqual([
      1, 0, 0,
    ]);
    const merged = runSteps(store.segments.merge(['s1', 's2'], 's3'));
    const fresh = new NoteVectors(identityOf(DIMENSIONS));
    runSteps(fresh.segments.attach('s3', merged));
    expect([store.segments.keys, fresh.size, fresh.has(keyOf('c'))]).toEqual([['s3'], 1, true]);
  });

  it('that were embedded meanwhile count as saved, and segments may overlap', () => {
    const store = vectors({ 1: [EAST] });
    const bytes = runSteps(vectors({ 1: [EAST], 2: [NORTH] }).segments.freeze('s1'));
    runSteps(store.segments.attach('s1', bytes));
    runSteps(store.segments.attach('s2', bytes));
    runSteps(store.segments.attach('s2', bytes));
    expect([store.size, store.segments.unsaved, store.segments.waste('s1'), store.segments.waste('s2')]).toEqual([
      2, 0, 0, 1,
    ]);
  });

  it('are not freed while they are written', () => {
    const store = vectors({ 1: [EAST] });
    const steps = store.segments.freeze('s1');
    steps.next();
    store.removeNote(1);
    expect(store.sweep()).toBe(0);
    runSteps(steps);
    expect(store.sweep()).toBe(1);
  });
});

describe('a scan in steps', () => {
  const many = (): NoteVectors => {
    const store = new NoteVectors(identityOf(DIMENSIONS));
    for (let id = 0; id < 3 * ROWS_A_CALL; id += 1) {
      store.setNote(id, [keyOf(id)]);
      store.add(keyOf(id), vectorOf(id, DIMENSIONS));
    }
    return store;
  };

  it('finds what was added, and not what was removed, while it was running', () => {
    const store = many();
    const steps = store.score(EAST);
    steps.next();
    store.removeNote(0);
    store.sweep();
    store.setNote(999_999, [keyOf('new')]);
    store.add(keyOf('new'), EAST);
    const scores = runSteps(steps);
    expect(rounded(scores.notes(1, 'best'))).toEqual([{ id: 999_999, chunk: 0, score: 1 }]);
    expect(scores.notes(1e6, 'best').some((hit) => hit.id === 0)).toBe(false);
  });

  it('does not affect another in progress', () => {
    const store = many();
    const alone = [EAST, NORTH].map((query) => runSteps(store.score(query)).notes(20, 'best'));
    const both = [EAST, NORTH].map((query) => store.score(query));
    for (let step = 0; step < 2; step += 1) for (const steps of both) steps.next();
    expect(both.map((steps) => runSteps(steps).notes(20, 'best'))).toEqual(alone);
  });
});

describe('any history of changes', () => {
  const id = fc.nat(6);
  const text = fc.nat(20);
  const change = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), id, texts: fc.array(fc.option(text), { maxLength: 5 }) }),
    fc.record({ kind: fc.constant('remove' as const), id }),
    fc.record({ kind: fc.constant('embed' as const), text }),
    fc.record({ kind: fc.constantFrom('sweep' as const, 'freeze' as const, 'merge' as const, 'reload' as const) }),
  );

  it('answers as a plain comparison with all vectors does, in WebAssembly and in script', () => {
    const memories = fc.constantFrom(undefined, (stride: number) => new ScriptRowMemory(stride));
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 60 }),
        memories,
        fc.nat(),
        fc.func(fc.boolean()),
        (changes, memory, seed, passes) => {
          let store = new NoteVectors(identityOf(DIMENSIONS), memory);
          const notes = new Map<number, (number | null)[]>();
          const embedded = new Set<number>();
          let saved = new Map<string, Uint8Array>();
          for (const [i, step] of changes.entries()) {
            if (step.kind === 'set') {
              notes.set(step.id, step.texts);
              store.setNote(
                step.id,
                step.texts.map((name) => (name === null ? null : keyOf(name))),
              );
            } else if (step.kind === 'remove') {
              notes.delete(step.id);
              store.removeNote(step.id);
            } else if (step.kind === 'embed') {
              embedded.add(step.text);
              store.add(keyOf(step.text), vectorOf(step.text, DIMENSIONS));
            } else if (step.kind === 'sweep') {
              store.sweep();
              for (const name of embedded) if (![...notes.values()].flat().includes(name)) embedded.delete(name);
            } else if (step.kind === 'freeze') saved.set(`s${i}`, runSteps(store.segments.freeze(`s${i}`)));
            else if (step.kind === 'merge')
              saved = new Map([[`s${i}`, runSteps(store.segments.merge([...saved.keys()], `s${i}`))]]);
            else {
              saved.set(`s${i}`, runSteps(store.segments.freeze(`s${i}`)));
              store = new NoteVectors(identityOf(DIMENSIONS), memory);
              for (const [key, bytes] of saved) runSteps(store.segments.attach(key, bytes));
              for (const [note, texts] of notes)
                store.setNote(
                  note,
                  texts.map((name) => (name === null ? null : keyOf(name))),
                );
              for (const name of store.size > embedded.size ? Array(21).keys() : [])
                if (store.has(keyOf(name))) embedded.add(name);
            }
          }
          const query = vectorOf(seed, DIMENSIONS);
          const expected = [...notes].flatMap(([note, texts]) => {
            const cosines = texts.flatMap((name) =>
              name !== null && embedded.has(name) ? [cosineOf(vectorOf(name, DIMENSIONS), query)] : [],
            );
            return cosines.length === 0 || !passes(note) ? [] : [{ note, score: Math.max(...cosines) }];
          });
          const found = notesOf(store, query, 'best', passes);
          expect(found.map((hit) => hit.id).sort()).toEqual(expected.map(({ note }) => note).sort());
          for (const { note, score } of expected)
            expect(found.find((hit) => hit.id === note)?.score).toBeCloseTo(score, 1);
          expect(found.map((hit) => hit.score)).toEqual(found.map((hit) => hit.score).sort((a, b) => b - a));
          expect(store.size).toBe(embedded.size);
          const named = new Set([...notes.values()].flat().filter((name) => name !== null));
          expect(store.waiting).toBe([...named].filter((name) => !embedded.has(name)).length);
        },
      ),
      { numRuns: 200, seed: 9 },
    );
  });
});
