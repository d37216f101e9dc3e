import { Server } from '@modelcontextprotocol/server';
import type { SeesTool } from '../../shared/tools/offered-tools.ts';
import type { ToolContext } from '../../shared/tools/tool.ts';
import { clientFrom } from './client-claims.ts';
import { instructions } from './instructions.ts';

const HOUR_MS = 3_600_000;
/**
 * How long clients of the stateless era may keep an answer. What is listed of the server itself stays the same while it
 * runs.
 */
const CACHE_HINTS = {
  'tools/list': { ttlMs: 300_000, cacheScope: 'private' },
  'prompts/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/list': { ttlMs: 10_000, cacheScope: 'private' },
} as const;

export interface McpServerParts {
  version: string;
  /** Which tools clients see: the instructions name no others. */
  sees: SeesTool;
  /** Called with what a client calls itself that begins with `initialize`. */
  meet: (client: ToolContext['client']) => void;
}

/**
 * A server for one connection, of any protocol version, that can answer how it begins; `serveRequests` adds the rest.
 * Built on the SDK's plain `Server`, since the tools have schemas and argument checks of their own.
 */
export function createMcpServer({ version, meet, sees }: McpServerParts): Server {
  const server = new Server(
    { name: 'vault-loom', title: 'Vault Loom', version },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
      instructions: instructions(sees),
      cacheHints: CACHE_HINTS,
    },
  );
  server.oninitialized = () => meet(clientFrom(server.getClientVersion()));
  return server;
}
