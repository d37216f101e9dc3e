import { Client, ProtocolError, type Progress } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isRecord } from '../../shared/kit/json/is-record.ts';
import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import type { ErrorBody } from '../../shared/protocol/errors.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { CLIENT_NAME, type VaultSession } from './vault-session.ts';

const CALL_TIMEOUT_MS = 600_000;

/** How to start this program as a server. */
export interface OwnProgram {
  /** Absolute path of the command's script. */
  script: string;
  version: string;
}

/** Starts the server on a vault and connects to it over stdio, as an MCP client. */
export async function connectToVault(program: OwnProgram, vaultPath: string): Promise<VaultSession> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...process.execArgv, program.script, 'serve'],
    env: { ...definedEnv(), VAULT_PATH: vaultPath },
    stderr: 'inherit',
  });
  const client = new Client({ name: CLIENT_NAME, version: program.version });
  await client.connect(transport);
  return {
    call: (tool, args = {}, onProgress) => callTool(client, tool, args, onProgress) as Promise<never>,
    close: () => client.close(),
  };
}

async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  onProgress?: (progress: IndexProgress) => void,
): Promise<Record<string, unknown>> {
  const options = {
    timeout: CALL_TIMEOUT_MS,
    ...(onProgress === undefined
      ? {}
      : { onprogress: ({ progress, total }: Progress) => onProgress({ done: progress, total: total ?? progress }) }),
  };
  const result = await client.callTool({ name, arguments: args }, options).catch((error: unknown) => {
    // Such as that of an unknown tool.
    throw error instanceof ProtocolError
      ? new VaultLoomError('invalid_arguments', error.message, { cause: error })
      : error;
  });
  if (result.isError !== true && isRecord(result.structuredContent)) return result.structuredContent;
  const [block] = result.content;
  throw toError(block?.type === 'text' ? block.text : 'The answer is empty.');
}

function toError(text: string): Error {
  try {
    return VaultLoomError.fromBody((JSON.parse(text) as { error: ErrorBody }).error);
  } catch {
    return new VaultLoomError('internal', text);
  }
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
