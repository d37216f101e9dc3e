import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

export interface TestRequest {
  path: string;
  /** The body's JSON; null without one. */
  body: unknown;
}

/** JSON or text with a status (200 by default), silence forever, or a dropped connection. */
export type TestReply =
  | { json: unknown; status?: number }
  | { text: string; status?: number; headers?: Record<string, string> }
  | 'silence'
  | 'reset';

export interface TestServer {
  url: string;
  port: number;
  requests: TestRequest[];
  close(): Promise<void>;
}

/** A real HTTP server on this machine that answers as `reply` says. */
export async function startTestServer(reply: (request: TestRequest) => TestReply, port = 0): Promise<TestServer> {
  const requests: TestRequest[] = [];
  const server = createServer((incoming, response) => {
    void readBody(incoming).then((text) => {
      const request: TestRequest = { path: incoming.url ?? '', body: text === '' ? null : JSON.parse(text) };
      requests.push(request);
      send(response, reply(request));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { port: bound } = address;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, reply: TestReply): void {
  if (reply === 'silence') return;
  if (reply === 'reset') {
    response.socket?.destroy();
    return;
  }
  const status = reply.status ?? 200;
  if ('json' in reply)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.json));
  else response.writeHead(status, { 'content-type': 'text/plain', ...reply.headers }).end(reply.text);
}
