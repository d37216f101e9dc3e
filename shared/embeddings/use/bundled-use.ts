import graph from 'use-model:graph';
import vocabulary from 'use-model:vocabulary';
import wasm from 'use-model:wasm';
import weights from 'use-model:weights';
import worker from 'packed-worker:./use-worker.ts';
import type { UsePackage } from './use-parts.ts';

/** The bundled encoder; its licence is the part `use-model:notice`. */
export const bundledUse: UsePackage = { graph, weights, wasm, vocabulary, worker };
