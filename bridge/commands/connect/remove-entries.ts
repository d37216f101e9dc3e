import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { Screen } from '../terminal.ts';
import { confirm, type Ask } from './choose.ts';
import { BACKUP_ENDING, readConfigFile, replaceConfigFile } from './config/config-file.ts';
import { ownNames } from './config/config-entries.ts';
import type { ConnectOptions, ConnectOutcome } from './connect-options.ts';
import { vaultOf } from './config/own-entry.ts';
import { diffOf, type Place } from './place.ts';

/**
 * Takes this server's entries out of a client, after a yes: those of the vaults that are named, which may be gone, else
 * all.
 */
export async function removeFrom(
  { client, file, editor, text }: Place,
  options: ConnectOptions,
  screen: Screen,
  ask: Ask,
): Promise<ConnectOutcome> {
  const none: ConnectOutcome = { client: client.id, file, changed: false, entries: [], backup: null };
  if (options.vaults.some((vault) => vault.trim() === ''))
    throw new VaultLoomError('vault_not_found', 'The vault is not named: give its folder, as the entry has it.');
  const servers = editor.servers(text ?? '');
  const own = ownNames(servers);
  const names =
    options.vaults.length === 0 ? own : [...new Set(options.vaults.flatMap((vault) => ownNames(servers, vault)))];
  if (text === null || names.length === 0) {
    const others = own.map((name) => `${name} (${vaultOf(servers[name]) ?? 'no vault'})`).join(', ');
    screen.write(`${client.name} has no such entry: ${file} stays as it is.\n`);
    if (others !== '') screen.write(`It has ${others}.\n`);
    return none;
  }
  const keepsList = await hadEmptyList(file, editor);
  const edited = names.reduce((left, name) => editor.remove(left, name, keepsList), text);
  screen.write(diffOf(file, text, edited));
  if (!options.yes && !(await confirm(ask, `Change ${file}?`))) {
    screen.write('Nothing was written.\n');
    return none;
  }
  const backup = await replaceConfigFile(file, text, edited);
  screen.write(`Removed: ${names.join(', ')} from ${file} (as it was: ${backup ?? ''})\n`);
  const entries = names.map((name) => ({ name, vault: vaultOf(servers[name]) }));
  return { ...none, changed: true, entries, backup };
}

/** Whether the file, as it was before the last change, had a list without servers: that is none of ours. */
async function hadEmptyList(file: string, editor: Place['editor']): Promise<boolean> {
  const before = await readConfigFile(`${file}${BACKUP_ENDING}`).catch(() => null);
  try {
    return before !== null && editor.hasEmptyList(before);
  } catch {
    return false;
  }
}
