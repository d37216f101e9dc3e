import { expect, it } from 'vitest';
import { clientRules, earlierClients, forget, withoutRule } from './client-rule-list.ts';

const RULES = [
  { client: 'codex', mode: 'read-only' },
  { client: 'Claude\u202e', mode: 'write' },
] as const;

it('lists clients with a rule and those that have asked, each once, in the order of their names', () => {
  expect(clientRules(RULES, ['Cursor', 'claude ', ' ', 'Cursor'])).toEqual([
    { client: 'Claude\u202e', mode: 'write' },
    { client: 'codex', mode: 'read-only' },
    { client: 'Cursor', mode: null },
  ]);
});

it('takes back the rule of a client, however the name is written', () => {
  expect(withoutRule(RULES, 'Codex')).toEqual([RULES[1]]);
  expect(withoutRule(RULES, 'Cursor')).toEqual(RULES);
});

it('knows the clients of earlier runs, but for the person and those forgotten since', () => {
  const acts = [
    { client: 'Cursor', time: '2026-03-02T10:00:00.000Z' },
    { client: 'the app', time: '2026-03-02T09:00:00.000Z' },
    { client: 'Codex', time: '2026-03-01T10:00:00.000Z' },
    { client: 'cursor', time: '2026-03-01T09:00:00.000Z' },
  ];
  expect(earlierClients(acts, [])).toEqual(['Cursor', 'Codex']);
  const forgotten = forget([], 'CODEX', Date.parse('2026-03-01T12:00:00.000Z'));
  expect(earlierClients(acts, forgotten)).toEqual(['Cursor']);
  const again = [{ client: 'Codex', time: '2026-03-03T10:00:00.000Z' }, ...acts];
  expect(earlierClients(again, forgotten)).toEqual(['Codex', 'Cursor']);
});

it('forgets a client once, and a hundred at most', () => {
  expect(forget(forget([], 'Codex', 1), 'codex', 2)).toEqual([{ client: 'codex', at: 2 }]);
  let forgotten = forget([], 'first', 0);
  for (let i = 0; i < 100; i += 1) forgotten = forget(forgotten, `client ${i}`, i);
  expect(forgotten).toHaveLength(100);
  expect(forgotten[0]?.client).toBe('client 0');
});
