import type { Shape } from './scene.ts';

/** How a shape is labelled at some zoom. */
export interface Label {
  lines: readonly string[];
  place: 'inside' | 'below';
  /** The count of its notes is shown in the circle. */
  hasCount: boolean;
  /** There is room for it. One without is shown only when its shape is pointed at. */
  isShown: boolean;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels. Fonts differ: these are safe guesses for the app's small interface text. */
const FONT = 13;
const LINE = 1.25 * FONT;
const NARROW = 0.56 * FONT;
const COUNT_LINE = 15;
const LEAST_COUNT_RADIUS = 11;
const INSIDE_SHARE = 0.9;
const MOST_LINES = 3;
const MOST_LETTERS = 30;
const GAP_BELOW = 3;
/** Scripts whose letters take a square. */
const WIDE =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3ffff}]/u;

/** Where the label of each shape goes, the largest first: inside its circle if it fits, else below, unless another is there. */
export function labelsOf(shapes: readonly Shape[], scale: number): Map<string, Label> {
  const labels = new Map<string, Label>();
  const taken: Box[] = [];
  const bySize = [...shapes].sort((a, b) => Number(b.isActive) - Number(a.isActive) || b.radius - a.radius);
  const isFree = (box: Box): boolean => !taken.some((other) => overlap(box, other));
  for (const shape of bySize) {
    const radius = shape.radius * scale;
    const inside = shape.kind === 'theme' ? linesInside(shape.label, radius) : null;
    const hasCount = shape.kind === 'theme' && radius >= LEAST_COUNT_RADIUS;
    const lines = inside ?? [shortened(shape.label)];
    const width = Math.max(...lines.map(widthOf));
    const [x, y] = [shape.x * scale, shape.y * scale];
    const height = lines.length * LINE;
    const top = inside === null ? y + radius + GAP_BELOW : y - (height + COUNT_LINE) / 2;
    const box = { left: x - width / 2, right: x + width / 2, top, bottom: top + height };
    const isShown = inside !== null || isFree(box);
    if (isShown) taken.push(box);
    labels.set(shape.key, { lines, place: inside === null ? 'below' : 'inside', hasCount, isShown });
  }
  return labels;
}

/** The lines of a label that fits into a circle of this radius in pixels, with the count below them; null if it does not. */
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

/** About how wide a text is, in pixels. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDE.test(letter) ? FONT : NARROW;
  return width;
}

function shortened(label: string): string {
  const letters = [...label];
  return letters.length <= MOST_LETTERS
    ? label
    : `${letters
        .slice(0, MOST_LETTERS - 1)
        .join('')
        .trimEnd()}…`;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
