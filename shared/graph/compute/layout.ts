import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import { seededRandom } from '../../kit/random.ts';

/** Circles to be placed, and what ties them. */
export interface LayoutInput {
  radii: Float64Array;
  /** x and y of each circle as it was placed before; NaN for a new one. */
  before: Float64Array;
  /** Pairs of circles, and how strongly each is tied. */
  ties: Uint32Array;
  weights: Float64Array;
}

interface Placed extends SimulationNodeDatum {
  radius: number;
  x: number;
  y: number;
}

const SEED = 2011;
const ROUNDS = 200;
/** Circles that were placed before move by no more than this share of the picture's width. */
const MOST_MOVED = 0.1;
const GAP = 6;
const HOLD_ROUNDS = 60;
/** How much a picture that is too small grows per step, and at most. */
const GROWTH = 1.3;
const MOST_GROWTH = 40;
const MOST_STEPS = 10_000;
const TOLERANCE = 0.5;
const SPIRAL = Math.PI * (3 - Math.sqrt(5));

/**
 * Places circles so that tied ones are near and none cover each other: x and y of each, around 0. The same input gives
 * the same picture, and circles placed before stay where they were but for a tenth. If they have grown too much for
 * that, the picture as a whole grows first. d3-force, in a few milliseconds a hundred circles.
 */
export function layout(input: LayoutInput): Float64Array {
  for (let scale = 1; ; scale *= GROWTH) {
    const places = placed({ ...input, before: input.before.map((place) => place * scale) });
    if (scale > MOST_GROWTH || !hasCovered(places, input.radii)) return places;
  }
}

function hasCovered(places: Float64Array, radii: Float64Array): boolean {
  for (let a = 0; a < radii.length; a++)
    for (let b = a + 1; b < radii.length; b++) if (lackOf(places, radii, a, b) > GAP) return true;
  return false;
}

function placed({ radii, before, ties, weights }: LayoutInput): Float64Array {
  const nodes: Placed[] = [...radii].map((radius, i) => startOf(radius, i, before));
  const wasPlaced = nodes.map((_, i) => !Number.isNaN(before[2 * i] ?? NaN));
  const heaviest = weights.reduce((a, b) => Math.max(a, b), 0);
  const links: SimulationLinkDatum<Placed>[] = [...weights].map((_, i) => ({
    source: ties[2 * i] as number,
    target: ties[2 * i + 1] as number,
  }));
  const link = forceLink<Placed, SimulationLinkDatum<Placed>>(links)
    .distance(({ source, target }) => (source as Placed).radius + (target as Placed).radius + 4 * GAP)
    .strength((_, i) => 0.3 * Math.sqrt((weights[i] as number) / heaviest));
  const pull = (of: (node: Placed, i: number) => number): ((node: Placed, i: number) => number) => of;
  forceSimulation(nodes)
    .randomSource(seededRandom(SEED).next)
    .force('tie', link)
    .force(
      'apart',
      forceManyBody<Placed>().strength(({ radius }) => -2 * radius),
    )
    .force(
      'x',
      forceX<Placed>(pull((_, i) => home(before, i, 0))).strength((_, i) => (wasPlaced[i] === true ? 0.8 : 0.04)),
    )
    .force(
      'y',
      forceY<Placed>(pull((_, i) => home(before, i, 1))).strength((_, i) => (wasPlaced[i] === true ? 0.8 : 0.05)),
    )
    .force('collide', forceCollide<Placed>(({ radius }) => radius + GAP).iterations(3))
    .stop()
    .tick(ROUNDS);
  const places = Float64Array.from(nodes.flatMap(({ x, y }) => [x, y]));
  if (wasPlaced.includes(true)) holdNear(places, radii, before);
  return places;
}

