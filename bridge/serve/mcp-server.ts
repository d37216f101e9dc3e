import type { CallToolResult } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { ToolListing } from '../../shared/tools/call/listing.ts';
import { listTool } from '../../shared/tools/call/listing.ts';
import type { Tool, ToolContext } from '../../shared/tools/tool.ts';
import { showsApps, withApps } from './apps/diff-app.ts';
import { answerOrAsk, canAskPerson } from './ask-person.ts';
import { clientFrom, clientOf } from './client-claims.ts';
import type { Log } from '../process/log.ts';
import { traceOf } from '../process/log.ts';
import { servePrompts } from './prompts/serve-prompts.ts';
import { serveResources } from './resources/serve-resources.ts';
import type { Subscriptions } from './resources/subscriptions.ts';
import { answerCall, type CallParts } from './tool-calls.ts';
import type { Redact } from './tool-result.ts';
import { errorResult, successResult } from './tool-result.ts';

const HOUR_MS = 3_600_000;
/** How long clients of the stateless era may keep an answer. What is listed of the server itself stays the same while it runs. */
const CACHE_HINTS = {
  'tools/list': { ttlMs: 300_000, cacheScope: 'private' },
  'prompts/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/list': { ttlMs: 10_000, cacheScope: 'private' },
} as const;
/** For an unknown tool's name in an error. */
const LONGEST_NAME = 100;

const INSTRUCTIONS = `The person's vault of markdown notes. Paths are relative to the vault; lines count from 1. \
Use search to find notes; for a question in the person's own words give it variants at once (other wordings, likely words of \
the notes, a likely title), and whenever nothing fits. read_note (mode full) reads a note, or several, or a section; \
find_connections and find_path_between follow links; \
detect_themes and rank_notes for an overview. edit_note changes part of a note and leaves the rest byte for byte; try dryRun \
first where it matters. move_note keeps every link right. context.next_actions of a result suggests calls that work as they stand. \
Errors are JSON with a code, a message and a hint. active_note and dql_query need the notes app open.`;

export interface McpServerParts extends CallParts {
  tools: readonly Tool[];
  /** Those of them that clients see; all by default. */
  listed?: readonly Tool[];
  version: string;
  /** Called with what the client calls itself, with its first request and each later one. */
  onClient?: (name: string) => void;
  log: Log;
  redact: Redact;
  /** Called with what watches the resources that the client subscribed to. */
  onSubscriptions?: (subscriptions: Subscriptions) => void;
}

/**
 * Serves tools, resources and prompts to one connection, of any protocol version. Built on the SDK's plain `Server`, since the tools have
 * schemas and argument checks of their own.
 */
export function createMcpServer(parts: McpServerParts): Server {
  const server = new Server(
    { name: 'vault-loom', title: 'Vault Loom', version: parts.version },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    },
  );
  const tools = new Map(parts.tools.map((tool) => [tool.name, tool]));
  const listed = parts.listed ?? parts.tools;
  const listedTools = new Set(listed.map(({ name }) => name));

  let listing: ToolListing[] | undefined;

  const meet = (client: ToolContext['client']): ToolContext['client'] => {
    if (client !== undefined) parts.onClient?.(client.name);
    return client;
  };

  server.oninitialized = () => void meet(clientFrom(server.getClientVersion()));
  server.setRequestHandler('tools/list', (_message, request) => {
    meet(clientOf(server, request));
    listing ??= listed.map(listTool);
    return { tools: showsApps(server, request) ? withApps(listing) : listing };
  });
  server.setRequestHandler('tools/call', async ({ params }, request) => {
    const tool = tools.get(params.name);
    if (tool === undefined) throw unknownTool(params.name, parts.tools);
    const client = meet(clientOf(server, request));
    const start = performance.now();
    try {
      const call = { ...parts, listedTools, request, client };
      const answer = canAskPerson(server, request)
        ? await answerOrAsk(tool, params.arguments, call)
        : { result: await answerCall(tool, params.arguments, call) };
      if ('question' in answer) return answer.question;
      parts.log.debug(`${tool.name} answered in ${Math.round(performance.now() - start)} ms`);
      return successResult(answer.result);
    } catch (error) {
      return failure(error, tool.name, parts, request.mcpReq.signal.aborted);
    }
  });
  servePrompts(server, { gate: parts.gate, listedTools });
  parts.onSubscriptions?.(serveResources(server, { ...parts, listedTools, meet }));
  return server;
}

/** The error of a cancelled call is nobody's fault, and reaches nobody. */
function failure(error: unknown, tool: string, { log, redact }: McpServerParts, isCancelled: boolean): CallToolResult {
  const isFault = !(error instanceof VaultLoomError) || error.code === 'internal';
  if (isCancelled) log.debug(`${tool} was cancelled`);
  else log[isFault ? 'error' : 'debug'](`${tool} failed: ${traceOf(error)}`);
  return errorResult(error, tool, redact);
}

function unknownTool(name: string, tools: readonly Tool[]): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool: ${name.slice(0, LONGEST_NAME)}. Tools: ${tools.map((tool) => tool.name).join(', ')}`,
  );
}
