import type { FileStat, VaultWarning } from '../vault-source.ts';
import type { DiskPlace, WalkVisitor } from './disk-walk.ts';

/** Collects what a walk finds. */
export class FoundFiles implements WalkVisitor {
  readonly files: { path: string; stat: FileStat }[] = [];
  /** Files and folders that the disk spells otherwise. */
  readonly spellings: DiskPlace[] = [];
  readonly warnings: VaultWarning[] = [];

  readonly folder = (place: DiskPlace): void => {
    if (place.path !== place.diskPath) this.spellings.push(place);
  };

  readonly file = (place: DiskPlace, stat: FileStat): void => {
    this.folder(place);
    this.files.push({ path: place.path, stat });
  };

  readonly warn = (warning: VaultWarning): void => {
    this.warnings.push(warning);
  };
}
