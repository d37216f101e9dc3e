import type { LiveInput, LiveMethod, LiveOutput } from '../../protocol/live-routes.ts';

/** How long to wait for the app. */
export interface LiveWait {
  timeoutMs: number;
  signal: AbortSignal;
}

type Ask<Input, Output> =
  Input extends Record<string, never>
    ? (wait: LiveWait) => Promise<Output>
    : (input: Input, wait: LiveWait) => Promise<Output>;

/**
 * What exists only in the running app: a method for each question of `LIVE_ROUTES`. The bridge asks the plugin over
 * HTTP. Every method throws `plugin_unavailable`, `capability_missing`, `timeout`, or a code of the plugin's routes.
 */
export type LiveApp = { [M in LiveMethod]: Ask<LiveInput<M>, LiveOutput<M>> };
