/** How the texts of a vault have changed since a model was trained. */
export interface TextChanges {
  /** Number of texts then and now. */
  trainedOn: number;
  now: number;
  /** Texts added or removed, each counted once. */
  changed: number;
}

/** Share of new or lost texts that calls for retraining. */
const MUCH = 0.2;
/** Fewest changes worth it, however small the vault. */
const FEWEST = 50;

/** Whether to retrain a model: once a fifth of the texts differ. Until then its terms place new texts. */
export function needsRetraining({ trainedOn, now, changed }: TextChanges): boolean {
  return changed >= FEWEST && changed >= MUCH * Math.max(trainedOn, now);
}
