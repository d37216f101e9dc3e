import { z } from 'zod';
import {
  activeNoteOutput,
  baseQueryInput,
  baseQueryOutput,
  baseQuestionInput,
  dqlQueryInput,
  dqlResult,
} from './schemas/live.ts';

/**
 * Every question to the running app. Its route is `/<capability>`, asked only if the other side lists the capability.
 * Both ports, the discovery file's capabilities, the plugin's routes and the bridge's client come from this table.
 * Timeouts are the caller's own, not part of a body, except that of a base. To add a question, see docs/how-to.md.
 */
export const LIVE_ROUTES = {
  activeNote: { capability: 'active', method: 'GET', input: z.object({}), output: activeNoteOutput },
  dql: { capability: 'dql', method: 'POST', input: dqlQueryInput.omit({ timeoutMs: true }), output: dqlResult },
  base: {
    capability: 'base',
    method: 'POST',
    // `file` wins over `yaml`.
    // With `timeoutMs` the evaluation itself ends in time, too.
    input: baseQuestionInput
      .extend({ timeoutMs: baseQueryInput.shape.timeoutMs.optional() })
      .refine(
        ({ file, yaml }) => file !== undefined || yaml !== undefined,
        'give `file`, the path of a .base file, or `yaml`, its source',
      ),
    output: baseQueryOutput,
  },
} as const;

export type LiveRoutes = typeof LIVE_ROUTES;
export type LiveMethod = keyof LiveRoutes;
export type LiveCapability = LiveRoutes[LiveMethod]['capability'];
export type LiveInput<M extends LiveMethod> = z.output<LiveRoutes[M]['input']>;
export type LiveOutput<M extends LiveMethod> = z.output<LiveRoutes[M]['output']>;

export const LIVE_METHODS = Object.keys(LIVE_ROUTES) as LiveMethod[];
