import { forEachOf, mapEachOf } from '../../kit/concurrency/for-each.ts';
import { isSameBytes } from '../../kit/bytes/common-bytes.ts';
import type { ChangeRecord, TrashedFile } from '../change/change-record.ts';
import type { FileChange } from '../change/file-change.ts';
import { followed, timeOf, type FollowRenames } from './follow-renames.ts';
import { fit, foldersMadeBy, inverseOf, type ReadNow } from './undo.ts';

/** What an undo makes of one file. */
export interface Fate {
  /** Where the file is now; null for one that the undo makes. */
  from: string | null;
  before: Uint8Array | null;
  /** Where it is afterwards; null for one that the undo removes. */
  to: string | null;
  after: Uint8Array | null;
  /** Its file in the trash, if that is where it went. */
  source?: TrashedFile;
}

/** An undo of one or several changes, played on the files as they are. Nothing is written. */
export interface PlayedUndo {
  fates: Fate[];
  /** What undoes the changes if nothing but names was changed since. */
  inverse: FileChange[];
  /** Paths whose later changes would be lost. */
  lost: string[];
  /** Paths of files to undo that are not there. */
  gone: string[];
  /** Paths that another file has taken since. */
  taken: string[];
  /** Folders to remove afterwards if they are empty, inner before outer. */
  emptied: string[];
}

/**
 * Plays an undo of several changes, one after another.
 *
 * @param ids in the order of the undo, the newest first
 * @param record throws for an unknown id, and so does this
 * @param follow finds files that were renamed since
 */
export async function playUndo(
  ids: readonly string[],
  record: (id: string) => Promise<ChangeRecord>,
  readNow: ReadNow,
  follow: FollowRenames,
): Promise<PlayedUndo> {
  const undoneChanges = await mapEachOf(ids, CONCURRENCY, record);
  const files = new Files(await readingAhead(undoneChanges, readNow));
  const lost = new Set<string>();
  const gone = new Set<string>();
  const taken = new Set<string>();
  const inverse: FileChange[] = [];
  const emptied: string[] = [];
  for (const undone of undoneChanges) {
    const time = timeOf(undone);
    const found: FileChange[] = [];
    for (const file of inverseOf(undone)) {
      const one = await followed(
        file,
        (path) => follow(path, time),
        async (path) => (await files.at(path)) !== null,
      );
      if (one.lost !== null) lost.add(one.lost);
      found.push(...one.files);
    }
    inverse.push(...found);
    const fitted = await fit(found, async (path) => (await files.at(path))?.after ?? null);
    for (const path of fitted.lost) lost.add(path);
    for (const path of fitted.gone) gone.add(path);
    for (const file of fitted.files) if (!(await files.change(file)) && file.kind === 'move') taken.add(file.to);
    emptied.push(...foldersMadeBy(undone));
  }
  return { fates: files.fates(), inverse, lost: [...lost], gone: [...gone], taken: [...taken], emptied };
}

/** The one change that an undo makes. */
export function changesOf({ fates }: Pick<PlayedUndo, 'fates'>): FileChange[] {
  const crossing = crossingOf(fates);
  return [...fates.filter((fate) => !crossing.has(fate)).flatMap(changeOf), ...textsOf([...crossing])];
}

/** Reads the edited files several at a time. An error is thrown only if the file is asked for. */
async function readingAhead(undone: readonly ChangeRecord[], readNow: ReadNow): Promise<ReadNow> {
  const edited = new Set(undone.flatMap(inverseOf).flatMap((file) => (file.kind === 'edit' ? [file.path] : [])));
  const contents = new Map<string, Uint8Array | null>();
  await forEachOf(edited, CONCURRENCY, (path) =>
    readNow(path).then(
      (bytes) => contents.set(path, bytes),
      () => undefined,
    ),
  );
  return (path) => {
    const bytes = contents.get(path);
    return bytes === undefined ? readNow(path) : Promise.resolve(bytes);
  };
}

const CONCURRENCY = 8;

