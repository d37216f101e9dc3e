import { VaultLoomError } from '../../protocol/errors.ts';
import type { AppSettings } from '../../vault/rules/app-settings.ts';
import { childPath, dirname, foldPath, toNfc } from '../../vault/paths.ts';
import type { Step } from './change-record.ts';
import type { Before, FileChange } from './file-change.ts';
import { quoted } from '../places/name-rules.ts';
import { spelledAs } from '../places/name-spellings.ts';
import { idOf } from '../files/file-id.ts';
import { isSameBytes } from '../../kit/bytes/common-bytes.ts';
import { forEachOf } from '../../kit/concurrency/for-each.ts';
import { hiddenPlace, refuseHiddenPlaces } from '../places/hidden-places.ts';
import { checkRealPlace } from '../places/path-guard.ts';
import { changed, noteExists } from './change-errors.ts';
import type { NewFilePlace, VaultFilePlace } from '../places/vault-places.ts';
import { LOCAL_TRASH } from '../trash/trash.ts';
import { isStill } from '../files/is-still.ts';
import { guard, keptBy, usesOf } from './guard-files.ts';
import { readNoteFile, unchangedNoteFile, type NoteReading } from './read-note-file.ts';

export interface PlanContext extends NoteReading {
  /** The change's id, for temporary names. */
  id: string;
  trashOption: AppSettings['trashOption'];
  now: number;
}

interface FileContext extends PlanContext {
  /** Places in the trash for files of this change. */
  promised: Set<string>;
}

/**
 * Turns a change into steps, with the bytes of each file now. Writes nothing. Leaves out edits without effect.
 * @param emptied folders (places) to remove at the end if empty, inner before outer
 * @throws VaultLoomError the guard's; `note_not_found`, `note_exists`, `file_changed`, `invalid_arguments` if two parts
 * write one file
 */
export async function planChange(
  files: readonly FileChange[],
  emptied: readonly string[],
  context: PlanContext,
): Promise<Step[]> {
  refuseTwice(files);
  refuseHiddenPlaces(files, context.isHidden);
  const planned: Step[][] = files.map(() => []);
  const promised = new Set<string>();
  await forEachOf(files.entries(), CONCURRENCY, async ([i, file]) => {
    planned[i] = await planFile(file, i, { ...context, promised });
  });
  const steps = withoutRepeatedFolders(planned.flat());
  if (steps.length > 0)
    for (const place of emptied) if (!(await isMissing(place, context))) steps.push({ do: 'unfolder', place });
  return steps;
}

const CONCURRENCY = 8;

function planFile(file: FileChange, i: number, context: FileContext): Promise<Step[]> {
  if (file.kind === 'create') return planCreate(file, i, context);
  if (file.kind === 'edit') return planEdit(guard(file.path, context.rules, 'edit'), file, context);
  return file.kind === 'move' ? planMove(file, context) : planDelete(file, context);
}

async function planCreate(
  { path: input, bytes, source, ...file }: FileChange & { kind: 'create' },
  i: number,
  context: PlanContext,
): Promise<Step[]> {
  const path = guard(input, context.rules, context.restores ? 'edit' : 'make', keptBy(file));
  return withNewPlace(path, context, (target) => {
    if (target.occupied) throw noteExists(path);
    const { folders, place } = placesOf(target);
    return Promise.resolve([
      ...folders,
      {
        do: 'create',
        path,
        place,
        temporary: `.vault-loom-${context.id}-${i}.tmp`,
        after: bytes,
        ...(source === undefined ? {} : { source }),
      },
    ]);
  });
}

async function planEdit(
  path: string,
  { before, after }: { before: Before; after: Uint8Array },
  context: PlanContext,
): Promise<Step[]> {
  const { found, bytes } =
    (typeof before === 'string' ? null : await unchangedNoteFile(path, before, context)) ??
    (await readNoteFile(path, context));
  if (bytes !== before && !isStill(bytes, before)) throw changed(path);
  if (isSameBytes(bytes, after)) return [];
  return [{ do: 'edit', path, place: found.place, id: idOf(found.stats), before: bytes, after }];
}

async function planMove(
  { from: input, to: target, edit, ...file }: FileChange & { kind: 'move' },
  context: PlanContext,
): Promise<Step[]> {
  const uses = usesOf({ from: input, to: target });
  const from = guard(input, context.rules, uses.from);
  const to = guard(target, context.rules, context.restores ? uses.from : uses.to, keptBy({ ...file, from: input }));
  if (from === to)
    throw new VaultLoomError('invalid_arguments', `The note ${quoted(from)} already exists.`, {
      hint: 'Give another path to move it to.',
    });
  const edits = edit === undefined ? [] : await planEdit(from, edit, context);
  const { found } = await readNoteFile(from, context);
  if (found.viaSymlink) throw symlinked(from, 'moved');
  return withNewPlace(to, { ...context, movedFrom: found.place }, async (place) => {
    const caseOnly = place.occupied && (await isSameName(found, place, from, to));
    if (place.occupied && !caseOnly) throw noteExists(to);
    const { folders, place: toPlace } = placesOf(place);
    return [
      ...folders,
      ...edits,
      { do: 'move', path: from, place: found.place, to, toPlace, id: idOf(found.stats), caseOnly },
    ];
  });
}

