import worker from 'packed-worker:./orama-worker.ts';
import { bundledUse } from '../use/bundled-use.ts';
import type { UsePackage } from '../use/use-parts.ts';

/** What the bundle holds of the encoder, with a worker in which Orama's plugin runs it. */
export const bundledOrama: Omit<UsePackage, 'weights'> = { ...bundledUse, worker };
