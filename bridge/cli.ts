import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../package.json';
import { setV8Flags } from '../shared/kit/v8-flags.ts';
import { dataFolder } from '../shared/vault/data-folders.ts';
import { CodeCache, type Piece } from './process/compiled-code/code-cache.ts';
import { complain } from './process/complain.ts';
import { exitCodeOf, MISUSED, OK } from './process/exit-codes.ts';

declare global {
  interface ImportMeta {
    /** In the bundle only: what compiles its pieces (build/chunks/in-pieces.mjs). */
    pieces?: { readonly id: string; evaluate: ((piece: Piece) => unknown) | null };
  }
}

// Comes first: V8 takes code only from a process with the same flags.
setV8Flags();
const codeCache = openCodeCache();
if (import.meta.pieces !== undefined && codeCache !== null)
  import.meta.pieces.evaluate = (piece) => codeCache.evaluate(piece);

const program = { script: fileURLToPath(import.meta.url), version };
/** The package holds both halves and the model. Anyone who copies only this file can put the model next to it. */
const packageFolder = join(dirname(program.script), '..');
const modelFolders = [join(packageFolder, 'model'), dirname(program.script)];

// Not awaited here: a module imported later from the same file may wait for this one to finish.
void run(process.argv.slice(2)).then(end);

/** Once all output is written; not at all without a code. */
function end(exitCode: number | undefined): void {
  if (exitCode !== undefined) process.stdout.write('', () => process.exit(exitCode));
}

/** Resolves with the exit code, or undefined if what was started ends the process itself. */
async function run(args: string[]): Promise<number | undefined> {
  try {
    // As clients start it: they wait for the answer, so nothing is loaded to read the command line.
    if (args.length === 0 ? process.stdin.isTTY !== true : args.length === 1 && args[0] === 'serve') {
      await serve();
      return undefined;
    }
    const { runCommandLine } = await import('./commands/command-line.ts');
    const code = await runCommandLine(args, { program, packageFolder, modelFolders, env: process.env, serve });
    if (code !== undefined) await saveCode();
    return code;
  } catch (error) {
    complain(error);
    return exitCodeOf(error);
  }
}

/** Null if this is no bundle, or there is no place for the cache: what needs the data folder says so. */
function openCodeCache(): CodeCache | null {
  if (import.meta.pieces === undefined) return null;
  try {
    return new CodeCache({ folder: join(dataFolder(), 'code'), bundle: import.meta.pieces.id });
  } catch {
    return null;
  }
}

async function serve(): Promise<void> {
  const { startServing } = await import('./start-serving.ts');
  await startServing({
    ...program,
    modelFolders,
    complain,
    exitCodes: { ok: OK, misused: MISUSED },
    beforeExit: saveCode,
  });
}

/** What could not be saved is compiled again at the next start. */
async function saveCode(): Promise<void> {
  await codeCache?.save().catch(() => undefined);
}
