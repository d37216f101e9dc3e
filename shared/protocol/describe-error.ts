import { VaultLoomError } from '../protocol/errors.ts';
import { hidePaths } from '../kit/text/hide-paths.ts';

/** As `index_status` shows an error: `Name: message`. Errors that are not ours quote paths of this machine, so their message is left out. */
export function describeError(error: unknown): string {
  if (error instanceof VaultLoomError) return `${error.name}: ${error.message}`;
  return hidePaths(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}
