import { withoutStop, withStop } from '../kit/text/with-stop.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { IndexStatusOutput } from '../protocol/schemas/maintenance.ts';
import type { VaultWarning } from '../vault/vault-source.ts';
import type { EmbeddingFacts } from '../meaning/embedding-status.ts';
import type { IndexProgress } from '../protocol/engine-messages.ts';
import type { NoteIndex } from '../index/note-index.ts';

const MAX_WARNINGS = 20;

export interface StatusFacts {
  host: 'disk' | 'plugin';
  hostNote: string | null;
  state: 'starting' | 'indexing' | 'ready' | 'failed';
  progress: IndexProgress | null;
  initError: string | null;
  /** Why the vault's folder cannot be read now; null if it can. */
  vaultProblem: string | null;
  reasons: readonly string[];
  /** Folders and files that the listing could not read. */
  warnings: readonly VaultWarning[];
  embedding: EmbeddingFacts;
  /** Whether results must not name this path. */
  isHidden: (path: string) => boolean;
}

/** Answers `index_status` (contract, 'Tool results'). */
export function indexStatus(index: NoteIndex, facts: StatusFacts): IndexStatusOutput {
  const { tally } = index;
  const ofNotes = [...tally.withWarnings].sort((a, b) => compareCodeUnits(a.path, b.path));
  const { isHidden } = facts;
  const all = [
    ...facts.warnings,
    ...ofNotes.flatMap(({ path, warnings }) => warnings.map((message) => ({ path, message }))),
  ];
  const warnings = all.filter(({ path }) => !isHidden(path));
  const progress = facts.progress ?? facts.embedding.progress;
  return {
    summary: summary(facts, tally.shown, warnings.length),
    host: facts.host,
    ...(facts.hostNote === null ? {} : { hostNote: facts.hostNote }),
    notesTotal: tally.shown,
    ...(tally.excluded === 0 ? {} : { notesExcluded: tally.excluded }),
    notesNoEmbeddableContent: tally.withoutContent.size,
    chunksTotal: tally.chunks,
    ...facts.embedding.fields,
    lastReindexReasons: [...facts.reasons],
    reindexInProgress: facts.state === 'indexing',
    ...(progress === null ? {} : { progress: { ...progress } }),
    initError: facts.initError ?? facts.vaultProblem ?? facts.embedding.error,
    warnings: warnings.slice(0, MAX_WARNINGS).map((warning) => ({ ...warning })),
    warningsTotal: warnings.length,
  };
}

function summary(facts: StatusFacts, notes: number, warnings: number): string {
  if (facts.state === 'failed') return withStop(`The index could not be opened: ${facts.initError ?? 'unknown error'}`);
  if (facts.vaultProblem !== null)
    return `${withoutStop(facts.vaultProblem)}; ${notes} notes are indexed as they were last read.`;
  if (facts.state === 'starting') return 'The index is being opened.';
  const progress =
    facts.state === 'indexing' && facts.progress !== null
      ? ` (indexing: ${facts.progress.done} of ${facts.progress.total})`
      : '';
  const read = warnings === 0 ? '' : `, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  const { withoutContent, failed } = facts.embedding.skipped;
  // Counted in lines, as in `failedChunks`, so that the two agree.
  const skipped =
    withoutContent + failed === 0
      ? ''
      : `, ${withoutContent + failed} skipped (${withoutContent} without content, ${failed} failed)`;
  return `${notes} notes indexed${progress}${skipped}${read}; ${facts.embedding.summary}.`;
}
