import type { MapCircle, MapDot, MapOutput, ThemeMapOutput } from '../../../shared/protocol/schemas/map.ts';

export function circle(id: string, size: number, x: number, y: number, ties: readonly string[] = []): MapCircle {
  const label = id.endsWith('unsorted') ? '' : `Label of ${id}`;
  return {
    id,
    label,
    size,
    x,
    y,
    radius: 10 * Math.sqrt(size),
    ties: ties.map((tie, i) => ({ id: tie, links: 9 - i })),
  };
}

export function dot(path: string, x: number, y: number, ties: readonly string[] = []): MapDot {
  return { path, title: path.replace(/^.*\/|\.md$/gu, ''), x, y, radius: 5, ties: [...ties] };
}

/** A map with nothing on its lists, but for what is given. */
export function mapOf(parts: Partial<MapOutput>): MapOutput {
  const none = { rows: [], total: 0 };
  return { unresolved: none, unlinked: none, copies: none, hubs: [], bridges: [], ...parts };
}

export function themeOf(id: string, parts: Partial<ThemeMapOutput>): ThemeMapOutput {
  return { id, label: `Label of ${id}`, size: 9, ...parts };
}
