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
import { typedCommand } from '../typed-command.ts';

/** How a person adds this server to a client. */
export interface WaysToConnect {
  /** To be typed. */
  command: string;
  /** To be pasted; null if npm may remove the file that it would name. */
  config: ServerLaunch | null;
}

/** @param node the program that runs this; absolute */
export function waysToConnect(
  { script, version }: OwnProgram,
  vault: string,
  node: string = process.execPath,
): WaysToConnect {
  const source: ServerSource = isLasting(script)
    ? { kind: 'file', script, node: lastingNode(node) }
    : { kind: 'package', version, npx: null };
  return {
    command: typedCommand(...serverCommand(source, 'connect', '--vault', vault)),
    config: source.kind === 'file' ? launchOf(source, vault, systemOf(process.platform)) : null,
  };
}
