import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../kit/concurrency/slices.ts';
import { NoteFullText } from '../fulltext.ts';

function index(...notes: string[]): NoteFullText {
  const full = new NoteFullText();
  for (const [id, text] of notes.entries())
    runSteps(full.insert(id, { title: `n${id}`, aliases: [], headings: [], tags: [], properties: [], chunks: [text] }));
  return full;
}

function coverageOf(full: NoteFullText, query: string, id = 0): number | undefined {
  const notes = full.search(query, { limit: 10 }).find((hit) => hit.id === id)?.coverage;
  expect(full.searchChunks(query, { limit: 10 }).find((hit) => hit.id === id)?.coverage).toBe(notes);
  return notes;
}

describe('how much of a query a note has', () => {
  const full = index('the apple and the pear', 'apple apple cider', 'a quince');

  it('is all if it has every word except stop words', () => {
    expect(coverageOf(full, 'the pear or an apple')).toBe(1);
  });

  it('counts rare words more than common ones', () => {
    const rare = coverageOf(full, 'pear apple', 1) ?? 0;
    expect(rare).toBeGreaterThan(0);
    expect(rare).toBeLessThan(0.5);
  });

  it('misses words that occur nowhere in the vault, as the rarest', () => {
    const covered = coverageOf(full, 'apple zeppelin') ?? 0;
    expect(covered).toBeGreaterThan(0);
    expect(covered).toBeLessThan(0.5);
  });

  it('finds the words of a compound, and in another segment too', () => {
    const frozen = index('one two', 'drag-and-drop three');
    runSteps(frozen.freeze('s'));
    expect(coverageOf(frozen, 'drag-and-drop three', 1)).toBe(1);
    expect(coverageOf(frozen, 'one three four')).toBeLessThan(0.6);
  });

  it('is all for a query of stop words', () => {
    expect(coverageOf(full, 'the and')).toBe(1);
  });
});

describe('the weight of the words that a note has', () => {
  const full = index('the apple and a pear, plum', 'apple cider', 'apple quince', 'apple', 'apple');
  const heldOf = (query: string): number => full.search(query, { limit: 1 })[0]?.held ?? 0;

  it('grows with each word and its rarity, and stays below one for each', () => {
    expect(heldOf('pear')).toBeGreaterThan(heldOf('apple'));
    expect(heldOf('pear')).toBeLessThan(1);
    expect(heldOf('pear plum')).toBeCloseTo(2 * heldOf('pear'));
    expect(heldOf('pear plum')).toBe(full.searchChunks('pear plum', { limit: 1 })[0]?.held);
  });

  it('does not mind how much else the query asks for', () => {
    expect(heldOf('pear plum zeppelin balloon airship')).toBeCloseTo(heldOf('pear plum'));
  });
});
