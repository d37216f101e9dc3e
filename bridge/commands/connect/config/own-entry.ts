import { realPathNow } from '../../../../shared/kit/disk/disk-io.ts';
import { isRecord } from '../../../../shared/kit/json/is-record.ts';
import { SERVER_NAME, SERVER_PACKAGE } from '../../../../shared/clients/server-launch.ts';
import { expandPath } from '../../../process/config.ts';

/**
 * Whether an entry is this server's: it has one of the names that `connect` gives, and starts the server of any
 * version: by the command, by npm, or by its file. The name alone may belong to someone else's server, such as a fork.
 */
export function isOwnEntry(name: string, entry: unknown): boolean {
  if (!isOwnName(name) || !isRecord(entry)) return false;
  const args: unknown[] = Array.isArray(entry['args']) ? entry['args'] : [];
  const words = [entry['command'], ...args].filter((word) => typeof word === 'string');
  const isRunner = words.some((word) => RUNNERS.has(programOf(word)));
  const namesVault = vaultOf(entry) !== null;
  return words.some((word, i) => isScript(word, namesVault) || ((i === 0 || isRunner) && isProgram(word)));
}

/** The vault that an entry serves, as it is written there; null if it names none. */
export function vaultOf(entry: unknown): string | null {
  const env = isRecord(entry) ? entry['env'] : null;
  const vault = isRecord(env) ? env['VAULT_PATH'] : null;
  return typeof vault === 'string' ? vault : null;
}

/**
 * Whether two paths, as people write them, are the same folder. One that is gone is known by its path. Never throws.
 */
export function isSameVault(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => expandPath(path.trim()));
  return first === second || realOf(first ?? '') === realOf(second ?? '');
}

function isOwnName(name: string): boolean {
  return name === SERVER_NAME || name.startsWith(`${SERVER_NAME}-`);
}

const RUNNERS = new Set(['node', 'nodejs', 'npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bun', 'bunx', 'deno']);
const SCRIPT = 'cli.mjs';

/** Whether a word is the command or the package, at any version. */
function isProgram(word: string): boolean {
  return programOf(word).replace(/@[^@]*$/u, '') === SERVER_PACKAGE;
}

/** Whether a word is the server's file: a copy, a build, or one that a person has put elsewhere. */
function isScript(word: string, namesVault: boolean): boolean {
  const parts = word.split(/[\\/]/u);
  const last = parts.at(-1) ?? '';
  if (last === SCRIPT && (parts.includes(SERVER_PACKAGE) || parts.at(-2) === 'bridge')) return true;
  return namesVault && last.endsWith('.mjs');
}

function programOf(word: string): string {
  return (word.split(/[\\/]/u).at(-1) ?? '').replace(/\.(?:cmd|exe|ps1)$/iu, '').toLowerCase();
}

function realOf(path: string): string {
  try {
    return realPathNow(path);
  } catch {
    return path;
  }
}
