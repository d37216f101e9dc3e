import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import { childPath, hasOneForm, toNfc } from './paths.ts';

/** A place in the vault under both its names. */
export interface SpelledPlace {
  /** Vault-relative, `/`: NFC, but byte-exact if the folder has the same name in several Unicode forms. */
  path: string;
  /** The same place as the disk spells it, vault-relative, `/`. */
  diskPath: string;
}

/**
 * The names of one folder as the vault spells them, by the disk's spelling: NFC, but byte-exact for those that differ from another
 * only in Unicode form.
 */
export function vaultNames(diskNames: readonly string[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const name of diskNames) counts.set(toNfc(name), (counts.get(toNfc(name)) ?? 0) + 1);
  return new Map(diskNames.map((name) => [name, counts.get(toNfc(name)) === 1 ? toNfc(name) : name]));
}

/**
 * Every place whose path is this one in some Unicode form: more than one if names differ only in that. Names that have one form
 * only are not looked up, so a place may not exist.
 *
 * @param namesIn the names in a folder, by the disk's spelling; none if it cannot be read
 */
export async function placesOf(
  path: string,
  namesIn: (diskFolder: string) => Promise<readonly string[]>,
): Promise<SpelledPlace[]> {
  let places: SpelledPlace[] = [{ path: '', diskPath: '' }];
  for (const segment of toNfc(path).split('/')) {
    const below: SpelledPlace[] = [];
    for (const place of places) {
      const names = hasOneForm(segment)
        ? [segment]
        : (await namesIn(place.diskPath)).filter((name) => toNfc(name) === segment).sort(compareCodeUnits);
      for (const [name, spelling] of vaultNames(names))
        below.push({ path: childPath(place.path, spelling), diskPath: childPath(place.diskPath, name) });
    }
    places = below;
  }
  return places;
}
