/**
 * What embedding is doing: closed → loading → choosing → ready. It has failed if an embedder cannot be made (it is
 * chosen again) or stops working (it is ready once a later run has embedded a text). `hasEmbedder` is false if none is
 * wanted, or none could be made.
 */
export type EmbeddingPhase =
  | { name: 'closed'; isOver: boolean }
  /** Finds what was saved. */
  | { name: 'loading' }
  /** Makes the embedder; `error` is why the last try failed. */
  | { name: 'choosing'; error: string | null }
  | { name: 'ready'; hasEmbedder: boolean }
  | { name: 'failed'; hasEmbedder: boolean; error: string };

export interface EmbeddingState {
  readonly phase: EmbeddingPhase;
  /** The owner makes and saves vectors, those of terms too; followers read them. */
  readonly role: 'owner' | 'follower';
  readonly wantsEmbedder: boolean;
  readonly learnsTerms: boolean;
  /** Whether saved vectors can be queried; the embedder may still be in the making. */
  readonly isOpen: boolean;
  /** Whether all notes have been taken in, and terms learned if needed, since opening. */
  readonly hasCaughtUp: boolean;
  readonly isEmbedding: boolean;
  /** Why the last query's text could not be embedded. */
  readonly questionFailure: string | null;
}

export type EmbeddingEvent =
  | { type: 'opening' }
  | { type: 'choosing' }
  | { type: 'terms-decided'; learnsTerms: boolean }
  | { type: 'chosen'; hasEmbedder: boolean }
  | { type: 'not-chosen'; error: string }
  | { type: 'role'; role: EmbeddingState['role'] }
  | { type: 'opened' }
  | { type: 'caught-up' }
  | { type: 'run-began' }
  | { type: 'run-succeeded' }
  | { type: 'run-failed'; error: string }
  | { type: 'run-ended' }
  /** A person asks to retry. */
  | { type: 'forgiven' }
  | { type: 'text-embedded' }
  | { type: 'question-failed'; error: string }
  | { type: 'closing' };

/**
 * The state before opening. A process without a lock to share works for itself: it is an owner until told otherwise.
 */
export function closedState(wantsEmbedder: boolean): EmbeddingState {
  return {
    phase: { name: 'closed', isOver: false },
    role: 'owner',
    wantsEmbedder,
    learnsTerms: true,
    isOpen: false,
    hasCaughtUp: false,
    isEmbedding: false,
    questionFailure: null,
  };
}

/** The state after an event; the same object if nothing changes, or the event cannot happen in this state. */
export function afterEvent(state: EmbeddingState, event: EmbeddingEvent): EmbeddingState {
  const { phase } = state;
  if (phase.name === 'closed') {
    if (phase.isOver) return state;
    if (event.type !== 'opening' && event.type !== 'closing') return state;
  }
  switch (event.type) {
    case 'opening':
      return phase.name === 'closed' ? inPhase(state, { name: 'loading' }) : state;
    case 'choosing':
      return mayChoose(state) ? inPhase(state, { name: 'choosing', error: errorOf(state) }) : state;
    case 'chosen':
      return phase.name === 'choosing' ? inPhase(state, { name: 'ready', hasEmbedder: event.hasEmbedder }) : state;
    case 'not-chosen':
      return phase.name === 'choosing'
        ? inPhase(state, { name: 'failed', hasEmbedder: false, error: event.error })
        : state;
    case 'run-began':
      return hasEmbedder(state) ? changed(state, { isEmbedding: true }) : state;
    case 'run-succeeded':
    case 'forgiven':
      return hasEmbedder(state) && phase.name === 'failed'
        ? inPhase(state, { name: 'ready', hasEmbedder: true })
        : state;
    case 'run-failed':
      return hasEmbedder(state) ? inPhase(state, { name: 'failed', hasEmbedder: true, error: event.error }) : state;
    case 'run-ended':
      return changed(state, { isEmbedding: false });
    case 'role':
      return changed(state, { role: event.role });
    case 'terms-decided':
      return changed(state, { learnsTerms: event.learnsTerms });
    case 'opened':
      return changed(state, { isOpen: true });
    case 'caught-up':
      return changed(state, { hasCaughtUp: true });
    case 'text-embedded':
      return changed(isFailureOver(state) ? inPhase(state, { name: 'ready', hasEmbedder: true }) : state, {
        questionFailure: null,
      });
    case 'question-failed':
      return changed(state, { questionFailure: event.error });
    case 'closing':
      return { ...state, phase: { name: 'closed', isOver: true }, isEmbedding: false };
  }
}

/** What is wanted: an embedder, terms only, or nothing. */
export function kindOf({ wantsEmbedder, phase, learnsTerms }: EmbeddingState): 'sentences' | 'terms' | 'none' {
  if (wantsEmbedder && !(phase.name === 'ready' && !phase.hasEmbedder)) return 'sentences';
  return learnsTerms ? 'terms' : 'none';
}

/** `Name: message` of the error that keeps the embedder from working; null if none. */
export function errorOf({ phase }: EmbeddingState): string | null {
  return phase.name === 'choosing' || phase.name === 'failed' ? phase.error : null;
}

/** Whether it is settled if there is an embedder. */
export function isChosen(state: EmbeddingState): boolean {
  return state.phase.name === 'ready' || errorOf(state) !== null;
}

/** Whether to make an embedder now: none has been tried, or none could be made. */
export function mayChoose({ phase }: Pick<EmbeddingState, 'phase'>): boolean {
  return phase.name === 'loading' || mayChooseAgain({ phase });
}

/** Whether none could be made, so that another try is worthwhile. */
export function mayChooseAgain({ phase }: Pick<EmbeddingState, 'phase'>): boolean {
  return phase.name === 'failed' && !phase.hasEmbedder;
}

/** Whether a run may start. Only owners embed, so that no work is done twice. */
export function mayEmbed(state: EmbeddingState): boolean {
  return hasEmbedder(state) && state.role === 'owner' && !state.isEmbedding;
}

/** Whether vectors will come by themselves. */
export function areVectorsComing(state: EmbeddingState): boolean {
  if (state.phase.name === 'closed' && state.phase.isOver) return false;
  return !state.hasCaughtUp || (state.isEmbedding && errorOf(state) === null);
}

/** Whether terms will be learned by themselves, if there are enough notes. */
export function areTermsComing({ phase, learnsTerms, hasCaughtUp }: EmbeddingState): boolean {
  return !(phase.name === 'closed' && phase.isOver) && learnsTerms && !hasCaughtUp;
}

/**
 * Whether an embedded text shows that the failure of an earlier run is over. Without a run, only a query's text was
 * embedded.
 */
function isFailureOver(state: EmbeddingState): boolean {
  return state.isEmbedding && state.phase.name === 'failed' && hasEmbedder(state);
}

function hasEmbedder({ phase }: EmbeddingState): boolean {
  return (phase.name === 'ready' || phase.name === 'failed') && phase.hasEmbedder;
}

function inPhase(state: EmbeddingState, phase: EmbeddingPhase): EmbeddingState {
  return { ...state, phase };
}

function changed(state: EmbeddingState, change: Partial<EmbeddingState>): EmbeddingState {
  const before: Record<string, unknown> = { ...state };
  const isSame = Object.entries(change).every(([key, value]) => before[key] === value);
  return isSame ? state : { ...state, ...change };
}
