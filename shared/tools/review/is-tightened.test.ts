import { expect, it } from 'vitest';
import type { ReviewRules } from '../../protocol/plugin-settings.ts';
import type { FolderMark, ReviewMode } from '../../protocol/review.ts';
import { isTightened } from './is-tightened.ts';

const rules = (reviewMode: ReviewMode, own?: ReviewMode, marks: Record<string, FolderMark> = {}): ReviewRules => ({
  reviewMode,
  reviewClients: own === undefined ? [] : [{ client: 'Claude', mode: own }],
  reviewFolders: Object.entries(marks).map(([folder, mode]) => ({ folder, mode })),
});
const isTighter = (before: ReviewRules, now: ReviewRules): boolean => isTightened(before, now, 'claude');

it('counts the general rule', () => {
  expect(isTighter(rules('ask-risky'), rules('ask-always'))).toBe(true);
  expect(isTighter(rules('ask-risky'), rules('ask-risky'))).toBe(false);
  expect(isTighter(rules('ask-always'), rules('write'))).toBe(false);
});

it("counts the client's own rule, also where the general one is as tight, and no other client's", () => {
  expect(isTighter(rules('ask-always', 'write'), rules('ask-always', 'ask-always'))).toBe(true);
  expect(isTighter(rules('ask-always'), rules('ask-always', 'read-only'))).toBe(true);
  expect(isTighter(rules('ask-always'), rules('ask-always', 'write'))).toBe(false);
  expect(isTighter(rules('write', 'ask-always'), rules('write', 'ask-risky'))).toBe(false);
  expect(isTighter(rules('ask-risky', 'write'), rules('ask-risky'))).toBe(true);
  expect(isTightened(rules('write'), rules('write', 'read-only'), 'Codex')).toBe(false);
});

it('counts marks on folders, unless a folder around them was marked so', () => {
  expect(isTighter(rules('write'), rules('write', undefined, { Contracts: 'ask-always' }))).toBe(true);
  expect(
    isTighter(
      rules('write', undefined, { Contracts: 'ask-always' }),
      rules('write', undefined, { Contracts: 'read-only' }),
    ),
  ).toBe(true);
  expect(
    isTighter(
      rules('write', undefined, { Contracts: 'ask-always' }),
      rules('write', undefined, { 'contracts/Old': 'ask-always' }),
    ),
  ).toBe(false);
});
