import { dirname } from '../paths.ts';

/** What may have changed, by the system's events. Paths are vault-relative and NFC, without repeats. */
export interface DiskChange {
  files: string[];
  /** Anything under these may have changed. None contains another, or a file of `files`. */
  folders: string[];
  /** An ignore file, settings, or the configuration folder itself. */
  settings: boolean;
}

/** Gathers hints into one change. */
export class ChangeCollector {
  #files = new Set<string>();
  #folders = new Set<string>();
  #settings = false;

  addFile(path: string): void {
    this.#files.add(path);
  }

  addFolder(path: string): void {
    this.#folders.add(path);
  }

  addSettings(): void {
    this.#settings = true;
  }

  /** Takes everything gathered since the last call, or null if nothing. */
  take(): DiskChange | null {
    const change = {
      files: Array.from(this.#files).filter((file) => !isInsideAny(file, this.#folders)),
      folders: outermost(this.#folders),
      settings: this.#settings,
    };
    this.#files = new Set();
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
