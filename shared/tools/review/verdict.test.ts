import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePluginSettings, type ReviewRules } from '../../protocol/plugin-settings.ts';
import { FOLDER_MARKS, REVIEW_MODES } from '../../protocol/review.ts';
import type { PlannedFile } from './review-plan.ts';
import { isNewClient, verdictOf, writesFreely } from './verdict.ts';

const NOTE = 'One.\nTwo.\nThree.\n';
const small: PlannedFile = { kind: 'edit', path: 'In/A.md', before: NOTE, after: `${NOTE}Four.\n` };
const gone: PlannedFile = { kind: 'delete', path: 'In/A.md', before: NOTE };
const rules = (more: Partial<ReviewRules> = {}): ReviewRules => ({
  reviewMode: 'write',
  reviewClients: [],
  reviewFolders: [],
  ...more,
});
const known = { client: 'Claude', mode: 'write' as const };

describe('the verdict on a change', () => {
  it('follows the setting', () => {
    const of = (reviewMode: ReviewRules['reviewMode'], file: PlannedFile) =>
      verdictOf(rules({ reviewMode, reviewClients: [known] }), 'Claude', { files: [file] });
    expect(REVIEW_MODES.map((mode) => of(mode, small))).toEqual(['write', 'write', 'ask', 'refuse']);
    expect(REVIEW_MODES.map((mode) => of(mode, gone))).toEqual(['write', 'ask', 'ask', 'refuse']);
  });

  it('asks about the first change of a new client, where anything is asked at all', () => {
    const of = (reviewMode: ReviewRules['reviewMode']) =>
      verdictOf(rules({ reviewMode }), 'Claude', { files: [small] });
    expect([of('write'), of('ask-risky')]).toEqual(['write', 'ask']);
    expect(isNewClient(rules({ reviewClients: [known] }), ' claude ')).toBe(false);
  });

  it('differs by client', () => {
    const two = rules({
      reviewClients: [
        { client: 'Codex', mode: 'ask-always' },
        { client: 'Gemini', mode: 'read-only' },
      ],
    });
    const of = (client: string) => verdictOf(two, client, { files: [small] });
    expect([of('Claude'), of('Codex'), of('gemini')]).toEqual(['write', 'ask', 'refuse']);
    expect([writesFreely(two, 'Claude'), writesFreely(two, 'Codex')]).toEqual([true, false]);
  });

  it('respects folders, at either end of a move', () => {
    const marked = rules({
      reviewFolders: [
        { folder: 'In', mode: 'ask-always' },
        { folder: 'in/Law', mode: 'read-only' },
      ],
    });
    const of = (file: PlannedFile) => verdictOf(marked, 'Claude', { files: [file] });
    expect(of(small)).toBe('ask');
    expect(of({ ...small, path: 'Inbox/A.md' })).toBe('write');
    expect(of({ ...small, path: 'In/Law/A.md' })).toBe('refuse');
    expect(of({ kind: 'move', path: 'Out/A.md', to: 'In/A.md' })).toBe('ask');
    expect(writesFreely(marked, 'Claude')).toBe(false);
  });

  it('respects a mark on a folder whose name has blanks around it', () => {
    const { reviewFolders } = parsePluginSettings({ reviewFolders: [{ folder: ' Law ', mode: 'read-only' }] });
    for (const path of [' Law /A.md', 'Law/A.md', ' law/ deep/A.md'])
      expect(verdictOf(rules({ reviewFolders }), 'Claude', { files: [{ ...small, path }] })).toBe('refuse');
    expect(verdictOf(rules({ reviewFolders }), 'Claude', { files: [{ ...small, path: ' Laws/A.md' }] })).toBe('write');
  });

  it('respects a mark on the whole vault', () => {
    for (const [mode, verdict] of [
      ['ask-always', 'ask'],
      ['read-only', 'refuse'],
    ] as const)
      expect(verdictOf(rules({ reviewFolders: [{ folder: '/', mode }] }), 'Claude', { files: [small] })).toBe(verdict);
  });

  it('never loosens by a rule', () => {
    const mode = fc.constantFrom(...REVIEW_MODES);
    const order = ['write', 'ask', 'refuse'];
    fc.assert(
      fc.property(
        mode,
        mode,
        fc.constantFrom(...FOLDER_MARKS),
        fc.constantFrom(small, gone),
        (reviewMode, own, mark, file) => {
          const base = verdictOf(rules({ reviewMode, reviewClients: [known] }), 'Claude', { files: [file] });
          const tight = rules({
            reviewMode,
            reviewClients: [{ client: 'Claude', mode: own }],
            reviewFolders: [{ folder: 'In', mode: mark }],
          });
          const verdict = verdictOf(tight, 'Claude', { files: [file] });
          expect(order.indexOf(verdict)).toBeGreaterThanOrEqual(order.indexOf(base));
        },
      ),
      { numRuns: 100, seed: 6 },
    );
  });
});
