import graph from 'use-model:graph';
import vocabulary from 'use-model:vocabulary';
import wasm from 'use-model:wasm';
import worker from 'packed-worker:./use-worker.ts';
import type { UsePackage } from './use-parts.ts';

/** What the bundle holds of the encoder: all but its weights. Its licence is the part `use-model:notice`. */
export const bundledUse: Omit<UsePackage, 'weights'> = { graph, wasm, vocabulary, worker };
