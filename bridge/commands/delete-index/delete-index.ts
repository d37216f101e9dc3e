import type { IndexFiles } from '../../../shared/store/index-files.ts';
import { dataFolder } from '../../../shared/vault/data-folders.ts';
import type { BridgeConfig } from '../../process/config.ts';
import { confirm, type Ask } from '../connect/choose.ts';
import { diskRefusal } from '../connect/disk-refusal.ts';
import { printJson } from '../print-json.ts';
import type { CommandLine } from '../surroundings.ts';
import { assertUnused, deleteIndexData, findIndexData, type IndexData } from './index-data.ts';

export interface DeleteIndexFlags {
  yes: boolean;
  dryRun: boolean;
  keepWords: boolean;
  json: boolean;
}

/**
 * Deletes a vault's index, vectors and learned model, and the table of this person's words, after a yes. No note, no
 * history and nothing in a trash is touched.
 * @throws VaultLoomError `index_not_ready` while a process uses what would be deleted; `invalid_arguments` if nobody
 *   can be asked; `path_not_allowed` or `disk_full` if the disk refuses
 */
export async function deleteIndex(
  { screen, env }: Pick<CommandLine, 'screen' | 'env'>,
  { realVaultPath }: Pick<BridgeConfig, 'realVaultPath'>,
  { yes, dryRun, keepWords, json }: DeleteIndexFlags,
  ask: Ask,
): Promise<void> {
  const folder = dataFolder(env);
  const unreadable = (error: unknown): never => {
    throw diskRefusal(
      error,
      `${placeOf(error) ?? folder} cannot be read`,
      'Let your account read it, and run the command again. Nothing was deleted.',
    );
  };
  const data = await findIndexData({ vaultRealPath: realVaultPath, dataFolder: folder, keepWords }).catch(unreadable);
  const isNothing = data.indexes.length === 0 && data.words === null;
  if (!json) screen.write(`${(isNothing ? ['There is no index of this vault.'] : linesOf(data)).join('\n')}\n`);
  const isDeleted = !isNothing && !dryRun && (await goAhead());
  if (json) return printJson(screen, { deleted: isDeleted, ...bodyOf(data) });
  if (isNothing) return;
  if (isDeleted) screen.write('Deleted. The next start of a server makes it again.\n');
  else screen.write(dryRun ? 'Nothing was deleted: this was a dry run.\n' : 'Nothing was deleted.\n');

  async function goAhead(): Promise<boolean> {
    await assertUnused(data, folder).catch(unreadable);
    if (!yes && !(await confirm(ask, 'Delete this?', DELETION))) return false;
    await deleteIndexData(data, folder).catch((error: unknown) => {
      throw diskRefusal(
        error,
        `Not all of it was deleted: ${placeOf(error) ?? folder} cannot be written`,
        'Let your account write it and its folder, and run the command again.',
      );
    });
    return true;
  }
}

/** The file or folder that the system names in an error. */
function placeOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;
}

const DELETION = {
  usual: 'no',
  unasked: 'Nothing was deleted, since nobody is there to ask.',
  hint: 'Add --yes to delete it, or --dry-run to see what it would be.',
} as const;

function linesOf({ indexes, words }: IndexData): string[] {
  return [
    ...(indexes.length === 0
      ? []
      : ['Of this vault (index, vectors, learned model):', ...withFiles(indexes).map(lineOf)]),
    ...(words === null
      ? []
      : [
          'The single words of your notes with their vectors, of all your vaults (--keep-words keeps them):',
          lineOf(words),
        ]),
    'Notes, history of changes, trash and settings stay.',
  ];
}

function lineOf({ folder, names, bytes }: IndexFiles): string {
  return `  ${sizeOf(bytes)}  ${names.length} ${names.length === 1 ? 'file' : 'files'} in ${folder}`;
}

function bodyOf({ indexes, words }: IndexData) {
  const brief = ({ folder, names, bytes }: IndexFiles) => ({ folder, files: names.length, bytes });
  return { indexes: withFiles(indexes).map(brief), words: words === null ? null : brief(words) };
}

function withFiles(indexes: readonly IndexFiles[]): IndexFiles[] {
  return indexes.filter(({ names }) => names.length > 0);
}

const MB = 1e6;
const SIZE_COLUMNS = 9;

function sizeOf(bytes: number): string {
  const size = bytes >= MB ? `${(bytes / MB).toFixed(1)} MB` : `${Math.ceil(bytes / 1000)} kB`;
  return size.padStart(SIZE_COLUMNS);
}
