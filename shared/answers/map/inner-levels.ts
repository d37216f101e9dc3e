import { isList, isRecord } from '../../kit/json/is-record.ts';
import { UNSORTED, type Circles } from './circles.ts';

/** Themes within a theme. */
export interface InnerCircles extends Circles {
  /** Fingerprint of the graph that they are of. */
  of: string;
}

/** Where notes are, by their paths, and how large each is. */
export type DotPlaces = Record<string, [x: number, y: number, radius: number]>;

/** Levels of the map below that of the whole vault, by the ids of the themes they show; '': all notes of a few. */
export interface StoredLevels {
  circles: Record<string, InnerCircles>;
  dots: Record<string, DotPlaces>;
}

/** Levels that have been shown, and those shown before the circles of the vault were last computed. */
export class InnerLevels {
  readonly circles = new Map<string, InnerCircles>();
  readonly dots = new Map<string, DotPlaces>();
  readonly before: Readonly<StoredLevels>;

  constructor(before: Readonly<StoredLevels> = { circles: {}, dots: {} }) {
    this.before = before;
  }

  /** For circles of the vault computed anew: what is known of the levels within those that still exist. */
  next(ids: readonly string[]): InnerLevels {
    const exist = new Set(['', UNSORTED, ...ids]);
    const known = <T>(before: Record<string, T>, now: ReadonlyMap<string, T>): Record<string, T> =>
      Object.fromEntries([...Object.entries(before), ...now].filter(([id]) => exist.has(id.split('/')[0] ?? '')));
    return new InnerLevels({
      circles: known(this.before.circles, this.circles),
      dots: known(this.before.dots, this.dots),
    });
  }

  /** From what was saved. Whatever has another shape is left out. */
  static restored(saved: unknown): InnerLevels {
    if (!isRecord(saved)) return new InnerLevels();
    const { circles, dots } = saved;
    return new InnerLevels({ circles: onlyThose(circles, isInnerCircles), dots: onlyThose(dots, isDotPlaces) });
  }
}

function onlyThose<T>(values: unknown, isOne: (value: unknown) => value is T): Record<string, T> {
  if (!isRecord(values)) return {};
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, T] => isOne(entry[1])));
}

function isInnerCircles(value: unknown): value is InnerCircles {
  if (!isRecord(value) || !isRecord(value['themes'])) return false;
  const { of, themes, places, radii, ties, rest } = value;
  const { clusters } = themes as { clusters?: unknown };
  return (
    typeof of === 'string' &&
    [places, radii, ties].every(isRecord) &&
    isList(rest) &&
    isList(clusters) &&
    clusters.every((cluster) => isRecord(cluster) && typeof cluster['id'] === 'string' && isList(cluster['members']))
  );
}

function isDotPlaces(value: unknown): value is DotPlaces {
  return (
    isRecord(value) &&
    Object.values(value).every((place) => isList(place) && place.length === 3 && place.every(Number.isFinite))
  );
}
