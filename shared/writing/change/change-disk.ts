import type { VaultPlaces } from '../places/real-path-check.ts';
import type { Trash } from '../trash/trash.ts';

/** The disk as the steps of a change see it. */
export interface Disk {
  places: VaultPlaces;
  trash: Trash;
}
