import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { useModel } from './build/quantise-use.mjs';
import { workerSource } from './build/worker-source.mjs';

export default defineConfig({
  plugins: [workerSource(), useModel()],
  test: {
    include: [
      'build/**/*.test.ts',
      'shared/**/*.test.ts',
      'bridge/**/*.test.ts',
      'plugin/**/*.test.ts',
      'bench/**/*.test.ts',
      'e2e/**/*.test.ts',
      'scripts/**/*.test.{mjs,ts}',
    ],
    testTimeout: 30_000,
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
