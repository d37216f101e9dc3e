import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import { configTextOf, type NamedLaunch } from '../../../shared/clients/config-text.ts';
import { dataFolder } from '../../../shared/vault/data-folders.ts';
import { vaultsOfApp } from './app-vaults.ts';
import type { Servers } from './config/config-editor.ts';
import { nameFor } from './config/config-entries.ts';
import type { ConnectOptions, PrintedEntries } from './connect-options.ts';
import { knownServers } from './known-servers.ts';
import { keepForPrinted } from './old-copies.ts';
import { launchFor } from './place.ts';
import { copyServer } from './server-copy.ts';

/**
 * One text with an entry for each vault, under the names that writing them would give. Where those of the client are not
 * known, names tell the vaults as soon as there are several. Copies the server, so that what is printed works.
 */
export async function printedEntries(
  client: CommonClient,
  vaults: readonly string[],
  { machine, program, modelFolders }: ConnectOptions,
): Promise<PrintedEntries> {
  const known = await knownServers(client, machine);
  const byVault = known === null && (vaults.length > 1 || (await vaultsOfApp(machine)).length > 1);
  const copy = await copyServer(program, dataFolder(machine.env), modelFolders);
  await keepForPrinted(copy);
  const servers: Servers = { ...known };
  const entries: NamedLaunch[] = [];
  for (const vault of vaults) {
    const name = nameFor(servers, vault, byVault);
    const launch = launchFor(copy, vault, machine);
    servers[name] = launch;
    entries.push({ name, launch });
  }
  return { client: client.id, text: configTextOf(client.format, entries) };
}
