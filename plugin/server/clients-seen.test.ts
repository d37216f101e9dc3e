import { afterEach, describe, expect, it } from 'vitest';
import { CLIENT_HEADER, encodeClaim } from '../../shared/protocol/client-claim.ts';
import { ClientsSeen } from './clients-seen.ts';
import { startTestServer, type TestServer } from './server-test-kit.ts';

describe('the clients seen', () => {
  it('are listed by when they asked last', () => {
    let now = 0;
    const seen = new ClientsSeen(() => ++now);
    for (const name of ['Zed', 'Cursor', 'Zed']) seen.note(name);
    expect(seen.list()).toEqual([
      { name: 'Zed', lastSeen: 3 },
      { name: 'Cursor', lastSeen: 2 },
    ]);
  });

  it('do not grow without end', () => {
    const seen = new ClientsSeen();
    for (let i = 0; i < 1_000; i++) seen.note(`client ${i}`);
    expect(seen.list()).toHaveLength(32);
    expect(seen.list()[0]?.name).toBe('client 999');
  });
});

describe('the server', () => {
  let server: TestServer;
  afterEach(() => server.server.close());

  it('notes each client with the right token, whether or not its request succeeds', async () => {
    const heard: string[] = [];
    server = await startTestServer({ onClient: (name) => heard.push(name) });
    const from = (name: string): Record<string, string> => ({ [CLIENT_HEADER]: encodeClaim(name) ?? '' });
    await server.ask('GET', '/status', undefined, from('Claude Code'));
    await server.ask('GET', '/nothing', undefined, from('Café 助手'));
    await server.ask('GET', '/status', undefined, { ...from('Stranger'), authorization: 'Bearer 00' });
    await server.ask('GET', '/status', undefined, { [CLIENT_HEADER]: '%E0%A4' });
    await server.ask('GET', '/status');
    expect(heard).toEqual(['Claude Code', 'Café 助手']);
  });
});
