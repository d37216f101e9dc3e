import { VaultLoomError } from '../../protocol/errors.ts';
import { unreadable } from '../../vault/unreadable.ts';
import { noSuchFile, type IsHidden } from '../places/hidden-places.ts';
import type { WriteRules } from '../places/path-guard.ts';
import type { VaultPlaces } from '../places/vault-places.ts';
import type { Disk } from './change-disk.ts';
import { hashOf } from './change-record.ts';
import { guard, useOf } from './guard-files.ts';
import { readNoteFile } from './read-note-file.ts';

interface ReadOptions {
  isHidden?: IsHidden;
  /** Whether it is read to bring a file back. */
  restores?: boolean;
  places?: VaultPlaces;
}

/** The bytes of files that a writer may touch. */
export class NoteBytes {
  readonly #disk: Disk;
  readonly #rules: WriteRules;

  constructor(disk: Disk, rules: WriteRules) {
    this.#disk = disk;
    this.#rules = rules;
  }

  /** A file's bytes now. Throws the guard's errors and `note_not_found`. */
  async read(
    path: string,
    { isHidden = () => false, restores = false, places = this.#disk.places }: ReadOptions = {},
  ): Promise<{ bytes: Uint8Array; hash: string }> {
    if (isHidden(path)) throw noSuchFile(path);
    const { bytes } = await readNoteFile(guard(path, this.#rules, useOf(path)), {
      disk: { ...this.#disk, places },
      rules: this.#rules,
      isHidden,
      restores,
    }).catch((error: unknown) => {
      throw unreadable(path, error);
    });
    return { bytes, hash: hashOf(bytes) };
  }

  /** The same for an undo; null if there is no file. */
  async readToRestore(path: string, places: VaultPlaces): Promise<Uint8Array | null> {
    return this.read(path, { restores: true, places }).then(
      ({ bytes }) => bytes,
      (error: unknown) => {
        if (error instanceof VaultLoomError && error.code === 'note_not_found') return null;
        throw error;
      },
    );
  }
}
