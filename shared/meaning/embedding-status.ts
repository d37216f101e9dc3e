import { failuresOfNote, type FailedChunk } from '../embeddings/capacity.ts';
import type { EmbedderState } from '../embeddings/embedder.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { IndexStatusOutput } from '../protocol/schemas/maintenance.ts';
import type { EmbeddingService } from './embedding-service.ts';
import { takesPartInSearch, type NoteIndex } from '../index/note-index.ts';
import type { VectorSet } from './vectors/vectors-of-model.ts';

/** What `index_status` says about embeddings. */
export interface EmbeddingFacts {
  fields: Pick<
    IndexStatusOutput,
    | 'notesWithEmbeddings'
    | 'notesMissingEmbeddings'
    | 'notesInOtherLanguages'
    | 'embeddingModel'
    | 'embeddingDim'
    | 'provider'
    | 'chunksSkippedInLastRun'
    | 'failedChunks'
    | 'failedChunksTotal'
    | 'advertisedMaxTokens'
    | 'discoveredMaxTokens'
    | 'prefixSource'
    | 'overrideApplied'
    | 'embeddingInProgress'
    | 'embeddingsComplete'
    | 'embedderReady'
    | 'missingModel'
  >;
  error: string | null;
  /** Failed chunks, in lines of their log: notes with nothing to embed, and real failures. */
  skipped: { withoutContent: number; failed: number };
  /**
   * Texts embedded, and texts in all, each counted once for each kind of vector made of it: by its words, its beginning
   * and as a whole. Null if nothing is being embedded, here or by the process that this one follows.
   */
  progress: { done: number; total: number } | null;
  /** A few words for the summary. */
  summary: string;
}

const MOST_FAILURES = 50;

/**
 * What `index_status` says about embeddings.
 * @param isHidden whether results must not name a path
 */
export function embeddingFacts(
  service: EmbeddingService,
  index: NoteIndex,
  isHidden: (path: string) => boolean,
  now = Date.now(),
): EmbeddingFacts {
  const { sentences } = service;
  const vectors = service.kind === 'terms' ? service.library.terms.set?.vectors : sentences?.set.vectors;
  const counts = vectors === undefined ? NOTHING_COVERED : coverageOf(index, vectors, sentences, now);
  const empty = [...index.tally.withoutContent]
    .sort((a, b) => compareCodeUnits(a.path, b.path))
    .flatMap(({ path, mtimeMs }) => failuresOfNote(path, 0, [], Math.min(now, Math.round(mtimeMs))));
  const identity = vectors?.identity ?? sentences?.choice.embedder.identity;
  const log = [...counts.failures, ...empty].filter(({ note }) => !isHidden(note));
  return {
    fields: {
      notesWithEmbeddings: counts.embedded,
      notesMissingEmbeddings: counts.failed,
      ...(counts.foreign === 0 ? {} : { notesInOtherLanguages: counts.foreign }),
      embeddingModel: identity?.model ?? 'none',
      embeddingDim: identity?.dimensions ?? 0,
      provider: identity?.provider ?? (service.kind === 'terms' ? 'lsa' : 'none'),
      chunksSkippedInLastRun: counts.chunksFailed,
      failedChunks: log.slice(0, MOST_FAILURES).map((failure) => ({ ...failure })),
      failedChunksTotal: log.length,
      advertisedMaxTokens: sentences?.capacity.advertisedMaxTokens ?? 0,
      discoveredMaxTokens: sentences?.capacity.discoveredMaxTokens ?? 0,
      prefixSource: sentences?.choice.prefixSource ?? 'none',
      overrideApplied: sentences?.choice.overrideApplied ?? false,
      embeddingInProgress: service.state.isEmbedding,
      embeddingsComplete:
        service.kind === 'none' ||
        (service.state.hasCaughtUp && counts.waiting === 0 && !service.state.isEmbedding && service.error === null),
      embedderReady: isReady(service),
      ...(service.missing === null ? {} : { missingModel: { ...service.missing } }),
    },
    error: service.problem,
    skipped: { withoutContent: empty.length, failed: counts.failures.length },
    progress: progressOf(service),
    summary: summaryOf(service, counts.waiting === 0),
  };
}

