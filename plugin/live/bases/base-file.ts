import type { FileSystemAdapter, Vault } from 'obsidian';
import { toNfc } from '../../../shared/vault/paths.ts';
import { RealPlaces } from '../../ports/real-places.ts';
import { basePathProblem, baseReadFailed, checkBaseSize } from '../../../shared/bases/base-text.ts';

/** The part of the app's vault that reading a base needs. */
export type BaseFiles = Pick<Vault, 'configDir'> & {
  adapter: Pick<Vault['adapter'], 'read' | 'stat'> & Partial<Pick<FileSystemAdapter, 'getBasePath'>>;
};

/**
 * Reads a `.base` file or note through the app's adapter, which itself would follow `..` and symlinks out of the vault.
 *
 * @throws VaultLoomError `base_file_read_failed`, `base_eval_error` for a file too large to be a base
 */
export async function readBaseFile(
  files: BaseFiles,
  file: string,
  isHidden: (path: string) => boolean,
): Promise<string> {
  const problem = basePathProblem(file, files.configDir);
  if (problem !== null) throw baseReadFailed(file, problem);
  for (const path of new Set([file, toNfc(file), file.normalize('NFD')])) {
    const stat = await files.adapter.stat(path).catch(() => null);
    if (stat?.type !== 'file' || isHidden(toNfc(path))) continue;
    const problem = await symlinkProblem(files, path);
    if (problem !== null) throw baseReadFailed(file, `it is a link that ${problem}`);
    checkBaseSize(file, stat.size);
    return files.adapter.read(path).catch((error: unknown) => {
      throw baseReadFailed(file, 'it cannot be read', error);
    });
  }
  throw baseReadFailed(file, 'there is no such file in the vault');
}

/** Why the file is not where its path says, or null. */
export async function symlinkProblem({ adapter, configDir }: BaseFiles, path: string): Promise<string | null> {
  const basePath = adapter.getBasePath?.();
  return basePath === undefined ? null : (await RealPlaces.open(basePath)).symlinkProblem(path, configDir);
}
