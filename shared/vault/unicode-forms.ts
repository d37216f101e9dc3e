import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import { childPath, hasOneForm, toNfc } from './paths.ts';

/** A place in the vault under both its names. */
export interface SpelledPlace {
  /** Vault-relative, with `/`: NFC, or byte-exact if the folder has the name in several Unicode forms. */
  path: string;
  /** The same as the disk spells it. */
  diskPath: string;
}

/** The vault's spelling of each name of one folder: NFC, or byte-exact for names that differ only in Unicode form. */
export function vaultNames(diskNames: readonly string[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const name of diskNames) counts.set(toNfc(name), (counts.get(toNfc(name)) ?? 0) + 1);
  return new Map(diskNames.map((name) => [name, counts.get(toNfc(name)) === 1 ? toNfc(name) : name]));
}

/**
 * Every place at this path in any Unicode form. Names with only one form are not looked up, so a place may not exist.
 * @param namesIn the names in a folder, as the disk spells them; none if it cannot be read
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
