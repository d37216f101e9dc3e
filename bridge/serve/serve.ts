import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { ALL_TOOLS } from '../../shared/tools/all-tools.ts';
import { LIVE_METHODS } from '../../shared/protocol/live-routes.ts';
import type { LiveApp } from '../../shared/tools/live/live-app.ts';
import type { Review } from '../../shared/tools/review/review.ts';
import type { Tool, ToolContext } from '../../shared/tools/tool.ts';
import type { OpenedWriting } from '../../shared/tools/write/parts/writing-parts.ts';
import { EngineGate } from './engine-gate.ts';
import type { Log } from '../process/log.ts';
import { traceOf } from '../process/log.ts';
import { createMcpServer } from './mcp-server.ts';
import { correctsErrors } from './protocol-errors.ts';
import { followAcknowledged, followCancelled, isOfSubscriptions } from './resources/listeners.ts';
import type { Subscriptions } from './resources/subscriptions.ts';
import { StdioTransport } from './stdio-transport.ts';
import { takeStdout } from './stdout-guard.ts';
import type { Redact } from './tool-result.ts';

/** Clients expect the process to be gone a second after they disconnect. */
const LAST_MOMENT_MS = 900;

export interface ServeOptions {
  /** Called once, after the connection can be answered. */
  createEngine: () => Promise<EngineHost>;
  /** The app, if reachable; opened once. */
  live: () => Promise<LiveApp>;
  /** The person, asked before a change as their rules say; opened once. */
  review: () => Promise<Review>;
  /** What tools that write need; opened once. */
  writing: () => Promise<OpenedWriting>;
  /** Keeps which notes' text a client gets. */
  noteReading?: ToolContext['noteReading'];
  version: string;
  /** See `McpServerParts`. */
  onClient?: (name: string) => void;
  /** Called once at the end, before the process exits. */
  beforeExit?: () => Promise<void>;
  /** See `ToolContext.vaultName`; asked at each call, since the vault may be found later. */
  vaultName?: () => string | undefined;
  log: Log;
  redact: Redact;
  /** The exit code if nothing fails; 0 by default. */
  exitCode?: () => number;
  tools?: readonly Tool[];
  /** See `McpServerParts`. */
  listed?: readonly Tool[];
  readyTimeoutMs?: number;
}

/**
 * Serves MCP over stdin and stdout until the client closes its end or a signal comes, then ends the process: calls in
 * flight are answered within 2 s, and the index is saved within a second after that.
 */
export function serve(options: ServeOptions): void {
  const { log, exitCode = () => 0 } = options;
  const gate = new EngineGate(options.createEngine, log);
  const write = takeStdout();
  const transport = new StdioTransport({ input: process.stdin, write, log });
  const end = endOnce(async () => {
    await gate.close();
    // Calls have already told why it could not be opened.
    const writing = await options.writing().catch(() => undefined);
    await writing?.writer.close();
    await options.beforeExit?.();
  }, log);

  process.stdout.on('error', () => void transport.close());
  process.stderr.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(exitCode()));
  process.on('unhandledRejection', (reason) => log.error(`Unhandled rejection: ${traceOf(reason)}`));
  process.on('uncaughtException', (error) => {
    log.error(`Uncaught exception: ${traceOf(error)}`);
    end(1);
  });

  let subscriptions: Subscriptions | undefined;
  serveStdio(
    () =>
      createMcpServer({
        tools: ALL_TOOLS,
        ...options,
        onSubscriptions: (made) => {
          subscriptions = made;
        },
        live: openedLater(options.live),
        review: reviewLater(options.review),
        gate,
      }),
    {
      transport,
      onerror: (error) => log.debug(traceOf(error)),
    },
  );
  const [deliver, send] = [transport.onmessage, transport.send.bind(transport)];
  transport.onmessage = (message) => {
    if (subscriptions !== undefined) followCancelled(message, subscriptions);
    deliver?.(message);
  };
  const corrected = correctsErrors();
  let sent: Promise<unknown> = Promise.resolve();
  transport.send = (message) => {
    if (subscriptions === undefined || !isOfSubscriptions(message)) return send(corrected(message));
    const sending = Promise.all([followAcknowledged(message, subscriptions), sent]).then(() => send(message));
    sent = sending.catch(() => undefined);
    return sending;
  };
  void transport.ended.then(() => end(exitCode()));
  setImmediate(() => gate.open());
}

function openedLater(open: () => Promise<LiveApp>): LiveApp {
  const calls = LIVE_METHODS.map((method) => [
    method,
    async (...args: never) => ((await open())[method] as (...args: never) => Promise<unknown>)(...args),
  ]);
  return Object.fromEntries(calls) as LiveApp;
}

function reviewLater(open: () => Promise<Review>): Review {
  return {
    rules: async () => (await open()).rules(),
    ask: async (question, signal) => (await open()).ask(question, signal),
    collect: async (id, signal) => (await open()).collect(id, signal),
  };
}

/** Closes what is open and exits; the first call decides the exit code, and a hang is cut short. */
function endOnce(close: () => Promise<void>, log: Log): (exitCode: number) => void {
  let ending = false;
  return (exitCode) => {
    if (ending) return;
    ending = true;
    setTimeout(() => {
      log.warn('Ended before everything was saved; the next start catches up.');
      process.exit(exitCode);
    }, LAST_MOMENT_MS);
    close()
      .catch((error: unknown) => log.error(`Could not close cleanly: ${traceOf(error)}`))
      .finally(() => process.exit(exitCode));
  };
}
