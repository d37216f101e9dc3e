import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const HERE = dirname(fileURLToPath(import.meta.url));
/** Below the project, so that packages are found from there. */
const FOLDER = join(HERE, '..', '..', 'node_modules', '.cache', 'sandbox-app');

const bundles = new Map<string, Promise<string>>();

/**
 * The sandbox app as one script, bundled once for this process and removed at its end: reading its modules one by one
 * takes longer than all else that a short test of the app does.
 * @param entry relative to the stand-in's folder
 */
export function bundledApp(entry: 'app/main.ts' | 'mirror/renderer.ts'): Promise<string> {
  const bundle = bundles.get(entry) ?? bundleOf(join(HERE, entry));
  bundles.set(entry, bundle);
  return bundle;
}

async function bundleOf(entry: string): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const outfile = join(FOLDER, `${basename(entry, '.ts')}-${process.pid}.mjs`);
  process.once('exit', () => rmSync(outfile, { force: true }));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    plugins: [ownAddresses()],
  });
  return outfile;
}

/** Files are looked for next to the module that names them, not next to the bundle. */
function ownAddresses(): Plugin {
  return {
    name: 'own-addresses',
    setup(builder) {
      builder.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
        contents: (await readFile(path, 'utf8')).replaceAll(
          'import.meta.url',
          JSON.stringify(pathToFileURL(path).href),
        ),
        loader: 'ts',
      }));
    },
  };
}
