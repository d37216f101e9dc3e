import type { Point } from './viewport.ts';

const DIRECTIONS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** How much more a step to the side counts than one ahead. */
const ASIDE = 2;

/** The direction of an arrow key; null for any other key. */
export function directionOf(key: string): Point | null {
  return DIRECTIONS[key] ?? null;
}

/** The nearest of the others in a direction; null if there is none. */
export function nextInDirection<Place extends Point & { key: string }>(
  from: Place,
  others: readonly Place[],
  { x, y }: Point,
): Place | null {
  let best: { place: Place; cost: number } | null = null;
  for (const place of others) {
    const [dx, dy] = [place.x - from.x, place.y - from.y];
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    if (place.key === from.key || ahead <= 0 || aside > ASIDE * ahead) continue;
    const cost = ahead + ASIDE * aside;
    if (best === null || cost < best.cost) best = { place, cost };
  }
  return best?.place ?? null;
}
