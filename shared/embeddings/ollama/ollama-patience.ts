import type { EmbedPriority } from '../embedder.ts';

/** How long to wait and how often to try; times in milliseconds. */
export interface OllamaPatience {
  timeoutMs: number;
  /** In total, if a failure may pass: a refused connection, a server that is busy or broken. */
  attempts: number;
  firstDelayMs: number;
  maxDelayMs: number;
}

/** Someone waits for a query, but a model may have to be loaded first. */
export const PATIENCE: Readonly<Record<EmbedPriority, OllamaPatience>> = {
  now: { timeoutMs: 30_000, attempts: 2, firstDelayMs: 200, maxDelayMs: 200 },
  background: { timeoutMs: 120_000, attempts: 3, firstDelayMs: 500, maxDelayMs: 8_000 },
};
