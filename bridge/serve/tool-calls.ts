import { isRecord } from '../../shared/kit/json/is-record.ts';
import { inTime, untilAborted } from '../../shared/kit/time/deadline.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { inTurn, type Arrival } from '../../shared/tools/call/arrivals.ts';
import { parseArguments } from '../../shared/tools/call/arguments.ts';
import { runTool } from '../../shared/tools/call/run-tool.ts';
import type { LiveApp } from '../../shared/tools/live/live-app.ts';
import type { Review } from '../../shared/tools/review/review.ts';
import { stoppable } from '../../shared/tools/call/stoppable.ts';
import type { Tool, ToolContext } from '../../shared/tools/tool.ts';
import { traceOf, type Log } from '../process/log.ts';
import type { EngineGate } from './engine-gate.ts';
import { reportProgress, type TellProgress } from './report-progress.ts';

/** Of an unknown tool's name in an error. */
const LONGEST_NAME = 100;

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
  client: ToolContext['client'];
  signal: AbortSignal;
  arrival?: Arrival | undefined;
  /** If absent, nobody wants to know of progress. */
  tellProgress?: TellProgress | undefined;
}

/**
 * Answers a call of a tool. Wrong arguments are refused immediately, even while the index loads. Throws what the tool
 * throws, and the signal's reason once it aborts.
 */
export async function answerCall(tool: Tool, args: unknown, call: Call): Promise<Record<string, unknown>> {
  const { gate, signal, tellProgress, readyTimeoutMs } = call;
  const input = await argumentsOf(tool, args, call);
  const reporting = reportProgress(tellProgress, gate);
  try {
    const engine = await untilAborted(tool.needsIndex ? gate.readyEngine(readyTimeoutMs) : gate.engine(), signal);
    const context = stoppable({ ...contextOf(engine, call), progress: reporting.tellWork });
    return await untilAborted(runTool(tool, input, context), signal);
  } finally {
    reporting.stop();
  }
}

/** How long the way out of wrong arguments may take to find. */
const WAY_OUT_MS = 2_000;

async function argumentsOf(tool: Tool, args: unknown, call: Call): Promise<Record<string, unknown>> {
  try {
    return parseArguments(tool, args);
  } catch (error) {
    if (tool.wayOut === undefined || !isRecord(args) || !(error instanceof VaultLoomError)) throw error;
    const looking = wayOutOf(tool, args, call).catch(() => null);
    const found = await untilAborted(
      inTime(WAY_OUT_MS, looking, () => null),
      call.signal,
    );
    if (found === null) throw error;
    throw new VaultLoomError('invalid_arguments', error.message, {
      hint: [error.hint, found].filter((hint) => hint !== undefined).join(' '),
      ...(error.details === undefined ? {} : { details: error.details }),
      cause: error,
    });
  }
}

async function wayOutOf(tool: Tool, args: Record<string, unknown>, call: Call): Promise<string | null> {
  const engine = await call.gate.engine();
  return (await tool.wayOut?.(args, stoppable(contextOf(engine, call)))) ?? null;
}

function contextOf(engine: ToolContext['engine'], call: Call): ToolContext {
  const { live, review, noteReading, listedTools, signal, arrival, client, vaultName } = call;
  const vault = vaultName?.();
  return {
    engine,
    live,
    ...(review === undefined ? {} : { review }),
    writing: writingOf(call),
    listedTools,
    signal,
    ...(arrival === undefined ? {} : { arrival }),
    ...(client === undefined ? {} : { client }),
    ...(noteReading === undefined ? {} : { noteReading }),
    ...(vault === undefined ? {} : { vaultName: vault }),
  };
}

function writingOf({ writing, arrival }: Call): ToolContext['writing'] {
  if (arrival === undefined) return writing;
  return async () => {
    const opened = await writing();
    return { ...opened, writer: inTurn(opened.writer, arrival) };
  };
}

/** Says that there is no such tool, and which there are. */
export function unknownTool(name: string, tools: readonly Tool[]): string {
  return `Unknown tool: ${name.slice(0, LONGEST_NAME)}. Tools: ${tools.map((tool) => tool.name).join(', ')}`;
}

/** Logs why a call failed: a fault of ours as an error, what a tool refuses for debugging alone. */
export function logFailure(error: unknown, tool: string, log: Log): void {
  log[isFault(error) ? 'error' : 'debug'](`${tool} failed: ${traceOf(error)}`);
}

/** Whether an error is of our making, rather than something that a tool refuses. */
export function isFault(error: unknown): boolean {
  return !(error instanceof VaultLoomError) || error.code === 'internal';
}

/** Why a call failed that still waited when a signal ended the server. */
export function endedMeanwhile(cause: unknown): VaultLoomError {
  return new VaultLoomError('timeout', 'The server was ended before this was finished.', {
    hint: 'Start it again, and repeat the call; if it was to write, look first with list_changes whether it has.',
    cause,
  });
}
