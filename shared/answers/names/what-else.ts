import type { NoteIndex } from '../../index/note-index.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { NameTolerance } from '../../notes/note-names.ts';
import type { VaultSource } from '../../vault/vault-source.ts';
import { basename, extension, foldPath, isNotePath, isWithin } from '../../vault/paths.ts';
import { filterSteps, findSteps } from '../../kit/concurrency/long-lists.ts';
import { shownNotes } from '../shown-notes.ts';

interface FileParts {
  index: NoteIndex;
  source: VaultSource;
  slicer: Slicer;
}

/**
 * What a name refers to if not to a note, and which call handles it: a folder, or another kind of file. Null if nothing
 * visible has that name.
 */
export async function whatElse(
  parts: FileParts,
  name: string,
  tolerance: NameTolerance = 'read',
): Promise<string | null> {
  const folded = foldPath(name.replace(/^\/+|\/+$/g, ''));
  if (folded === '') return null;
  const file = name.endsWith('/') ? null : await fileNamed(parts, folded);
  if (file !== null) return hintFor(file) + (tolerance === 'read' ? '' : NOT_WRITTEN);
  const folder = await folderNamed(parts, folded);
  return folder === null
    ? null
    : `"${folder}" is a folder. List its notes with list_notes {"directory": ${JSON.stringify(folder)}}, then name one of them.`;
}

/** For a caller that wanted to change it. */
const NOT_WRITTEN = ' No tool edits or deletes it; move_note moves it.';

function hintFor(path: string): string {
  const quoted = JSON.stringify(path);
  if (extension(path) === 'base')
    return `"${path}" is a base. Ask it with base_query {"file": ${quoted}, "view": "…"}; read_note shows its views.`;
  if (extension(path) === 'canvas') return `"${path}" is a canvas. Read its cards with read_note {"name": ${quoted}}.`;
  return `"${path}" is an attachment, which no tool can open. Find notes on its subject with search.`;
}

/**
 * The visible file, other than a note, at this path or with this file name, both folded; a canvas or base may be named
 * without its ending.
 */
export async function fileNamed({ index, source, slicer }: FileParts, folded: string): Promise<string | null> {
  const whole = folded.includes('/') ? foldPath : (path: string) => foldPath(basename(path));
  const isMeant = (path: string): boolean => {
    const name = whole(path);
    return name === folded || (name.startsWith(`${folded}.`) && OF_APP.has(name.slice(folded.length + 1)));
  };
  const meant = await slicer.run(filterSteps(index.files(), (path) => !isNotePath(path) && isMeant(path)));
  return firstShown(
    source,
    meant.sort((a, b) => a.length - b.length),
  );
}

/** The endings, which the app does not show, of what it makes besides notes. */
const OF_APP: ReadonlySet<string> = new Set(['canvas', 'base']);

async function folderNamed({ index, source, slicer }: FileParts, folded: string): Promise<string | null> {
  const isInside = (path: string): boolean => {
    const own = foldPath(path);
    return own !== folded && isWithin(own, folded);
  };
  const depth = folded.split('/').length;
  const folderOf = (path: string): string => path.split('/').slice(0, depth).join('/');
  const note = await slicer.run(findSteps(shownNotes(index), ({ path }) => isInside(path)));
  if (note !== undefined) return folderOf(note.path);
  const others = await slicer.run(filterSteps(index.files(), (path) => !isNotePath(path) && isInside(path)));
  const file = await firstShown(source, others);
  return file === null ? null : folderOf(file);
}

/** Hidden files must not show, not even by name. */
async function firstShown(source: VaultSource, paths: readonly string[]): Promise<string | null> {
  for (const path of paths.slice(0, MOST_ASKED)) {
    const file = await source.stat(path);
    if (file !== null && file.visibility !== 'hidden') return path;
  }
  return null;
}

const MOST_ASKED = 50;
