import { compareNames } from '../../../shared/kit/text/compare-names.ts';
import type { MapCircle, MapDot, MapOutput, ThemeMapOutput } from '../../../shared/protocol/schemas/map.ts';
import type { NoteRef } from '../../../shared/protocol/schemas/common.ts';
import { WORDS } from './map-words.ts';

/** What is shown of the map: always answers that belong together. */
export interface MapShown {
  /** The theme gone into; null: the whole vault. */
  theme: string | null;
  /** Null until there is an answer. */
  whole: MapOutput | null;
  /** The theme gone into, after those that it lies in. */
  inside: readonly ThemeMapOutput[];
  /** Why the last try failed; null if it did not. */
  error: unknown;
}

/** One level of the map: the whole vault, or what a theme holds. */
export interface MapLevel {
  /** Null: the whole vault. */
  id: string | null;
  label: string;
  /** Largest first, those of one size by name; the circle of notes in no theme is last. */
  circles: readonly MapCircle[];
  notes: readonly MapDot[];
  /** Notes that are only in the list. */
  more: readonly NoteRef[];
}

/** The levels from the whole vault to the one shown; empty until there is an answer. */
export function levelsOf({ whole, inside }: Pick<MapShown, 'whole' | 'inside'>): MapLevel[] {
  if (whole === null) return [];
  return [levelOf(null, WORDS.allThemes, whole), ...inside.map((theme) => levelOf(theme.id, themeLabel(theme), theme))];
}

/** The ids of a theme and of those that it lies in, the outermost first. */
export function themePath(theme: string | null): string[] {
  if (theme === null) return [];
  const steps = theme.split('/');
  return steps.map((_, step) => steps.slice(0, step + 1).join('/'));
}

/** The theme that a theme lies in; null: the whole vault. */
export function outerTheme(theme: string): string | null {
  return themePath(theme).at(-2) ?? null;
}

/** Whether a circle is that of the notes in no theme. */
export function isUnsorted(id: string): boolean {
  return id === UNSORTED || id.endsWith(`/${UNSORTED}`);
}

export function themeLabel({ id, label }: { id: string; label: string }): string {
  if (isUnsorted(id)) return WORDS.unsorted;
  return label === '' ? WORDS.nameless : label;
}

const UNSORTED = 'unsorted';

function levelOf(id: string | null, label: string, answer: MapOutput | ThemeMapOutput): MapLevel {
  const { notes = [] } = answer;
  const circles = [...(answer.circles ?? [])].sort(
    (a, b) => Number(isUnsorted(a.id)) - Number(isUnsorted(b.id)) || b.size - a.size || compareNames(a.label, b.label),
  );
  const more = 'more' in answer ? ((answer as ThemeMapOutput).more ?? []) : [];
  return { id, label, circles, notes, more };
}
