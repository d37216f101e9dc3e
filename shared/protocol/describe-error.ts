import { VaultLoomError } from '../protocol/errors.ts';
import { hidePaths } from '../kit/text/hide-paths.ts';

/** An error as `index_status` shows it: `Name: message`, without paths of this machine. */
export function describeError(error: unknown): string {
  if (error instanceof VaultLoomError) return `${error.name}: ${error.message}`;
  return hidePaths(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}
