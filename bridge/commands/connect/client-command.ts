import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addingCommand, type ClientEntry, type CommonClient } from '../../../shared/clients/common-clients.ts';
import type { ClientMachine } from '../../../shared/clients/find-config-file.ts';
import { isOnPath } from './found-clients.ts';

const LIMIT_MS = 60_000;

/**
 * The words of the client's own command that adds an entry; null if it has none or it is not on the PATH. Never
 * rejects.
 */
export async function commandAtHand(
  client: CommonClient,
  entry: ClientEntry,
  machine: ClientMachine,
): Promise<string[] | null> {
  const words = addingCommand(client, entry);
  // There it is a script, which only a shell starts, and quoting for it is not safe.
  if (words === null || machine.system === 'win32') return null;
  return (await isOnPath(words[0] ?? '', machine)) ? words : null;
}

/** Runs it, without input. Resolves with whether it said that all went well; never rejects. */
export async function runClientCommand([program = '', ...args]: readonly string[]): Promise<boolean> {
  const running = promisify(execFile)(program, args, { timeout: LIMIT_MS });
  running.child.stdin?.end();
  return running.then(
    () => true,
    () => false,
  );
}
