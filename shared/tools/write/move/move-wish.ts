import { decodePercent } from '../../../markdown/inline/link-target.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import {
  basename,
  childPath,
  dirname,
  extension,
  foldPath,
  isNotePath,
  isWithin,
  toNfc,
} from '../../../vault/paths.ts';
import { refuseOtherKind } from '../../../writing/places/name-rules.ts';
import type { ToolContext } from '../../tool.ts';
import { findWritable } from '../parts/find-writable.ts';
import { partThere, spelledAsKnown } from '../parts/known-spelling.ts';
import { refusePart } from '../parts/named-part.ts';
import { withWarnings } from '../warnings/with-warnings.ts';

/** What is to be moved where. Paths are vault-relative. */
export interface MoveWish {
  kind: 'note' | 'attachment' | 'folder';
  from: string;
  to: string;
  /** New path by old, of each file. */
  moves: ReadonlyMap<string, string>;
  /** The beginning of `to` that is in the vault. */
  there: string;
  /** Folders to remove afterwards if they are empty, inner before outer. */
  folders: string[];
  /** What the caller may have meant otherwise. */
  warning?: string;
}

/** Most files of one folder, since a question to the engine names each twice. */
const MOST_FILES = 5_000;
const MOST_PATHS = 5;
const MOST_CANDIDATES = 10;

/**
 * Reads what a call wants to move: a note by any of its names, an attachment or a folder by its path.
 *
 * @throws VaultLoomError `note_not_found`, `ambiguous_note`, `invalid_arguments`
 */
export async function wishOf(
  { source, destination }: { source: string; destination: string },
  context: ToolContext,
): Promise<MoveWish> {
  const { files, isHidden } = await filesOf(context);
  const shown = files.filter((path) => !isHidden(path));
  const plain = asNotInLinks(source, shown);
  const wish = await wishAmong(files, isHidden, { source: plain, destination }, context);
  const there = await partThere(wish.to, (await context.writing()).namesIn);
  return { ...wish, there, ...withWarnings(besideFolder(wish, destination, shown), folderLeft(wish, source, shown)) };
}

/** `img/p%201.png`, as a Markdown link writes it, is `img/p 1.png` if only that is there. */
function asNotInLinks(source: string, files: readonly string[]): string {
  const decoded = decodePercent(source);
  if (decoded === source) return source;
  const isThere = (path: string): boolean => files.some((one) => isWithin(foldPath(one), foldPath(plainPath(path))));
  return !isThere(source) && isThere(decoded) ? decoded : source;
}

/** A note with a folder of its name next to it, as pages with subpages have it: the folder may have been meant. */
function folderLeft({ kind, from }: MoveWish, source: string, files: readonly string[]): string | undefined {
  if (kind !== 'note' || isNotePath(source.trim())) return undefined;
  const folder = from.slice(0, -extension(from).length - 1);
  const count = files.filter((path) => path.startsWith(`${folder}/`)).length;
  if (count === 0) return undefined;
  const what = count === 1 ? 'the file' : `the ${count} files`;
  return `This moves the note "${from}", not ${what} in the folder "${folder}". To move the folder, give "${folder}/".`;
}

/** A new name that a folder has already: to go into that folder may have been meant. */
function besideFolder(
  { kind, from, to, moves }: MoveWish,
  destination: string,
  files: readonly string[],
): string | undefined {
  const folder = placeOf(from, destination);
  if (destination.trim().endsWith('/') || foldPath(folder) === foldPath(from)) return undefined;
  if (!files.some((path) => path.startsWith(`${folder}/`) && !moves.has(path))) return undefined;
  const what = kind === 'folder' ? `the files of "${from}" go to those in it` : `"${to}" is next to it`;
  return `There is a folder "${folder}" already, and ${what}. To move "${basename(from)}" into it, give "${folder}/".`;
}