/** Moves circles back to where they may be, and new ones out of the way of those. */
function holdNear(places: Float64Array, radii: Float64Array, before: Float64Array): void {
  const most = MOST_MOVED * widthOf(before);
  const isNew = Array.from(radii, (_, i) => Number.isNaN(before[2 * i] ?? NaN));
  const hold = (): void => {
    for (const i of radii.keys())
      if (isNew[i] === false)
        places.set(atMostAway(before, i, places[2 * i] ?? 0, places[2 * i + 1] ?? 0, most), 2 * i);
  };
  hold();
  for (let round = 0; round < HOLD_ROUNDS && pushApart(places, radii, isNew); round++) hold();
  for (const i of radii.keys()) if (isNew[i] === true) moveOut(places, radii, i);
}

/** Moves a circle that found no room among the others straight away from their middle, as far as it takes. */
function moveOut(places: Float64Array, radii: Float64Array, i: number): void {
  const [x, y] = [places[2 * i] as number, places[2 * i + 1] as number];
  const distance = Math.hypot(x, y);
  const [ux, uy] = distance === 0 ? [1, 0] : [x / distance, y / distance];
  const isFree = (): boolean => radii.every((_, other) => other === i || lackOf(places, radii, i, other) <= TOLERANCE);
  for (let step = 1; step < MOST_STEPS && !isFree(); step++)
    places.set([x + ux * step * GAP, y + uy * step * GAP], 2 * i);
}

/** By how much two circles are too near to each other. */
function lackOf(places: Float64Array, radii: Float64Array, a: number, b: number): number {
  const dx = (places[2 * b] as number) - (places[2 * a] as number);
  const dy = (places[2 * b + 1] as number) - (places[2 * a + 1] as number);
  return (radii[a] as number) + (radii[b] as number) + GAP - Math.hypot(dx, dy);
}

/**
 * Pushes pairs of circles that cover each other apart: of a new one and another, the new one. False if there were none.
 */
function pushApart(places: Float64Array, radii: Float64Array, isNew: readonly boolean[]): boolean {
  let hasMoved = false;
  for (let a = 0; a < radii.length; a++)
    for (let b = a + 1; b < radii.length; b++) {
      const dx = (places[2 * b] as number) - (places[2 * a] as number);
      const dy = (places[2 * b + 1] as number) - (places[2 * a + 1] as number);
      const distance = Math.hypot(dx, dy);
      const lack = lackOf(places, radii, a, b);
      if (lack <= TOLERANCE) continue;
      hasMoved = true;
      const [ux, uy] = distance === 0 ? [1, 0] : [dx / distance, dy / distance];
      const share = isNew[a] === isNew[b] ? 0.5 : Number(isNew[b]);
      places[2 * a] = (places[2 * a] as number) - ux * lack * (1 - share);
      places[2 * a + 1] = (places[2 * a + 1] as number) - uy * lack * (1 - share);
      places[2 * b] = (places[2 * b] as number) + ux * lack * share;
      places[2 * b + 1] = (places[2 * b + 1] as number) + uy * lack * share;
    }
  return hasMoved;
}

/** Where it was, else on a spiral, so that no two begin in one place. */
function startOf(radius: number, i: number, before: Float64Array): Placed {
  const [x, y] = [before[2 * i] ?? NaN, before[2 * i + 1] ?? NaN];
  if (!Number.isNaN(x)) return { radius, x, y };
  const distance = 20 * Math.sqrt(i + 0.5);
  return { radius, x: distance * Math.cos(i * SPIRAL), y: distance * Math.sin(i * SPIRAL) };
}

function home(before: Float64Array, i: number, axis: 0 | 1): number {
  const place = before[2 * i + axis] ?? NaN;
  return Number.isNaN(place) ? 0 : place;
}

function widthOf(places: Float64Array): number {
  const known = places.filter((place) => !Number.isNaN(place));
  if (known.length === 0) return 0;
  return known.reduce((a, b) => Math.max(a, b)) - known.reduce((a, b) => Math.min(a, b));
}

function atMostAway(before: Float64Array, i: number, x: number, y: number, most: number): [number, number] {
  const [fromX, fromY] = [home(before, i, 0), home(before, i, 1)];
  const moved = Math.hypot(x - fromX, y - fromY);
  const share = moved <= most ? 1 : most / moved;
  return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
}
