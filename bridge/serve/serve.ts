import type { JSONRPCMessage, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { MemoryAtRest } from '../../shared/kit/memory/release-memory.ts';
import { QuietTimer } from '../../shared/kit/time/quiet-timer.ts';
import type { LiveApp } from '../../shared/tools/live/live-app.ts';
import type { Review } from '../../shared/tools/review/review.ts';
import type { OfferedTools, SeesTool } from '../../shared/tools/offered-tools.ts';
import type { ToolContext } from '../../shared/tools/tool.ts';
import type { OpenedWriting } from '../../shared/tools/write/parts/writing-parts.ts';
import { closeInTime, endInOrder } from '../process/ending.ts';
import { EngineGate } from './engine-gate.ts';
import type { Log } from '../process/log.ts';
import { traceOf } from '../process/log.ts';
import { HeldBack } from './connection/held-back.ts';
import { correctsErrors } from './connection/protocol-errors.ts';
import { StdioTransport } from './connection/stdio-transport.ts';
import { takeStdout } from './connection/stdout-guard.ts';
import { createMcpServer } from './mcp-server.ts';
import { followAcknowledged, followCancelled, isOfSubscriptions } from './resources/listeners.ts';
import type { Subscriptions } from './resources/subscriptions.ts';
import type { Redact } from './redact.ts';
import { Unasked } from './unasked.ts';

/** Clients expect the process to be gone a second after they disconnect. */
const LAST_MOMENT_MS = 900;
/** A client that was silent for so long may be for hours: memory held in reserve goes back to the system. */
const SILENT_MS = 10_000;

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
  /** Called with what the client calls itself, with its first request and each later one. */
  onClient?: (name: string) => void;
  /** Called once at the end, before the process exits, to close what was opened besides the engine. */
  beforeExit?: () => Promise<void>;
  /** See `ToolContext.vaultName`; asked at each call, since the vault may be found later. */
  vaultName?: () => string | undefined;
  log: Log;
  redact: Redact;
  /** The exit code if nothing fails; 0 by default. */
  exitCode?: () => number;
  /** The tools; called once, after the connection can be answered. */
  offered: () => Promise<OfferedTools>;
  /** Which of them clients see, known before they are loaded; all by default. */
  sees?: SeesTool;
  readyTimeoutMs?: number;
}

/**
 * Serves MCP over stdin and stdout until the client closes its end or a signal comes, then ends the process: calls in
 * flight are answered within 2 s, and the index is saved within a second after that. The tools take as long to load as
 * all else, so `initialize` is answered before.
 */
export function serve(options: ServeOptions): void {
  const { log, exitCode = () => 0, sees = () => true } = options;
  const gate = new EngineGate(options.createEngine, log);
  const write = takeStdout();
  const transport = new StdioTransport({ input: process.stdin, write, log });
  const end = endOnce(async () => {
    await gate.close();
    await options.beforeExit?.();
  }, log);

  process.stdout.on('error', () => void transport.close());
  process.stderr.on('error', () => undefined);
  endInOrder({ onSignal: () => end(exitCode()), onFault: () => end(1), log });

  let subscriptions: Subscriptions | undefined;
  let serveAll: ((server: Server) => void) | undefined;
  const servers: Server[] = [];
  const meet = (client: ToolContext['client']): void => {
    if (client !== undefined) options.onClient?.(client.name);
  };
  serveStdio(
    () => {
      const server = createMcpServer({ version: options.version, meet, sees });
      servers.push(server);
      serveAll?.(server);
      return server;
    },
    {
      transport,
      onerror: (error) => log.debug(traceOf(error)),
    },
  );
  const [deliver, send] = [transport.onmessage, transport.send.bind(transport)];
  const incoming = new HeldBack((message) => {
    if (subscriptions !== undefined) followCancelled(message, subscriptions);
    deliver?.(message);
  });
  const memory = new MemoryAtRest();
  const silent = new QuietTimer(SILENT_MS, Infinity, () => memory.release());
  transport.onmessage = (message) => {
    silent.touch();
    incoming.take(message);
  };
  const unasked = new Unasked();
  const correctError = correctsErrors();
  const corrected = (message: JSONRPCMessage): JSONRPCMessage => unasked.corrected(correctError(message));
  let sent: Promise<unknown> = Promise.resolve();
  transport.send = (message) => {
    if (subscriptions === undefined || !isOfSubscriptions(message)) return send(corrected(message));
    const sending = Promise.all([followAcknowledged(message, subscriptions), sent]).then(([kept]) => send(kept));
    sent = sending.catch(() => undefined);
    return sending;
  };

  const load = async (): Promise<void> => {
    const [{ serveRequests }, offered] = await Promise.all([import('./serve-requests.ts'), options.offered()]);
    serveAll = (server) => {
      subscriptions = serveRequests(server, { ...options, offered, meet, gate, unasked });
    };
    servers.forEach(serveAll);
    incoming.release();
    gate.open();
  };
  afterReading(() => {
    load()
      // A wrong setting that only loading shows decides the exit code.
      .then(() => transport.ended.then(() => end(exitCode())))
      .catch((error: unknown) => {
        log.error(`The tools could not be loaded: ${traceOf(error)}`);
        end(1);
      });
  });
}

/** Once what the client has sent by now is read: the first turn may come before the input is looked at. */
function afterReading(task: () => void): void {
  setImmediate(() => setImmediate(task));
}

/** Closes what is open and exits; the first call decides the exit code, and a hang is cut short. */
function endOnce(close: () => Promise<void>, log: Log): (exitCode: number) => void {
  let ending = false;
  return (exitCode) => {
    if (ending) return;
    ending = true;
    void closeInTime(LAST_MOMENT_MS, close, log).finally(() => process.exit(exitCode));
  };
}
