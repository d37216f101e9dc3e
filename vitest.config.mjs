import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { useModel } from './build/model/quantise-use.mjs';
import { workerSource } from './build/workers/worker-source.mjs';

/** Tests that change what all files of a process share: globals, modules, timers. Each file has its own modules. */
const APART = [
  'build/**/*.test.ts',
  'e2e/**/*.test.ts',
  'bridge/serve/**/*.test.ts',
  'plugin/ports/**/*.test.ts',
  'plugin/views/**/*.test.ts',
  'shared/embeddings/**/*.test.ts',
  'shared/engine/refused-*.test.ts',
  'shared/meaning/refused-*.test.ts',
  'shared/vault/watch/**/*.test.ts',
];

export default defineConfig({
  plugins: [workerSource(), useModel()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{shared,bridge,plugin,bench}/**/*.test.ts', 'scripts/**/*.test.{mjs,ts}'],
          exclude: APART,
          // Loading the modules again for each file would take longer than most of them.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
    ],
    // Many start programs, each of which takes seconds on a busy computer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for processes of their own: one worker would leave a core idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    coverage: {
      provider: 'v8',
      include: ['shared/**/*.ts', 'bridge/**/*.ts', 'plugin/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary'],
    },
  },
});