async function planDelete(
  { path: input, before }: FileChange & { kind: 'delete' },
  context: FileContext,
): Promise<Step[]> {
  const path = guard(input, context.rules, 'remove');
  const { found, bytes } = await readNoteFile(path, context);
  if (found.viaSymlink) throw symlinked(path, 'deleted');
  if (before !== undefined && !isStill(bytes, before)) throw changed(path);
  const trash = await context.disk.trash.plan(found.place, context.trashOption, context);
  const folders: Step[] =
    trash.to === 'local' && (await isMissing(LOCAL_TRASH, context)) ? [{ do: 'folder', place: LOCAL_TRASH }] : [];
  const mode = Number(found.stats.mode) & PERMISSIONS;
  return [...folders, { do: 'remove', path, place: found.place, id: idOf(found.stats), mode, before: bytes, trash }];
}

const PERMISSIONS = 0o777;

async function withNewPlace(
  path: string,
  context: PlanContext & { movedFrom?: string },
  use: (target: NewFilePlace) => Promise<Step[]>,
): Promise<Step[]> {
  const found = await context.disk.places.newFile(path, { exactly: context.restores });
  const target = context.movedFrom === undefined || context.restores ? found : spelledLike(found, context.movedFrom);
  try {
    const { place } = placesOf(target);
    const refused =
      checkRealPlace(path, place, context.rules) ?? (context.isHidden(toNfc(place)) ? hiddenPlace(path) : null);
    if (refused !== null) throw refused;
    return await use(target);
  } finally {
    await target.folder.close();
  }
}

function spelledLike(target: NewFilePlace, place: string): NewFilePlace {
  if (target.occupied) return target;
  const names = spelledAs(place, [...target.missing, target.name]);
  return { ...target, missing: names.slice(0, -1), name: names.at(-1) ?? target.name };
}

function placesOf(target: NewFilePlace): { folders: Step[]; place: string } {
  let at = target.folder.place;
  const folders = target.missing.map((name): Step => ({ do: 'folder', place: (at = childPath(at, name)) }));
  return { folders, place: childPath(at, target.name) };
}

/** Whether the new name is the old one in another letter case, on a disk that ignores it. */
async function isSameName(found: VaultFilePlace, target: NewFilePlace, from: string, to: string): Promise<boolean> {
  if (foldPath(from) !== foldPath(to)) return false;
  const there = await target.folder.pace.lstat(target.folder.at(target.name));
  if (there.ino !== found.stats.ino || there.dev !== found.stats.dev) return false;
  const names = await target.folder.names();
  return names.filter((name) => foldPath(toNfc(name)) === foldPath(target.name)).length === 1;
}

async function isMissing(folder: string, context: PlanContext): Promise<boolean> {
  const found = await context.disk.places.folder(folder);
  await found?.close();
  return found === null;
}

function refuseTwice(files: readonly FileChange[]): void {
  const seen = new Set<string>();
  for (const file of files) {
    for (const path of file.kind === 'move' ? [file.from, file.to] : [file.path]) {
      if (seen.has(path))
        throw new VaultLoomError('invalid_arguments', `The change writes ${quoted(path)} twice.`, {
          details: { path },
        });
      seen.add(path);
    }
  }
}

function withoutRepeatedFolders(steps: Step[]): Step[] {
  const made = new Set<string>();
  const kept = steps.filter((step) => {
    if (step.do !== 'folder') return true;
    if (made.has(step.place)) return false;
    made.add(step.place);
    return true;
  });
  return kept.sort((a, b) => depth(a) - depth(b));
}

/** Folders first, outer before inner; the rest keeps its order. */
function depth(step: Step): number {
  return step.do === 'folder' ? step.place.split('/').length - MAX_DEPTH : 0;
}

const MAX_DEPTH = 10_000;

function symlinked(path: string, done: string): VaultLoomError {
  return new VaultLoomError('path_not_allowed', `The path ${quoted(path)} is a symlink and cannot be ${done}.`, {
    hint: `Name the note it leads to, in ${quoted(`${dirname(path)}/`)} or elsewhere.`,
    details: { path },
  });
}
