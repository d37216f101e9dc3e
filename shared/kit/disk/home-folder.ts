import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * The person's home folder, absolute; null if the system knows none, or the environment names one that is relative or
 * empty.
 */
export function homeFolder(): string | null {
  try {
    const home = homedir();
    // A relative one means something else in each folder that a program is started in.
    return isAbsolute(home) ? home : null;
  } catch {
    // An account that the system does not list, as in a container.
    return null;
  }
}
