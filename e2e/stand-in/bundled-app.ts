import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const HERE = dirname(fileURLToPath(import.meta.url));
const ENTRY = join(HERE, 'app', 'main.ts');
/** Below the project, so that packages are found from there. */
const FOLDER = join(HERE, '..', '..', 'node_modules', '.cache', 'sandbox-app');

let bundled: Promise<string> | null = null;

/**
 * The sandbox app as one script, bundled once for this process and removed at its end: reading its modules one by one
 * takes longer than all else that a test of the app does.
 */
export function bundledApp(): Promise<string> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const outfile = join(FOLDER, `${process.pid}.mjs`);
  process.once('exit', () => rmSync(outfile, { force: true }));
  await build({
    entryPoints: [ENTRY],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    // Files are looked for next to the module that asks, all of which are one folder below the app's.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(HERE, 'app', 'ui', 'bundled.mjs')).href) },
  });
  return outfile;
}
