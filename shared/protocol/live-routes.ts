import { z } from 'zod';
import { activeNoteOutput, baseQueryInput, baseQueryOutput, dqlQueryInput, dqlResult } from './schemas/live.ts';

/**
 * Every question to the running app, by the names of `LiveApp` and of the plugin's `LiveParts`. Each has its route, `/<capability>`,
 * and is asked only if the other side names the capability. From this table come both ports, the discovery file's capabilities, the
 * plugin's routes and the bridge's client. How long to wait is the caller's own business, and no part of a body. A new question is its file in `plugin/live`, a line here and one in `createLiveParts`.
 */
export const LIVE_ROUTES = {
  activeNote: { capability: 'active', method: 'GET', input: z.object({}), output: activeNoteOutput },
  dql: { capability: 'dql', method: 'POST', input: dqlQueryInput.omit({ timeoutMs: true }), output: dqlResult },
  base: {
    capability: 'base',
    method: 'POST',
    // `file` wins over `yaml`.
    input: baseQueryInput
      .omit({ timeoutMs: true })
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
