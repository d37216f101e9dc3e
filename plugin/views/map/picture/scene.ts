import { isUnsorted, themeLabel, type MapLevel } from '../map-levels.ts';
import { WORDS } from '../map-words.ts';
import { colorsOf, dotColors, type MapColor } from './colors.ts';
import type { Circle } from './viewport.ts';

/** A circle of the picture: a theme or a note. */
export interface Shape extends Circle {
  /** The id of a theme, the path of a note. */
  key: string;
  kind: 'theme' | 'note';
  label: string;
  /** The notes of a theme. */
  count: number;
  /** Null: none of the eight, since it is not a theme. */
  color: MapColor | null;
  /** Keys of other shapes, the strongest tie first. */
  ties: readonly string[];
  /** It is the active note, or holds it. */
  isActive: boolean;
  /** It does not hold what is looked for. */
  isDim: boolean;
  /** Its name for screen readers. */
  name: string;
}

export interface Tie {
  key: string;
  from: string;
  to: string;
  /** What is looked for is not at both ends. */
  isDim?: boolean;
}

/** What the picture shows. */
export interface Scene {
  /** Identifies the level; another level is another picture. */
  key: string;
  shapes: readonly Shape[];
  /** The ties that are shown without being asked for. */
  ties: readonly Tie[];
}

/** What of the map is marked, by the ids of themes and the paths of notes. */
export interface Marks {
  /** The active note, and the circles that hold it. */
  active: ReadonlySet<string>;
  /** What is found, with the circles that hold it; null: nothing is looked for. */
  found: ReadonlySet<string> | null;
}

/** The picture never has more ties. */
export const MOST_SHAPES = 1_500;
const TIES_OF_A_THEME = 2;
/** If there are more notes, ties are shown for only one at a time. */
const FEW_NOTES = 60;

/**
 * What a level of the map looks like.
 *
 * @param color of the theme that the level shows; null for the whole vault
 */
export function sceneOf(level: MapLevel, { active, found }: Marks, color: MapColor | null): Scene {
  const { circles, notes } = level;
  const colors = colorsOf(circles.filter(({ id }) => !isUnsorted(id)).map((circle) => ({ ...circle, key: circle.id })));
  const noteColors = dotColors(notes.map(({ path }) => path));
  const marksOf = (key: string): Pick<Shape, 'isActive' | 'isDim'> => ({
    isActive: active.has(key),
    isDim: found !== null && !found.has(key),
  });
  const labels = new Map(circles.map((circle) => [circle.id, themeLabel(circle)]));
  const themes = circles.map((circle): Shape => {
    const { id, size: count, x, y, radius } = circle;
    const [label, ties] = [labels.get(id) ?? '', circle.ties.map((tie) => tie.id)];
    const marks = marksOf(id);
    const tied = ties.slice(0, TIES_OF_A_THEME).flatMap((tie) => labels.get(tie) ?? []);
    const name = WORDS.themeName({ label, count, tied, isActive: marks.isActive });
    return { key: id, kind: 'theme', x, y, radius, label, count, color: colors.get(id) ?? null, ties, name, ...marks };
  });
  const dots = notes.map(({ path, title, x, y, radius, ties }): Shape => {
    const marks = marksOf(path);
    const name = WORDS.noteName({ title, ties: ties.length, isActive: marks.isActive });
    const own = color ?? noteColors.get(path) ?? null;
    return { key: path, kind: 'note', x, y, radius, label: title, count: 1, color: own, ties, name, ...marks };
  });
  const shapes = [...themes, ...dots].slice(0, MOST_SHAPES);
  const shown = new Set(shapes.map(({ key }) => key));
  const ties = shapes.flatMap((shape) => {
    const most = shape.kind === 'theme' ? TIES_OF_A_THEME : notes.length <= FEW_NOTES ? Infinity : 0;
    return tiesOf(shape, shown).slice(0, most);
  });
  const dim = new Set(shapes.filter(({ isDim }) => isDim).map(({ key }) => key));
  const distinct = [...new Map(ties.map((tie) => [tie.key, tie])).values()];
  return {
    key: level.id ?? '',
    shapes,
    ties: distinct.map((tie) => ({ ...tie, isDim: dim.has(tie.from) || dim.has(tie.to) })),
  };
}

/** All ties of a shape with others that are shown, the strongest first. */
export function tiesOf({ key, ties }: Pick<Shape, 'key' | 'ties'>, shown: { has(key: string): boolean }): Tie[] {
  return ties.filter((other) => other !== key && shown.has(other)).map((other) => tieBetween(key, other));
}

/** The tie of two shapes, which is the same from either end. */
export function tieBetween(key: string, other: string): Tie {
  const [from, to] = key < other ? [key, other] : [other, key];
  return { key: `${from}\n${to}`, from, to };
}

const GAP = 2;
const BEND = 0.08;

/** The line between two circles, from edge to edge, slightly bent; empty if they touch. */
export function tiePath(from: Circle, to: Circle): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const distance = Math.hypot(dx, dy);
  const length = distance - from.radius - to.radius - 2 * GAP;
  if (length <= 0) return '';
  const [ux, uy] = [dx / distance, dy / distance];
  const start = { x: from.x + ux * (from.radius + GAP), y: from.y + uy * (from.radius + GAP) };
  const end = { x: to.x - ux * (to.radius + GAP), y: to.y - uy * (to.radius + GAP) };
  const bend = { x: (start.x + end.x) / 2 - uy * length * BEND, y: (start.y + end.y) / 2 + ux * length * BEND };
  return `M${point(start)} Q${point(bend)} ${point(end)}`;
}

function point({ x, y }: { x: number; y: number }): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
