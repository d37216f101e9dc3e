import { fileURLToPath } from 'node:url';

const ENCODER = '@tensorflow-models/universal-sentence-encoder';
const ASKED_BY = /[\\/]@orama[\\/]plugin-embeddings[\\/]/;
const LOCAL = fileURLToPath(new URL('../../shared/embeddings/orama/local-encoder.ts', import.meta.url));

/**
 * esbuild plugin: replaces the sentence encoder imported by @orama/plugin-embeddings, whose `load` always downloads the
 * model, with ours of the same name. Ours itself imports the package.
 */
export function localEncoder() {
  return {
    name: 'local-encoder',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^${ENCODER}$`) }, ({ importer }) =>
        ASKED_BY.test(importer) ? { path: LOCAL } : null,
      );
    },
  };
}
