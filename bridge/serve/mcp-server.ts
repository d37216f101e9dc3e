import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_INFO_META_KEY, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { untilAborted } from '../../shared/kit/time/deadline.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { parseArguments } from '../../shared/tools/call/arguments.ts';
import type { ToolListing } from '../../shared/tools/call/listing.ts';
import { listTool } from '../../shared/tools/call/listing.ts';
import type { LiveApp } from '../../shared/tools/live/live-app.ts';
import { runTool } from '../../shared/tools/call/run-tool.ts';
import type { Review } from '../../shared/tools/review/review.ts';
import type { Tool, ToolContext } from '../../shared/tools/tool.ts';
import type { EngineGate } from './engine-gate.ts';
import type { Log } from '../process/log.ts';
import { traceOf } from '../process/log.ts';
import { reportProgress } from './report-progress.ts';
import type { Redact } from './tool-result.ts';
import { errorResult, successResult } from './tool-result.ts';

const LISTING_TTL_MS = 300_000;
/** For an unknown tool's name in an error. */
const LONGEST_NAME = 100;

const INSTRUCTIONS = `The person's vault of markdown notes. Paths are relative to the vault; lines count from 1. \
Use search to find notes; for a question in the person's own words give it variants at once (other wordings, likely words of \
the notes, a likely title), and whenever nothing fits. read_note (mode full) reads a note, or several, or a section; \
find_connections and find_path_between follow links; \
detect_themes and rank_notes for an overview. edit_note changes part of a note and leaves the rest byte for byte; try dryRun \
first where it matters. move_note keeps every link right. context.next_actions of a result suggests calls that work as they stand. \
Errors are JSON with a code, a message and a hint. active_note and dql_query need the notes app open.`;

export interface McpServerParts {
  tools: readonly Tool[];
  /** Those of them that clients see; all by default. */
  listed?: readonly Tool[];
  gate: EngineGate;
  live: LiveApp;
  review?: Review;
  writing: ToolContext['writing'];
  noteReading?: ToolContext['noteReading'];
  version: string;
  /** See `ToolContext.vaultName`; asked at each call, since the vault may be found later. */
  vaultName?: () => string | undefined;
  /** Called with what the client calls itself, with its first request and each later one. */
  onClient?: (name: string) => void;
  log: Log;
  redact: Redact;
  readyTimeoutMs?: number;
}

/**
 * Serves the tools to one connection, of any protocol version. Built on the SDK's plain `Server`, since the tools have
 * schemas and argument checks of their own.
 */
export function createMcpServer(parts: McpServerParts): Server {
  const server = new Server(
    { name: 'vault-loom', title: 'Vault Loom', version: parts.version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: LISTING_TTL_MS, cacheScope: 'private' } },
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
    return { tools: (listing ??= listed.map(listTool)) };
  });
  server.setRequestHandler('tools/call', async ({ params }, request) => {
    const tool = tools.get(params.name);
    if (tool === undefined) throw unknownTool(params.name, parts.tools);
    const client = meet(clientOf(server, request));
    const start = performance.now();
    try {
      const answer = await answerCall(tool, params.arguments, { ...parts, listedTools, request, client });
      parts.log.debug(`${tool.name} answered in ${Math.round(performance.now() - start)} ms`);
      return successResult(answer);
    } catch (error) {
      return failure(error, tool.name, parts, request.mcpReq.signal.aborted);
    }
  });
  return server;
}

interface Call extends McpServerParts {
  listedTools: ReadonlySet<string>;
  request: ServerContext;
  client: ToolContext['client'];
}

/** Wrong arguments are answered immediately, even while the index loads. */
async function answerCall(tool: Tool, args: unknown, call: Call): Promise<Record<string, unknown>> {
  const { gate, live, review, writing, noteReading, listedTools, request, client, vaultName, readyTimeoutMs } = call;
  const { signal } = request.mcpReq;
  const input = parseArguments(tool, args);
  const stopReporting = reportProgress(request, gate);
  try {
    const engine = await untilAborted(tool.needsIndex ? gate.readyEngine(readyTimeoutMs) : gate.engine(), signal);
    const vault = vaultName?.();
    const context = {
      engine,
      live,
      ...(review === undefined ? {} : { review }),
      writing,
      listedTools,
      signal,
      ...(client === undefined ? {} : { client }),
      ...(noteReading === undefined ? {} : { noteReading }),
      ...(vault === undefined ? {} : { vaultName: vault }),
    };
    return await untilAborted(runTool(tool, input, context), signal);
  } finally {
    stopReporting();
  }
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

const clientInfo = z.looseObject({ name: z.string(), version: z.string() });

/** Newer clients identify themselves with every request, older ones once. */
function clientOf(server: Server, { mcpReq }: ServerContext): ToolContext['client'] {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
  return clientFrom(envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion());
}

function clientFrom(given: unknown): ToolContext['client'] {
  const info = clientInfo.safeParse(given);
  return info.success ? { name: info.data.name, version: info.data.version } : undefined;
}
