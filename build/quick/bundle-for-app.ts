import { writeFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import { useModel, workerSource } from './esbuild-plugins.ts';
import { withTexts } from '../texts/text-in-comment.mjs';

/**
 * Bundles the plugin of the current folder into one file that the app, or what plays it, can load; for tests, in a
 * second or two.
 */
export async function bundleForApp(outfile: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ['plugin/main.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'es2022',
    external: ['obsidian', 'electron'],
    logLevel: 'error',
    plugins: [momentOfTheApp(), workerSource(), useModel()],
  });
  await writeFile(outfile, withTexts(outputFiles[0]?.text ?? ''));
}

/** The app has Moment, in the person's language. */
function momentOfTheApp(): Plugin {
  return {
    name: 'moment-of-the-app',
    setup(builder) {
      builder.onResolve({ filter: /(?:^\.|kit\/time)\/moment\.ts$/ }, () => ({
        path: 'moment',
        namespace: 'of-the-app',
      }));
      builder.onLoad({ filter: /.*/, namespace: 'of-the-app' }, () => ({
        contents: "export { moment } from 'obsidian';",
        resolveDir: '.',
      }));
    },
  };
}
