import type { BigIntStats } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { VaultLoomError } from '../../protocol/errors.ts';
import { isAbsence, nullWhenAbsent, realPathOf, systemCode } from '../../kit/disk/disk-io.ts';
import { Pace } from '../../kit/disk/pace.ts';
import { withinRoot } from '../../vault/disk/disk-walk.ts';
import { canBeQuick } from '../../kit/disk/remote-disk.ts';
import { basename, childPath, dirname, hasOneForm } from '../../vault/paths.ts';
import { quoted } from './name-rules.ts';
import { openFolder, outside, type VaultFolder } from './open-folder.ts';
import { spellingIn, spellingsIn } from './name-spellings.ts';

/** A regular file of the vault: its open folder, and its name there as the disk spells it. */
export interface VaultFilePlace {
  folder: VaultFolder;
  name: string;
  /** Vault-relative, as the disk spells it, symlinks resolved. */
  place: string;
  stats: BigIntStats;
  /** The requested path is a symlink. */
  viaSymlink: boolean;
}

/** The nearest existing folder of a new file, and what to create below it. */
export interface NewFilePlace {
  folder: VaultFolder;
  missing: string[];
  name: string;
  /** Something has this name or, unless asked for exactly, another Unicode form of it. */
  occupied: boolean;
}

/** Finds places of one vault, each proven to be inside it. */
export class VaultPlaces {
  readonly #root: string;
  /** How the calls of its disk are made. */
  readonly pace: Pace;
  /** Folders that stay open for a while, by requested path; null if each is opened for itself. */
  readonly #shared: Map<string, SharedFolder> | null;

  /** @param root real path of the vault */
  constructor(root: string, kept: { pace: Pace; folders: Map<string, SharedFolder> } | null = null) {
    this.#root = root;
    this.pace = kept?.pace ?? new Pace(canBeQuick(root));
    this.#shared = kept?.folders ?? null;
  }

  /** Keeps folders open while `use` works on many files. Each is still verified before every write. */
  async sharingFolders<T>(use: (places: VaultPlaces) => Promise<T>): Promise<T> {
    const shared = new Map<string, SharedFolder>();
    try {
      return await use(new VaultPlaces(this.#root, { pace: this.pace, folders: shared }));
    } finally {
      for (const folder of shared.values()) await closeShared(folder);
    }
  }

  /**
   * The regular file at a path, or null. Follows a symlink inside the vault. Close its folder. `exactly`: in this
   * Unicode form only.
   * @throws VaultLoomError `path_outside_vault` if a symlink leads out, `path_not_allowed` if something other than a
   * file is there
   */
  async file(path: string, { exactly = false }: { exactly?: boolean } = {}): Promise<VaultFilePlace | null> {
    const folder = await this.folder(dirname(path), path);
    if (folder === null) return null;
    return this.#within(folder, async () => {
      const name = exactly ? basename(path) : await spellingIn(folder, basename(path), path);
      const stats = await this.pace.lstat(folder.at(name)).catch(nullWhenAbsent);
      if (stats === null) return null;
      if (stats.isSymbolicLink()) return this.#target(folder, name, path);
      if (!stats.isFile())
        throw new VaultLoomError('path_not_allowed', `The path ${quoted(path)} is not a file.`, {
          hint: 'Name a note.',
          details: { path },
        });
      return { folder, name, stats, place: childPath(folder.place, name), viaSymlink: false };
    });
  }

