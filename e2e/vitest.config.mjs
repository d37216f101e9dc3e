import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that need a browser. They run apart from the unit tests, since a browser may first have to be fetched. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['e2e/**/*.e2e.ts', 'e2e/journeys/**/*.journey.ts'],
    setupFiles: ['scripts/patient-tests.ts'],
    testTimeout: 120_000,
    hookTimeout: 90_000,
    // Playwright and the app's stand-in are loaded and bundled once in each process, not in each of its files.
    isolate: false,
    // Each file has its own browser.
    maxWorkers: 2,
  },
});
