import { lastingNode } from '../../../shared/clients/lasting-node.ts';
import {
  launchOf,
  serverCommand,
  systemOf,
  type ServerLaunch,
  type ServerSource,
} from '../../../shared/clients/server-launch.ts';
import { isLasting } from '../../../shared/clients/server-note.ts';
import type { OwnProgram } from '../own-client.ts';
import { chosenDataFolder, typedWith } from '../typed-command.ts';

/** How a person adds this server to a client. */
export interface WaysToConnect {
  /** To be typed. */
  command: string;
  /** To be pasted; null if npm may remove the file that it would name. */
  config: ServerLaunch | null;
}

export function waysToConnect(
  { script, version }: OwnProgram,
  vault: string,
  { env, execPath: node }: Pick<NodeJS.Process, 'env' | 'execPath'> = process,
): WaysToConnect {
  const source: ServerSource = isLasting(script)
    ? { kind: 'file', script, node: lastingNode(node) }
    : { kind: 'package', version, npx: null };
  const launch = source.kind === 'file' ? launchOf(source, vault, systemOf(process.platform)) : null;
  const variables = chosenDataFolder(env);
  return {
    command: typedWith(variables, serverCommand(source, 'connect', '--vault', vault)),
    config: launch === null ? null : { ...launch, env: { ...launch.env, ...variables } },
  };
}
