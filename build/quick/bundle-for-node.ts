import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { useModel, workerSource } from './esbuild-plugins.ts';
import { withTexts } from '../texts/text-in-comment.mjs';

const bundles = new Map<string, Promise<string>>();

/**
 * An entry of the bridge as one script that plain Node runs, as it does the package. It is bundled once for this
 * process, which removes it at its end.
 * @returns the script's path, in a temporary folder
 */
export function bundleForNode(entry: string): Promise<string> {
  const bundle = bundles.get(entry) ?? bundleOf(entry);
  bundles.set(entry, bundle);
  return bundle;
}

async function bundleOf(entry: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-loom-bundle-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'cli.mjs');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    // As Rollup's: some packages' other builds look for their own files when they run.
    mainFields: ['module', 'main'],
    target: 'node20',
    // Read in full by each of the hundreds of programs that tests start.
    minifyWhitespace: true,
    logLevel: 'error',
    banner: {
      js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
    },
    plugins: [workerSource(), useModel()],
  });
  await writeFile(outfile, withTexts(outputFiles[0]?.text ?? ''));
  return outfile;
}
