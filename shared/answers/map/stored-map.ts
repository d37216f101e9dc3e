import { isRecord } from '../../kit/json/is-record.ts';
import type { Circles } from './circles.ts';
import type { StoredLevels } from './inner-levels.ts';
import type { StoredNeighbours } from './note-neighbours.ts';

/** What is kept from one start to the next: the circles of the map, and which notes are alike. */
export interface StoredMap extends Circles {
  /** Fingerprint of the graph that the circles are of. */
  of: string;
  /** Fingerprint of what their themes were named after. */
  names?: string;
  neighbours: StoredNeighbours;
  /** Where the themes and notes within themes were, of those that had been looked at. */
  levels?: StoredLevels;
}

/** Whether a value read from the index folder has the shape of a {@link StoredMap}. */
export function isStoredMap(value: unknown): value is StoredMap {
  if (!isRecord(value)) return false;
  const { of, themes, places, radii, ties, rest, neighbours } = value;
  return (
    typeof of === 'string' &&
    isRecord(themes) &&
    Array.isArray(themes['clusters']) &&
    [places, radii, ties].every(isRecord) &&
    Array.isArray(rest) &&
    isRecord(neighbours) &&
    ['paths', 'hashes', 'near', 'copies', 'names', 'by'].every((part) => Array.isArray(neighbours[part]))
  );
}
