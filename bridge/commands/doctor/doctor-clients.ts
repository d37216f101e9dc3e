import { constants } from 'node:fs';
import path from 'node:path';
import { realPathOf } from '../../../shared/kit/disk/disk-io.ts';
import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import type { ClientMachine } from '../../../shared/clients/find-config-file.ts';
import type { ServerLaunch } from '../../../shared/clients/server-launch.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { expandPath } from '../../process/config.ts';
import { compareVersions } from '../../switch/engine-choice.ts';
import { isOnPath } from '../connect/found-clients.ts';
import { checkServer } from '../connect/server-check.ts';
import type { Screen } from '../terminal.ts';
import { typedCommand, typedHere } from '../typed-command.ts';
import { can } from './access.ts';
import type { ClientEntry, ClientHere } from './client-entries.ts';
import type { Finding } from './finding.ts';

const WHAT = 'Client';

type Environment = ClientMachine['env'];

export interface ClientChecks {
  machine: ClientMachine;
  clients: readonly ClientHere[];
  /** Real paths of the vaults that are checked. */
  vaults: readonly string[];
  /** Of this program. */
  version: string;
  progress: Screen;
}

/**
 * What is wrong with the clients whichever vault is meant: files that cannot be read, entries that name no vault or one
 * that is gone; and, if no vault is checked, which clients have no entry.
 */
export async function checkClients({
  clients,
  vaults,
  machine: { env },
}: Pick<ClientChecks, 'clients' | 'vaults' | 'machine'>): Promise<Finding[]> {
  if (clients.length === 0)
    return [
      {
        state: 'note',
        what: WHAT,
        said: 'none was found on this computer of those that `connect` can set up',
        cure: `for any other, ${typedHere(env, 'vault-loom', 'connect', 'other', '--print')} shows what it needs`,
      },
    ];
  const findings = (await Promise.all(clients.map((client) => faultsOf(client, env)))).flat();
  const idle = clients.filter(({ entries, error }) => entries.length === 0 && error === null);
  if (vaults.length === 0 && idle.length > 0) findings.push(notSetUp(idle, { vault: null, isServed: false, env }));
  return findings;
}

/** Whether clients have an entry for this vault, and whether what it names is there and starts. */
export async function checkClientsOf(vaultRealPath: string, checks: ClientChecks): Promise<Finding[]> {
  const { env } = checks.machine;
  const findings: Finding[] = [];
  const idle: ClientHere[] = [];
  for (const here of checks.clients) {
    const own: ClientEntry[] = [];
    for (const entry of here.entries) if (await isFor(entry, vaultRealPath)) own.push(entry);
    for (const entry of own) findings.push(await checkEntry(entry, checks));
    // Of the others it is said what is wrong.
    if (own.length === 0 && (await faultsOf(here, env)).length === 0) idle.push(here);
  }
  const isServed = findings.some(({ state }) => state === 'ok');
  return idle.length === 0 ? findings : [...findings, notSetUp(idle, { vault: vaultRealPath, isServed, env })];
}

async function faultsOf({ client, entries, error }: ClientHere, env: Environment): Promise<Finding[]> {
  const findings: Finding[] = error === null ? [] : [cannotBeRead(client, error)];
  for (const entry of entries) {
    if (entry.vault === null) findings.push(namesNoVault(entry, env));
    else if (!(await can(expandPath(entry.vault), constants.F_OK))) findings.push(vaultIsGone(entry));
  }
  return findings;
}

async function checkEntry(entry: ClientEntry, { machine, version, progress }: ClientChecks): Promise<Finding> {
  const { client, name, launch, vault } = entry;
  const who = `${client.name}, entry ${name}:`;
  const cure = `${connecting(client, vault, { ...machine.env, ...launch.env })} writes it again`;
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

/**
 * A command; without a client it asks for one. It keeps the data folder of an entry, whose history and index are there.
 * @param env of this program; of an entry, with its own on top
 */
function connecting(client: CommonClient | null, vault: string | null, env: Environment): string {
  const words = [...(client === null ? [] : [client.id]), ...(vault === null ? [] : ['--vault', vault])];
  return typedHere(env, 'vault-loom', 'connect', ...words);
}

/** @param vault null if none is checked */
function notSetUp(
  idle: readonly ClientHere[],
  { vault, isServed, env }: { vault: string | null; isServed: boolean; env: Environment },
): Finding {
  const [first = null] = idle;
  return {
    state: isServed ? 'ok' : 'note',
    what: WHAT,
    said: `not set up${vault === null ? '' : ' for this vault'}: ${idle.map(({ client }) => client.name).join(', ')}`,
    ...(isServed ? {} : { cure: connecting(idle.length === 1 ? (first?.client ?? null) : null, vault, env) }),
  };
}

function cannotBeRead({ name }: CommonClient, { message, hint }: VaultLoomError): Finding {
  return {
    state: 'bad',
    what: WHAT,
    said: `${name}: ${message}`,
    cure: hint ?? 'correct the file, so that the client can read it',
  };
}

function namesNoVault({ client, name, file, launch }: ClientEntry, env: Environment): Finding {
  return {
    state: 'bad',
    what: WHAT,
    said: `${client.name}, entry ${name}: no VAULT_PATH in ${file}`,
    cure: `add VAULT_PATH to its env, or let ${connecting(client, null, { ...env, ...launch.env })} write an entry`,
  };
}

function vaultIsGone({ client, name, file, vault }: ClientEntry): Finding {
  return {
    state: 'note',
    what: WHAT,
    said: `${client.name}, entry ${name}: its vault ${vault ?? ''} is not there`,
    cure: `${typedCommand('vault-loom', 'connect', client.id, '--remove', '--vault', vault ?? '')} takes the entry out; or correct its VAULT_PATH in ${file}`,
  };
}

async function isFor({ vault }: ClientEntry, vaultRealPath: string): Promise<boolean> {
  return vault !== null && (await realPathOf(expandPath(vault)).catch(() => null)) === vaultRealPath;
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
