import { dirname } from '../paths.ts';

/** What may have changed, by the system's events. Paths are vault-relative and NFC, without repeats. */
export interface DiskChange {
  files: string[];
  /** Those of `files` whose name was given to a file, which may have the size and time of the one before. */
  replaced?: string[];
  /** Anything under these may have changed. None contains another, or a file of `files`. */
  folders: string[];
  /** An ignore file, settings, or the configuration folder itself. */
  settings: boolean;
}

/** Gathers hints into one change. */
export class ChangeCollector {
  #files = new Set<string>();
  #replaced = new Set<string>();
  #folders = new Set<string>();
  #settings = false;

  addFile(path: string, isReplaced = false): void {
    this.#files.add(path);
    if (isReplaced) this.#replaced.add(path);
  }

  addFolder(path: string): void {
    this.#folders.add(path);
  }

  addSettings(): void {
    this.#settings = true;
  }

  /** Takes everything gathered since the last call, or null if nothing. */
  take(): DiskChange | null {
    const files = Array.from(this.#files).filter((file) => !isInsideAny(file, this.#folders));
    const replaced = files.filter((file) => this.#replaced.has(file));
    const change = {
      files,
      ...(replaced.length === 0 ? {} : { replaced }),
      folders: outermost(this.#folders),
      settings: this.#settings,
    };
    this.#files = new Set();
    this.#replaced = new Set();
    this.#folders = new Set();
    this.#settings = false;
    return change.files.length === 0 && change.folders.length === 0 && !change.settings ? null : change;
  }
}

/** The folders not inside any of the others. */
export function outermost(folders: ReadonlySet<string>): string[] {
  return Array.from(folders).filter((folder) => !isInsideAny(folder, folders));
}

function isInsideAny(path: string, folders: ReadonlySet<string>): boolean {
  for (let above = path; above !== ''; ) {
    above = dirname(above);
    if (folders.has(above)) return true;
  }
  return false;
}
