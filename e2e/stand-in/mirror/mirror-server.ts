import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DOMWindow } from 'jsdom';
import { WebSocketServer } from 'ws';
import { bundlePage, type PageFiles } from './page-files.ts';
import { parsePageRequest } from './page-request.ts';
import { WindowMirror } from './window-mirror.ts';

const MAX_BYTES = 16 * 1024 * 1024;

export interface MirrorOptions {
  /** All open windows, the main one first. */
  windows: () => DOMWindow[];
  /**
   * Resolves in the next turn of the event loop. It must not wait for the window's own timers, which may be throttled.
   */
  nextTurn: () => Promise<void>;
  /** Told what stands behind the `?` of the main window's address each time that its page is opened. */
  onQuery?: (query: URLSearchParams) => void;
  /** 0, the default: any free port. */
  port?: number;
}

export interface Mirror {
  /** Where the main window is shown. Secret: whoever knows it can do what the person can. */
  url: string;
  /** Sends what is not sent yet, also of windows opened since. */
  flush(): void;
  close(): Promise<void>;
}

/**
 * Shows the windows of a renderer as pages on 127.0.0.1, each at an address with a random part.
 *
 * @throws where the port is taken
 */
export async function openMirror(options: MirrorOptions): Promise<Mirror> {
  const files = bundlePage();
  const token = randomBytes(24).toString('base64url');
  const mirrors: WindowMirror[] = [];
  const server = createServer((request, response) => {
    const mirror = isOurs(request, server) ? mirrors[windowIndex(request, token)] : undefined;
    const { origin } = request.headers;
    if (mirror !== undefined && request.method === 'POST' && origin === originOf(server))
      void answerEvent(request, response, mirror);
    else if (
      mirror !== undefined &&
      request.method === 'GET' &&
      (origin === undefined || origin === originOf(server))
    ) {
      const query = queryOf(request);
      if (mirror === mirrors[0] && query.size > 0) options.onQuery?.(query);
      servePage(response, server, files);
    } else response.writeHead(403).end();
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES, perMessageDeflate: false });
  server.on('upgrade', (request, socket, head) => {
    const mirror =
      isOurs(request, server) && request.headers.origin === originOf(server)
        ? mirrors[windowIndex(request, token)]
        : undefined;
    if (mirror === undefined) refuse(socket);
    else sockets.handleUpgrade(request, socket, head, (connected) => mirror.connect(connected));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });

  const url = (index: number): string => `${originOf(server)}/${token}/${index}/`;
  const followWindows = (): void => {
    const windows = options.windows();
    for (const window of windows) {
      if (mirrors.some((mirror) => mirror.window === window)) continue;
      mirrors.push(new WindowMirror(window, nextTurn));
      if (mirrors.length > 1) mirrors[0]?.openWindow(url(mirrors.length - 1));
    }
    for (const mirror of mirrors) if (!windows.includes(mirror.window)) mirror.close();
  };
  const nextTurn = async (): Promise<void> => {
    await options.nextTurn();
    followWindows();
  };
  followWindows();
  return {
    url: url(0),
    flush: () => {
      followWindows();
      for (const mirror of mirrors) mirror.flush();
    },
    close: async () => {
      for (const mirror of mirrors) mirror.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Keeps the page waiting until the event was handled, as a browser waits for its listeners. */
async function answerEvent(request: IncomingMessage, response: ServerResponse, mirror: WindowMirror): Promise<void> {
  const pageRequest = parsePageRequest(await readText(request).catch(() => ''));
  const answer = pageRequest === null ? null : await mirror.take(pageRequest);
  if (answer === null) response.writeHead(409).end();
  else
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(answer));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('The event is too large.');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function servePage(response: ServerResponse, server: Server, files: PageFiles): void {
  const nonce = randomBytes(16).toString('base64');
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(nonce, server),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  response.end(files.html(nonce));
}

/**
 * What the mirrored document holds comes from notes and plugins: it may look like anything, but runs, loads and submits
 * nothing.
 */
function policy(nonce: string, server: Server): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline' data:",
    'img-src data:',
    'font-src data:',
    `connect-src 'self' ${originOf(server).replace('http', 'ws')}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Another name for this address would mean that a foreign page has rebound its own name to it. */
function isOurs(request: IncomingMessage, server: Server): boolean {
  return request.headers.host === originOf(server).replace('http://', '');
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The number of the window that the address names; NaN if the address is not ours. */
function windowIndex(request: IncomingMessage, token: string): number {
  const [, given, index, ...rest] = (request.url ?? '').replace(/\?.*$/s, '').split('/');
  return given === token && /^\d{1,4}$/.test(index ?? '') && rest.join('/') === '' ? Number(index) : Number.NaN;
}

function queryOf(request: IncomingMessage): URLSearchParams {
  const { url = '' } = request;
  return new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
}

function refuse(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
}
