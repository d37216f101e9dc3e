import { connect } from 'node:net';
import { FOLLOWING_PORTS } from '../../../shared/protocol/discovery.ts';
import { parsePluginSettings } from '../../../shared/protocol/plugin-settings.ts';
import { pluginsSettings } from '../../switch/plugins-settings.ts';
import type { Finding } from './finding.ts';

const WHAT = 'Ports';
const LIMIT_MS = 500;

export interface PortPlaces {
  /** Null for the port that a plugin takes unless its settings say otherwise. */
  vaultRealPath: string | null;
  hasPlugin: boolean;
  /** Where the plugin answers; null if it does not. */
  ownPort: number | null;
}

/**
 * Whether the plugin finds a port to listen on; nothing for a vault without the plugin. Opens connections, and sends
 * nothing.
 */
export async function checkPorts(
  { vaultRealPath, hasPlugin, ownPort }: PortPlaces,
  isTaken: (port: number) => Promise<boolean> = isListening,
): Promise<Finding[]> {
  if (vaultRealPath !== null && !hasPlugin) return [];
  if (ownPort !== null) return [{ state: 'ok', what: WHAT, said: `the plugin answers on ${ownPort} of 127.0.0.1` }];
  const { port } = vaultRealPath === null ? parsePluginSettings(undefined) : await pluginsSettings(vaultRealPath);
  const ports = Array.from({ length: FOLLOWING_PORTS + 1 }, (_none, i) => port + i).filter((one) => one <= 65_535);
  const taken = await Promise.all(ports.map(isTaken));
  const free = ports.find((_port, i) => taken[i] !== true);
  if (free === undefined)
    return [
      {
        state: 'bad',
        what: WHAT,
        said: `other programs listen on all of ${port} to ${port + FOLLOWING_PORTS}, so the plugin cannot be reached`,
        cure: "set another port in the plugin's settings, or end those programs",
      },
    ];
  return [
    free === port
      ? { state: 'ok', what: WHAT, said: `${port} is free for the plugin` }
      : {
          state: 'ok',
          what: WHAT,
          said: `${port} is taken by another program or another vault's plugin; this one takes ${free}`,
        },
  ];
}

/** Whether something listens on a port of 127.0.0.1. Never rejects. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (listens: boolean): void => {
      socket.destroy();
      resolve(listens);
    };
    socket.setTimeout(LIMIT_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
