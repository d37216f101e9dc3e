import type { ServerContext } from '@modelcontextprotocol/server';
import { untilAborted } from '../../shared/kit/time/deadline.ts';
import { parseArguments } from '../../shared/tools/call/arguments.ts';
import { runTool } from '../../shared/tools/call/run-tool.ts';
import type { LiveApp } from '../../shared/tools/live/live-app.ts';
import type { Review } from '../../shared/tools/review/review.ts';
import { stoppable } from '../../shared/tools/call/stoppable.ts';
import type { Tool, ToolContext } from '../../shared/tools/tool.ts';
import type { EngineGate } from './engine-gate.ts';
import { reportProgress } from './report-progress.ts';

/** What tools work with, the same for every call. */
export interface CallParts {
  gate: EngineGate;
  live: LiveApp;
  review?: Review;
  writing: ToolContext['writing'];
  noteReading?: ToolContext['noteReading'];
  /** See `ToolContext.vaultName`; asked at each call, since the vault may be found later. */
  vaultName?: () => string | undefined;
  readyTimeoutMs?: number;
}

export interface Call extends CallParts {
  listedTools: ReadonlySet<string>;
  request: ServerContext;
  client: ToolContext['client'];
}

/**
 * Answers a call of a tool. Wrong arguments are refused immediately, even while the index loads. Throws what the tool
 * throws, and the request's reason once it is cancelled.
 */
export async function answerCall(tool: Tool, args: unknown, call: Call): Promise<Record<string, unknown>> {
  const { gate, request, readyTimeoutMs } = call;
  const { signal } = request.mcpReq;
  const input = parseArguments(tool, args);
  const reporting = reportProgress(request, gate);
  try {
    const engine = await untilAborted(tool.needsIndex ? gate.readyEngine(readyTimeoutMs) : gate.engine(), signal);
    const context = stoppable({ ...contextOf(engine, call), progress: reporting.tellWork });
    return await untilAborted(runTool(tool, input, context), signal);
  } finally {
    reporting.stop();
  }
}

function contextOf(engine: ToolContext['engine'], call: Call): ToolContext {
  const { live, review, writing, noteReading, listedTools, request, client, vaultName } = call;
  const vault = vaultName?.();
  return {
    engine,
    live,
    ...(review === undefined ? {} : { review }),
    writing,
    listedTools,
    signal: request.mcpReq.signal,
    ...(client === undefined ? {} : { client }),
    ...(noteReading === undefined ? {} : { noteReading }),
    ...(vault === undefined ? {} : { vaultName: vault }),
  };
}
