import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';

/** What commands call themselves as a client of the vault. */
export const CLIENT_NAME = 'vault-loom-cli';

/** A vault that is asked with the tools that assistants have. */
export interface VaultSession {
  /** Calls a tool; throws the tool's `VaultLoomError`. */
  call<Result = Record<string, unknown>>(
    tool: string,
    args?: Record<string, unknown>,
    onProgress?: (progress: IndexProgress) => void,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** Resolves when the vault is indexed, without a time limit. */
export async function untilReady(session: VaultSession, onProgress?: (progress: IndexProgress) => void): Promise<void> {
  await callWhenIndexed(session, 'list_notes', { limit: 1 }, onProgress);
}

/** Calls a tool, and waits for the index as long as it takes. Throws the tool's `VaultLoomError`. */
export async function callWhenIndexed(
  session: VaultSession,
  tool: string,
  args: Record<string, unknown>,
  onProgress?: (progress: IndexProgress) => void,
): Promise<Record<string, unknown>> {
  for (;;) {
    try {
      return await session.call(tool, args, onProgress);
    } catch (error) {
      if (!(error instanceof VaultLoomError) || error.code !== 'index_not_ready') throw error;
    }
  }
}
