import path from 'node:path';
import { vaultsOfApp } from '../../../shared/clients/app-vaults.ts';
import { COMMON_CLIENTS, type CommonClient } from '../../../shared/clients/common-clients.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { dataFolder } from '../../../shared/vault/data-folders.ts';
import { readConfig } from '../../process/config.ts';
import type { Screen } from '../terminal.ts';
import { typedHere } from '../typed-command.ts';
import { addTo } from './add-entries.ts';
import { chooseSome, type Ask } from './choose.ts';
import type { ConnectOptions, ConnectOutcome, PrintedEntries } from './connect-options.ts';
import { installedClients, WRITTEN_CLIENTS } from './found-clients.ts';
import { removeOldCopies } from './old-copies.ts';
import { placeOf } from './place.ts';
import { printedEntries } from './print-entries.ts';
import { removeFrom } from './remove-entries.ts';
import { copyOf } from './server-copy.ts';

/**
 * Adds this server to clients for one or more vaults, or takes it out. Shows each change first, and writes it only when
 * it is confirmed. Resolves with what became of each client, or with the texts to add by hand.
 * @throws VaultLoomError `invalid_arguments` if something has to be named or a client's file cannot be parsed;
 *   `vault_not_found`; `path_not_allowed`, `disk_full` and `file_changed` if a file cannot be written; `internal` if
 *   the server does not start
 */
export async function connect(
  options: ConnectOptions,
  screen: Screen,
  ask: Ask,
): Promise<(ConnectOutcome | PrintedEntries)[]> {
  const { machine, print, remove } = options;
  if (print && remove)
    throw new VaultLoomError('invalid_arguments', '--print shows what to add, so it does not go with --remove.', {
      hint: '--remove alone shows what it takes out, and asks before it does.',
    });
  const clients = await chooseClients(options, ask);
  const vaults = clients === null || remove ? [] : await chooseVaults(options, ask);
  if (clients === null || vaults === null) {
    screen.write('Nothing was chosen, and nothing was written.\n');
    return [];
  }
  if (print) {
    const printed: PrintedEntries[] = [];
    for (const client of clients) printed.push(await printedEntries(client, vaults, options));
    for (const { text } of printed) screen.write(text);
    return printed;
  }
  // All of them first, so that nothing is written if one cannot be read.
  const places = await Promise.all(clients.map((client) => placeOf(client, machine, vaults)));
  const outcomes: ConnectOutcome[] = [];
  for (const place of places)
    outcomes.push(
      remove ? await removeFrom(place, options, screen, ask) : await addTo(place, vaults, options, screen, ask),
    );
  if (outcomes.some(({ changed }) => changed)) await tidy(options, screen);
  return outcomes;
}

/** Removes the copies of the server that no client starts any more, but never the file that runs this. */
async function tidy({ machine, program, remove }: ConnectOptions, screen: Screen): Promise<void> {
  const folder = dataFolder(machine.env);
  const kept = remove ? [program.script] : [program.script, copyOf(program, folder)];
  const removed = await removeOldCopies(folder, machine, kept);
  if (removed.length > 0)
    screen.write(`Removed the server's copy that no client starts any more: ${removed.join(', ')}\n`);
}

async function chooseClients({ client, machine, print }: ConnectOptions, ask: Ask): Promise<CommonClient[] | null> {
  if (client !== undefined) {
    const known = COMMON_CLIENTS.find(({ id, name }) => [id, name.toLowerCase()].includes(client.toLowerCase()));
    if (known !== undefined) return [known];
    throw new VaultLoomError('invalid_arguments', `There is no client "${client}".`, {
      hint: `Known are ${COMMON_CLIENTS.map(({ id }) => id).join(', ')}.`,
    });
  }
  const installed = await installedClients(machine);
  if (installed.length === 0)
    throw new VaultLoomError('invalid_arguments', 'No client was found on this computer.', {
      hint: `Name one: ${typedHere(machine.env, 'vault-loom', 'connect')} ${print ? 'other --print' : [...WRITTEN_CLIENTS].join('|')}`,
    });
  if (installed.length === 1) return installed;
  return chooseSome(ask, {
    what: 'client',
    items: installed,
    nameOf: ({ id }) => id,
    alsoNamed: ({ name }) => name,
    flag: typedHere(machine.env, 'vault-loom', 'connect', 'CLIENT'),
  });
}

async function chooseVaults({ vaults, machine }: ConnectOptions, ask: Ask): Promise<string[] | null> {
  const named = vaults.length === 0 ? [machine.env['VAULT_PATH'] ?? ''].filter((vault) => vault !== '') : vaults;
  if (named.length > 0) return [...new Set(named.map((vault) => readConfig(machine.env, vault).vaultPath))];
  const known = await vaultsOfApp(machine);
  if (known.length === 0)
    throw new VaultLoomError('vault_not_found', 'The notes app lists no vault on this computer.', {
      hint: 'Name the folder of yours: --vault PATH',
    });
  if (known.length === 1) return known;
  return chooseSome(ask, {
    what: 'vault',
    items: known,
    nameOf: (vault) => vault,
    alsoNamed: (vault) => path.basename(vault),
    flag: '--vault PATH (again for each vault)',
  });
}
