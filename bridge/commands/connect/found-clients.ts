import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { COMMON_CLIENTS, type CommonClient } from '../../../shared/clients/common-clients.ts';
import { configFiles, isThere, type ClientMachine } from '../../../shared/clients/find-config-file.ts';
import type { System } from '../../../shared/clients/server-launch.ts';

/** The clients whose configuration is written here; the others of the table are printed. */
export const WRITTEN_CLIENTS: ReadonlySet<string> = new Set([
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'codex',
  'gemini-cli',
  'zed',
]);

/** Programs of clients whose folders do not tell that they are installed. */
const PROGRAMS: Readonly<Record<string, string>> = { 'claude-code': 'claude', codex: 'codex', 'gemini-cli': 'gemini' };

/** The clients that are on this computer, of those that can be written. Never rejects. */
export async function installedClients(machine: ClientMachine): Promise<CommonClient[]> {
  const writable = COMMON_CLIENTS.filter(({ id }) => WRITTEN_CLIENTS.has(id));
  const found = await Promise.all(writable.map((client) => isInstalled(client, machine)));
  return writable.filter((_client, i) => found[i]);
}

/** Whether a program is on the PATH. Never rejects. */
export async function isOnPath(program: string, { env, system }: ClientMachine): Promise<boolean> {
  const { delimiter, isAbsolute, join } = system === 'win32' ? path.win32 : path.posix;
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(isAbsolute);
  const places = folders.flatMap((folder) => fileNamesOf(program, system).map((name) => join(folder, name)));
  for (const place of places) {
    const isProgram = await access(place, constants.X_OK).then(
      () => stat(place).then((found) => found.isFile()),
      () => false,
    );
    if (isProgram) return true;
  }
  return false;
}

/** The names of the files that a system starts for a program: Windows adds an ending to one without. */
export function fileNamesOf(program: string, system: System): string[] {
  if (system !== 'win32' || ENDINGS.some((ending) => program.toLowerCase().endsWith(ending))) return [program];
  return ENDINGS.map((ending) => program + ending);
}

const ENDINGS = ['.exe', '.cmd', '.bat'];

async function isInstalled(client: CommonClient, machine: ClientMachine): Promise<boolean> {
  const files = configFiles(client, machine);
  const folders = files.map((file) => path.dirname(file)).filter((folder) => folder !== machine.home);
  for (const place of [...files, ...folders]) if (await isThere(place)) return true;
  const program = PROGRAMS[client.id];
  return program !== undefined && isOnPath(program, machine);
}
