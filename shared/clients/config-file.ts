import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { BaseFolder, CommonClient } from './common-clients.ts';
import type { System } from './server-launch.ts';

/** The computer whose folders are meant; another one only in tests. */
export interface ClientMachine {
  system: System;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** All places of a client's configuration file on this computer, the newest first. Absolute. */
export function configFiles(client: CommonClient, machine: ClientMachine): string[] {
  const { join } = pathsOf(machine);
  return client.places(machine.system).map((place) => join(baseFolder(place.base, machine), ...place.path.split('/')));
}

/**
 * The configuration file that a client uses: the one that is there, else the one whose folder is, else where its newest
 * version would make it; null for a client without one. Never rejects.
 */
export async function configFileOf(client: CommonClient, machine: ClientMachine): Promise<string | null> {
  const files = configFiles(client, machine);
  const { dirname } = pathsOf(machine);
  for (const file of files) if (await isThere(file)) return file;
  for (const file of files) if (await isThere(dirname(file))) return file;
  return files[0] ?? null;
}

function baseFolder(base: BaseFolder, { system, home, env }: ClientMachine): string {
  const { join, isAbsolute } = pathsOf({ system });
  if (base === 'home') return home;
  if (system === 'darwin') return join(home, 'Library', 'Application Support');
  const given = system === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  if (given !== undefined && isAbsolute(given)) return given;
  return system === 'win32' ? join(home, 'AppData', 'Roaming') : join(home, '.config');
}

function pathsOf({ system }: Pick<ClientMachine, 'system'>): path.PlatformPath {
  return system === 'win32' ? path.win32 : path.posix;
}

function isThere(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}
