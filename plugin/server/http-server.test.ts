import { Agent, request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FOLLOWING_PORTS } from '../../shared/protocol/discovery.ts';
import { askServer, rawConnection, startTestServer, type TestServer } from './server-test-kit.ts';

const PATIENT = { timeout: 10_000, interval: 10 };

let running: TestServer | null = null;
const occupied: Server[] = [];

afterEach(async () => {
  await running?.server.close();
  running = null;
  await Promise.all(occupied.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function start(parts: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer & { port: number }> {
  running = await startTestServer(parts);
  return { ...running, port: running.server.port ?? 0 };
}

async function occupy(port = 0): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  occupied.push(server);
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A taken port with free ones after it. */
async function occupyWithRoom(): Promise<number> {
  for (;;) {
    const port = await occupy();
    if (port + 2 * FOLLOWING_PORTS < 65_535) return port;
  }
}

describe('the port', () => {
  it('is on this machine only', async () => {
    const { port } = await start();
    const outside = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of outside) {
      await expect(fetch(`http://${address}:${port}/status`), address).rejects.toThrow();
    }
    await expect(fetch(`http://[::1]:${port}/status`)).rejects.toThrow();
  });

  it('is the next free one if the wanted one is taken', async () => {
    const taken = await occupyWithRoom();
    const { port, ask } = await start({ port: taken });
    expect(port).toBeGreaterThan(taken);
    expect(port).toBeLessThanOrEqual(taken + FOLLOWING_PORTS);
    expect((await ask('GET', '/status')).status).toBe(200);
  });

  it('is none if all of them are taken, and the message says so', async () => {
    const first = await occupyWithRoom();
    for (let next = first + 1; next <= first + FOLLOWING_PORTS; next++) await occupy(next).catch(() => undefined);
    await expect(startTestServer({ port: first })).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining(`${first} to ${first + FOLLOWING_PORTS}`),
    });
  });

  it('changes immediately, and the old one is free again', async () => {
    const { server, port, ask } = await start();
    const wanted = await occupyWithRoom();
    await new Promise((resolve) => occupied.pop()?.close(resolve));
    expect(await server.listen(wanted)).toBe(wanted);
    expect(server.port).toBe(wanted);
    expect((await ask('GET', '/status')).status).toBe(200);
    expect(await occupy(port)).toBe(port);
  });

  it('changes before answers in progress have ended, and lets them finish', async () => {
    let release: (value: never) => void = () => undefined;
    const active = vi.fn(() => new Promise<never>((resolve) => (release = resolve)));
    const { server, port, token, ask } = await start({ live: { activeNote: active } });
    const underWay = askServer(port, 'GET', '/active', undefined, { authorization: `Bearer ${token}` });
    await vi.waitFor(() => expect(active).toHaveBeenCalled(), PATIENT);
    const wanted = await occupyWithRoom();
    await new Promise((resolve) => occupied.pop()?.close(resolve));
    expect(await server.listen(wanted)).toBe(wanted);
    release({ path: null } as never);
    expect((await underWay).status).toBe(200);
    expect((await ask('GET', '/status')).status).toBe(200);
  });

  it('stays if a change would lead back to it, or to none', async () => {
    const taken = await occupyWithRoom();
    const { server, port, ask } = await start({ port: taken });
    const [again, same] = [await server.listen(taken), await server.listen(port)];
    expect([again, same]).toEqual([port, port]);
    for (let next = taken - FOLLOWING_PORTS; next < port; next++) await occupy(next).catch(() => undefined);
    expect(await server.listen(taken)).toBe(port);
    expect((await ask('GET', '/status')).status).toBe(200);
  });
});

describe('many and broken clients', () => {
  it('answers 500 requests concurrently, right and wrong ones mixed, and mixes none of them up', async () => {
    const { port, token, ask, failures } = await start({
      engine: { resolve: ({ name }) => Promise.resolve({ path: `${name}.md`, title: name }) },
    });
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => {
        if (index % 5 === 1) return askServer(port, 'GET', '/status', undefined, { authorization: `Bearer ${token}x` });
        if (index % 5 === 2) return ask('GET', '/status', undefined, { host: 'evil.example' });
        if (index % 5 === 3) return ask('POST', '/engine/resolve', '{"name": ');
        return ask('POST', '/engine/resolve', { name: `Note ${index}`, tolerance: 'read' });
      }),
    );
    const expected = [200, 401, 403, 400, 200];
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => expected[index % 5]));
    for (const [index, { json, status }] of answers.entries())
      if (status === 200) expect(json['title']).toBe(`Note ${index}`);
    expect(failures).toEqual([]);
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', '400'],
    ['a request without a host', 'GET /status HTTP/1.0\r\n\r\n', '403'],
    ['headers without end', `GET /status HTTP/1.1\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, '431'],
    ['two lengths', 'POST /dql HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}', '400'],
    [
      'a length and chunks',
      'POST /dql HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
  ])('answers %s with an error in JSON', async (_what, text, status) => {
    const { port } = await start();
    const { socket, received } = rawConnection(port);
    socket.write(text);
    await vi.waitFor(() => expect(received()).toContain('"error":"'), PATIENT);
    expect(received().startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    socket.destroy();
  });

  it.each([
    ['whose address names another host', 'GET http://evil.example/status HTTP/1.1\r\nHost: OWN\r\n', '403'],
    ['whose address hides another host', 'GET http://OWN@evil.example/status HTTP/1.1\r\nHost: OWN\r\n', '403'],
    ['with two hosts, the own one first', 'GET /status HTTP/1.1\r\nHost: OWN\r\nHost: evil.example\r\n', '403'],
    ['with two hosts, the own one last', 'GET /status HTTP/1.1\r\nhost: evil.example\r\nHOST: OWN\r\n', '403'],
    ['to the IPv6 address', 'GET /status HTTP/1.1\r\nHost: [::1]:27125\r\n', '403'],
    ['whose address is its own', 'GET http://OWN/status HTTP/1.1\r\nHost: OWN\r\n', '200'],
    ['by another name of this machine', 'GET /status HTTP/1.1\r\nHost: LOCAL\r\n', '200'],
    ['for the server as such', 'OPTIONS * HTTP/1.1\r\nHost: OWN\r\n', '404'],
    ['with a doubled slash', 'GET //status HTTP/1.1\r\nHost: OWN\r\n', '404'],
    ['with an encoded path', 'GET /%73tatus HTTP/1.1\r\nHost: OWN\r\n', '404'],
    [
      'for another protocol',
      'GET /status HTTP/1.1\r\nHost: OWN\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n',
      '400',
    ],
    ['with an unknown expectation', 'GET /nowhere HTTP/1.1\r\nHost: OWN\r\nExpect: cake\r\n', '404'],
  ])('answers a request %s', async (_what, text, status) => {
    const { port, token } = await start();
    const { socket, received, ended } = rawConnection(port);
    const head = text.replaceAll('OWN', `127.0.0.1:${port}`).replaceAll('LOCAL', `localhost:${port}`);
    socket.write(`${head}Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`);
    await ended;
    expect(received().slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(received()).toContain('application/json');
  });

  it('refuses a body that never ends as soon as it is too long', async () => {
    const { port, token } = await start();
    const { socket, received } = rawConnection(port);
    socket.write(
      `POST /engine/search HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (let i = 0; i < 20; i++) socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
    await vi.waitFor(() => expect(received()).toContain('"too_large"'), PATIENT);
    socket.destroy();
  });

  it('survives clients that disconnect anywhere', async () => {
    const { port, token, ask, failures } = await start({
      engine: { status: () => new Promise((resolve) => setTimeout(() => resolve({} as never), 20)) },
    });
    const whole = `POST /engine/status HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
    for (let cut = 1; cut <= whole.length; cut += 7) {
      const { socket } = rawConnection(port);
      socket.once('connect', () => socket.write(whole.slice(0, cut), () => socket.resetAndDestroy()));
    }
    await vi.waitFor(async () => expect((await ask('GET', '/status')).status).toBe(200), PATIENT);
    expect(failures).toEqual([]);
  });

  it('cuts off who sends the headers or the body too slowly, or nothing at all', async () => {
    const { port, token } = await start({ patience: { headersMs: 50, requestMs: 100, checkMs: 20 } });
    const slow = [rawConnection(port), rawConnection(port), rawConnection(port)];
    slow[0]?.socket.write('GET /status HTTP/1.1\r\nHost: ');
    slow[1]?.socket.write(
      `POST /engine/status HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    await Promise.all(slow.map(({ ended }) => ended));
    expect(slow.map(({ received }) => received().slice(0, 12))).toEqual([
      'HTTP/1.1 408',
      'HTTP/1.1 408',
      'HTTP/1.1 408',
    ]);
  });
});

