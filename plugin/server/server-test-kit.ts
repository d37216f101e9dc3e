import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Engine } from '../../shared/engine/engine.ts';
import { helloProof } from '../../shared/protocol/hello.ts';
import { ENGINE_PROTOCOL, type PluginEvent } from '../../shared/protocol/http.ts';
import { messageChannelYield, Slicer } from '../../shared/kit/concurrency/slices.ts';
import type { LiveParts } from '../live/live-parts.ts';
import { EventHub } from './event-hub.ts';
import { newToken } from './guard.ts';
import { HttpServer, type Patience } from './http-server.ts';
import { capabilitiesOf, createRoutes, type ReviewPart } from './routes.ts';

/** With which the test server proves itself. */
export const TEST_SECRET = '5'.repeat(64);

export interface TestServer {
  server: HttpServer;
  events: EventHub;
  token: string;
  /** Unforeseen failures. */
  failures: unknown[];
  /** Asks with the right token, unless overridden by `headers`. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string | undefined>): Promise<TestAnswer>;
}

export interface TestAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Undefined if the body is not JSON. */
  json: Record<string, unknown>;
}

/** A real server on a free port, over the parts of an engine and an app that a test gives. */
export async function startTestServer(
  parts: {
    engine?: Partial<Engine>;
    live?: LiveParts;
    review?: ReviewPart;
    greeting?: PluginEvent;
    port?: number;
    patience?: Patience;
    onClient?: (name: string) => void;
  } = {},
): Promise<TestServer> {
  const token = newToken();
  const failures: unknown[] = [];
  const live: LiveParts = { activeNote: () => Promise.resolve({ path: null }), ...parts.live };
  const events = new EventHub(() => parts.greeting ?? null);
  const routes = createRoutes({
    token,
    live,
    ...(parts.onClient === undefined ? {} : { onClient: parts.onClient }),
    ...(parts.review === undefined ? {} : { review: parts.review }),
    slicer: new Slicer(12, messageChannelYield()),
    hello: (nonce, port) =>
      Promise.resolve(
        helloProof(TEST_SECRET, nonce, { port, token, startedAt: '2026-01-01T00:00:00.000Z', vault: 'a vault' }),
      ),
    engine: () => (parts.engine ?? {}) as Engine,
    status: () =>
      Promise.resolve({
        ok: true,
        pluginVersion: '1.2.3',
        appVersion: '1.13.1',
        vault: 'Garden',
        capabilities: capabilitiesOf(live, parts.review),
        startedAt: '2026-01-01T00:00:00.000Z',
        engine: { protocol: ENGINE_PROTOCOL, state: 'ready', notesTotal: 3 },
      }),
    onFailure: (error) => failures.push(error),
  });
  const server = new HttpServer({
    token,
    routes,
    events,
    ...(parts.patience === undefined ? {} : { patience: parts.patience }),
  });
  await server.listen(parts.port ?? 0);
  return {
    server,
    events,
    token,
    failures,
    ask: (method, path, body, headers) =>
      askServer(server.port ?? 0, method, path, body, { authorization: `Bearer ${token}`, ...headers }),
  };
}

/** One request on its own connection. Headers that are undefined are left out; a string or buffer is sent as is. */
export function askServer(
  port: number,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string | undefined>,
): Promise<TestAnswer> {
  const bytes =
    body === undefined
      ? null
      : Buffer.isBuffer(body) || typeof body === 'string'
        ? Buffer.from(body)
        : Buffer.from(JSON.stringify(body));
  const type = bytes === null ? {} : { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  const given = Object.entries({ ...type, ...headers }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, agent: false, headers: Object.fromEntries(given) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            json: jsonOf(Buffer.concat(chunks).toString()),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(bytes);
  });
}

/** A bare connection, and everything received on it until the other side closes it. */
export function rawConnection(port: number): { socket: Socket; received: () => string; ended: Promise<void> } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<void>((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
  });
  return { socket, received: () => text, ended };
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { notJson: text };
  }
}
