import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { FOLLOWING_PORTS } from '../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { systemCode } from '../../shared/kit/disk/disk-io.ts';
import { scheduleTimeout, type Schedule } from '../../shared/kit/time/schedule.ts';
import { Connections } from './http-connections.ts';
import { sendRawError } from './error-answer.ts';
import { EVENTS_PATH, type EventHub } from './event-hub.ts';
import { refusalOf } from './guard.ts';

export interface HttpServerOptions {
  token: string;
  routes: RequestListener;
  events: EventHub;
  /** Replaces `setTimeout`, which is throttled while the app's window is hidden. */
  schedule?: Schedule;
  patience?: Patience;
}

/** How long a request may take to arrive, in milliseconds. */
export interface Patience {
  headersMs: number;
  /** For all of it, the headers included. */
  requestMs: number;
  /** How often connections are checked. */
  checkMs: number;
}

/** Only this machine can reach it. */
const HOST = '127.0.0.1';
/**
 * Connections that the system queues until they are accepted: beyond this, in a flood, honest clients wait for seconds.
 */
const BACKLOG = 4_096;
const LAST_PORT = 65_535;
const PATIENCE: Patience = { headersMs: 10_000, requestMs: 20_000, checkMs: 1_000 };
const KEEP_ALIVE_MS = 30_000;
const MAX_CONNECTIONS = 2_048;
/** How long answers in progress may take after the server closes. */
const CLOSING_MS = 400;

/** The server on 127.0.0.1. Its port can change while it runs. */
export class HttpServer {
  readonly #options: HttpServerOptions;
  #listening: Listening | null = null;
  /** Resolves when the previous server is closed. */
  #ending: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: HttpServerOptions) {
    this.#options = options;
  }

  /** The bound port, or null while there is none. */
  get port(): number | null {
    return this.#listening?.port ?? null;
  }

  /**
   * Listens on this port, or the next free one of the {@link FOLLOWING_PORTS}, and returns which. The previous port is
   * then closed in the background, unless it is the same. One call at a time.
   *
   * @throws VaultLoomError `internal` if no port is free; the previous one stays bound
   */
  async listen(wanted: number): Promise<number> {
    const previous = this.#listening;
    for (const port of candidates(wanted)) {
      if (port === previous?.port) return port;
      const listening = await tryListening(port, this.#options);
      if (listening === null) continue;
      if (this.#closed) {
        await endListening(listening, this.#options.schedule);
        throw new VaultLoomError('internal', 'The server is closing.');
      }
      this.#listening = listening;
      if (previous !== null) this.#ending = endListening(previous, this.#options.schedule);
      return listening.port;
    }
    throw new VaultLoomError('internal', `None of the ports from ${wanted} to ${candidates(wanted).at(-1)} is free.`, {
      hint: 'Choose another port in the settings of Vault Loom.',
    });
  }

  /** Frees the port immediately; answers in progress get a moment, then all connections are cut. Within a second. */
  async close(): Promise<void> {
    this.#closed = true;
    const listening = this.#listening;
    this.#listening = null;
    this.#options.events.close();
    await Promise.all([this.#ending, listening === null ? undefined : endListening(listening, this.#options.schedule)]);
  }
}

interface Listening {
  port: number;
  server: Server;
  /** Including upgraded ones, which the server itself forgets. */
  connections: Connections;
}

function candidates(wanted: number): number[] {
  const count = wanted === 0 ? 1 : FOLLOWING_PORTS + 1;
  return Array.from({ length: count }, (_, index) => wanted + index).filter((port) => port <= LAST_PORT);
}

/** Null if the port is taken or reserved by the system. */
async function tryListening(port: number, options: HttpServerOptions): Promise<Listening | null> {
  const connections = new Connections(options.schedule);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (refusalOf(request, options.token) === null) connections.prove(request.socket);
    // A refused client does not keep its connection.
    else response.shouldKeepAlive = false;
    options.routes(request, response);
  };
  const { headersMs, requestMs, checkMs } = options.patience ?? PATIENCE;
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The guard refuses a request without a host, with a reason.
      requireHostHeader: false,
    },
    answer,
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => connections.add(socket));
  server.on('clientError', answerBrokenRequest);
  // By default the server would answer by itself, without the guard and not in JSON.
  server.on('checkExpectation', answer);
  server.on('upgrade', (request, socket, head) => upgrade(request, socket, head, { ...options, connections }));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: HOST, exclusive: true, backlog: BACKLOG }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    if (['EADDRINUSE', 'EACCES'].includes(systemCode(error))) return null;
    throw error;
  }
  // Later errors concern single connections; nobody listening, they would be thrown in the app's window.
  server.on('error', () => undefined);
  const address = server.address();
  return { server, connections, port: typeof address === 'object' && address !== null ? address.port : port };
}

async function endListening({ server, connections }: Listening, schedule: Schedule = scheduleTimeout): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const callOff = schedule(() => connections.destroyAll(), CLOSING_MS);
  await closed;
  callOff();
  connections.destroyAll();
}

function upgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { token, events, connections }: HttpServerOptions & { connections: Connections },
): void {
  socket.on('error', () => socket.destroy());
  const refused = refusalOf(request, token);
  if (refused !== null) return sendRawError(socket, refused);
  connections.prove(request.socket);
  if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
    return sendRawError(
      socket,
      new VaultLoomError('bad_request', 'This server speaks HTTP/1.1 and WebSocket: send no other Upgrade header.'),
    );
  }
  if (request.url !== EVENTS_PATH) {
    return sendRawError(socket, new VaultLoomError('not_found', `Only ${EVENTS_PATH} takes a WebSocket.`));
  }
  events.accept(request, socket, head);
}

/** Answers what is not HTTP, or too slow, if the connection still accepts an answer. */
function answerBrokenRequest(error: Error, socket: Duplex): void {
  const code = systemCode(error);
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return sendRawError(socket, new VaultLoomError('timeout', 'The request came too slowly.'), 408);
  if (code === 'HPE_HEADER_OVERFLOW')
    return sendRawError(socket, new VaultLoomError('too_large', 'The headers are too long.'), 431);
  sendRawError(socket, new VaultLoomError('bad_request', 'This is not a well-formed HTTP request.'));
}
