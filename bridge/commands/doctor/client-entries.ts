import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import { configFileOf, type ClientMachine } from '../../../shared/clients/find-config-file.ts';
import { SERVER_NAME, type ServerLaunch } from '../../../shared/clients/server-launch.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { editorOf } from '../connect/config/config-entries.ts';
import { readConfigFile } from '../connect/config/config-file.ts';
import { installedClients } from '../connect/found-clients.ts';
import { isOwnEntry, vaultOf } from '../connect/config/own-entry.ts';

/** An entry of this server in a client's configuration. */
export interface ClientEntry {
  client: CommonClient;
  file: string;
  name: string;
  /** Null if it names none. */
  vault: string | null;
  launch: ServerLaunch;
}

/** A client on this computer, and what its configuration has for this server. */
export interface ClientHere {
  client: CommonClient;
  entries: readonly ClientEntry[];
  /** Why its configuration cannot be read; null if it can. */
  error: VaultLoomError | null;
}

/** The clients on this computer, of those that `connect` can set up. */
export async function clientsHere(machine: ClientMachine): Promise<ClientHere[]> {
  const clients = await installedClients(machine);
  return Promise.all(clients.map((client) => readClient(client, machine)));
}

async function readClient(client: CommonClient, machine: ClientMachine): Promise<ClientHere> {
  try {
    return { client, entries: await entriesOf(client, machine), error: null };
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    return { client, entries: [], error };
  }
}

async function entriesOf(client: CommonClient, machine: ClientMachine): Promise<ClientEntry[]> {
  const file = await configFileOf(client, machine);
  const editor = file === null ? null : editorOf(client.format, file);
  const text = file === null || editor === null ? null : await readConfigFile(file);
  if (file === null || editor === null || text === null) return [];
  const servers = editor.servers(text);
  // An entry with the very name of the server is meant to be its own, even if it starts something else.
  const isOwn = (name: string): boolean => isOwnEntry(name, servers[name]) || name === SERVER_NAME;
  return Object.keys(servers)
    .filter(isOwn)
    .map((name) => {
      const entry = servers[name];
      return { client, file, name, vault: vaultOf(entry), launch: launchIn(entry) };
    });
}

function launchIn(entry: unknown): ServerLaunch {
  const { command, args, env }: Record<string, unknown> = isRecord(entry) ? entry : {};
  return {
    command: typeof command === 'string' ? command : '',
    args: Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [],
    env: isRecord(env)
      ? Object.fromEntries(
          Object.entries(env).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
        )
      : {},
  };
}
