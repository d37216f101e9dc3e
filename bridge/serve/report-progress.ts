import type { ServerContext } from '@modelcontextprotocol/server';
import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import type { ToolContext, WorkProgress } from '../../shared/tools/tool.ts';
import type { EngineGate } from './engine-gate.ts';

const SHORTEST_PAUSE_MS = 100;
/** How often the progress of embedding is asked for. */
const ASK_MS = 400;

/** Progress of all that a call waits for, in notes and texts; it only rises. */
export type TellProgress = (told: { progress: number; total: number; message: string }) => void;

export interface Reporting {
  tellWork: NonNullable<ToolContext['progress']>;
  stop: () => void;
}

const NOTHING: IndexProgress = { done: 0, total: 0 };

/** How to tell the client of a request; undefined if it gave no progress token. */
export function progressFor({ mcpReq }: ServerContext): TellProgress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (told) =>
    void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...told } }).catch(() => undefined);
}

/** Tells of progress while a call waits: of indexing, of embedding, and of a call that reads or writes many files. */
export function reportProgress(tellProgress: TellProgress | undefined, gate: EngineGate): Reporting {
  if (tellProgress === undefined) return { tellWork: () => undefined, stop: () => undefined };
  let [notes, texts, reading, writing] = [NOTHING, NOTHING, NOTHING, NOTHING];
  let highest = 0;
  let lastAt = 0;
  const isAtWork = (): boolean => reading.total > 0 || writing.total > 0;
  const tell = (): void => {
    const parts = [notes, texts, reading, writing];
    const progress = parts.reduce((sum, { done }) => sum + done, 0);
    const total = parts.reduce((sum, part) => sum + part.total, 0);
    const now = performance.now();
    const isLast = progress === total;
    if (progress <= highest || (now - lastAt < SHORTEST_PAUSE_MS && !isLast)) return;
    highest = progress;
    lastAt = now;
    tellProgress({ progress, total, message: wordsFor(notes, texts, reading, writing) });
  };
  const askAfterTexts = async (): Promise<void> => {
    const { embeddingInProgress, reindexInProgress, progress } = await (await gate.engine()).status();
    if (isAtWork() || !embeddingInProgress || reindexInProgress || progress === undefined) return;
    texts = progress;
    tell();
  };
  const asking = setInterval(() => void askAfterTexts().catch(() => undefined), ASK_MS);
  const stopListening = gate.onProgress((progress) => {
    notes = progress;
    tell();
  });
  return {
    tellWork: ({ part, done, total }: WorkProgress) => {
      // From here on, the call waits for no more texts.
      texts = { done: texts.done, total: texts.done };
      if (part === 'reading') reading = { done, total };
      else writing = { done, total };
      tell();
    },
    stop: () => {
      clearInterval(asking);
      stopListening();
    },
  };
}

function wordsFor(notes: IndexProgress, texts: IndexProgress, reading: IndexProgress, writing: IndexProgress): string {
  if (writing.total > 0) return `${writing.done} of ${writing.total} files written`;
  if (reading.total > 0) return `${reading.done} of ${reading.total} notes read`;

  const parts = [
    ...(notes.total === 0 ? [] : [`Indexing ${notes.done} of ${notes.total} notes`]),
    ...(texts.total === 0 ? [] : [`${texts.done} of ${texts.total} texts embedded`]),
  ];
  return parts.join('; ');
}
