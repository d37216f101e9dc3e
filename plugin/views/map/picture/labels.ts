import { isUnsorted } from '../map-levels.ts';
import { lettersOf } from './letters.ts';
import type { Shape } from './scene.ts';
import { FONT, NARROW, widthOf } from './text-width.ts';

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
const LINE = 1.25 * FONT;
const COUNT_LINE = 15;
const LEAST_COUNT_RADIUS = 11;
const INSIDE_SHARE = 0.9;
const MOST_LINES = 3;
const MOST_LETTERS = 30;
const GAP = 3;
/** Of the whole name of a shape that is pointed at, how wide lines may be, in pixels. */
const WHOLE_ROOM = 240;
const LEAST_WHOLE_ROOM = 80;
const ELLIPSIS = '…';
/** Below a circle: how wide lines may be, in pixels, and how many letters are left of a label, in turn. */
const ROOMS_BELOW = [160, 110, 70];
const CUTS_BELOW = [16, 10, 6];
/** Fewer letters say nothing. */
const LEAST_CUT = 5;
/**
 * Where the label of each shape goes: inside its circle if it fits, else, the most important first, below, unless a
 * label or the count of another circle is there. A name is put above, or cut, that of a theme also on several lines,
 * before it is left out; that of a note is cut at the edges of the picture, too.
 *
 * @param edges within which labels are to stay; null: none
 */
export function labelsOf(shapes: readonly Shape[], scale: number, edges: Edges | null = null): Map<string, Label> {
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
    const ways = shape.kind === 'theme' ? waysOf(shape, shape.radius * scale) : noteWays(shape, scale, edges);
    put(shape, firstOf(ways, (way) => isFree(boxOf(way, shape, scale), shape)) ?? null);
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

/** How the name of a theme that does not fit into its circle can be shown, the best first. */
function* waysOf({ label, isActive }: Shape, radius: number): Generator<Way> {
  // The mark of the active note is above its circle.
  const places = isActive ? (['below'] as const) : (['below', 'above'] as const);
  for (const place of places) yield { ...below(label), place };
  for (const room of ROOMS_BELOW) {
    const lines = wrapped(label, room);
    if (lines === null || lines.length === 1 || lines.length > MOST_LINES) continue;
    for (const place of places) yield { lines, place };
  }
  const cut = cutInside(label, radius);
  if (cut !== null) yield { lines: cut, place: 'inside' };
  for (const letters of CUTS_BELOW) for (const place of places) yield { ...below(label, letters), place };
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

/**
 * A label in a circle of this radius in pixels whose long words, or whose end, are cut; null if too little is left of
 * it.
 */
function cutInside(label: string, radius: number): string[] | null {
  for (let count = MOST_LINES; count >= 1; count--) {
    const edge = (count * LINE + COUNT_LINE) / 2;
    if (edge >= radius * INSIDE_SHARE) continue;
    const room = 2 * INSIDE_SHARE * Math.sqrt(radius * radius - edge * edge);
    if (room < LEAST_CUT * NARROW) continue;
    const words = label.split(/\s+/u).filter((part) => part !== '');
    const lines = wrapped(words.map((word) => cutTo(word, room)).join(' '), room);
    if (lines === null) continue;
    const end = lines[count - 1] ?? '';
    return lines.length <= count ? lines : [...lines.slice(0, count - 1), cutTo(`${end}${ELLIPSIS}`, room)];
  }
  return null;
}

/** A text of at most this width in pixels. */
function cutTo(text: string, room: number): string {
  const letters = lettersOf(text.replace(/…$/u, ''));
  if (widthOf(text) <= room) return text;
  while (letters.length > 1 && widthOf(`${letters.join('')}${ELLIPSIS}`) > room) letters.pop();
  return `${letters.join('')}${ELLIPSIS}`;
}

/**
 * The lines of a label that fits into a circle of this radius in pixels, with the count below them; null if it does
 * not.
 */
export function linesInside(label: string, radius: number): string[] | null {
  for (let count = 1; count <= MOST_LINES; count++) {
    const height = count * LINE + COUNT_LINE;
    const edge = height / 2;
    if (edge >= radius * INSIDE_SHARE) return null;
    const room = 2 * INSIDE_SHARE * Math.sqrt(radius * radius - edge * edge);
    const lines = wrapped(label, room);
    if (lines !== null && lines.length <= count) return lines;
  }
  return null;
}

/** Words put on lines of at most this width in pixels; null if one of them is wider. */
function wrapped(label: string, room: number): string[] | null {
  const lines: string[] = [];
  for (const word of label.split(/\s+/u).filter((part) => part !== '')) {
    if (widthOf(word) > room) return null;
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A text whose words are not wider than this in pixels: longer ones are broken. */
function brokenWords(label: string, room: number): string {
  const parts = label.split(/\s+/u).flatMap((word) => {
    const pieces: string[] = [];
    for (const letter of lettersOf(word)) {
      const longer = (pieces.at(-1) ?? '') + letter;
      if (pieces.length > 0 && widthOf(longer) <= room) pieces[pieces.length - 1] = longer;
      else pieces.push(letter);
    }
    return pieces;
  });
  return parts.join(' ');
}

function shortened(label: string, most: number): string {
  const letters = lettersOf(label);
  if (letters.length <= most) return label;
  const kept = letters.slice(0, most - 1).join('');
  return `${kept.trimEnd()}${ELLIPSIS}`;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
