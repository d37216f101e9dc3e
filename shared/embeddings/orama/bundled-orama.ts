import worker from 'packed-worker:./orama-worker.ts';
import { bundledUse } from '../use/bundled-use.ts';
import type { UsePackage } from '../use/use-parts.ts';

/** The bundled encoder, with a worker in which Orama's plugin runs it. */
export const bundledOrama: UsePackage = { ...bundledUse, worker };
