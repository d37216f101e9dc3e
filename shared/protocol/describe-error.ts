import { VaultLoomError } from '../protocol/errors.ts';
import { hidePaths } from '../kit/text/hide-paths.ts';

/** An error as `index_status` shows it: `Name: message`, without paths of this machine. */
export function describeError(error: unknown): string {
  if (error instanceof VaultLoomError) return `${error.name}: ${error.message}`;
  return hidePaths(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}

/** The same with the way out, if our own error knows one. */
export function describeWithWayOut(error: unknown): string {
  const hint = error instanceof VaultLoomError ? error.hint : undefined;
  return hint === undefined ? describeError(error) : `${describeError(error)} ${hint}`;
}
