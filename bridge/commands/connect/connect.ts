import { createTwoFilesPatch } from 'diff';
import { COMMON_CLIENTS, type CommonClient } from '../../../shared/clients/common-clients.ts';
import { configFileOf, type ClientMachine } from '../../../shared/clients/config-file.ts';
import { configText } from '../../../shared/clients/config-text.ts';
import { launchOf, type ServerLaunch } from '../../../shared/clients/server-launch.ts';
import { commandLine } from '../../../shared/clients/shell-words.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { dataFolder } from '../../../shared/vault/data-folders.ts';
import { readConfig } from '../../process/config.ts';
import type { OwnProgram } from '../own-client.ts';
import type { Screen } from '../terminal.ts';
import { vaultsOfApp } from './app-vaults.ts';
import { chooseOne, confirm, type Ask } from './choose.ts';
import { commandAtHand, runClientCommand } from './client-command.ts';
import { readConfigFile, replaceConfigFile } from './config-file.ts';
import type { ConfigEditor, Servers } from './config-editor.ts';
import { editorOf, nameFor, ownNames, starts } from './config-entries.ts';
import { installedClients, WRITTEN_CLIENTS } from './found-clients.ts';
import { checkServer } from './server-check.ts';
import { copyServer, lastingNode } from './server-copy.ts';

export interface ConnectOptions {
  program: OwnProgram;
  /** Where the built-in model's file may be; absolute. */
  modelFolders: readonly string[];
  machine: ClientMachine;
  /** As on the command line, if it was given. */
  client: string | undefined;
  /** Folders of vaults, as on the command line. */
  vaults: readonly string[];
  yes: boolean;
  print: boolean;
  remove: boolean;
}

/**
 * Adds this server to a client for one or more vaults, or takes it out. Shows the change first, and writes it only when it is
 * confirmed.
 * @throws VaultLoomError `invalid_arguments` if something has to be named or the client's file cannot be parsed;
 *   `vault_not_found`; `path_not_allowed` and `file_changed` if the file cannot be written; `internal` if the server does not start
 */
export async function connect(options: ConnectOptions, screen: Screen, ask: Ask): Promise<void> {
  const client = await chooseClient(options, ask);
  if (options.print) return printEntries(options, client, screen, ask);
  const place = await placeOf(client, options.machine);
  await (options.remove ? removeFrom(place, options, screen, ask) : addTo(place, options, screen, ask));
}

/** A client's configuration, as it is. */
interface Place {
  client: CommonClient;
  file: string;
  editor: ConfigEditor;
  /** Null if the file is not there. */
  text: string | null;
}

async function placeOf(client: CommonClient, machine: ClientMachine): Promise<Place> {
  const file = await configFileOf(client, machine);
  const editor = file === null || !WRITTEN_CLIENTS.has(client.id) ? null : editorOf(client.format, file);
  if (file === null || editor === null)
    throw new VaultLoomError(
      'invalid_arguments',
      `The configuration of ${client.name} is not written by this program.`,
      {
        hint: `vault-loom connect ${client.id} --print shows what to put into it.`,
      },
    );
  return { client, file, editor, text: await readConfigFile(file) };
}

async function addTo(place: Place, options: ConnectOptions, screen: Screen, ask: Ask): Promise<void> {
  const { client, file, editor, text } = place;
  const vaults = await chooseVaults(options, ask);
  const script = await ownCopy(options);
  let edited = text ?? '';
  const added: { name: string; launch: ServerLaunch; isNew: boolean }[] = [];
  for (const vault of vaults) {
    const launch = launchFor(script, vault, options.machine);
    const servers = editor.servers(edited);
    const name = nameFor(servers, vault);
    if (starts(servers[name], launch)) continue;
    added.push({ name, launch, isNew: servers[name] === undefined });
    edited = editor.set(edited, name, launch);
  }
  if (added.length === 0) {
    screen.write(`${client.name} has it already: ${file} stays as it is.\n`);
  } else {
    const commands = await Promise.all(
      added.map(({ isNew, ...entry }) => (isNew ? commandAtHand(client, entry, options.machine) : null)),
    );
    const own = commands.filter((command) => command !== null);
    screen.write(diffOf(file, text, edited));
    for (const words of own) screen.write(`By its own command: ${commandLine(words, 'posix')}\n`);
    if (!options.yes && !(await confirm(ask, `Change ${file}?`))) return screen.write('Nothing was written.\n');
    if (own.length === added.length) for (const words of own) await runClientCommand(words);
    await writeRest(place, added, editor.servers(edited), screen);
  }
  const launches = vaults.map((vault) => launchFor(script, vault, options.machine));
  for (const launch of launches) {
    const version = await checkServer(launch);
    screen.write(`The server starts (${version}) on ${launch.env['VAULT_PATH'] ?? ''}.\n`);
  }
  if (added.length > 0) screen.write(`${client.then}\n`);
}

