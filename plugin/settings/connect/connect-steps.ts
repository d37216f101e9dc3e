import { clientClaiming } from '../../../shared/clients/client-names.ts';
import {
  addingCommand,
  addingLink,
  COMMON_CLIENTS,
  type CommonClient,
} from '../../../shared/clients/common-clients.ts';
import { entryName } from '../../../shared/clients/entry-name.ts';
import { configText, jsonKeys, type ConfigFormat } from '../../../shared/clients/config-text.ts';
import { launchOf, serverCommand, type ServerSource, type System } from '../../../shared/clients/server-launch.ts';
import { WORDS } from '../settings-words.ts';
import { commandLine, shellOf } from '../../../shared/clients/shell-words.ts';

/** What the texts for a client are made of. */
export interface ConnectPlace {
  source: ServerSource;
  /** Absolute. */
  vaultPath: string;
  /** All vaults that clients may have entries for. */
  vaults: readonly string[];
  system: System;
}

/** The ways to connect a client to this vault, as exact texts. */
export interface ConnectSteps {
  /** Opens the client, which then asks whether to add the server; null if it takes no link. */
  link: string | null;
  /** For a terminal; null if the client has no command of its own. */
  command: string | null;
  /** For its configuration file. */
  text: string;
  /** What to do with the text if the file is there already, for people. */
  merge: string;
  /** What to do if the file has an earlier entry for this vault, for people. */
  again: string;
}

/** How to connect a client. */
export function connectSteps(client: CommonClient, { source, vaultPath, vaults, system }: ConnectPlace): ConnectSteps {
  const launch = launchOf(source, vaultPath, system);
  const name = entryName(vaultPath, vaults);
  const words = addingCommand(client, { launch, name });
  return {
    link: addingLink(client, { launch, name }),
    command: words === null ? null : commandLine(words, shellOf(system)),
    text: configText(client.format, name, launch),
    merge: mergeWords(client.format, name),
    again: WORDS.again(name),
  };
}

function mergeWords(format: ConfigFormat, name: string): string {
  if (format === 'toml' || format === 'yaml') return WORDS.merge[format];
  return WORDS.merge.json(jsonKeys(format), name);
}

/** For a terminal: gets the server if it is not there, and checks that all is well with the vault. */
export function checkingCommand({ source, vaultPath, system }: ConnectPlace): string {
  return commandLine(serverCommand(source, 'doctor', vaultPath), shellOf(system));
}

/** When a client asked last, in milliseconds since 1970, of those seen; null if it did not. */
export function lastSeenOf(client: CommonClient, seen: readonly { name: string; lastSeen: number }[]): number | null {
  const own = seen.filter(({ name }) => (clientClaiming(name) ?? 'other') === client.id);
  return own.length === 0 ? null : Math.max(...own.map(({ lastSeen }) => lastSeen));
}

/** The client whose texts are shown first: the one that asked last, else the first of all. */
export function firstClient(seen: readonly { name: string }[]): CommonClient {
  const known = seen.map(({ name }) => clientClaiming(name)).find((id) => id !== null);
  return COMMON_CLIENTS.find(({ id }) => id === known) ?? (COMMON_CLIENTS[0] as CommonClient);
}