describe('closing', () => {
  it('frees the port immediately and ends every connection: idle, silent, half sent, waiting and listening ones', async () => {
    const { server, port, token, ask } = await start({ engine: { status: () => new Promise(() => undefined) } });
    const keepAlive = new Agent({ keepAlive: true });
    await new Promise((resolve) => {
      httpRequest(
        { host: '127.0.0.1', port, path: '/status', agent: keepAlive, headers: { authorization: `Bearer ${token}` } },
        (response) => response.resume().on('end', resolve),
      ).end();
    });
    const [silent, half, listening] = [rawConnection(port), rawConnection(port), rawConnection(port)];
    half.socket.write('POST /dql HTTP/1.1\r\nHost: ');
    listening.socket.write(
      `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
    );
    const waiting = ask('POST', '/engine/status', {}).catch((error: NodeJS.ErrnoException) => error.code);
    await vi.waitFor(() => expect(listening.received()).toContain('101 Switching'), PATIENT);

    const closed = server.close();
    expect(await occupy(port)).toBe(port);
    await closed;
    await Promise.all([silent.ended, half.ended, listening.ended]);
    expect(await waiting).toBe('ECONNRESET');
    keepAlive.destroy();
  });

  it('lets an answer in progress finish', async () => {
    const { server, ask } = await start({
      engine: { status: () => new Promise((resolve) => setTimeout(() => resolve({ late: true } as never), 50)) },
    });
    const answer = ask('POST', '/engine/status', {});
    await ask('GET', '/status');
    await server.close();
    expect((await answer).json).toEqual({ late: true });
  });

  it('in the midst of starting leaves nothing open', async () => {
    const { server } = await start();
    await server.close();
    await expect(server.listen(0)).rejects.toMatchObject({ message: 'The server is closing.' });
    expect(server.port).toBeNull();
  });
});
