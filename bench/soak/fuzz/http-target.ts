import { connect } from 'node:net';
import { askServer } from '../../../plugin/server/server-test-kit.ts';
import { ENGINE_METHODS, routeOf } from '../../../shared/engine/engine-routes.ts';
import type { Random } from '../../../shared/kit/random.ts';
import type { Discovery } from '../../../shared/protocol/discovery.ts';
import { rule, type FuzzTarget } from './case.ts';
import { drawNote, mutate } from './draw-text.ts';

/**
 * Requests of all kinds to the plugin's server over a real engine: each gets an answer below 500, and a connection that
 * breaks the protocol ends.
 */
export function httpTarget({ port, token }: Pick<Discovery, 'port' | 'token'>): FuzzTarget {
  return {
    name: 'http',
    draw: (random) => {
      if (random.below(5) === 0) {
        const bytes = drawRaw(random, port, token);
        return { input: bytes, check: () => sendRaw(port, bytes) };
      }
      const request = drawRequest(random, token);
      return {
        input: { ...request, headers: { ...request.headers, authorization: undefined } },
        check: async () => {
          const { status, json } = await askServer(port, request.method, request.path, request.body, request.headers);
          const isExpected = status < 500 || EXPECTED_ABOVE.has(String(json['error']));
          rule(isExpected && status >= 200, `status ${status}: ${JSON.stringify(json).slice(0, 500)}`);
          const isJson = request.method === 'HEAD' || !('notJson' in json);
          rule(isJson, `status ${status}, not JSON: ${JSON.stringify(json).slice(0, 200)}`);
        },
      };
    },
  };
}

/** Typed answers that say that something takes too long or is missing in the sandbox; not faults. */
const EXPECTED_ABOVE = new Set([
  'timeout',
  'index_not_ready',
  'live_unavailable',
  'dataview_missing',
  'capability_missing',
]);
const LONGEST_MS = 5_000;
const KEYS = [
  'name',
  'names',
  'query',
  'queries',
  'limit',
  'offset',
  'path',
  'where',
  'tag',
  'tags',
  'directory',
  'source',
  'target',
  'mode',
  'depth',
  'sort',
  'view',
  'tolerance',
  'text',
  'metric',
  'includeStubs',
  'fields',
  'theme',
  'paths',
  'maxContentLength',
  '__proto__',
  'heading',
];
const LIVE = [
  '/status',
  '/active',
  '/hello',
  '/dataview',
  '/base',
  '/events',
  '/review',
  '/engine/',
  '/engine/nothing',
  '/',
  '//',
  '/%zz',
];

function drawRequest(
  random: Random,
  token: string,
): { method: string; path: string; body: unknown; headers: Record<string, string> } {
  const isEngine = random.below(3) > 0;
  let path = isEngine
    ? `/engine/${routeOf(random.pick(ENGINE_METHODS))}`
    : random.pick(LIVE.filter((one) => one !== '/events'));
  if (random.below(15) === 0) path = mutate(path, random).replace(/[^!-~]/gu, '');
  if (!path.startsWith('/')) path = `/${path}`;
  const body = random.below(8) === 0 ? mutate(JSON.stringify(drawValue(random, 3)), random) : drawBody(random);
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (random.below(12) === 0)
    headers['authorization'] = random.pick(['', 'Bearer', `Bearer ${token.slice(1)}`, 'Basic x', `bearer  ${token}`]);
  if (random.below(12) === 0)
    headers[random.pick(['content-type', 'content-encoding', 'host', 'origin', 'accept', 'x-vault-loom-client'])] =
      random.pick(['text/plain', 'gzip', 'evil.example', 'null', 'application/json; charset=utf-16', '%E0%A4', '*/*']);
  return {
    method: random.below(10) === 0 ? random.pick(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) : 'POST',
    path,
    body,
    headers,
  };
}

function drawBody(random: Random): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: random.below(5) }, () => [random.pick(KEYS), drawValue(random, 2)]));
}

function drawValue(random: Random, depth: number): unknown {
  const kind = random.below(depth > 0 ? 10 : 8);
  if (kind === 0) return random.pick([null, true, false, -1, 0, 1, 1.5, 1e308, 50, 10_000]);
  if (kind === 1) return drawNote(random);
  if (kind === 2)
    return random.pick([
      '',
      '*',
      '../..',
      '/etc/passwd',
      'a\u0000b',
      '(a+)+$',
      '"',
      'path:',
      '-x',
      'fulltext',
      'hybrid',
      'x'.repeat(5_000),
    ]);
  if (kind < 8)
    return random.pick(['Soil', 'Compost.md', 'garden', 'beds', 'title', 'worms like', 'influence', 'read', 3, 1]);
  if (kind === 8) return Array.from({ length: random.below(4) }, () => drawValue(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: random.below(3) }, () => [random.pick(KEYS), drawValue(random, depth - 1)]),
  );
}

/** Bytes that are hardly HTTP. */
function drawRaw(random: Random, port: number, token: string): string {
  const whole =
    `POST /engine/resolve HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\n${random.below(2) === 0 ? 'Content-Length: 15' : 'Transfer-Encoding: chunked'}\r\n\r\n` +
    (random.below(2) === 0 ? '{"name":"Soil"}' : 'f\r\n{"name":"Soil"}\r\n0\r\n\r\n');
  return mutate(mutate(whole, random), random);
}

/** Sends bytes and closes its side: the server must close the other. */
function sendRaw(port: number, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(`the connection stayed open for ${LONGEST_MS} ms after ${JSON.stringify(answer.slice(0, 200))}`),
      );
    }, LONGEST_MS);
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      const status = /^HTTP\/1\.1 (\d+)/u.exec(answer)?.[1];
      if (status !== undefined && Number(status) >= 500 && status !== '501')
        reject(new Error(`answered ${answer.slice(0, 500)}`));
      else resolve();
    });
    socket.end(bytes, 'latin1');
  });
}
