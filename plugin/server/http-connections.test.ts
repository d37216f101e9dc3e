import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rawConnection, startTestServer, type TestServer } from './server-test-kit.ts';

const PATIENT = { timeout: 15_000, interval: 20 };
const MANY = 1_100;

const sockets: Socket[] = [];
let test: TestServer;

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await test.server.close();
});

/** Opens connections that say this and no more; resolves when the system has taken each. */
async function flood(count: number, says: (port: number) => string = () => ''): Promise<Socket[]> {
  const port = test.server.port ?? 0;
  const opened = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    sockets.push(socket);
    return socket;
  });
  await Promise.all(
    opened.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.once('close', () => resolve());
          socket.once('connect', () => {
            const text = says(port);
            if (text !== '') socket.write(text);
            resolve();
          });
        }),
    ),
  );
  return opened;
}

const open = (all: readonly Socket[]): number =>
  all.filter((socket) => !socket.destroyed && socket.readyState === 'open').length;

const PARTS: [what: string, says: (port: number) => string][] = [
  ['that say nothing', () => ''],
  ['that never finish their headers', (port) => `GET /status HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `],
  [
    'that never finish a body, without a token',
    (port) =>
      `POST /dql HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  ],
  [
    'that never finish a body, with a wrong token',
    (port) =>
      `POST /hello HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${'0'.repeat(64)}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  ],
  [
    'that ask for a WebSocket without a token',
    (port) =>
      `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  ],
];

describe('connections without a token', () => {
  it.each(PARTS)(
    '%s are few, and leave room for who has one',
    async (_what, says) => {
      test = await startTestServer();
      const flooding = await flood(MANY, says);
      const answers = await Promise.all(Array.from({ length: 5 }, () => test.ask('GET', '/status')));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await vi.waitFor(() => expect(open(flooding)).toBeLessThanOrEqual(32), PATIENT);
      expect((await test.ask('GET', '/status')).status).toBe(200);
      await vi.waitFor(() => expect(open(flooding)).toBe(0), PATIENT);
    },
    60_000,
  );

  it('that keep coming push out no connection that has a token or is in use', async () => {
    test = await startTestServer({
      engine: { status: () => new Promise((resolve) => setTimeout(() => resolve({ late: true } as never), 300)) },
    });
    let going = true;
    const flooding = (async () => {
      while (going) await flood(60);
    })();
    const waiting = test.ask('POST', '/engine/status', {});
    for (let round = 0; round < 20; round++) expect((await test.ask('GET', '/status')).status).toBe(200);
    expect((await waiting).json).toEqual({ late: true });
    going = false;
    await flooding;
  }, 60_000);

  it('are closed after a refusal', async () => {
    test = await startTestServer();
    const port = test.server.port ?? 0;
    const { socket, received, ended } = rawConnection(port);
    socket.write(`GET /status HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    await ended;
    expect(received()).toMatch(/^HTTP\/1\.1 401 [^]*connection: close/iu);
  });

  it('stay as long as they like once they have shown one', async () => {
    test = await startTestServer();
    const port = test.server.port ?? 0;
    const { socket, received } = rawConnection(port);
    const request = `GET /status HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${test.token}\r\n\r\n`;
    socket.write(request);
    await vi.waitFor(() => expect(received().match(/200 OK/gu)).toHaveLength(1), PATIENT);
    // One that shows none, opened later, is closed: this one has outlived that time.
    await rawConnection(port).ended;
    await flood(100);
    socket.write(request);
    await vi.waitFor(() => expect(received().match(/200 OK/gu)).toHaveLength(2), PATIENT);
    socket.destroy();
  }, 30_000);
});
