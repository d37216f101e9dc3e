import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { useModelModule } from '../model/quantise-use.mjs';
import { workerModule } from '../workers/worker-source.mjs';

/** The same imports that `build/workers/worker-source.mjs` gives to Rollup. */
export function workerSource(): Plugin {
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

/** The same imports that `build/model/quantise-use.mjs` gives to Rollup. */
export function useModel(): Plugin {
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
