import { isUnsorted } from '../map-levels.ts';
import {
  COUNT_LINE,
  LEAST_CUT,
  LINE,
  MOST_LINES,
  brokenWords,
  cutInside,
  cutTo,
  linesInside,
  shortened,
  wrapped,
} from './label-lines.ts';
import type { Shape } from './scene.ts';
import { NARROW, widthOf } from '../../text/text-width.ts';

/** How a shape is labelled at some zoom. */
export interface Label {
  lines: readonly string[];
  place: 'inside' | 'below' | 'above';
  /** The count of its notes is shown in the circle. */
  hasCount: boolean;
  /** There is room for it. One without is shown only when its shape is pointed at ({@link wholeLabel}). */
  isShown: boolean;
}

/** The visible part of the picture from left to right, in pixels from the map's middle. */
export interface Edges {
  left: number;
  right: number;
}

/** The visible part of the picture, in the same pixels. */
export interface Frame extends Edges {
  top: number;
  bottom: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where no other label can be. */
interface Taken extends Box {
  of: Shape;
}

/** Pixels. */
const LEAST_COUNT_RADIUS = 11;
const MOST_LETTERS = 30;
const GAP = 3;
/** A name on two lines is as bad as one that lies so many pixels on another circle. */
const LINE_COST = 10;
/** Of the whole name of a shape that is pointed at, how wide lines may be, in pixels. */
const WHOLE_ROOM = 240;
const LEAST_WHOLE_ROOM = 80;
/** Below a circle: how wide lines may be, in pixels, and how many letters are left of a label, in turn. */
const ROOMS_BELOW = [160, 110, 70];
const CUTS_BELOW = [16, 10, 6];

/**
 * Where the label of each shape goes: inside its circle if it fits, else, the most important first, below, unless a
 * label or the count of another circle is there. A name is put above, or cut, that of a theme also on several lines,
 * before it is left out; that of a note is cut at the edges of the picture, too. The name of a theme lies on other
 * circles as little as possible.
 *
 * @param edges within which labels are to stay; null: none
 */
export function labelsOf(shapes: readonly Shape[], scale: number, edges: Edges | null = null): Map<string, Label> {
  const clear = placedLabels(shapes, scale, edges, true);
  if (hiddenOf(clear) === 0 || shapes.every(({ kind }) => kind === 'note')) return clear;
  const first = placedLabels(shapes, scale, edges, false);
  return hiddenOf(first) < hiddenOf(clear) ? first : clear;
}

function hiddenOf(labels: ReadonlyMap<string, Label>): number {
  return [...labels.values()].filter(({ isShown }) => !isShown).length;
}

/** @param isClear names of themes go where they lie least on other circles, not where there is room first */
function placedLabels(
  shapes: readonly Shape[],
  scale: number,
  edges: Edges | null,
  isClear: boolean,
): Map<string, Label> {
  const labels = new Map<string, Label>();
  const taken: Taken[] = [];
  const isFree = (box: Box, of: Shape): boolean =>
    (edges === null || (box.left >= edges.left && box.right <= edges.right)) &&
    !taken.some((other) => other.of !== of && overlap(box, other));
  const put = (shape: Shape, way: Way | null): void => {
    const { lines, place } = way ?? below(shape.label);
    if (way !== null) taken.push({ ...boxOf(way, shape, scale), of: shape });
    const hasCount = isCounted(shape, shape.radius * scale);
    labels.set(shape.key, { lines, place, hasCount, isShown: way !== null });
  };
  const outside: Shape[] = [];
  for (const shape of shapes) {
    const radius = shape.radius * scale;
    const lines = shape.kind === 'theme' ? linesInside(shape.label, radius) : null;
    if (lines !== null) put(shape, { lines, place: 'inside' });
    else outside.push(shape);
    if (lines === null && isCounted(shape, radius)) taken.push({ ...countBox(shape, scale), of: shape });
  }
  for (const shape of outside.sort(byImportance)) {
    const isFreeFor = (way: Way): boolean => isFree(boxOf(way, shape, scale), shape);
    const others = isClear ? shapes : [];
    const whole = shape.kind === 'theme' ? [...wholeWays(shape)].filter(isFreeFor) : [];
    const rest = shape.kind === 'theme' ? cutWays(shape, shape.radius * scale) : noteWays(shape, scale, edges);
    put(shape, clearestOf(whole, shape, others, scale) ?? firstOf(rest, isFreeFor) ?? null);
  }
  return labels;
}

/**
 * The label of a shape that is pointed at: its whole name, in front of everything else; above its circle if it would
 * not be seen below.
 */
export function wholeLabel(shape: Shape, scale: number, frame: Frame | null = null): Label {
  const radius = shape.radius * scale;
  const inside = shape.kind === 'theme' ? linesInside(shape.label, radius) : null;
  const room = Math.max(LEAST_WHOLE_ROOM, Math.min(WHOLE_ROOM, roomAt(shape, scale, frame)));
  const lines = inside ?? wrapped(brokenWords(shape.label, room), room) ?? [shape.label];
  const isSeen = (place: 'below' | 'above'): boolean => {
    const { top, bottom } = boxOf({ lines, place }, shape, scale);
    return frame === null || (top >= frame.top && bottom <= frame.bottom);
  };
  const outside = !isSeen('below') && isSeen('above') ? 'above' : 'below';
  const place = inside === null ? outside : 'inside';
  return { lines, place, hasCount: isCounted(shape, radius), isShown: true };
}

/** The active one, what is looked for, themes before what is in none, then the largest. */
function byImportance(a: Shape, b: Shape): number {
  return (
    Number(b.isActive) - Number(a.isActive) ||
    Number(a.isDim) - Number(b.isDim) ||
    Number(isUnsorted(a.key)) - Number(isUnsorted(b.key)) ||
    b.radius - a.radius
  );
}

function isCounted({ kind }: Shape, radius: number): boolean {
  return kind === 'theme' && radius >= LEAST_COUNT_RADIUS;
}

type Way = Pick<Label, 'lines' | 'place'>;

function below(label: string, letters = MOST_LETTERS): Way {
  return { lines: [shortened(label, letters)], place: 'below' };
}

/**
 * How the name of a note can be shown, the best first: cut if it would stick out of the picture, with a few letters
 * left in any case.
 */
function* noteWays(shape: Shape, scale: number, edges: Edges | null): Generator<Way> {
  const room = Math.max(roomAt(shape, scale, edges), LEAST_CUT * NARROW);
  let last = '';
  for (const letters of [MOST_LETTERS, ...CUTS_BELOW]) {
    const line = cutTo(shortened(shape.label, letters), room);
    if (line === last) continue;
    last = line;
    for (const place of ['below', 'above'] as const) yield { lines: [line], place };
  }
}

/** How wide a line in the middle of a shape may be, in pixels. */
function roomAt({ x }: Shape, scale: number, edges: Edges | null): number {
  return edges === null ? Infinity : 2 * Math.min(x * scale - edges.left, edges.right - x * scale);
}

function firstOf<T>(items: Iterable<T>, isWanted: (item: T) => boolean): T | undefined {
  for (const item of items) if (isWanted(item)) return item;
  return undefined;
}

/** The way that lies least on other circles, if possible on one line; null if there is none. */
function clearestOf(ways: readonly Way[], shape: Shape, shapes: readonly Shape[], scale: number): Way | null {
  let clearest: { way: Way; cost: number } | null = null;
  for (const way of ways) {
    const cost = coveredBy(boxOf(way, shape, scale), shape, shapes, scale) + LINE_COST * (way.lines.length - 1);
    if (clearest === null || cost < clearest.cost) clearest = { way, cost };
  }
  return clearest?.way ?? null;
}

/** How deep a label lies in circles that are not its own, in pixels. Touching an outline does not count. */
function coveredBy({ left, top, right, bottom }: Box, own: Shape, shapes: readonly Shape[], scale: number): number {
  let covered = 0;
  for (const other of shapes) {
    if (other === own) continue;
    const [x, y] = [other.x * scale, other.y * scale];
    const distance = Math.hypot(x - Math.min(Math.max(x, left), right), y - Math.min(Math.max(y, top), bottom));
    covered += Math.max(0, other.radius * scale - distance - GAP);
  }
  return covered;
}

/** Beside the circle of a theme. The mark of the active note is above. */
function placesOf({ isActive }: Shape): readonly ('below' | 'above')[] {
  return isActive ? ['below'] : ['below', 'above'];
}

/** How the name of a theme that does not fit into its circle can be shown whole, the best first. */
function* wholeWays(shape: Shape): Generator<Way> {
  const { label } = shape;
  for (const place of placesOf(shape)) yield { ...below(label), place };
  for (const room of ROOMS_BELOW) {
    const lines = wrapped(label, room);
    if (lines === null || lines.length === 1 || lines.length > MOST_LINES) continue;
    for (const place of placesOf(shape)) yield { lines, place };
  }
}

/** How it can be cut, the best first. */
function* cutWays(shape: Shape, radius: number): Generator<Way> {
  const cut = cutInside(shape.label, radius);
  if (cut !== null) yield { lines: cut, place: 'inside' };
  for (const letters of CUTS_BELOW)
    for (const place of placesOf(shape)) yield { ...below(shape.label, letters), place };
}

function boxOf({ lines, place }: Way, shape: Shape, scale: number): Box {
  const width = Math.max(...lines.map(widthOf));
  const [x, y] = [shape.x * scale, shape.y * scale];
  const height = lines.length * LINE;
  const edge = shape.radius * scale + GAP;
  const top = { below: y + edge, above: y - edge - height, inside: y - (height + COUNT_LINE) / 2 }[place];
  // Inside, the count is below the name.
  const bottom = top + height + (place === 'inside' ? COUNT_LINE : 0);
  return { left: x - width / 2, right: x + width / 2, top, bottom };
}

/** Of a count without a name above it. */
function countBox({ x, y, count }: Shape, scale: number): Box {
  const half = widthOf(String(count)) / 2;
  const [middle, top] = [x * scale, y * scale - COUNT_LINE / 2];
  return { left: middle - half, right: middle + half, top, bottom: top + COUNT_LINE };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
