import { describe, expect, it } from 'vitest';
import type { CompanionState } from '../../companion/companion-state.ts';
import { READY } from '../../companion/companion-test-kit.ts';
import type { MapOutput } from '../../../shared/protocol/schemas/map.ts';
import { circle, dot, mapOf } from './map-test-kit.ts';
import type { MapShown } from './map-levels.ts';
import { mapState, nextLook } from './map-state.ts';

function shown(whole: MapOutput | null, error: unknown = null): MapShown {
  return { theme: null, whole, inside: [], error };
}

const MAP = mapOf({ circles: [circle('a', 4, 0, 0)] });
const UNSORTED = mapOf({ circles: [circle('a', 4, 0, 0), circle('unsorted', 1, 9, 9)] });

describe('the state of the map in words', () => {
  it('says what is being done', () => {
    expect(mapState(null, shown(null)).words).toBe('Starting.');
    expect(mapState({ ...READY, index: 'starting' }, shown(null)).words).toBe('Starting.');
    const reading: CompanionState = { ...READY, index: 'indexing', progress: { done: 3, total: 9 } };
    expect(mapState(reading, shown(null)).words).toBe('Reading your notes: 3 of 9. The map comes after that.');
    expect(mapState(reading, shown(MAP)).words).toBe(
      'Reading your notes: 3 of 9. Until then this is the map from before.',
    );
    expect(mapState({ ...reading, progress: null }, shown(null)).words).toContain('Reading your notes.');
    expect(mapState(READY, shown(null)).words).toBe('Finding the themes of your notes.');
    expect(mapState(READY, shown(MAP)).words).toBe('');
    expect(mapState(READY, shown({ ...MAP, stale: true })).words).toContain('worked out again');
    expect(mapState(READY, shown({ ...MAP, comparing: true })).words).toContain('being compared');
    expect(mapState(READY, shown({ ...MAP, stale: true }), true).words).toContain('A newer map is ready.');
    const waiting = { ...MAP, comparing: true, uncompared: { reason: 'waiting' } } as const;
    expect(mapState(READY, shown(waiting)).words).toContain('read for their meaning');
  });

  it('says why notes without a place are not compared, unless the person has switched that off', () => {
    const words = (whole: MapOutput, uncompared: MapOutput['uncompared']): string =>
      mapState(READY, shown({ ...whole, uncompared })).words;
    expect(words(UNSORTED, { reason: 'model', problem: 'the file is not there' })).toBe(
      'Notes are not compared by meaning: the file is not there.',
    );
    expect(words(UNSORTED, { reason: 'words' })).toContain('too few words');
    expect(words(UNSORTED, { reason: 'waiting' })).toContain('still to be read');
    expect(words(UNSORTED, { reason: 'off' })).toBe('');
    expect(words(MAP, { reason: 'words' })).toBe('');
  });

  it('says what failed and why, and offers to try again', () => {
    expect(mapState({ ...READY, index: 'failed', problem: 'disk full.' }, shown(null))).toEqual({
      words: 'Your notes could not be read: disk full.',
      action: 'retry',
      isProblem: true,
    });
    expect(mapState(READY, shown(MAP, new Error('no graph')))).toMatchObject({
      words: 'The map could not be drawn: no graph.',
      action: 'retry',
    });
  });

  it('says what to do if there is nothing', () => {
    expect(mapState(READY, shown(mapOf({ circles: [] })))).toMatchObject({ action: 'new-note', isProblem: false });
    expect(mapState(READY, shown(mapOf({ notes: [dot('A.md', 0, 0)] }))).words).toBe('');
  });
});

describe('the next look at the map', () => {
  it('is soon while it may change of itself, later while notes wait for a place, and else with the next change', () => {
    expect(nextLook(shown(null), true, 'use')).toBeNull();
    expect(nextLook(shown(MAP, new Error('broken')), false, 'use')).toBeNull();
    expect(nextLook(shown(MAP), true, 'use')).toBe(2_000);
    expect(nextLook(shown({ ...MAP, stale: true }), false, 'use')).toBe(2_000);
    expect(nextLook(shown({ ...MAP, comparing: true }), false, 'use')).toBe(2_000);
    expect(nextLook(shown(MAP), false, 'use')).toBeNull();
    expect(nextLook(shown(UNSORTED), false, 'use')).toBe(15_000);
    expect(nextLook(shown({ ...MAP, uncompared: { reason: 'waiting' } }), false, 'use')).toBe(15_000);
    expect(nextLook(shown({ ...MAP, improving: true }), false, 'use')).toBe(15_000);
    expect(nextLook(shown(UNSORTED), false, 'none')).toBeNull();
  });
});
