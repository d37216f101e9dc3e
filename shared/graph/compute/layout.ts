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
const SPIRAL = Math.PI * (3 - Math.sqrt(5));

/**
 * Places circles so that tied ones are near and none cover each other: x and y of each, around 0. The same input gives the
 * same picture, and circles placed before stay where they were but for a tenth. d3-force, in a few milliseconds a hundred circles.
 */
export function layout({ radii, before, ties, weights }: LayoutInput): Float64Array {
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
  const most = MOST_MOVED * widthOf(before);
  return Float64Array.from(
    nodes.flatMap(({ x, y }, i) => (wasPlaced[i] === true ? atMostAway(before, i, x, y, most) : [x, y])),
  );
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
