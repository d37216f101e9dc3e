import { resolve } from 'node:path';
import { build } from 'esbuild';
import { asciiLiteral } from './ascii-literal.mjs';

const PREFIX = 'worker-source:';

/**
 * Rollup (and Vite) plugin: `import code from 'worker-source:../graph/graph-worker.ts'` gives the bundled worker as one
 * string of JavaScript, ready for a Blob URL in the app or for an eval'd worker thread under Node. The bundle is built
 * for the browser platform, so that nothing in it can reach for `require` or `process`. The module's `meta.files` names
 * what went into the worker.
 */
export function workerSource({ minify = false } = {}) {
  return {
    name: 'worker-source',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.startsWith(PREFIX)) return null;
      const resolved = await this.resolve(id.slice(PREFIX.length), importer, { skipSelf: true });
      return resolved === null ? null : `\0${PREFIX}${resolved.id}.js`;
    },
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const entry = id.slice(PREFIX.length + 1, -'.js'.length);
      const result = await build({
        entryPoints: [entry],
        bundle: true,
        write: false,
        format: 'iife',
        platform: 'browser',
        target: 'es2022',
        minify,
        legalComments: 'none',
        metafile: true,
        logLevel: 'silent',
      });
      for (const input of Object.keys(result.metafile.inputs)) this.addWatchFile(resolve(input));
      const [{ inputs }] = Object.values(result.metafile.outputs);
      const files = Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0);
      return { code: `export default ${asciiLiteral(result.outputFiles[0].text)};`, meta: { files: files.map((file) => resolve(file)) } };
    },
  };
}
