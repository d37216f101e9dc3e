import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { HELLO_PATH, helloToken, isHelloProof } from '../../shared/protocol/hello.ts';
import { startTestServer, TEST_SECRET, type TestServer } from './server-test-kit.ts';

let test: TestServer;

afterEach(async () => test.server.close());

const nonceOf = (): string => randomBytes(32).toString('hex');
const claim = () => ({
  port: test.server.port ?? 0,
  token: test.token,
  startedAt: '2026-01-01T00:00:00.000Z',
  vault: 'a vault',
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('/hello', () => {
  it('proves of this port and this load that it knows the secret, another nonce another proof', async () => {
    test = await startTestServer();
    const [nonce, other] = [nonceOf(), nonceOf()];
    const { status, json } = await test.ask('POST', HELLO_PATH, { nonce });
    expect(status).toBe(200);
    const proof = String(json['proof']);
    expect(isHelloProof(proof, TEST_SECRET, nonce, claim())).toBe(true);
    expect(isHelloProof(proof, TEST_SECRET, other, claim())).toBe(false);
    expect(isHelloProof(proof, '6'.repeat(64), nonce, claim())).toBe(false);
    for (const wrong of [{ port: 1 }, { token: 'x' }, { startedAt: '' }, { vault: 'another' }])
      expect(isHelloProof(proof, TEST_SECRET, nonce, { ...claim(), ...wrong })).toBe(false);
    expect(isHelloProof('', TEST_SECRET, nonce, claim())).toBe(false);
  });

  it('is opened by its own token, which opens nothing else, and no other port', async () => {
    test = await startTestServer();
    const { port } = claim();
    const own = helloToken(test.token, port);
    expect(await test.ask('POST', HELLO_PATH, { nonce: nonceOf() }, bearer(own))).toMatchObject({ status: 200 });
    for (const path of ['/status', '/active', '/events', '/hello/', '/hello?x', '/HELLO'])
      expect(await test.ask('GET', path, undefined, bearer(own))).toMatchObject({ status: 401 });
    expect(await test.ask('POST', '/engine/status', {}, bearer(own))).toMatchObject({ status: 401 });
    for (const wrong of [helloToken(test.token, port + 1), helloToken('x', port), ''])
      expect(await test.ask('POST', HELLO_PATH, { nonce: nonceOf() }, bearer(wrong))).toMatchObject({ status: 401 });
    expect(await test.ask('POST', HELLO_PATH, { nonce: nonceOf() }, { authorization: undefined })).toMatchObject({
      status: 401,
    });
    expect(await test.ask('POST', HELLO_PATH, { nonce: nonceOf() }, { origin: 'https://evil.example' })).toMatchObject({
      status: 403,
    });
  });

  it.each([
    [{}],
    [{ nonce: '' }],
    [{ nonce: 'short' }],
    [{ nonce: 'x'.repeat(257) }],
    [{ nonce: 7 }],
    [{ nonce: 'a\nb'.repeat(20) }],
    [[]],
  ])('refuses %j', async (body) => {
    test = await startTestServer();
    expect(await test.ask('POST', HELLO_PATH, body)).toMatchObject({ status: 400, json: { error: 'bad_request' } });
  });

  it('refuses endless requests, and answers again after a while', async () => {
    test = await startTestServer();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => test.ask('POST', HELLO_PATH, { nonce: nonceOf() })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
    expect(answers.filter(({ json }) => json['error'] === 'too_many_requests').length).toBeGreaterThan(0);
    expect(await test.ask('GET', '/status')).toMatchObject({ status: 200 });
    await expect
      .poll(async () => (await test.ask('POST', HELLO_PATH, { nonce: nonceOf() })).status, { timeout: 5_000 })
      .toBe(200);
  });

  it('is asked by POST', async () => {
    test = await startTestServer();
    expect(await test.ask('GET', HELLO_PATH)).toMatchObject({ status: 404 });
  });
});
