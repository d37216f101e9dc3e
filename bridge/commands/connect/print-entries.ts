import { vaultsOfApp } from '../../../shared/clients/app-vaults.ts';
import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import { configTextOf, type NamedLaunch } from '../../../shared/clients/config-text.ts';
import { dataFolder } from '../../../shared/vault/data-folders.ts';
import type { Servers } from './config/config-editor.ts';
import { nameFor } from './config/config-entries.ts';
import type { ConnectOptions, PrintedEntries } from './connect-options.ts';
import { formatOf, knownServers } from './known-servers.ts';
import { keepForPrinted } from './old-copies.ts';
import { launchFor } from './place.ts';
import { copyServer } from './server-copy.ts';

/**
 * One text with an entry for each vault, under the names that writing them would give. Copies the server, so that what
 * is printed works.
 */
export async function printedEntries(
  client: CommonClient,
  vaults: readonly string[],
  { machine, program, modelFolders }: ConnectOptions,
): Promise<PrintedEntries> {
  const known = await knownServers(client, machine);
  const toldApart = [...vaults, ...(await vaultsOfApp(machine))];
  const copy = await copyServer(program, dataFolder(machine.env), modelFolders);
  await keepForPrinted(copy);
  const servers: Servers = { ...known };
  const entries: NamedLaunch[] = [];
  for (const vault of vaults) {
    const name = nameFor(servers, vault, toldApart);
    const launch = launchFor(copy, vault, machine);
    servers[name] = launch;
    entries.push({ name, launch });
  }
  return { client: client.id, text: configTextOf(await formatOf(client, machine), entries) };
}