/** Writes what was shown and the client's own command has not written, which may be a part of an entry. */
async function writeRest(
  { file, editor }: Place,
  entries: readonly { name: string; launch: ServerLaunch }[],
  shown: Servers,
  screen: Screen,
): Promise<void> {
  const text = await readConfigFile(file);
  let edited = text ?? '';
  for (const { name, launch } of entries)
    if (!starts(editor.servers(edited)[name], launch) || !hasKeysOf(editor.servers(edited)[name], shown[name]))
      edited = editor.set(edited, name, launch);
  if (edited === (text ?? '')) return screen.write(`Written: ${file}\n`);
  const backup = await replaceConfigFile(file, text, edited);
  screen.write(`Written: ${file}${backup === null ? '' : ` (as it was: ${backup})`}\n`);
}

function hasKeysOf(entry: unknown, shown: unknown): boolean {
  return isRecord(entry) && isRecord(shown) && Object.keys(shown).every((key) => Object.hasOwn(entry, key));
}

async function removeFrom(
  { client, file, editor, text }: Place,
  options: ConnectOptions,
  screen: Screen,
  ask: Ask,
): Promise<void> {
  const servers = editor.servers(text ?? '');
  const names =
    options.vaults.length === 0
      ? ownNames(servers)
      : options.vaults.flatMap((vault) => ownNames(servers, readConfig(options.machine.env, vault).vaultPath));
  if (text === null || names.length === 0) {
    screen.write(`${client.name} has no such entry: ${file} stays as it is.\n`);
    return;
  }
  const edited = names.reduce((left, name) => editor.remove(left, name), text);
  screen.write(diffOf(file, text, edited));
  if (!options.yes && !(await confirm(ask, `Change ${file}?`))) return screen.write('Nothing was written.\n');
  const backup = await replaceConfigFile(file, text, edited);
  screen.write(`Removed: ${names.join(', ')} from ${file} (as it was: ${backup ?? ''})\n`);
}

async function printEntries(options: ConnectOptions, client: CommonClient, screen: Screen, ask: Ask): Promise<void> {
  const vaults = await chooseVaults(options, ask);
  const script = await ownCopy(options);
  const taken: Record<string, unknown> = {};
  for (const vault of vaults) {
    const name = nameFor(taken, vault);
    taken[name] = {};
    screen.write(configText(client.format, name, launchFor(script, vault, options.machine)));
  }
}

function ownCopy({ program, machine, modelFolders }: ConnectOptions): Promise<string> {
  return copyServer(program, dataFolder(machine.env), modelFolders);
}

function launchFor(script: string, vault: string, { system, env }: ClientMachine): ServerLaunch {
  const launch = launchOf({ kind: 'file', script, node: lastingNode() }, vault, system);
  const chosen = env['VAULT_LOOM_DATA_DIR'];
  // Clients pass on few variables, and the copy lies in this folder.
  return chosen === undefined || chosen === ''
    ? launch
    : { ...launch, env: { ...launch.env, VAULT_LOOM_DATA_DIR: dataFolder(env) } };
}

async function chooseClient({ client, machine, print }: ConnectOptions, ask: Ask): Promise<CommonClient> {
  if (client !== undefined) {
    const known = COMMON_CLIENTS.find(({ id, name }) => [id, name.toLowerCase()].includes(client.toLowerCase()));
    if (known !== undefined) return known;
    throw new VaultLoomError('invalid_arguments', `There is no client "${client}".`, {
      hint: `Known are ${COMMON_CLIENTS.map(({ id }) => id).join(', ')}.`,
    });
  }
  const installed = await installedClients(machine);
  const [only] = installed;
  if (installed.length === 0)
    throw new VaultLoomError('invalid_arguments', 'No client was found on this computer.', {
      hint: `Name one: vault-loom connect ${print ? 'other --print' : [...WRITTEN_CLIENTS].join('|')}`,
    });
  if (only !== undefined && installed.length === 1) return only;
  return chooseOne(ask, 'client', installed, ({ id }) => id, 'vault-loom connect CLIENT');
}

async function chooseVaults({ vaults, machine }: ConnectOptions, ask: Ask): Promise<string[]> {
  const named = vaults.length === 0 ? [machine.env['VAULT_PATH'] ?? ''].filter((path) => path !== '') : vaults;
  if (named.length > 0) return [...new Set(named.map((vault) => readConfig(machine.env, vault).vaultPath))];
  const known = await vaultsOfApp(machine);
  const [only] = known;
  if (only === undefined)
    throw new VaultLoomError('vault_not_found', 'The notes app lists no vault on this computer.', {
      hint: 'Name the folder of yours: --vault PATH',
    });
  if (known.length === 1) return [only];
  return [await chooseOne(ask, 'vault', known, (vault) => vault, '--vault PATH (again for each vault)')];
}

function diffOf(file: string, before: string | null, after: string): string {
  const patch = createTwoFilesPatch(
    before === null ? '/dev/null' : file,
    file,
    before ?? '',
    after,
    undefined,
    undefined,
    { context: 1 },
  );
  return patch.replace(/^=+\n/u, '');
}
