import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newToken, refusal, type RequestClaims } from './guard.ts';

const PORT = 27_125;
const TOKEN = newToken();
const GOOD: RequestClaims = { host: `127.0.0.1:${PORT}`, origin: undefined, authorization: `Bearer ${TOKEN}` };

function code(claims: Partial<RequestClaims>): string | null {
  return refusal({ ...GOOD, ...claims }, { token: TOKEN, port: PORT })?.code ?? null;
}

describe('newToken', () => {
  it('is 32 bytes in hex, and new each time', () => {
    expect(TOKEN).toMatch(/^[0-9a-f]{64}$/);
    expect(newToken()).not.toBe(TOKEN);
  });
});

describe('refusal', () => {
  it('lets a request through that names this server and knows the token', () => {
    expect(code({})).toBeNull();
    expect(code({ host: `localhost:${PORT}` })).toBeNull();
    expect(code({ host: `LOCALHOST:${PORT}` })).toBeNull();
    expect(code({ authorization: `bearer  ${TOKEN}` })).toBeNull();
  });

  it.each([
    undefined,
    '',
    '127.0.0.1',
    'localhost',
    '127.0.0.1:27126',
    '127.0.0.1:027125',
    'evil.example:27125',
    'localhost.evil.example:27125',
    '127.0.0.1:27125.evil.example',
    'evil@127.0.0.1:27125',
    '[::1]:27125',
    '127.1:27125',
    '0.0.0.0:27125',
    ' 127.0.0.1:27125',
  ])('refuses the host %j', (host) => {
    expect(code({ host })).toBe('forbidden_host');
  });

  it.each(['', 'null', 'https://evil.example', `http://127.0.0.1:${PORT}`, 'app://obsidian.md'])(
    'refuses the origin %j',
    (origin) => {
      expect(code({ origin })).toBe('forbidden_origin');
    },
  );

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${TOKEN}`,
    TOKEN,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${TOKEN}0`,
    `Bearer ${TOKEN} x`,
    `Bearer ${TOKEN.toUpperCase()}x`,
  ])('refuses the authorization %j', (authorization) => {
    expect(code({ authorization })).toBe('unauthorized');
  });

  it('answers a web page the same whether its token is right or wrong', () => {
    for (const claims of [{ host: 'evil.example:27125' }, { origin: 'https://evil.example' }]) {
      expect(code({ ...claims, authorization: 'Bearer wrong' })).toBe(code(claims));
      expect(code({ ...claims, authorization: undefined })).toBe(code(claims));
    }
  });

  it('never repeats the token, and accepts nothing else in its place', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        fc.pre(text.trim() !== TOKEN);
        const error = refusal({ ...GOOD, authorization: `Bearer ${text}` }, { token: TOKEN, port: PORT });
        expect(error?.code).toBe('unauthorized');
        expect(JSON.stringify(error?.toBody())).not.toContain(TOKEN);
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});
