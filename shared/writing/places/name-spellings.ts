import { VaultLoomError } from '../../protocol/errors.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { hasOneForm, toNfc } from '../../vault/paths.ts';
import { nullWhenAbsent } from '../../kit/disk/disk-io.ts';
import { quoted } from './name-rules.ts';
import type { VaultFolder } from './open-folder.ts';

/**
 * A folder's own spelling of a name: as it is, or in another Unicode form.
 * @throws VaultLoomError `ambiguous_note` if several names differ only in Unicode form
 */
export async function spellingIn(folder: VaultFolder, name: string, input: string): Promise<string> {
  const spellings = await spellingsIn(folder, name);
  if (spellings.length < 2) return spellings[0] ?? name;
  throw new VaultLoomError(
    'ambiguous_note',
    `Several files are called ${quoted(input)}; their names differ only in Unicode form.`,
    {
      hint: 'Name one of them exactly as list_notes shows it.',
      details: { path: input },
    },
  );
}

/** The forms in which a folder may hold a name. Takes one not in NFC literally. */
export async function spellingsIn(folder: VaultFolder, name: string): Promise<string[]> {
  if (
    hasOneForm(name) ||
    name !== toNfc(name) ||
    (await folder.pace.lstat(folder.at(name)).catch(nullWhenAbsent)) !== null
  )
    return [name];
  return (await folder.names()).filter((other) => toNfc(other) === name).sort(compareCodeUnits);
}

/**
 * New names, outer first, as those of `place` at its end are spelled, from the last one up as long as they are the same
 * in NFC: what a move does not rename keeps the disk's spelling.
 */
export function spelledAs(place: string, names: readonly string[]): string[] {
  const known = place.split('/').reverse();
  let isSame = true;
  return [...names]
    .reverse()
    .map((name, i) => {
      const own = known[i] ?? '';
      isSame &&= toNfc(own) === toNfc(name);
      return isSame ? own : name;
    })
    .reverse();
}
