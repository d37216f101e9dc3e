import { isDeepStrictEqual } from 'node:util';
import { vaultsOfApp } from '../../../shared/clients/app-vaults.ts';
import type { NamedLaunch } from '../../../shared/clients/config-text.ts';
import { commandLine } from '../../../shared/clients/shell-words.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { dataFolder } from '../../../shared/vault/data-folders.ts';
import type { Screen } from '../terminal.ts';
import { confirm, type Ask } from './choose.ts';
import { commandAtHand, runClientCommand } from './client-command.ts';
import { readConfigFile, replaceConfigFile } from './config/config-file.ts';
import type { Servers } from './config/config-editor.ts';
import { nameFor, starts } from './config/config-entries.ts';
import type { ConnectOptions, ConnectOutcome } from './connect-options.ts';
import { noteWritten } from './old-copies.ts';
import { diffOf, launchFor, type Place } from './place.ts';
import { checkServer } from './server-check.ts';
import { copyOf, copyServer } from './server-copy.ts';

/**
 * Adds an entry for each vault to a client that lacks it, after a yes, and checks that the server starts. The server is
 * copied only when something is written, or an entry is there already and names the copy.
 */
export async function addTo(
  place: Place,
  vaults: readonly string[],
  options: ConnectOptions,
  screen: Screen,
  ask: Ask,
): Promise<ConnectOutcome> {
  const { client, file, editor, text } = place;
  const { machine } = options;
  const folder = dataFolder(machine.env);
  const copy = copyOf(options.program, folder);
  let edited = text ?? '';
  const added: (NamedLaunch & { isNew: boolean })[] = [];
  const entries: ConnectOutcome['entries'] = [];
  let backup: string | null = null;
  const toldApart = [...vaults, ...(await vaultsOfApp(machine))];
  for (const vault of vaults) {
    const launch = launchFor(copy, vault, machine);
    const servers = editor.servers(edited);
    const name = nameFor(servers, vault, toldApart);
    entries.push({ name, vault });
    if (starts(servers[name], launch)) continue;
    added.push({ name, launch, isNew: servers[name] === undefined });
    edited = editor.set(edited, name, launch);
  }
  if (added.length === 0) {
    screen.write(`${client.name} has it already: ${file} stays as it is.\n`);
    await copyServer(options.program, folder, options.modelFolders);
  } else {
    const commands = await Promise.all(
      added.map(({ isNew, ...entry }) => (isNew ? commandAtHand(client, entry, machine) : null)),
    );
    const own = commands.filter((command) => command !== null);
    screen.write(diffOf(file, text, edited));
    for (const words of own) screen.write(`By its own command: ${commandLine(words, 'posix')}\n`);
    if (!options.yes && !(await confirm(ask, `Change ${file}?`))) {
      screen.write('Nothing was written.\n');
      return { client: client.id, file, changed: false, entries: [], backup };
    }
    await copyServer(options.program, folder, options.modelFolders);
    await noteWritten(folder, file);
    const isLeftToClient = own.length === added.length;
    if (isLeftToClient) {
      refuseOthers(place, await readConfigFile(file), added);
      for (const words of own) await runClientCommand(words);
    }
    backup = await writeRest(place, added, editor.servers(edited), isLeftToClient, screen);
  }
  for (const vault of vaults) {
    const version = await checkServer(launchFor(copy, vault, machine));
    screen.write(`The server starts (${version}) on ${vault}.\n`);
  }
  if (added.length > 0) screen.write(`${client.then}\n`);
  return { client: client.id, file, changed: added.length > 0, entries, backup };
}

/**
 * Writes the shown entries that the client's own command has not written. Resolves with the path of the backup, if the
 * file was rewritten.
 */
async function writeRest(
  place: Place,
  entries: readonly NamedLaunch[],
  shown: Servers,
  isLeftToClient: boolean,
  screen: Screen,
): Promise<string | null> {
  const { file, editor } = place;
  const text = await readConfigFile(file);
  if (!isLeftToClient) refuseOthers(place, text, entries);
  let edited = text ?? '';
  for (const { name, launch } of entries)
    if (!starts(editor.servers(edited)[name], launch) || !hasKeysOf(editor.servers(edited)[name], shown[name]))
      edited = editor.set(edited, name, launch);
  const backup = edited === (text ?? '') ? null : await replaceConfigFile(file, text, edited);
  screen.write(`Written: ${file}${backup === null ? '' : ` (as it was: ${backup})`}\n`);
  return backup;
}

/**
 * A yes is for the entries that were shown: what came under one of their names since then is not replaced.
 * @param text the file as it is now
 * @throws VaultLoomError `file_changed` if there is such an entry
 */
function refuseOthers(
  { file, editor, text: before }: Place,
  text: string | null,
  entries: readonly NamedLaunch[],
): void {
  const [then, now] = [editor.servers(before ?? ''), editor.servers(text ?? '')];
  for (const { name, launch } of entries)
    if (!isDeepStrictEqual(now[name], then[name]) && !starts(now[name], launch))
      throw new VaultLoomError('file_changed', `Another program has changed the entry ${name} in ${file} meanwhile.`, {
        hint: 'The file was left as it is. Try again.',
      });
}

function hasKeysOf(entry: unknown, shown: unknown): boolean {
  return isRecord(entry) && isRecord(shown) && Object.keys(shown).every((key) => Object.hasOwn(entry, key));
}
