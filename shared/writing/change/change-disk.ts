import type { VaultPlaces } from '../places/real-path-check.ts';
import type { Trash } from '../trash/trash.ts';

/** The disk as a change sees it. */
export interface Disk {
  places: VaultPlaces;
  trash: Trash;
}
