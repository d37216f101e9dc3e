import type { FileSystemAdapter, Vault } from 'obsidian';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { extension, hasUnusableCharacter, isLeftOut, isVaultPath, toNfc } from '../../../shared/vault/paths.ts';
import { RealPlaces } from '../../ports/real-places.ts';
import { quote, structural } from '../../../shared/bases/base-errors.ts';
import { MAX_DOCUMENT_LENGTH } from '../../../shared/bases/document/base-yaml.ts';

/** The part of the app's vault that reading a base needs. */
export type BaseFiles = Pick<Vault, 'configDir'> & {
  adapter: Pick<Vault['adapter'], 'read' | 'stat'> & Partial<Pick<FileSystemAdapter, 'getBasePath'>>;
};

/**
 * Reads a `.base` file through the app's adapter, which itself would follow `..` and symlinks out of the vault.
 *
 * @throws VaultLoomError `base_file_read_failed`, `base_eval_error` for a file too large to be a base
 */
export async function readBaseFile(
  files: BaseFiles,
  file: string,
  isHidden: (path: string) => boolean,
): Promise<string> {
  const problem = pathProblem(file, files.configDir);
  if (problem !== null) throw failed(file, problem);
  for (const path of new Set([file, toNfc(file), file.normalize('NFD')])) {
    const stat = await files.adapter.stat(path).catch(() => null);
    if (stat?.type !== 'file' || isHidden(toNfc(path))) continue;
    const problem = await symlinkProblem(files, path);
    if (problem !== null) throw failed(file, `it is a link that ${problem}`);
    if (stat.size > MAX_BYTES)
      throw structural(
        `The base ${quote(file)} is larger than ${String(MAX_BYTES)} bytes.`,
        'Split it into several bases.',
      );
    return files.adapter.read(path).catch((error: unknown) => {
      throw failed(file, 'it cannot be read', error);
    });
  }
  throw failed(file, 'there is no such file in the vault');
}

/** UTF-8 takes up to three bytes for a character of the longest document. */
const MAX_BYTES = 3 * MAX_DOCUMENT_LENGTH;

function pathProblem(file: string, configDir: string): string | null {
  if (hasUnusableCharacter(file) || file.includes(':') || !isVaultPath(file))
    return 'it is not a path inside the vault, relative to its root, with "/" between folders';
  if (isLeftOut(file, configDir)) return 'it is in a hidden folder';
  return extension(file) === 'base' ? null : 'it does not end in ".base"';
}

/** Why the file is not where its path says, or null. */
async function symlinkProblem({ adapter, configDir }: BaseFiles, path: string): Promise<string | null> {
  const basePath = adapter.getBasePath?.();
  return basePath === undefined ? null : (await RealPlaces.open(basePath)).symlinkProblem(path, configDir);
}

function failed(file: string, problem: string, cause?: unknown): VaultLoomError {
  return new VaultLoomError('base_file_read_failed', `The base ${quote(file)} cannot be read: ${problem}.`, {
    hint: 'Give the path of a .base file from the root of the vault, such as "Projects/Projects.base", or its text as yaml.',
    cause,
  });
}
