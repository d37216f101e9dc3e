import { expect, it } from 'vitest';
import { clientRules, withoutRule } from './client-rule-list.ts';

const RULES = [
  { client: 'codex', mode: 'read-only' },
  { client: 'Claude\u202e', mode: 'write' },
] as const;

it('lists clients with a rule and those that have asked, each once', () => {
  expect(clientRules(RULES, ['Cursor', 'claude ', ' ', 'Cursor'])).toEqual([
    { client: 'Claude\u202e', mode: 'write' },
    { client: 'Cursor', mode: null },
    { client: 'codex', mode: 'read-only' },
  ]);
});

it('takes back the rule of a client, however the name is written', () => {
  expect(withoutRule(RULES, 'Codex')).toEqual([RULES[1]]);
  expect(withoutRule(RULES, 'Cursor')).toEqual(RULES);
});