async function wishAmong(
  all: readonly string[],
  isHidden: (path: string) => boolean,
  { source, destination }: { source: string; destination: string },
  context: ToolContext,
): Promise<MoveWish> {
  const files = all.filter((path) => !isHidden(path));
  const note = isFolder(source, all, isHidden) ? null : await findWritable(context, source).catch(asNotFound);
  if (note !== null && !(note instanceof VaultLoomError)) {
    const { path: from } = note;
    refusePart(note, 'move_note moves whole notes.', 'A part of a note is moved with create_note and edit_note.');
    return moveOf('note', from, await placeAmong(context, from, notePlace(placeOf(from, destination))));
  }
  const path = foldPath(plainPath(source));
  const file = spelled(
    files.filter((one) => foldPath(one) === path && !isNotePath(one)),
    source,
  );
  if (file !== undefined)
    return moveOf(
      'attachment',
      file,
      await placeAmong(context, file, attachmentPlace(file, placeOf(file, destination))),
    );
  const below = path === '' ? [] : files.filter((one) => isWithin(foldPath(one), path));
  const depth = path.split('/').length;
  const folder = spelled([...new Set(below.map((one) => one.split('/').slice(0, depth).join('/')))], source);
  if (folder === undefined)
    throw (
      (note === null ? null : needsPath(note, path, files)) ??
      note ??
      new VaultLoomError('note_not_found', `There is no folder "${source}" with files in it.`, {
        hint: 'See the folders with list_notes.',
      })
    );
  const wish = folderMove(
    folder,
    below.filter((one) => isWithin(one, folder)),
    await placeAmong(context, folder, placeOf(folder, destination).replace(/\/+$/, '')),
  );
  await refuseOneFolder(wish, all, context);
  return wish;
}

/**
 * On a disk that ignores letter case, files cannot be moved one by one into the folder that they are in.
 *
 * @throws VaultLoomError `invalid_arguments`
 */
async function refuseOneFolder(
  { from, to, moves }: MoveWish,
  files: readonly string[],
  context: ToolContext,
): Promise<void> {
  const [, moved] = [...moves][0] ?? [];
  if (foldPath(to) !== foldPath(from) || moved === undefined || files.includes(moved)) return;
  const { read } = await context.writing();
  const isThere = await read(moved).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new VaultLoomError('invalid_arguments', `This disk treats "${to}" and "${from}" as one folder.`, {
    hint: `Move it to another name first, such as "${to} 2", and from there to "${to}".`,
  });
}

/** The error for the name of a file that is no note, folded, with its path as the way out; null if no file has it. */
function needsPath(
  { code, message, details }: VaultLoomError,
  name: string,
  files: readonly string[],
): VaultLoomError | null {
  const meant = files.filter((one) => foldPath(basename(one)) === name && !isNotePath(one));
  if (meant.length === 0) return null;
  const paths = meant.slice(0, MOST_PATHS).map((one) => `"${one}"`);
  return new VaultLoomError(code, message, {
    hint: `A file that is not a note is moved by its path: give ${paths.join(' or ')} as \`source\`.`,
    ...(details === undefined ? {} : { details }),
  });
}

/** A folder's own path comes before a note of that name in another place, as a note's own path does. */
function isFolder(source: string, files: readonly string[], isHidden: (path: string) => boolean): boolean {
  if (source.trim().endsWith('/')) return true;
  const path = plainPath(source);
  return (
    path !== '' && !files.includes(`${path}.md`) && files.some((file) => file.startsWith(`${path}/`) && !isHidden(file))
  );
}

/**
 * The path that is meant, of those that differ in letter case or Unicode form only: a disk may have several.
 *
 * @throws VaultLoomError `ambiguous_note`
 */
function spelled(paths: readonly string[], source: string): string | undefined {
  const exact = paths.find((path) => path === bare(source)) ?? paths.find((path) => toNfc(path) === plainPath(source));
  if (exact !== undefined || paths.length < 2) return exact ?? paths[0];
  throw new VaultLoomError(
    'ambiguous_note',
    `"${source}" is the path of ${paths.length} places that differ in letter case.`,
    {
      hint: 'Give one of `candidates` as `source`.',
      details: { candidates: paths.slice(0, MOST_CANDIDATES), total: paths.length },
    },
  );
}

