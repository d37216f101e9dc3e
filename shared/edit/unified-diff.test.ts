import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteLine, SETTINGS } from './edit-test-kit.ts';
import { unifiedDiff as diffOfBytes, type NoteDiff } from './unified-diff.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function unifiedDiff(
  path: string,
  before: string,
  after: string,
  options?: { newPath?: string; longest?: number },
): NoteDiff {
  return diffOfBytes(path, encode(before), encode(after), options);
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${String(index + 1)}`);

describe('the diff of a note', () => {
  it('shows three lines around a change', () => {
    const before = numbered(20);
    const after = before.with(9, 'changed');
    expect(unifiedDiff('a/b.md', `${before.join('\n')}\n`, `${after.join('\n')}\n`).diff).toBe(
      [
        '--- a/b.md',
        '+++ a/b.md',
        '@@ -7,7 +7,7 @@',
        ' line 7',
        ' line 8',
        ' line 9',
        '-line 10',
        '+changed',
        ' line 11',
        ' line 12',
        ' line 13',
        '',
      ].join('\n'),
    );
  });

  it('is empty if nothing differs', () => {
    expect(unifiedDiff('a.md', 'x\n', 'x\n')).toEqual({ diff: '' });
  });

  it('shows a path unescaped', () => {
    expect(unifiedDiff('Café 茶.md', 'x\n', 'y\n').diff).toMatch(/^--- Café 茶\.md\n\+\+\+ Café 茶\.md\n@@/);
  });

  it('names both paths of a move', () => {
    expect(unifiedDiff('a.md', 'x\n', 'y\n', { newPath: 'b.md' }).diff).toMatch(/^--- a\.md\n\+\+\+ b\.md\n/);
  });

  it('shows if the final newline is missing', () => {
    expect(unifiedDiff('a.md', 'x', 'y').diff).toBe(
      '--- a.md\n+++ a.md\n@@ -1,1 +1,1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n',
    );
  });

  it('ignores line ends, unless they are the only difference', () => {
    expect(unifiedDiff('a.md', 'x\r\ny\r\n', 'x\r\nz\r\n').diff).not.toContain('\r');
    expect(unifiedDiff('a.md', 'x\r\n', 'x\n').diff).toContain('-x␍␊\n+x\n');
  });

  it('is cut at a line, and says so', () => {
    const { diff, diffTruncated } = unifiedDiff('a.md', '', `${numbered(2000).join('\n')}\n`);
    expect(diffTruncated).toBe(true);
    expect(diff.length).toBeLessThanOrEqual(4000);
    expect(diff).toMatch(/\n\+line \d+\n$/);
    expect(unifiedDiff('a.md', '', 'x\n'.repeat(2000), { longest: Infinity }).diffTruncated).toBeUndefined();
  });

  it('turns the old text into the new one', () => {
    fc.assert(
      fc.property(
        fc.array(noteLine, { maxLength: 20 }),
        fc.array(noteLine, { maxLength: 4 }),
        fc.nat(20),
        fc.nat(4),
        fc.boolean(),
        fc.boolean(),
        (lines, added, at, removed, isClosed, isNowClosed) => {
          const before = lines.join('\n') + (isClosed ? '\n' : '');
          const after = lines.toSpliced(at, removed, ...added).join('\n') + (isNowClosed ? '\n' : '');
          const { diff } = unifiedDiff('a.md', before, after, { longest: Infinity });
          expect(diff === '' ? before : applyPatch(before, diff, { autoConvertLineEndings: false })).toBe(after);
        },
      ),
      SETTINGS,
    );
  });

  it('turns the old text into the new one if it is too long to compare', () => {
    const before = `same\nsame\n${numbered(3000).join('\n')}\nend\n`;
    const after = `same\nsame\n${numbered(3000)
      .map((line) => `${line}!`)
      .join('\n')}\nend\n`;
    expect(applyPatch(before, unifiedDiff('a.md', before, after, { longest: Infinity }).diff)).toBe(after);
    expect(applyPatch('', unifiedDiff('a.md', '', after, { longest: Infinity }).diff)).toBe(after);
    expect(applyPatch(after, unifiedDiff('a.md', after, '', { longest: Infinity }).diff)).toBe('');
  });
});
