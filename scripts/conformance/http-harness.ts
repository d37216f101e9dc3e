import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { asOurs } from './fixtures.ts';
import type { ServerCommand } from './sdk-clients.ts';

/** A JSON-RPC message, as far as the harness looks at it. */
interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; progressToken?: string | number; _meta?: { progressToken?: string | number } };
}

/**
 * Shows a server that speaks stdio as one that speaks Streamable HTTP, for testers that know nothing else. Each session
 * is a process of its own with an empty home; messages pass through, but for the names of fixtures.
 */
export class HttpHarness {
  readonly url: string;
  readonly #server: Server;
  readonly #sessions: ReadonlyMap<string, Session>;

  private constructor(server: Server, sessions: ReadonlyMap<string, Session>) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    this.#server = server;
    this.#sessions = sessions;
  }

  static async start(command: ServerCommand): Promise<HttpHarness> {
    const sessions = new Map<string, Session>();
    const server = createServer((request, response) => void answer(request, response, sessions, command));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new HttpHarness(server, sessions);
  }

  async close(): Promise<void> {
    for (const session of this.#sessions.values()) session.end();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const SESSION = 'mcp-session-id';

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Map<string, Session>,
  command: ServerCommand,
): Promise<void> {
  if (!isLocal(request.headers.host) || !isLocal(request.headers.origin)) return end(response, 403);
  const id = request.headers[SESSION];
  const session = typeof id === 'string' ? sessions.get(id) : undefined;
  if (request.method === 'GET') return session === undefined ? end(response, 404) : session.listen(response);
  if (request.method === 'DELETE') {
    session?.end();
    return end(response, 200);
  }
  if (request.method !== 'POST') return end(response, 405);
  const body: Buffer[] = [];
  for await (const piece of request) body.push(piece as Buffer);
  const message = asOurs(JSON.parse(Buffer.concat(body).toString()) as Message);
  if (session !== undefined) return session.pass(message, response);
  if (message.method !== 'initialize') return end(response, id === undefined ? 400 : 404);
  const started = new Session(command);
  sessions.set(started.id, started);
  started.pass(message, response);
}

/** No other host name: a page elsewhere could have its own name lead to this computer. */
function isLocal(host: string | undefined): boolean {
  return host === undefined || /^(https?:\/\/)?(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/u.test(host);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

class Session {
  readonly id = randomUUID();
  readonly #process: ChildProcessWithoutNullStreams;
  /** Streams of requests that are not answered yet, by the request's id. */
  readonly #asking = new Map<string | number, { stream: ServerResponse; progress: string | number | undefined }>();
  #listening: ServerResponse | null = null;

  constructor({ command, args, env }: ServerCommand) {
    const home = mkdtempSync(join(env.HOME ?? tmpdir(), 'session-'));
    this.#process = spawn(command, args, { env: { ...env, HOME: home } });
    this.#process.stderr.resume();
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#give(line));
  }

  end(): void {
    this.#process.stdin.end();
  }

  /** A client's message. A request is answered by a stream of its own. */
  pass(message: Message, response: ServerResponse): void {
    if (message.method === undefined || message.id === undefined) end(response, 202);
    else {
      this.#open(response);
      this.#asking.set(message.id, { stream: response, progress: message.params?._meta?.progressToken });
    }
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** The stream for what belongs to no request. */
  listen(response: ServerResponse): void {
    this.#open(response);
    this.#listening = response;
  }

  #open(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', [SESSION]: this.id });
    response.flushHeaders();
  }

  #give(line: string): void {
    const message = JSON.parse(line) as Message;
    const asked = message.method === undefined ? this.#asking.get(message.id ?? '') : undefined;
    const stream = asked?.stream ?? this.#streamFor(message);
    stream?.write(`event: message\ndata: ${line}\n\n`);
    if (asked === undefined) return;
    asked.stream.end();
    this.#asking.delete(message.id ?? '');
  }

  /** Progress goes to the request that it is about, anything else to one that is open. */
  #streamFor({ params }: Message): ServerResponse | null {
    const all = [...this.#asking.values()];
    const about = all.find(({ progress }) => progress !== undefined && progress === params?.progressToken);
    return about?.stream ?? this.#listening ?? all.at(-1)?.stream ?? null;
  }
}
