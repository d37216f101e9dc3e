import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import type { PluginEvent } from '../../shared/protocol/http.ts';
import { rawConnection, startTestServer, type TestServer } from './server-test-kit.ts';

const PATIENT = { timeout: 10_000, interval: 10 };

let running: TestServer | null = null;
const clients: WebSocket[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate();
  await running?.server.close();
  running = null;
});

async function start(greeting?: PluginEvent): Promise<TestServer & { port: number }> {
  running = await startTestServer(greeting === undefined ? {} : { greeting });
  return { ...running, port: running.server.port ?? 0 };
}

interface Listener {
  client: WebSocket;
  heard: PluginEvent[];
  /** The status of a refusal, or null once the connection is open. */
  outcome: Promise<{ status: number; error: string } | null>;
  closed: Promise<number>;
}

function listen(
  { port, token }: { port: number; token: string },
  options: ClientOptions = {},
  path = '/events',
): Listener {
  const headers = { authorization: `Bearer ${token}`, ...options.headers };
  const client = new WebSocket(`ws://127.0.0.1:${port}${path}`, { ...options, headers });
  clients.push(client);
  const heard: PluginEvent[] = [];
  client.on('message', (data) => heard.push(JSON.parse(String(data)) as PluginEvent));
  client.on('error', () => undefined);
  return {
    client,
    heard,
    closed: new Promise((resolve) => client.once('close', resolve)),
    outcome: new Promise((resolve) => {
      client.once('open', () => resolve(null));
      client.once('unexpected-response', (_request, response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += String(chunk)));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, error: String((JSON.parse(text) as { error: unknown }).error) }),
        );
      });
    }),
  };
}

describe('a listener', () => {
  it('gets the state immediately, and then what happens', async () => {
    const server = await start({ type: 'index-progress', done: 1, total: 9 });
    const { heard, outcome } = listen(server);
    expect(await outcome).toBeNull();
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'index-progress', done: 1, total: 9 }]), PATIENT);
    server.events.send({ type: 'ready' });
    server.events.send({ type: 'active-changed', path: null });
    await vi.waitFor(
      () => expect(heard.slice(1)).toEqual([{ type: 'ready' }, { type: 'active-changed', path: null }]),
      PATIENT,
    );
  });

  it('gets long lists of paths in parts', async () => {
    const server = await start();
    const { heard, outcome } = listen(server);
    await outcome;
    const paths = Array.from({ length: 2_500 }, (_, index) => `Note ${index}.md`);
    server.events.send({ type: 'notes-changed', paths });
    await vi.waitFor(
      () => expect(heard.flatMap((event) => (event.type === 'notes-changed' ? event.paths : []))).toEqual(paths),
      PATIENT,
    );
    expect(heard.length).toBe(3);
  });

  it('is forgotten when it hangs up, and its words are not read', async () => {
    const server = await start();
    const [polite, talker] = [listen(server), listen(server)];
    await Promise.all([polite.outcome, talker.outcome]);
    expect(server.events.listeners).toBe(2);
    polite.client.close();
    talker.client.send('x'.repeat(2_000));
    expect(await talker.closed).toBe(1009);
    await vi.waitFor(() => expect(server.events.listeners).toBe(0), PATIENT);
    server.events.send({ type: 'ready' });
  });

  it('that sends too much is cut off, and the others go on', async () => {
    const server = await start();
    const [loud, other] = [listen(server), listen(server)];
    await Promise.all([loud.outcome, other.outcome]);
    loud.client.send('x'.repeat(100_000));
    expect([1006, 1009]).toContain(await loud.closed);
    server.events.send({ type: 'ready' });
    await vi.waitFor(() => expect(other.heard).toContainEqual({ type: 'ready' }), PATIENT);
    expect(server.failures).toEqual([]);
  });

  it('that takes nothing is dropped, and the others go on', async () => {
    const server = await start();
    const { socket, received } = rawConnection(server.port);
    socket.write(
      `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
    );
    await vi.waitFor(() => expect(received()).toContain('101'), PATIENT);
    socket.pause();
    const good = listen(server);
    await good.outcome;
    const paths = Array.from({ length: 1_000 }, (_, index) => `${'long name '.repeat(40)}${index}.md`);
    await vi.waitFor(() => {
      server.events.send({ type: 'notes-changed', paths });
      expect(server.events.listeners).toBe(1);
    }, PATIENT);
    server.events.send({ type: 'ready' });
    await vi.waitFor(() => expect(good.heard.at(-1)).toEqual({ type: 'ready' }), PATIENT);
    socket.destroy();
  });

  it('hears that the server goes away', async () => {
    const server = await start();
    const { outcome, closed } = listen(server);
    await outcome;
    await server.server.close();
    expect(await closed).toBe(1001);
  });
});

describe('who may not listen', () => {
  it.each([
    [401, 'unauthorized', { authorization: 'Bearer wrong' }],
    [403, 'forbidden_host', { host: 'evil.example' }],
    [403, 'forbidden_origin', { origin: 'https://evil.example' }],
  ])('is refused with %i %s', async (status, error, headers) => {
    const server = await start();
    expect(await listen(server, { headers }).outcome).toEqual({ status, error });
    expect(server.events.listeners).toBe(0);
  });

  it('is refused at any other path, with a token in the address, and beyond the limit', async () => {
    const server = await start();
    expect(await listen(server, {}, '/status').outcome).toEqual({ status: 404, error: 'not_found' });
    expect(await listen(server, { headers: { authorization: '' } }, `/events?token=${server.token}`).outcome).toEqual({
      status: 401,
      error: 'unauthorized',
    });
    const outcomes = await Promise.all(Array.from({ length: 70 }, () => listen(server).outcome));
    expect(outcomes.filter((outcome) => outcome === null).length).toBe(64);
    expect(outcomes.filter((outcome) => outcome !== null)).toEqual(
      Array.from({ length: 6 }, () => ({ status: 429, error: 'too_many_requests' })),
    );
  });

  it('learns that it takes a WebSocket if it asks without one, or with a malformed one', async () => {
    const { ask, port, token } = await start();
    expect(await ask('GET', '/events')).toMatchObject({ status: 400, json: { error: 'bad_request' } });
    const upgrade = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    for (const request of [
      `GET /events HTTP/1.1\r\n${upgrade}`,
      `POST /events HTTP/1.1\r\n${upgrade}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`,
    ]) {
      const { socket, received, ended } = rawConnection(port);
      socket.write(`${request}\r\n`);
      await ended;
      expect(received()).toMatch(/^HTTP\/1\.1 400 [^]*"error":"bad_request"/u);
    }
  });
});
