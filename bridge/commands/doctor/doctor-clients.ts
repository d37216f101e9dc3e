import { constants } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import { configFileOf, type ClientMachine } from '../../../shared/clients/config-file.ts';
import { SERVER_NAME, type ServerLaunch } from '../../../shared/clients/server-launch.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { expandPath } from '../../process/config.ts';
import { compareVersions } from '../../switch/engine-choice.ts';
import { readConfigFile } from '../connect/config-file.ts';
import { editorOf } from '../connect/config-entries.ts';
import { isOwnEntry, vaultOf } from '../connect/own-entry.ts';
import { installedClients, isOnPath } from '../connect/found-clients.ts';
import { checkServer } from '../connect/server-check.ts';
import type { Screen } from '../terminal.ts';
import { can } from './access.ts';
import type { Finding } from './finding.ts';

const WHAT = 'Client';

export interface ClientChecks {
  machine: ClientMachine;
  vaultRealPath: string;
  /** Of this program. */
  version: string;
  progress: Screen;
}

/** An entry of this server in a client's configuration. */
interface Entry {
  client: CommonClient;
  file: string;
  name: string;
  /** Null if it names none. */
  vault: string | null;
  launch: ServerLaunch;
}

/**
 * Whether the clients on this computer have an entry for this vault, and whether what it names is there and starts. Entries
 * for other vaults are only looked at.
 */
export async function checkClients(checks: ClientChecks): Promise<Finding[]> {
  const clients = await installedClients(checks.machine);
  if (clients.length === 0)
    return [
      {
        state: 'note',
        what: WHAT,
        said: 'none was found on this computer of those that `connect` can set up',
        cure: 'for any other, vault-loom connect other --print shows what it needs',
      },
    ];
  const findings: Finding[] = [];
  const idle: CommonClient[] = [];
  for (const client of clients) {
    const found = await checkClient(client, checks);
    if (found === null) idle.push(client);
    else findings.push(...found);
  }
  return [...findings, ...sayIdle(idle, findings)];
}

/** Null if the client has no entry for this vault, and nothing is wrong with the others. */
async function checkClient(client: CommonClient, checks: ClientChecks): Promise<Finding[] | null> {
  try {
    const entries = await entriesOf(client, checks.machine);
    const findings: Finding[] = [];
    for (const entry of entries) {
      if (entry.vault === null) findings.push(namesNoVault(entry));
      else if (await isVault(entry.vault, checks.vaultRealPath)) findings.push(await checkEntry(entry, checks));
      else if (!(await can(expandPath(entry.vault), constants.F_OK))) findings.push(vaultIsGone(entry));
    }
    return findings.length === 0 ? null : findings;
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    return [
      {
        state: 'bad',
        what: WHAT,
        said: `${client.name}: ${error.message}`,
        cure: error.hint ?? 'correct the file, so that the client can read it',
      },
    ];
  }
}

async function entriesOf(client: CommonClient, machine: ClientMachine): Promise<Entry[]> {
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

async function checkEntry(entry: Entry, { machine, version, progress }: ClientChecks): Promise<Finding> {
  const { client, name, launch } = entry;
  const who = `${client.name}, entry ${name}:`;
  const cure = `vault-loom connect ${client.id} writes it again`;
  const missing = await missingFile(launch, machine);
  if (missing !== null) return { state: 'bad', what: WHAT, said: `${who} ${missing} is not there`, cure };
  // Starting it could fetch the package.
  if (isNpx(launch)) return { state: 'ok', what: WHAT, said: `${who} npm gets the server at each start` };
  if (progress.live) progress.write(`Starting the server of ${client.name} …`);
  try {
    const started = await checkServer(launch);
    const isOld = compareVersions(started, version) < 0;
    return {
      state: isOld ? 'note' : 'ok',
      what: WHAT,
      said: `${who} starts ${started} on this vault${isOld ? `; this program is ${version}` : ''}`,
      ...(isOld ? { cure } : {}),
    };
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    return { state: 'bad', what: WHAT, said: `${who} ${error.message}`, cure };
  } finally {
    if (progress.live) progress.write('\r\u001b[2K');
  }
}

function sayIdle(idle: readonly CommonClient[], others: readonly Finding[]): Finding[] {
  if (idle.length === 0) return [];
  const isServed = others.some(({ state }) => state === 'ok');
  return [
    {
      state: isServed ? 'ok' : 'note',
      what: WHAT,
      said: `not set up for this vault: ${idle.map(({ name }) => name).join(', ')}`,
      ...(isServed ? {} : { cure: 'vault-loom connect, or `vault-loom connect ' + (idle[0]?.id ?? '') + '`' }),
    },
  ];
}

function namesNoVault({ client, name, file }: Entry): Finding {
  return {
    state: 'bad',
    what: WHAT,
    said: `${client.name}, entry ${name}: no VAULT_PATH in ${file}`,
    cure: `add VAULT_PATH to its env, or let vault-loom connect ${client.id} write an entry`,
  };
}

function vaultIsGone({ client, name, file, vault }: Entry): Finding {
  return {
    state: 'note',
    what: WHAT,
    said: `${client.name}, entry ${name}: its vault ${vault ?? ''} is not there`,
    cure: `take the entry out of ${file}, or correct its VAULT_PATH`,
  };
}

async function isVault(named: string, vaultRealPath: string): Promise<boolean> {
  const real = await realpath(expandPath(named)).catch(() => null);
  return real === vaultRealPath;
}

/** What of a launch is not on this computer; null if all is. */
async function missingFile({ command, args }: ServerLaunch, machine: ClientMachine): Promise<string | null> {
  if (path.isAbsolute(command) ? !(await can(command, constants.X_OK)) : !(await isOnPath(command, machine)))
    return command === '' ? 'its command' : command;
  for (const arg of args)
    if (path.isAbsolute(arg) && /\.[cm]?js$/u.test(arg) && !(await can(arg, constants.R_OK))) return arg;
  return null;
}

function isNpx({ command, args }: ServerLaunch): boolean {
  return [command, ...args].some((word) => /^(?:npx|npm|pnpx|bunx)(?:\.cmd)?$/u.test(path.basename(word)));
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