/** Numbers of notes with and without vectors. */
interface Coverage {
  embedded: number;
  failed: number;
  /** In languages that the model does not read. */
  foreign: number;
  waiting: number;
  chunksFailed: number;
  /** Newest first. */
  failures: readonly FailedChunk[];
}

const NOTHING_COVERED: Coverage = { embedded: 0, failed: 0, foreign: 0, waiting: 0, chunksFailed: 0, failures: [] };

function coverageOf(
  index: NoteIndex,
  vectors: VectorSet['vectors'],
  sentences: EmbeddingService['sentences'],
  now: number,
): Coverage {
  const counts = { ...NOTHING_COVERED };
  const failures: FailedChunk[] = [];
  for (const record of index.notes()) {
    if (record.chunkCount === 0 || !takesPartInSearch(record)) continue;
    const { chunks, embedded } = vectors.coverage(record.id);
    if (chunks === 0) counts[vectors.knows(record.id) ? 'foreign' : 'waiting']++;
    else if (embedded === chunks) counts.embedded++;
    if (embedded === chunks) continue;
    const failed = sentences?.failuresOf(record.id) ?? [];
    if (failed.length === 0) {
      counts.waiting++;
      continue;
    }
    counts.chunksFailed += failed.length;
    if (vectors.missingKeys(record.id).length > failed.length) counts.waiting++;
    else if (embedded === 0) counts.failed++;
    else counts.embedded++;
    failures.push(...failuresOfNote(record.path, chunks, failed, now));
  }
  return { ...counts, failures: failures.sort((a, b) => b.at - a.at) };
}

const UNREADY: ReadonlySet<string> = new Set<EmbedderState['phase']>(['failed', 'missing', 'closed']);

/** Whether a text would be embedded now, as far as known. An idle model counts: it loads with the first text. */
function isReady({ sentences, error, kind, library }: EmbeddingService): boolean {
  if (kind === 'terms') return library.terms.set !== null;
  const phase = sentences?.choice.embedder.state().phase;
  return error === null && phase !== undefined && !UNREADY.has(phase);
}

function progressOf({ sentences, quick, state }: EmbeddingService): EmbeddingFacts['progress'] {
  if (sentences === null) return null;
  const quickly = quick === null ? [] : [quick.static.set.vectors, quick.short.set.vectors];
  const done = quickly.reduce((sum, { size }) => sum + size, sentences.set.vectors.size);
  const left = quickly.reduce((sum, { waiting }) => sum + waiting, sentences.waiting);
  // Of a follower, what it has read of another process's work.
  const isAtWork = state.isEmbedding || (state.role === 'follower' && left > 0);
  return isAtWork ? { done, total: done + left } : null;
}

/** Before the settings have been read, there may be none to set up. */
function withoutEmbedder({ error, state }: EmbeddingService): string {
  if (error !== null) return 'there is no embedder';
  return state.phase.name === 'choosing' ? 'the embedder is being set up' : 'embeddings are being opened';
}

/** @param hasAll whether no note is waiting, including notes not taken in yet */
function summaryOf(service: EmbeddingService, hasAll: boolean): string {
  const { sentences, error, library, missing, state } = service;
  if (service.kind === 'none') return 'embeddings are off';
  if (service.kind === 'terms')
    return library.terms.set === null ? 'not learned by LSA yet, or too few texts' : 'embedded by lsa';
  if (sentences === null) return withoutEmbedder(service);
  const name = sentences.choice.embedder.identity.provider;
  const all = `embedded by ${name}`;
  const isDone = hasAll && sentences.waiting === 0;
  const share = isDone ? all : `${Math.floor(sentences.set.share * 100)} % ${all}`;
  if (missing !== null) return `${share}, whose model file is ${missing.problem}`;
  if (isDone) return all;
  if (state.role === 'follower') return `${share}, another process embeds`;
  return error === null ? share : `${share}, which is not working now`;
}
