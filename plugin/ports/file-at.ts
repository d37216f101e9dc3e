import type { TAbstractFile, TFile, TFolder, Vault } from 'obsidian';
import { foldPath, hasOneForm, toNfc } from '../../shared/vault/paths.ts';

/**
 * The app's file at a path of the engine. The app spells paths as the disk does, the engine mostly in NFC: `é` may be
 * one character or two.
 */
export function fileAt(vault: Pick<Vault, 'getFileByPath' | 'getRoot'>, path: string): TFile | null {
  const exact = vault.getFileByPath(path);
  if (exact !== null || hasOneForm(path)) return exact;
  return fileSpelled(vault, path, toNfc);
}

/** The app's file or folder at a path of the engine, as {@link fileAt}. */
export function placeAt(vault: Pick<Vault, 'getAbstractFileByPath' | 'getRoot'>, path: string): TAbstractFile | null {
  const exact = vault.getAbstractFileByPath(path);
  return exact !== null || hasOneForm(path) ? exact : (placesSpelled(vault, path, toNfc)[0] ?? null);
}

/** The app's folder at a path of the engine or the settings, as {@link fileAt}. */
export function folderAt(
  vault: Pick<Vault, 'getAbstractFileByPath' | 'getFolderByPath' | 'getRoot'>,
  path: string,
): TFolder | null {
  return vault.getFolderByPath(placeAt(vault, path)?.path ?? path);
}

/** The first file whose path differs from this one in letter case or Unicode form alone. */
export function fileInOtherCase(vault: Pick<Vault, 'getFileByPath' | 'getRoot'>, path: string): TFile | null {
  return fileSpelled(vault, path, foldPath);
}

/** The first folder whose path differs from this one in letter case or Unicode form alone. */
export function folderInOtherCase(vault: Pick<Vault, 'getFolderByPath' | 'getRoot'>, path: string): TFolder | null {
  const places = placesSpelled(vault, path, foldPath);
  return places.map(({ path: spelled }) => vault.getFolderByPath(spelled)).find((folder) => folder !== null) ?? null;
}

/** The first file each of whose names has the same form as in the path. */
function fileSpelled(
  vault: Pick<Vault, 'getFileByPath' | 'getRoot'>,
  path: string,
  formOf: (name: string) => string,
): TFile | null {
  const places = placesSpelled(vault, path, formOf);
  return places.map(({ path: spelled }) => vault.getFileByPath(spelled)).find((file) => file !== null) ?? null;
}

function placesSpelled(vault: Pick<Vault, 'getRoot'>, path: string, formOf: (name: string) => string): TAbstractFile[] {
  let places: TAbstractFile[] = [vault.getRoot()];
  for (const name of path.split('/'))
    places = places.flatMap((place) => childrenOf(place)).filter((child) => formOf(child.name) === formOf(name));
  return places;
}

function childrenOf(place: TAbstractFile & { children?: TAbstractFile[] }): TAbstractFile[] {
  return place.children ?? [];
}
