import { fnvHash } from '../../../../shared/kit/text/fnv-hash.ts';

/** The app's own eight, by the names of their variables: `--color-red` and so on. */
export const COLORS = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple', 'pink'] as const;
export type MapColor = (typeof COLORS)[number];

interface Place {
  key: string;
  x: number;
  y: number;
  radius: number;
}

/** How many of the nearest circles get different colours. */
const OTHERS = 4;

/** A colour for each circle: constant while its neighbours stay the same, and different from theirs. */
export function colorsOf(places: readonly Place[]): Map<string, MapColor> {
  const colors = new Map<string, MapColor>();
  const used = new Map<MapColor, number>(COLORS.map((color) => [color, 0]));
  for (const place of [...places].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const around = places
      .filter(({ key }) => colors.has(key))
      .map(({ key, x, y, radius }) => ({ key, away: Math.hypot(x - place.x, y - place.y) - radius }))
      .sort((a, b) => a.away - b.away || (a.key < b.key ? -1 : 1))
      .slice(0, OTHERS)
      .map(({ key }) => colors.get(key));
    const first = fnvHash(place.key) % COLORS.length;
    const inOrder = COLORS.map((_, i) => COLORS[(first + i) % COLORS.length] as MapColor);
    const free = inOrder.filter((color) => !around.includes(color));
    const color = (free.length > 0 ? free : inOrder).reduce((best, next) =>
      (used.get(next) ?? 0) < (used.get(best) ?? 0) ? next : best,
    );
    used.set(color, (used.get(color) ?? 0) + 1);
    colors.set(place.key, color);
  }
  return colors;
}

/** A colour for each note, the same for those of one folder. */
export function dotColors(paths: readonly string[]): Map<string, MapColor> {
  const folders = [...new Set(paths.map(topFolder))].sort();
  return new Map(paths.map((path) => [path, COLORS[folders.indexOf(topFolder(path)) % COLORS.length] as MapColor]));
}

function topFolder(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}