function plainPath(source: string): string {
  return toNfc(bare(source));
}

function bare(source: string): string {
  return source.trim().replace(/^\/+|\/+$/g, '');
}

function folderMove(from: string, files: readonly string[], to: string): MoveWish {
  if (to === from) throw alreadyThere(from);
  if (foldPath(to) !== foldPath(from) && isWithin(foldPath(to), foldPath(from)))
    throw new VaultLoomError('invalid_arguments', `"${to}" is in the folder "${from}" itself.`, {
      hint: 'Give a destination outside of it.',
    });
  if (files.length > MOST_FILES)
    throw new VaultLoomError(
      'invalid_arguments',
      `"${from}" has ${files.length} files; at most ${MOST_FILES} are moved at once.`,
      {
        hint: 'Move the folders in it one by one.',
      },
    );
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = dirname(file); isWithin(folder, from) && folder !== ''; folder = dirname(folder))
      folders.add(folder);
  return {
    kind: 'folder',
    from,
    to,
    there: '',
    moves: new Map(files.map((file) => [file, `${to}${file.slice(from.length)}`])),
    folders: [...folders].sort((a, b) => b.split('/').length - a.split('/').length),
  };
}

function moveOf(kind: 'note' | 'attachment', from: string, to: string): MoveWish {
  if (to === from) throw alreadyThere(from);
  return { kind, from, to, there: '', moves: new Map([[from, to]]), folders: [] };
}

/** A new place as the vault spells it, but for what is moved itself: its own name may change its letter case. */
async function placeAmong(context: ToolContext, from: string, to: string): Promise<string> {
  const { namesIn } = await context.writing();
  const { path } = await spelledAsKnown(to, async (folder) =>
    (await namesIn(folder)).filter((name) => childPath(folder, name) !== from),
  );
  return path;
}

/**
 * The path that a person or a client means by a destination, a wikilink too; one that ends in `/` is a folder, and `/`
 * alone the vault's root.
 */
export function placeOf(from: string, destination: string): string {
  const given = destination.trim().replace(/^\[\[([^[\]]*)\]\]$/u, '$1');
  const path = toNfc(given.replace(/^\/(?!\/)/, ''));
  return given.endsWith('/') ? `${path}${basename(from)}` : path;
}

/**
 * A dot in a name does not make an extension.
 * @throws VaultLoomError `invalid_arguments` for the name of a canvas or a base
 */
function notePlace(path: string): string {
  refuseOtherKind(path);
  return isNotePath(path) ? path : `${path}.md`;
}

/** @throws VaultLoomError `invalid_arguments` for the ending of another kind of file */
function attachmentPlace(from: string, to: string): string {
  const [own, other] = [extension(from), extension(to)];
  const ending = own === '' ? '' : from.slice(-own.length - 1);
  if (other === own || !ENDINGS_OF_FILES.has(other)) return other === own ? to : `${to}${ending}`;
  const stays = own === '' ? 'without an ending' : `with the ending ${ending}`;
  throw new VaultLoomError('invalid_arguments', `"${to}" would be another kind of file than "${from}".`, {
    hint: `A move leaves a file as it is: give a destination ${stays}.`,
  });
}

/** Of the files that the app opens itself. */
const ENDINGS_OF_FILES: ReadonlySet<string> = new Set(
  'md canvas base pdf avif bmp gif jpeg jpg png svg webp flac m4a mp3 ogg wav webm 3gp mkv mov mp4 ogv'.split(' '),
);

async function filesOf(context: ToolContext): Promise<{ files: string[]; isHidden: (path: string) => boolean }> {
  const isHidden = await (await context.writing()).hiding();
  return { files: (await context.engine.linkSources({ paths: [] })).files, isHidden };
}

function alreadyThere(path: string): VaultLoomError {
  return new VaultLoomError('invalid_arguments', `"${path}" is already there.`, { hint: 'Give another destination.' });
}

function asNotFound(error: unknown): VaultLoomError {
  if (error instanceof VaultLoomError && error.code === 'note_not_found') return error;
  throw error;
}
