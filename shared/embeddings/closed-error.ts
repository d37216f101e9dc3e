import { VaultLoomError } from '../protocol/errors.ts';

/** The error of every call once an embedder is closed. */
export function closedError(): VaultLoomError {
  return new VaultLoomError(
    'embedder_unavailable',
    'The embedder is closed, because the engine is stopping or has changed its embedder.',
  );
}
