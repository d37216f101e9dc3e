import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { useModel } from './build/model/quantise-use.mjs';
import { workerSource } from './build/workers/worker-source.mjs';

/** Tests that change what all files of a process share: globals, modules, timers. Each file has its own modules. */
const APART = [
  'build/**/*.test.ts',
  'e2e/stand-in/app/**/*.test.ts',
  'plugin/ports/blob-worker.test.ts',
  'shared/engine/refused-*.test.ts',
  'shared/meaning/refused-*.test.ts',
  'shared/vault/watch/**/*.test.ts',
];

/** Tests in these folders start whole programs, and take longest. */
const LONG = /\/(?:bench|bridge|e2e|scripts)\/|-kills?\.test\.ts$|\/killed-/;

/** Those of one project that take longest come first: started last, one would leave the other workers idle. */
class LongFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((one) => {
      const own = sorted.filter(({ project }) => project === one);
      return [true, false].flatMap((isLong) => own.filter(({ moduleId }) => LONG.test(moduleId) === isLong));
    });
  }
}

export default defineConfig({
  plugins: [workerSource(), useModel()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{shared,bridge,plugin,bench,e2e}/**/*.test.ts', 'scripts/**/*.test.{mjs,ts}'],
          exclude: APART,
          // Loading the modules again for each file would take longer than most of them.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
    ],
    setupFiles: ['scripts/patient-tests.ts'],
    // Many start programs, each of which takes seconds on a busy computer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for processes of their own: as many workers as cores would leave some idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    coverage: {
      provider: 'v8',
      include: ['shared/**/*.ts', 'bridge/**/*.ts', 'plugin/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary'],
    },
  },
});
