import type { ServerContext } from '@modelcontextprotocol/server';
import type { EngineGate } from './engine-gate.ts';

const SHORTEST_PAUSE_MS = 100;

/**
 * Tells the client how far indexing is while its call waits, if it gave a progress token. Progress only ever rises, as
 * the protocol demands; the last step is never held back. Returns the way to stop.
 */
export function reportProgress({ mcpReq }: ServerContext, gate: EngineGate): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let highest = -1;
  let lastAt = 0;
  return gate.onProgress(({ done, total }) => {
    const now = performance.now();
    if (done <= highest || (now - lastAt < SHORTEST_PAUSE_MS && done < total)) return;
    highest = done;
    lastAt = now;
    const params = { progressToken, progress: done, total, message: `Indexing ${done} of ${total} notes` };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  });
}
