import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ServerLaunch } from '../../../shared/clients/server-launch.ts';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { typedWith } from '../typed-command.ts';

const START_MS = 30_000;

/**
 * Starts a server as a client would, with the few variables that clients pass on, and ends it again. Resolves with its
 * version.
 * @throws VaultLoomError `internal` if it does not answer within 30 s
 */
export async function checkServer({ command, args, env }: ServerLaunch): Promise<string> {
  const { VAULT_PATH: vault = '', VAULT_LOOM_DATA_DIR } = env;
  const dataFolder: Record<string, string> = VAULT_LOOM_DATA_DIR === undefined ? {} : { VAULT_LOOM_DATA_DIR };
  const transport = new StdioClientTransport({
    command,
    args,
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'vault-loom-connect', version: '1' });
  try {
    await client.connect(transport, { timeout: START_MS });
    return client.getServerVersion()?.version ?? 'of an unknown version';
  } catch (error) {
    throw new VaultLoomError('internal', `The server does not start: ${messageOf(error)}`, {
      hint: `See what it says: ${typedWith(dataFolder, [command, ...args, 'doctor', vault])}`,
      cause: error,
    });
  } finally {
    await client.close().catch(() => undefined);
  }
}
