import { resolve } from 'node:path';
import { build } from 'esbuild';
import { asciiLiteral } from './ascii-literal.mjs';
import { localEncoder } from './local-encoder.mjs';

const PREFIX = 'worker-source:';

/**
 * Rollup (and Vite) plugin: `import code from 'worker-source:../graph/graph-worker.ts'` gives the bundled worker as one
 * string of JavaScript, ready for a Blob URL in the app or for an eval'd worker thread under Node. The module's
 * `meta.files` names what went into it.
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
      const { code, read, files } = await bundleWorker(id.slice(PREFIX.length + 1, -'.js'.length), { minify });
      for (const file of read) this.addWatchFile(file);
      return { code: `export default ${asciiLiteral(code)};`, meta: { files } };
    },
  };
}

/**
 * A worker as one script, for the browser platform, so that nothing in it can reach for `require` or `process`:
 * `{code, read, files}`, where `read` are the paths of all files that were looked at, and `files` of those in the script.
 */
export async function bundleWorker(entry, { minify = false } = {}) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify,
    legalComments: 'none',
    metafile: true,
    plugins: [localEncoder()],
    logLevel: 'silent',
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  const files = Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0);
  return { code: outputFiles[0].text, read: absolute(Object.keys(metafile.inputs)), files: absolute(files) };
}

function absolute(paths) {
  return paths.map((path) => resolve(path));
}
