import { expect, it } from 'vitest';
import { TRUST_MS, TrustedClients } from './trusted-clients.ts';

it('trusts a client for a while, or until it is stopped, and no other', () => {
  let now = 1_000;
  const trusted = new TrustedClients(() => now);
  expect(trusted.until('Claude')).toBeNull();
  trusted.trust('Claude');
  expect(trusted.until('Claude')).toBe(1_000 + TRUST_MS);
  expect(trusted.until('constructor')).toBeNull();
  now += TRUST_MS;
  expect(trusted.until('Claude')).toBeNull();
  trusted.trust('Claude');
  trusted.stop('Claude');
  expect(trusted.until('Claude')).toBeNull();
});
