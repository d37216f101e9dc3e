import type { App, FileSystemAdapter } from 'obsidian';
import { shorten } from '../../../../shared/kit/text/shorten.ts';
import { VaultLoomError } from '../../../../shared/protocol/errors.ts';
import { hasUnusableCharacter, isLeftOut, isVaultPath, toNfc } from '../../../../shared/vault/paths.ts';
import { RealPlaces } from '../../../ports/real-places.ts';

/** The part of the app's vault that identifies files. */
export type GuardedFiles = Pick<App['vault'], 'configDir' | 'getFileByPath'> & {
  adapter: Pick<App['vault']['adapter'], 'read'> & Partial<Pick<FileSystemAdapter, 'getBasePath'>>;
};

/**
 * Checks that a path leads to a visible place in the vault, whether or not a file is there.
 *
 * @throws VaultLoomError `path_not_allowed` for an address, hidden files, and dot-folders; `path_outside_vault`
 */
export function requireShownPath(
  { configDir }: Pick<GuardedFiles, 'configDir'>,
  path: unknown,
  isHidden: (path: string) => boolean,
): asserts path is string {
  if (typeof path !== 'string') throw notAllowed(String(path), 'is not a path');
  if (ADDRESS.test(path)) throw notAllowed(path, 'is an address, and a query loads nothing but files of the vault');
  if (path.startsWith('/') || path.split(/[\\/]/).includes('..')) throw outside(path, '');
  if (hasUnusableCharacter(path) || !isVaultPath(path))
    throw notAllowed(path, 'is not a path from the root of the vault');
  if (isLeftOut(toNfc(path), toNfc(configDir)) || isHidden(toNfc(path))) throw notAllowed(path, 'may not be shown');
}

/**
 * Checks, right before it is loaded, that a file is a visible one of the vault. The query plugin itself would request
 * an address, and the app's adapter follows `..` and symlinks.
 *
 * @returns the path as the vault spells it
 * @throws VaultLoomError as {@link requireShownPath}, and `dql_error` for a file that is not there
 */
export async function requireShownFile(
  vault: GuardedFiles,
  path: unknown,
  isHidden: (path: string) => boolean,
): Promise<string> {
  requireShownPath(vault, path, isHidden);
  const file = vault.getFileByPath(path);
  if (file === null)
    throw new VaultLoomError('dql_error', `The query asks for the file ${quoted(path)}, which is not in the vault.`, {
      hint: HINT,
    });
  await requireOwnPlace(vault, path, isHidden);
  return file.path;
}

/** A scheme, or what a page would treat as a host. */
const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Checks the file that the adapter, which follows symlinks, would read. */
async function requireOwnPlace(
  { adapter, configDir }: GuardedFiles,
  path: string,
  isHidden: (path: string) => boolean,
): Promise<void> {
  const basePath = adapter.getBasePath?.();
  if (basePath === undefined) return;
  const place = await (await RealPlaces.open(basePath)).canonical(path);
  if (place === null) throw outside(path, ' through a symlink');
  if (isLeftOut(toNfc(place), toNfc(configDir)) || isHidden(toNfc(place)))
    throw notAllowed(path, 'leads to what may not be shown');
}

function outside(path: string, how: string): VaultLoomError {
  return new VaultLoomError(
    'path_outside_vault',
    `The query asks for ${quoted(path)}, which leads out of the vault${how}.`,
    { hint: HINT, details: { path } },
  );
}

function notAllowed(path: string, problem: string): VaultLoomError {
  return new VaultLoomError('path_not_allowed', `The query asks for ${quoted(path)}, which ${problem}.`, {
    hint: HINT,
    details: { path },
  });
}

const HINT = 'csv("…") takes the path of a visible file of the vault, from its root or from the folder of `source`.';

function quoted(path: string): string {
  return `"${shorten(path, 200)}"`;
}
