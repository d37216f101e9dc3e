import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { AppDriver } from '../../driver/driver.ts';

const SERVER = fileURLToPath(new URL('../../../dist/bridge/cli.mjs', import.meta.url));

/** A call's outcome: the result, or the error with its code. */
export interface CallOutcome {
  result?: Record<string, unknown>;
  error?: { code: string; message: string; details?: Record<string, unknown> };
}

/** An assistant, connected to the built server over stdio. */
export interface Assistant {
  call(tool: string, args: Record<string, unknown>): Promise<CallOutcome>;
  close(): Promise<void>;
}

/** Starts the built server on the driver's vault, for a client of this name. */
export async function startAssistant(
  { vaultPath, dataDir }: Pick<AppDriver, 'vaultPath' | 'dataDir'>,
  name: string,
  env: Record<string, string> = {},
): Promise<Assistant> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER, 'serve'],
    env: {
      ...Object.fromEntries(inherited),
      VAULT_PATH: vaultPath,
      VAULT_LOOM_DATA_DIR: dataDir,
      VAULT_LOOM_CONFIG_DIR: join(dataDir, 'config'),
      ...env,
    },
    stderr: 'ignore',
  });
  const client = new Client({ name, version: '1' });
  await client.connect(transport);
  return {
    call: async (tool, args) => {
      const answer = await client.callTool({ name: tool, arguments: args }, { timeout: 90_000 });
      if (answer.isError !== true) return { result: { ...(answer.structuredContent as Record<string, unknown>) } };
      const [block] = answer.content;
      return JSON.parse(block?.type === 'text' ? block.text : '{}') as CallOutcome;
    },
    close: () => client.close(),
  };
}
