import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { traceOf } from './log.ts';

/** Tells a person of an error, on stderr. */
export function complain(error: unknown): void {
  const words = error instanceof VaultLoomError ? [error.message, error.hint ?? ''].join(' ').trim() : traceOf(error);
  process.stderr.write(`vault-loom: ${words}\n`);
}
