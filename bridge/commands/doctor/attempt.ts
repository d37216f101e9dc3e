import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { Finding } from './finding.ts';

/** What a check finds; if it fails itself, that is a finding, and the other checks go on. Never rejects. */
export async function attempt(what: string, check: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    const hint = error instanceof VaultLoomError ? error.hint : undefined;
    const cure = hint ?? 'make what it names accessible, then run doctor again';
    return [{ state: 'bad', what, said: `could not be checked: ${messageOf(error)}`, cure }];
  }
}
