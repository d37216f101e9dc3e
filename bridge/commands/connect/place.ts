import { formatPatch, structuredPatch } from 'diff';
import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import { configFileOf, type ClientMachine } from '../../../shared/clients/find-config-file.ts';
import { lastingNode } from '../../../shared/clients/lasting-node.ts';
import { launchOf, type ServerLaunch } from '../../../shared/clients/server-launch.ts';
import { nameOnOneLine } from '../../../shared/kit/text/name-on-one-line.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { chosenDataFolder, typedHere } from '../typed-command.ts';
import { readConfigFile } from './config/config-file.ts';
import type { ConfigEditor } from './config/config-editor.ts';
import { editorOf } from './config/config-entries.ts';
import { WRITTEN_CLIENTS } from './found-clients.ts';

/** A client's configuration, as it is. */
export interface Place {
  client: CommonClient;
  file: string;
  editor: ConfigEditor;
  /** Null if the file is not there. */
  text: string | null;
}

/**
 * Reads a client's configuration. Throws as `readConfigFile`, and `invalid_arguments` for a client that is only
 * printed.
 * @param vaults those chosen, for the command that prints
 */
export async function placeOf(
  client: CommonClient,
  machine: ClientMachine,
  vaults: readonly string[] = [],
): Promise<Place> {
  const file = await configFileOf(client, machine);
  const editor = file === null || !WRITTEN_CLIENTS.has(client.id) ? null : editorOf(client.format, file);
  if (file === null || editor === null) {
    const named = vaults.flatMap((vault) => ['--vault', vault]);
    throw new VaultLoomError(
      'invalid_arguments',
      `The configuration of ${client.name} is not written by this program.`,
      {
        hint: `${typedHere(machine.env, 'vault-loom', 'connect', client.id, ...named, '--print')} shows what to put into it.`,
      },
    );
  }
  return { client, file, editor, text: await readConfigFile(file) };
}

/** What a client starts for a vault: the server's copy, by a path of Node that stays. */
export function launchFor(copy: string, vault: string, { system, env }: ClientMachine): ServerLaunch {
  const launch = launchOf({ kind: 'file', script: copy, node: lastingNode(process.execPath) }, vault, system);
  // Clients pass on few variables, and the copy is in this folder.
  return { ...launch, env: { ...launch.env, ...chosenDataFolder(env) } };
}

/** What a change makes of a file, for people to read. */
export function diffOf(file: string, before: string | null, after: string): string {
  const patch = structuredPatch(file, file, before ?? '', after, undefined, undefined, { context: 1 });
  // The library would write non-ASCII paths in octal escapes.
  const name = nameOnOneLine(file);
  const changes = formatPatch(patch, { includeIndex: false, includeUnderline: false, includeFileHeaders: false });
  return `--- ${before === null ? '/dev/null' : name}\n+++ ${name}\n${changes}`;
}
