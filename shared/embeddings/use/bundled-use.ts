import graph from 'use-model:graph';
import vocabulary from 'use-model:vocabulary';
import wasm from 'use-model:wasm';
import worker from 'packed-worker:./use-worker.ts';
import type { UsePackage } from './use-parts.ts';
import { BUILT_IN_MODEL } from './weights/built-in-model.ts';

/** What the bundle holds of the encoder: all but its weights. Its licence is the part `use-model:notice`. */
export const bundledUse: Omit<UsePackage, 'weights'> = {
  graph,
  wasm,
  vocabulary,
  worker,
  space: BUILT_IN_MODEL.sha256.slice(0, 16),
};
