import { systemOf } from '../../shared/clients/server-launch.ts';
import { commandLine, shellOf } from '../../shared/clients/shell-words.ts';

/** A command line as a person types it in the terminal of this system. */
export function typedCommand(...words: string[]): string {
  return commandLine(words, shellOf(systemOf(process.platform)));
}
