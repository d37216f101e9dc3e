import { homeFolder } from '../../shared/kit/disk/home-folder.ts';
import { escapePattern } from '../../shared/kit/text/escape-pattern.ts';

/** Removes the person's absolute paths from a text. */
export type Redact = (text: string) => string;

/**
 * Replaces the paths of the vault and the home folder; relative paths stay, and so do folders whose names only begin
 * alike.
 */
export function createRedact(
  vaultPath: string,
  realVaultPath: string = vaultPath,
  home: string = homeFolder() ?? '',
): Redact {
  const places = [...[realVaultPath, vaultPath].map((path) => [path, '<vault>'] as const), [home, '~'] as const].filter(
    ([path]) => path.length > 1,
  );
  const patterns = places.map(([path, name]) => [wholePath(path), name] as const);
  return (text) => patterns.reduce((rest, [pattern, name]) => rest.replace(pattern, () => name), text);
}

/**
 * A path that no letter of a longer name follows or precedes. A blank may be part of a name, too, but mostly ends one.
 */
function wholePath(path: string): RegExp {
  const isRoot = /[\\/]$/u.test(path);
  return new RegExp(`(?<!${NAME_CHARACTER})${escapePattern(path)}${isRoot ? '' : `(?!\\.*${FOLLOWING})`}`, 'gu');
}

const NAME_CHARACTER = String.raw`[\p{L}\p{M}\p{N}_-]`;
/**
 * A character that does not end a path in a sentence, and so belongs to a longer name, as in `/home/ada@corp` or
 * `Notes+`.
 */
const FOLLOWING = String.raw`[\p{L}\p{M}\p{N}\p{So}_@#%&~+$=-]`;
