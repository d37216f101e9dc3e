import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../setup.mjs';
import type { Addition } from './additions.ts';

const MOST_OUTPUT = 16 * 1024 * 1024;

/** A copy of the repository to try additions in. */
export interface RepositoryCopy {
  folder: string;
  /** Puts code where it belongs, and its imports at the top. Throws if the place is not there. */
  add(addition: Addition, code: string): Promise<void>;
  /** Runs a program of `node_modules` or a script with Node, and resolves with what it printed. Rejects if it fails. */
  run(words: readonly string[], env?: Record<string, string>): Promise<string>;
  remove(): Promise<void>;
}

/** Copies what is checked in, as it is now, and links the packages. */
export async function copyRepository(): Promise<RepositoryCopy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-how-to-')));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  const paths = listed
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '' && !path.startsWith('docs/'));
  await Promise.all(paths.map((path) => cp(join(ROOT, path), join(folder, path)).catch(unlessGone)));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return {
    folder,
    add: (addition, code) => addTo(folder, addition, code),
    run: async (words, env = {}) => {
      const { stdout } = await promisify(execFile)(process.execPath, words, {
        cwd: folder,
        env: { ...process.env, ...env },
        maxBuffer: MOST_OUTPUT,
      }).catch((error: unknown) => Promise.reject(withOutput(error)));
      return stdout;
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function addTo(folder: string, { file, place, imports = '' }: Addition, code: string): Promise<void> {
  const path = join(folder, file);
  if (place === 'new file') {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${imports.trim()}\n\n${code.trim()}\n`);
    return;
  }
  const text = await readFile(path, 'utf8');
  await writeFile(
    path,
    `${imports.trim()}\n${place === 'end' ? `${text}\n${code}` : after(text, place.after, code, file)}`,
  );
}

function after(text: string, line: string, code: string, file: string): string {
  const lines = text.split('\n');
  const at = lines.indexOf(line);
  if (at < 0) throw new Error(`${file} has no line "${line}"`);
  return [...lines.slice(0, at + 1), code, ...lines.slice(at + 1)].join('\n');
}

/** A file that was deleted and is not committed yet. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

function withOutput(error: unknown): unknown {
  if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) return error;
  return new Error(`${error.message}\n${String(error.stdout)}\n${String(error.stderr)}`, { cause: error });
}
