import { Server } from '@modelcontextprotocol/server';
import type { ToolContext } from '../../shared/tools/tool.ts';
import { clientFrom } from './client-claims.ts';

const HOUR_MS = 3_600_000;
/** How long clients of the stateless era may keep an answer. What is listed of the server itself stays the same while it runs. */
const CACHE_HINTS = {
  'tools/list': { ttlMs: 300_000, cacheScope: 'private' },
  'prompts/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/list': { ttlMs: 10_000, cacheScope: 'private' },
} as const;

const INSTRUCTIONS = `The person's vault of markdown notes. Paths are relative to the vault; lines count from 1. \
Use search to find notes; for a question in the person's own words give it variants at once (other wordings, likely words of \
the notes, a likely title), and whenever nothing fits. read_note (mode full) reads a note, or several, or a section; \
find_connections and find_path_between follow links; \
detect_themes and rank_notes for an overview. edit_note changes part of a note and leaves the rest byte for byte; try dryRun \
first where it matters. move_note keeps every link right. context.next_actions of a result suggests calls that work as they stand. \
Errors are JSON with a code, a message and a hint. active_note and dql_query need the notes app open.`;

export interface McpServerParts {
  version: string;
  /** Called with what a client calls itself that begins with `initialize`. */
  meet: (client: ToolContext['client']) => void;
}

/**
 * A server for one connection, of any protocol version, that can answer how it begins; `serveRequests` adds the rest. Built
 * on the SDK's plain `Server`, since the tools have schemas and argument checks of their own.
 */
export function createMcpServer({ version, meet }: McpServerParts): Server {
  const server = new Server(
    { name: 'vault-loom', title: 'Vault Loom', version },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    },
  );
  server.oninitialized = () => meet(clientFrom(server.getClientVersion()));
  return server;
}
