/** How the texts of a vault have changed since a model was trained. */
export interface TextChanges {
  /** Texts there were, and are now. */
  trainedOn: number;
  now: number;
  /** Texts that were added or removed, each counted once. */
  changed: number;
}

/** Share of new or lost texts from which on a model is retrained. */
const MUCH = 0.2;
/** Changes below which it is not worth it, however small the vault. */
const FEWEST = 50;

/**
 * Whether a model should be retrained: once a fifth of the texts are different. Until then new texts are placed by the
 * terms that it knows.
 */
export function needsRetraining({ trainedOn, now, changed }: TextChanges): boolean {
  return changed >= FEWEST && changed >= MUCH * Math.max(trainedOn, now);
}
