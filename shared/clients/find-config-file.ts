import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { BaseFolder, CommonClient, ConfigPlace } from './common-clients.ts';
import type { System } from './server-launch.ts';

/** The computer whose folders are meant; another one only in tests. */
export interface ClientMachine {
  system: System;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** All places of a client's configuration file on this computer, the newest first. Absolute. */
export function configFiles(client: CommonClient, machine: ClientMachine): string[] {
  return client.places(machine.system).map((place) => fileAt(place, machine));
}

/**
 * The configuration file that a client uses: the one in a package's folder, which only an installer makes; else the one
 * that is there, else the one whose folder is, else where its newest version would make it; null for a client without
 * one. Never rejects.
 */
export async function configFileOf(client: CommonClient, machine: ClientMachine): Promise<string | null> {
  const { dirname } = pathsOf(machine);
  const places = client.places(machine.system).map((place) => ({
    file: fileAt(place, machine),
    isPackage: place.base === 'packages',
  }));
  for (const { file, isPackage } of places) if (await isThere(isPackage ? dirname(file) : file)) return file;
  for (const { file } of places) if (await isThere(dirname(file))) return file;
  return places.find(({ isPackage }) => !isPackage)?.file ?? null;
}

function fileAt({ base, path, moved }: ConfigPlace, machine: ClientMachine): string {
  const { join, isAbsolute } = pathsOf(machine);
  const given = moved === undefined ? undefined : machine.env[moved.variable];
  // A relative one means something else in each folder that the client is started in.
  if (moved !== undefined && given !== undefined && isAbsolute(given)) return join(given, ...moved.path.split('/'));
  return join(baseFolder(base, machine), ...path.split('/'));
}

function baseFolder(base: BaseFolder, { system, home, env }: ClientMachine): string {
  const { join, isAbsolute } = pathsOf({ system });
  if (base === 'home') return home;
  if (base === 'packages') {
    const local = env['LOCALAPPDATA'];
    return join(local !== undefined && isAbsolute(local) ? local : join(home, 'AppData', 'Local'), 'Packages');
  }
  const isXdg = base === 'xdgConfig' || system === 'linux';
  if (!isXdg && system === 'darwin') return join(home, 'Library', 'Application Support');
  const given = env[isXdg ? 'XDG_CONFIG_HOME' : 'APPDATA'];
  if (given !== undefined && isAbsolute(given)) return given;
  return isXdg ? join(home, '.config') : join(home, 'AppData', 'Roaming');
}

function pathsOf({ system }: Pick<ClientMachine, 'system'>): path.PlatformPath {
  return system === 'win32' ? path.win32 : path.posix;
}

/** Whether anything is at this place. */
export function isThere(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}
