import {
  ftruncateSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsPiece, overwriteUnchanged, rewriteOf, type Outcome } from './overwrite.ts';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vault-loom-overwrite-'));
  file = join(folder, 'note.md');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rewrites the file; `meanwhile` runs between the last read and the first byte written. */
async function rewrite(before: string, after: string, meanwhile: () => void): Promise<Outcome> {
  const asked = rewriteOf(Buffer.from(before), Buffer.from(after));
  const handle = await open(file, asked.appends ? 'a+' : 'r+');
  return overwriteUnchanged(handle, asked, meanwhile).finally(() => handle.close());
}

const now = (): string => readFileSync(file, 'utf8');
const text = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
const runs = { seed: 7, numRuns: 300 };

it('gives the new text if nobody else writes', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      fc.pre(before !== after);
      writeFileSync(file, before);
      expect(await rewrite(before, after, () => undefined)).toEqual({ kind: 'done' });
      expect(now()).toBe(after);
    }),
    runs,
  );
});

it('writes nothing over a text it was not given, even if size and time are the same', async () => {
  writeFileSync(file, 'abd');
  let begun = false;
  expect(await rewrite('abc', 'abcd', () => (begun = true))).toEqual({ kind: 'changed' });
  expect([now(), begun]).toEqual(['abd', false]);
});

describe('a save in place between the last read and the write', () => {
  it('is noticed when it is complete, or is kept whole in front of the appended text', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (before, after, saved) => {
        fc.pre(before !== after && saved !== before && saved !== after);
        writeFileSync(file, before);
        const outcome = await rewrite(before, after, () => writeFileSync(file, saved));
        if (outcome.kind === 'done') expect(now()).toBe(after);
        if (rewriteOf(Buffer.from(before), Buffer.from(after)).appends)
          expect(now()).toBe(saved + after.slice(before.length));
        else if (outcome.kind === 'clashed') expect(outcome.overwrote || saved === '').toBe(true);
        // What looks finished may differ from the save only if the save agrees with the new text wherever we did not
        // write.
        if (outcome.kind === 'done') expect(isOverlaid(saved, after)).toBe(true);
      }),
      runs,
    );
  });

  it('is noticed when only the truncation is done, and is whole afterwards, or our piece is seen after it', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (before, after, saved) => {
        fc.pre(before.length > 1 && before !== after);
        writeFileSync(file, before);
        const saver = openSync(file, 'r+');
        const outcome = await rewrite(before, after, () => ftruncateSync(saver, 0));
        expect(outcome.kind).toBe('clashed');
        writeSync(saver, saved, 0);
        closeSync(saver);
        if (after.length > 1) expect(outcome).toMatchObject({ overwrote: false });
        if (outcome.kind === 'clashed' && !holdsPiece(readFileSync(file), outcome)) expect(now()).toBe(saved);
      }),
      runs,
    );
  });
});

it('sees its piece after a shorter text, and inside a longer one', async () => {
  writeFileSync(file, 'one two three');
  const over = await rewrite('one two three', 'one TWO three!', () =>
    writeFileSync(file, 'a very different text, and longer'),
  );
  expect(over).toMatchObject({ kind: 'clashed' });
  expect(over.kind === 'clashed' && holdsPiece(readFileSync(file), over)).toBe(true);

  writeFileSync(file, 'one two three');
  const behind = await rewrite('one two three', 'ONE two three', () => truncateSync(file));
  const saver = openSync(file, 'r+');
  writeSync(saver, 'short', 0);
  closeSync(saver);
  expect(behind.kind === 'clashed' && holdsPiece(readFileSync(file), behind)).toBe(true);
});

/** Whether the new text equals itself written over a save, byte for byte. */
function isOverlaid(saved: string, after: string): boolean {
  return saved.length <= after.length || saved.startsWith(after);
}
