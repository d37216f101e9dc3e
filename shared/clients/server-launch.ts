import { posix } from 'node:path';

/** The npm package of the server. */
export const SERVER_PACKAGE = 'vault-loom';
/** The name under which clients list the server. */
export const SERVER_NAME = 'vault-loom';

/** The systems that clients run on, as Node names them. */
export type System = 'darwin' | 'win32' | 'linux';

/** What a client starts, and with which variables. */
export interface ServerLaunch {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** Where the server is: a file on this computer, or the package that npm gets. */
export type ServerSource =
  | {
      kind: 'file';
      /** The `cli.mjs`; absolute. */
      script: string;
      /** The program that runs it, absolute; null if it was not found, and clients have to find it themselves. */
      node: string | null;
    }
  | {
      kind: 'package';
      version: string;
      /** The `npx` that gets it, absolute; null if it was not found, or if clients find it themselves. */
      npx: string | null;
    };

/** Any other system counts as Linux, whose folders it shares. */
export function systemOf(platform: string): System {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}

/**
 * What a client has to start for a vault.
 * @param vaultPath absolute
 */
export function launchOf(source: ServerSource, vaultPath: string, system: System): ServerLaunch {
  const env = { VAULT_PATH: vaultPath };
  if (source.kind === 'file') return { command: source.node ?? 'node', args: [source.script], env };
  if (source.npx !== null && system !== 'win32')
    // npx and what it starts are scripts that look for `node` themselves, which an app's own PATH may lack.
    return {
      command: source.npx,
      args: packageArgs(source.version),
      env: { ...env, PATH: [...new Set([posix.dirname(source.npx), ...SYSTEM_PATH])].join(':') },
    };
  const npx = ['npx', ...packageArgs(source.version)];
  // On Windows npx is a script, which only a shell starts.
  const [command = '', ...args] = system === 'win32' ? ['cmd', '/c', ...npx] : npx;
  return { command, args, env };
}

/** The words of a command of the server's, for a terminal. */
export function serverCommand(source: ServerSource, ...args: string[]): string[] {
  return source.kind === 'file'
    ? [source.node ?? 'node', source.script, ...args]
    : ['npx', ...packageArgs(source.version), ...args];
}

const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

function packageArgs(version: string): string[] {
  return ['-y', `${SERVER_PACKAGE}@${version}`];
}
