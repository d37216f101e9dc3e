import type { ServerContext } from '@modelcontextprotocol/server';
import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import type { EngineGate } from './engine-gate.ts';

const SHORTEST_PAUSE_MS = 100;
/** How often the progress of embedding is asked for. */
const ASK_MS = 400;

/**
 * Reports the progress of indexing and embedding to a client that gave a progress token, while its call waits: notes and
 * texts done, of all. Progress only rises, as the protocol requires. Returns a function that stops it.
 */
export function reportProgress({ mcpReq }: ServerContext, gate: EngineGate): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let notes: IndexProgress = { done: 0, total: 0 };
  let texts: IndexProgress = { done: 0, total: 0 };
  let highest = 0;
  let lastAt = 0;
  const tell = (): void => {
    const [progress, total] = [notes.done + texts.done, notes.total + texts.total];
    const now = performance.now();
    const isLast = notes.done === notes.total;
    if (progress <= highest || (now - lastAt < SHORTEST_PAUSE_MS && !isLast)) return;
    highest = progress;
    lastAt = now;
    const params = { progressToken, progress, total, message: wordsFor(notes, texts) };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const askAfterTexts = async (): Promise<void> => {
    const { embeddingInProgress, reindexInProgress, progress } = await (await gate.engine()).status();
    if (!embeddingInProgress || reindexInProgress || progress === undefined) return;
    texts = progress;
    tell();
  };
  const asking = setInterval(() => void askAfterTexts().catch(() => undefined), ASK_MS);
  const stopListening = gate.onProgress((progress) => {
    notes = progress;
    tell();
  });
  return () => {
    clearInterval(asking);
    stopListening();
  };
}

function wordsFor(notes: IndexProgress, texts: IndexProgress): string {
  const parts = [
    ...(notes.total === 0 ? [] : [`Indexing ${notes.done} of ${notes.total} notes`]),
    ...(texts.total === 0 ? [] : [`${texts.done} of ${texts.total} texts embedded`]),
  ];
  return parts.join('; ');
}
