import type { NoteRef } from '../../../../shared/protocol/schemas/common.ts';
import { themeLabel, type MapLevel } from '../map-levels.ts';
import { WORDS } from '../map-words.ts';
import type { Marks, Scene } from '../picture/scene.ts';
import { moreNode, ROWS_AT_ONCE } from './list-nodes.ts';
import { nodeOf, type TreeNode } from './tree-rows.ts';

export interface ThemeNodesInput {
  /** From the whole vault to the level shown; empty until there is an answer. */
  levels: readonly MapLevel[];
  /** The pictures of these levels. */
  scenes: readonly Scene[];
  marks: Marks;
  /** Keys of the notes whose ties are shown. */
  open: ReadonlySet<string>;
  /** How many notes are listed on a level, by its id; {@link ROWS_AT_ONCE} unless it is here. */
  limits: ReadonlyMap<string, number>;
}

const TIES_NAMED = 3;

/** The themes as a tree, open as far in as the picture goes, with the notes of the level shown and their ties. */
export function themeNodes({ levels, scenes, marks, open, limits }: ThemeNodesInput, depth = 0): TreeNode[] {
  const [level, scene, inner] = [levels[depth], scenes[depth], levels[depth + 1]];
  if (level === undefined) return [];
  const shapes = new Map(scene?.shapes.map((shape) => [shape.key, shape]));
  const labels = new Map(level.circles.map((circle) => [circle.id, themeLabel(circle)]));
  const isDim = (key: string): boolean => marks.found !== null && !marks.found.has(key);
  const themes = level.circles.map((circle): TreeNode => {
    const { id, size, ties } = circle;
    const tied = ties.slice(0, TIES_NAMED).flatMap((tie) => labels.get(tie.id) ?? []);
    const isOpen = inner?.id === id;
    return nodeOf({
      key: id,
      target: { kind: 'theme', id },
      title: labels.get(id) ?? '',
      detail: tied.length === 0 ? '' : WORDS.tiedTo(tied),
      aside: WORDS.notes(size),
      color: shapes.get(id)?.color ?? null,
      isActive: marks.active.has(id),
      isDim: isDim(id),
      isOpen,
      below: isOpen ? themeNodes({ levels, scenes, marks, open, limits }, depth + 1) : [],
    });
  });
  const titles = new Map(level.notes.map(({ path, title }) => [path, title]));
  const prefix = level.id === null ? '' : `${level.id}\n`;
  const noteNode = ({ path, title }: NoteRef, key: string, ties: readonly string[]): TreeNode => {
    const isOpen = open.has(key);
    const tied = ties.flatMap((tie) => (titles.has(tie) ? [{ path: tie, title: titles.get(tie) ?? '' }] : []));
    return nodeOf({
      key,
      target: { kind: 'note', path, title },
      title,
      color: shapes.get(path)?.color ?? null,
      isActive: marks.active.has(path),
      isDim: isDim(path),
      isOpen: tied.length === 0 ? null : isOpen,
      below: isOpen ? tied.map((note) => noteNode(note, `${key}\n${note.path}`, [])) : [],
    });
  };
  const all = [...level.notes, ...level.more.map((note) => ({ ...note, ties: [] }))];
  const limit = limits.get(level.id ?? '') ?? ROWS_AT_ONCE;
  const notes = all.slice(0, limit).map((note) => noteNode(note, prefix + note.path, note.ties));
  return [...themes, ...notes, ...moreNode(level.id ?? '', all.length - limit)];
}
