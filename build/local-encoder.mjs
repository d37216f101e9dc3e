import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENCODER = '@tensorflow-models/universal-sentence-encoder';
const ASKED_BY = /[\\/]@orama[\\/]plugin-embeddings[\\/]/;
const LOCAL = join(dirname(dirname(fileURLToPath(import.meta.url))), 'shared/embeddings/orama/local-encoder.ts');

/**
 * esbuild plugin: where @orama/plugin-embeddings imports its sentence encoder, whose `load` fetches the model and can be
 * told of no other place, it gets ours of the same name. Ours itself imports the package.
 */
export function localEncoder() {
  return {
    name: 'local-encoder',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^${ENCODER}$`) }, ({ importer }) => (ASKED_BY.test(importer) ? { path: LOCAL } : null));
    },
  };
}
