import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import { useModelModule } from './quantise-use.mjs';
import { withTexts } from './text-in-comment.mjs';
import { workerModule } from './worker-source.mjs';

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

/** The same imports that `build/worker-source.mjs` gives to Rollup. */
function workerSource(): Plugin {
  return {
    name: 'worker-source',
    setup(builder) {
      for (const kind of ['worker-source', 'packed-worker'] as const) {
        builder.onResolve({ filter: new RegExp(`^${kind}:`) }, ({ path, resolveDir }) => ({
          path: resolve(resolveDir, path.slice(kind.length + 1)),
          namespace: kind,
        }));
        builder.onLoad({ filter: /.*/, namespace: kind }, async ({ path }) => ({
          contents: (await workerModule(kind, path)).code,
        }));
      }
    },
  };
}

/** The same imports that `build/quantise-use.mjs` gives to Rollup. */
function useModel(): Plugin {
  return {
    name: 'use-model',
    setup(builder) {
      builder.onResolve({ filter: /^use-model:/ }, ({ path }) => ({
        path: path.slice('use-model:'.length),
        namespace: 'use-model',
      }));
      builder.onLoad({ filter: /.*/, namespace: 'use-model' }, async ({ path }) => ({
        contents: await useModelModule(path),
      }));
    },
  };
}
