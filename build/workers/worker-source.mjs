import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { asciiLiteral } from '../texts/ascii-literal.mjs';
import { gzipBase64 } from '../texts/gzip-base64.mjs';
import { localEncoder } from './local-encoder.mjs';
import { commentReader, literalReader } from '../texts/text-in-comment.mjs';

const UNPACKER = fileURLToPath(new URL('../../shared/embeddings/pool/unpacked-worker.ts', import.meta.url));
const ID = /^(worker-source|packed-worker):(.*)$/;
const LOADED_ID = /^\0(worker-source|packed-worker):(.*)\.js$/;

/**
 * Rollup (and Vite) plugin: `import code from 'worker-source:./graph-worker.ts'` gives the bundled worker as one string
 * of JavaScript, ready for a Blob URL in the app or for an eval'd worker thread under Node. For a large one,
 * `import read from 'packed-worker:./use-worker.ts'` gives a function that returns a small script, which unpacks the
 * worker in its own thread; a bundle with one must be completed by `textsInComments`. The module's `meta.files` names
 * what went into the worker.
 */
export function workerSource({ minify = false } = {}) {
  let bundled = true;
  return {
    name: 'worker-source',
    enforce: 'pre',
    /** Only Vite calls this; it serves modules one by one and makes no bundle. */
    configResolved() {
      bundled = false;
    },
    async resolveId(id, importer) {
      const [, kind, path] = ID.exec(id) ?? [];
      if (path === undefined) return null;
      const resolved = await this.resolve(path, importer, { skipSelf: true });
      return resolved === null ? null : `\0${kind}:${resolved.id}.js`;
    },
    async load(id) {
      const [, kind, path] = LOADED_ID.exec(id) ?? [];
      if (path === undefined) return null;
      const { code, read, files } = await workerModule(kind, path, { minify, bundled });
      for (const file of read) this.addWatchFile(file);
      return { code, meta: { files } };
    },
  };
}

/**
 * The module for a worker, `kind` being `worker-source` or `packed-worker`: `{code, read, files}`, where `read`
 * has the paths of all files examined, and `files` those that went into the worker.
 */
export async function workerModule(kind, path, { minify = false, bundled = true } = {}) {
  const worker = await bundleWorker(path, minify);
  if (kind === 'worker-source') return { ...worker, code: `export default ${asciiLiteral(worker.code)};` };
  const packed = gzipBase64(worker.code);
  const key = `worker-${createHash('sha256').update(packed).digest('hex').slice(0, 16)}`;
  const reader = bundled ? commentReader(key, packed) : literalReader(packed);
  const unpacker = await bundleWorker(UNPACKER, minify);
  const code = `${reader}export default () => \`const PACKED_WORKER = "\${read()}";\\n\` + ${asciiLiteral(unpacker.code)};`;
  return { code, read: [...worker.read, ...unpacker.read], files: worker.files };
}

/** For the browser platform, so that nothing in it can reach for `require` or `process`. */
async function bundleWorker(entry, minify) {
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