/** The files of a vault while an undo is played. */
class Files {
  readonly #readNow: ReadNow;
  readonly #all: Fate[] = [];
  /** Null where no file is. */
  readonly #at = new Map<string, Fate | null>();

  constructor(readNow: ReadNow) {
    this.#readNow = readNow;
  }

  async at(path: string): Promise<Fate | null> {
    const known = this.#at.get(path);
    if (known !== undefined) return known;
    const bytes = await this.#readNow(path);
    return this.#put(path, bytes === null ? null : { from: path, before: bytes, to: path, after: bytes });
  }

  /** Makes a change. Returns false if its place is taken. */
  async change(file: FileChange): Promise<boolean> {
    if (file.kind === 'create') {
      const { path, bytes, source } = file;
      this.#put(path, {
        from: null,
        before: null,
        to: path,
        after: bytes,
        ...(source === undefined ? {} : { source }),
      });
      return true;
    }
    const fate = await this.at(file.kind === 'move' ? file.from : file.path);
    if (fate === null) return true;
    if (file.kind === 'edit') fate.after = file.after;
    else if (file.kind === 'delete') {
      fate.to = null;
      this.#at.set(file.path, null);
    } else {
      const there = await this.at(file.to);
      // On a disk that ignores letter case, a rename finds its own file at the new name.
      const isItself = isSameName(file.from, file.to);
      if (there !== null && !isItself) return false;
      if (there !== null && there !== fate) this.#all.splice(this.#all.indexOf(there), 1);
      fate.to = file.to;
      fate.after = file.edit?.after ?? fate.after;
      this.#at.set(file.from, null);
      this.#at.set(file.to, fate);
    }
    return true;
  }

  fates(): Fate[] {
    return this.#all.filter(({ from, to, before, after }) =>
      from === to ? before !== null && after !== null && !isSameBytes(before, after) : true,
    );
  }

  #put(path: string, fate: Fate | null): Fate | null {
    if (fate !== null) this.#all.push(fate);
    this.#at.set(path, fate);
    return fate;
  }
}

function changeOf({ from, to, before, after, source }: Fate): FileChange[] {
  if (from === null || before === null)
    return to === null || after === null
      ? []
      : [{ kind: 'create', path: to, bytes: after, ...(source === undefined ? {} : { source }) }];
  if (to === null || after === null) return [{ kind: 'delete', path: from, before }];
  const edit = isSameBytes(before, after) ? {} : { edit: { before, after } };
  return from === to ? [{ kind: 'edit', path: from, before, after }] : [{ kind: 'move', from, to, ...edit }];
}

/** Files that swap places: one change cannot write a place twice. */
function crossingOf(fates: readonly Fate[]): Set<Fate> {
  const users = new Map<string, Fate[]>();
  const placesOf = ({ from, to }: Fate): string[] => [...new Set([from, to])].filter((path) => path !== null);
  for (const fate of fates) for (const path of placesOf(fate)) users.set(path, [...(users.get(path) ?? []), fate]);
  const crossing = new Set<Fate>();
  const add = (fate: Fate): void => {
    if (crossing.has(fate)) return;
    crossing.add(fate);
    for (const path of placesOf(fate)) for (const other of users.get(path) ?? []) add(other);
  };
  for (const sharing of users.values()) if (sharing.length > 1) for (const fate of sharing) add(fate);
  return crossing;
}

/** The same as texts of each place, without moves. */
function textsOf(fates: readonly Fate[]): FileChange[] {
  const before = new Map(fates.flatMap((fate) => (fate.from === null ? [] : [[fate.from, fate.before] as const])));
  const after = new Map(fates.flatMap((fate) => (fate.to === null ? [] : [[fate.to, fate.after] as const])));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [was, becomes] = [before.get(path) ?? null, after.get(path) ?? null];
    return changeOf({ from: was && path, before: was, to: becomes && path, after: becomes }).filter(
      (change) => change.kind !== 'edit' || !isSameBytes(was ?? EMPTY, becomes ?? EMPTY),
    );
  });
}

const EMPTY = new Uint8Array();

/** A rename that changes letter case or Unicode form alone. */
function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}