  /**
   * Where a new file would go. `exactly`: in this Unicode form only.
   * @throws VaultLoomError `path_outside_vault`, or `path_not_allowed` if a file is where a folder should be
   */
  async newFile(path: string, { exactly = false }: { exactly?: boolean } = {}): Promise<NewFilePlace> {
    const missing: string[] = [];
    for (let parent = dirname(path); ; parent = dirname(parent)) {
      const folder = await this.folder(parent, path);
      if (folder === null) {
        if (parent === '')
          throw new VaultLoomError('vault_not_found', "The vault's folder is gone.", {
            hint: 'Check that it still exists and is mounted.',
          });
        missing.unshift(basename(parent));
        continue;
      }
      return this.#within(folder, async () => {
        const name =
          missing.length > 0 || exactly
            ? basename(path)
            : ((await spellingsIn(folder, basename(path)))[0] ?? basename(path));
        const first = missing[0] ?? name;
        const occupied = (await this.pace.lstat(folder.at(first)).catch(nullWhenAbsent)) !== null;
        if (occupied && missing.length > 0) {
          throw new VaultLoomError(
            'path_not_allowed',
            `The folder of ${quoted(path)} cannot be created: a file or a dangling symlink has its name.`,
            { details: { path } },
          );
        }
        return { folder, missing, name, occupied };
      });
    }
  }

  /**
   * The folder at a vault-relative path (`''` for the root), or null.
   * @param input the path named in errors
   * @throws VaultLoomError `path_outside_vault` if it is elsewhere
   */
  async folder(path: string, input = path): Promise<VaultFolder | null> {
    const shared = this.#shared;
    if (shared === null) return this.#find(path, input);
    const known = shared.get(path);
    if (known === undefined && shared.size >= MAX_SHARED && !(await leaveOne(shared))) return this.#find(path, input);
    const kept = known ?? shared.get(path) ?? { opening: this.#find(path, input), users: 0 };
    shared.set(path, kept);
    kept.users++;
    const folder = await kept.opening.catch((error: unknown) => {
      forget(shared, path, kept);
      throw error;
    });
    if (folder !== null) return { ...folder, close: () => Promise.resolve(void kept.users--) };
    // It may be created later.
    forget(shared, path, kept);
    return null;
  }

  /** Opens a folder in an open one; creates it if missing, as `made` tells. */
  async makeFolder(parent: VaultFolder, name: string, input: string): Promise<{ folder: VaultFolder; made: boolean }> {
    const made = await mkdir(parent.at(name)).then(
      () => true,
      (error: unknown) => {
        if (systemCode(error) === 'EEXIST') return false;
        throw error;
      },
    );
    const folder = await openFolder(this.#root, childPath(parent.place, name), input, this.pace);
    if (folder === null) throw outside(input);
    return { folder, made };
  }

  async #find(path: string, input: string): Promise<VaultFolder | null> {
    return (await openFolder(this.#root, path, input, this.pace)) ?? this.#openSpelled(path, input);
  }

  async #within<T extends { folder: VaultFolder } | null>(folder: VaultFolder, find: () => Promise<T>): Promise<T> {
    let found: T | null = null;
    try {
      found = await find();
      return found;
    } finally {
      if (found?.folder !== folder) await folder.close();
    }
  }

  /** Looks up a symlink's target by its own path. */
  async #target(folder: VaultFolder, name: string, input: string): Promise<VaultFilePlace | null> {
    const real = await realPathOf(folder.at(name)).catch((error: unknown) => {
      if (isAbsence(error) || systemCode(error) === 'ELOOP') return null;
      throw error;
    });
    if (real === null)
      throw new VaultLoomError('path_not_allowed', `The path ${quoted(input)} is a symlink that leads nowhere.`, {
        details: { path: input },
      });
    const place = withinRoot(this.#root, real);
    if (place === null || place === '') throw outside(input);
    const stats = await this.pace.lstat(real).catch(nullWhenAbsent);
    if (stats?.isSymbolicLink() === true) throw outside(input);
    const target = await this.file(place);
    return target === null ? null : { ...target, viaSymlink: true };
  }

  /** Opens a folder whose path on disk is not in NFC. */
  async #openSpelled(path: string, input: string): Promise<VaultFolder | null> {
    if (hasOneForm(path)) return null;
    let spelled = '';
    for (const segment of path.split('/')) {
      const parent = await openFolder(this.#root, spelled, input, this.pace);
      if (parent === null) return null;
      spelled = childPath(spelled, await spellingIn(parent, segment, input).finally(() => parent.close()));
    }
    return openFolder(this.#root, spelled, input, this.pace);
  }
}

/** A folder that stays open, and how many look at it now. */
interface SharedFolder {
  opening: Promise<VaultFolder | null>;
  users: number;
}

/** A process may have 256 files open on some systems, and a call's locks keep folders open too. */
const MAX_SHARED = 64;

/** Closes the folder opened first of those nobody looks at; false if there is none. */
async function leaveOne(shared: Map<string, SharedFolder>): Promise<boolean> {
  for (const [path, folder] of shared) {
    if (folder.users > 0) continue;
    shared.delete(path);
    await closeShared(folder);
    return true;
  }
  return false;
}

async function closeShared({ opening }: SharedFolder): Promise<void> {
  await (await opening.catch(() => null))?.close();
}

/** Unless another call has asked again meanwhile. */
function forget(shared: Map<string, SharedFolder>, path: string, folder: SharedFolder): void {
  if (shared.get(path) === folder) shared.delete(path);
}
