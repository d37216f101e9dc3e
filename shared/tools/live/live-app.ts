import type { LiveInput, LiveMethod, LiveOutput } from '../../protocol/live-routes.ts';

/** How long to wait for the app, and until when. */
export interface LiveWait {
  timeoutMs: number;
  signal: AbortSignal;
}

type Ask<Input, Output> =
  Input extends Record<string, never>
    ? (wait: LiveWait) => Promise<Output>
    : (input: Input, wait: LiveWait) => Promise<Output>;

/**
 * What exists only inside the running notes app: a method for each question of `LIVE_ROUTES`. Implemented by the plugin; the
 * bridge reaches it over HTTP. Every method throws `plugin_unavailable`, `capability_missing`, `timeout` or the codes of the
 * plugin's routes.
 */
export type LiveApp = { [M in LiveMethod]: Ask<LiveInput<M>, LiveOutput<M>> };
