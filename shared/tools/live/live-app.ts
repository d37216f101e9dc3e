import type { ActiveNoteOutput, BaseQueryOutput, DqlResult } from '../../protocol/schemas/live.ts';

/** How long to wait for the app, and until when. */
export interface LiveWait {
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * What is available only inside the running notes app. Implemented by the plugin; the bridge reaches it over HTTP. Every
 * method throws `plugin_unavailable`, `capability_missing`, `timeout` or the codes of the plugin's routes.
 */
export interface LiveApp {
  activeNote(wait: LiveWait): Promise<ActiveNoteOutput>;
  dql(query: { query: string; source?: string }, wait: LiveWait): Promise<DqlResult>;
  base(query: { file?: string; yaml?: string; view: string }, wait: LiveWait): Promise<BaseQueryOutput>;
}
