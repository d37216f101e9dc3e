import { hidePaths } from './hide-paths.ts';
import { messageOf } from './message-of.ts';

/**
 * The message of an error for a log that clients keep: without paths of this machine, as the system's errors have them.
 */
export function shownMessage(error: unknown): string {
  return hidePaths(messageOf(error));
}
