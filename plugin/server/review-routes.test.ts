import { afterEach, expect, it } from 'vitest';
import type { ReviewBody } from '../../shared/protocol/review.ts';
import { startTestServer, type TestServer } from './server-test-kit.ts';

const ID = 'review-00000000-0000-4000-8000-000000000000';
const BODY = { tool: 'edit_note', args: { name: 'A' }, paths: ['A.md'], diff: '+x', client: 'Claude' };
let running: TestServer | null = null;

afterEach(async () => {
  await running?.server.close();
  running = null;
});

async function start(): Promise<{ server: TestServer; taken: ReviewBody[]; waits: number[] }> {
  const taken: ReviewBody[] = [];
  const waits: number[] = [];
  running = await startTestServer({
    review: {
      submit: (body) => {
        taken.push(body);
        return Promise.resolve({ id: ID, decision: 'pending' });
      },
      answer: (id, waitMs) => {
        waits.push(waitMs);
        return Promise.resolve({ id, decision: 'declined', reason: 'No.' });
      },
    },
  });
  return { server: running, taken, waits };
}

it('takes a change in, and tells its answer', async () => {
  const { server, taken } = await start();
  expect(await server.ask('POST', '/review', { ...BODY, waitMs: 0 })).toMatchObject({
    status: 200,
    json: { id: ID, decision: 'pending' },
  });
  expect(taken).toEqual([{ ...BODY, waitMs: 0 }]);
  expect((await server.ask('GET', `/review/${ID}`)).json).toEqual({ id: ID, decision: 'declined', reason: 'No.' });
  expect((await server.ask('GET', '/status')).json['capabilities']).toContain('review');
});

it('waits for the answer as long as the caller does', async () => {
  const { server, waits } = await start();
  for (const query of ['', '?waitMs=0', '?waitMs=1500'])
    expect((await server.ask('GET', `/review/${ID}${query}`)).status).toBe(200);
  expect(waits).toEqual([45_000, 0, 1_500]);
  for (const wait of ['-1', '45001', 'long', '1.5'])
    expect((await server.ask('GET', `/review/${ID}?waitMs=${wait}`)).status).toBe(400);
});

it('accepts no decision, and nothing malformed or too large', async () => {
  const { server, taken } = await start();
  for (const [method, path] of [
    ['POST', `/review/${ID}`],
    ['PUT', `/review/${ID}`],
    ['POST', `/review/${ID}/accept`],
    ['GET', '/review'],
  ] as const)
    expect((await server.ask(method, path, method === 'GET' ? undefined : { decision: 'approved' })).status).toBe(404);
  const wrong = [
    {},
    { ...BODY, args: [] },
    { ...BODY, id: 'mine' },
    { ...BODY, waitMs: 1e9 },
    { ...BODY, paths: 'A.md' },
  ];
  for (const body of wrong) expect((await server.ask('POST', '/review', body)).status).toBe(400);
  expect((await server.ask('POST', '/review', { ...BODY, diff: 'x'.repeat(2_000_000) })).status).toBe(413);
  expect(taken).toEqual([]);
});

it('says that a version without review has none', async () => {
  running = await startTestServer();
  expect(await running.ask('POST', '/review', BODY)).toMatchObject({
    status: 501,
    json: { error: 'capability_missing' },
  });
  expect((await running.ask('GET', '/status')).json['capabilities']).not.toContain('review');
});
