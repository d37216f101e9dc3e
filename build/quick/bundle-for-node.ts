import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { useModel, workerSource } from './esbuild-plugins.ts';
import { withTexts } from '../texts/text-in-comment.mjs';

export interface Bundle {
  script: string;
  remove(): Promise<void>;
}

/** Bundles an entry of the bridge into one file, in a temporary folder, that plain Node runs, as the package does. */
export async function bundleForNode(entry: string): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-loom-bundle-'));
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
    logLevel: 'error',
    banner: {
      js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
    },
    plugins: [workerSource(), useModel()],
  });
  await writeFile(outfile, withTexts(outputFiles[0]?.text ?? ''));
  return { script: outfile, remove: () => rm(folder, { recursive: true, force: true }) };
}
