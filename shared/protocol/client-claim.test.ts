import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanClaim, decodeClaim, encodeClaim, isSameClient } from './client-claim.ts';

describe("a client's claimed name", () => {
  it('crosses as a header, in any script', () => {
    for (const name of ['claude-code', 'Visual Studio Code', 'Café 助手', 'a%20b']) {
      expect(encodeClaim(name)).toMatch(/^[\x21-\x7e]+$/u);
      expect(decodeClaim(encodeClaim(name) ?? '')).toBe(name);
    }
  });

  it('has nothing in it that could deceive or break a line', () => {
    expect(cleanClaim(' Claude\r\nX-Other: 1\u202egnp.exe\u200b\u0000 \ud800')).toBe('Claude X-Other: 1 gnp.exe');
    expect(encodeClaim(' \u200b\n ')).toBeNull();
    expect(cleanClaim('x'.repeat(1_000))).toHaveLength(64);
  });

  it('says that it was cut', () => {
    expect(cleanClaim('x'.repeat(64))).toBe('x'.repeat(64));
    expect(cleanClaim('x'.repeat(65))).toBe(`${'x'.repeat(63)}…`);
    expect(isSameClient('x'.repeat(65), `${'x'.repeat(63)}…`)).toBe(true);
    expect(isSameClient('x'.repeat(65), 'x'.repeat(64))).toBe(true);
    expect(decodeClaim(encodeClaim('助'.repeat(100)) ?? '')).toBe(`${'助'.repeat(63)}…`);
  });

  it('is none if the header is missing, double, too long or broken', () => {
    expect([undefined, ['a', 'b'], '', '%', '%E0%A4', 'x'.repeat(10_000)].map(decodeClaim)).toEqual(
      Array.from({ length: 6 }, () => null),
    );
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = encodeClaim(name);
        if (header !== null) expect(decodeClaim(header)).toBe(cleanClaim(name));
        expect(cleanClaim(cleanClaim(name))).toBe(cleanClaim(name));
      }),
      { seed: 5 },
    );
  });
});

it('takes names that people cannot tell apart for the same client', () => {
  expect(isSameClient('Claude', ' claude\u202e ')).toBe(true);
  expect(isSameClient('Caf\u00e9', 'Cafe\u0301')).toBe(true);
  expect(isSameClient('Claude', 'Claude Code')).toBe(false);
});
