import { expect, it } from 'vitest';
import type { ReviewRules } from '../../shared/protocol/plugin-settings.ts';
import { TRUST_MS, TrustedClients } from './trusted-clients.ts';

const rules: ReviewRules = { reviewMode: 'ask-risky', reviewClients: [], reviewFolders: [] };

it('trusts a client for a while, or until it is stopped, and no other', () => {
  let now = 1_000;
  const trusted = new TrustedClients(() => now);
  expect(trusted.all).toEqual([]);
  trusted.trust('Claude', rules);
  expect(trusted.all).toEqual([{ client: 'Claude', until: 1_000 + TRUST_MS }]);
  expect([trusted.has('Claude'), trusted.has('constructor')]).toEqual([true, false]);
  // Names that people cannot tell apart are one client's, as in the rules.
  trusted.trust(' claude', rules);
  expect([trusted.has('CLAUDE'), trusted.all.length]).toEqual([true, 1]);
  now += TRUST_MS;
  expect([trusted.has('Claude'), trusted.all]).toEqual([false, []]);
  trusted.trust('Claude', rules);
  trusted.stop('claude');
  expect(trusted.has('Claude')).toBe(false);
});

it('trusts a client until the rules for it are tightened, however loose they were made before', () => {
  const trusted = new TrustedClients(() => 0);
  trusted.trust('Claude', rules);
  trusted.trust('Codex', rules);
  trusted.rulesChanged({ ...rules, reviewClients: [{ client: 'claude', mode: 'read-only' }] });
  expect(trusted.all.map(({ client }) => client)).toEqual(['Codex']);
  trusted.rulesChanged({ ...rules, reviewMode: 'write' });
  expect(trusted.has('Codex')).toBe(true);
  trusted.rulesChanged(rules);
  expect(trusted.has('Codex')).toBe(false);
});
