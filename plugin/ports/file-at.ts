import type { TAbstractFile, TFile, Vault } from 'obsidian';
import { hasOneForm, toNfc } from '../../shared/vault/paths.ts';

/**
 * The app's file at a path of the engine. The app spells paths as the disk does, the engine mostly in NFC: `é` may be one
 * character or two.
 */
export function fileAt(vault: Pick<Vault, 'getFileByPath' | 'getRoot'>, path: string): TFile | null {
  const exact = vault.getFileByPath(path);
  if (exact !== null || hasOneForm(path)) return exact;
  let places: TAbstractFile[] = [vault.getRoot()];
  for (const name of path.split('/'))
    places = places.flatMap((place) => childrenOf(place)).filter((child) => toNfc(child.name) === toNfc(name));
  return places.map(({ path: spelled }) => vault.getFileByPath(spelled)).find((file) => file !== null) ?? null;
}

function childrenOf(place: TAbstractFile & { children?: TAbstractFile[] }): TAbstractFile[] {
  return place.children ?? [];
}
