import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftNoteSteps } from '../../index/drafts/note-draft.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { makeRecord } from '../../notes/note-record.ts';
import { passagesFor, wordsFoundBy } from '../../search/words/excerpts/excerpt.ts';
import type { RankedHit } from './ranked-hit.ts';
import { matchLineFor } from './match-line.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The line for a query in one chunk of a note, and how often its file was read. */
async function find(
  query: string,
  note: string | Uint8Array,
  chunk = 0,
  matchedBy: RankedHit['matchedBy'] = ['fulltext'],
): Promise<{ line: number; reads: number }> {
  const bytes = typeof note === 'string' ? encode(note) : note;
  const { content, chunkTexts } = runSteps(draftNoteSteps(bytes));
  const file = {
    path: 'N.md',
    size: bytes.length,
    mtimeMs: 1,
    createdMs: 1,
    kind: 'note',
    visibility: 'visible',
  } as const;
  let reads = 0;
  const lineOf = matchLineFor(query, () => {
    reads += 1;
    return Promise.resolve(bytes);
  });
  const record = makeRecord(1, file, '', content);
  const line = await lineOf({ record, chunk, matchedBy }, passagesFor(query)(chunkTexts[chunk] ?? ''));
  return { line, reads };
}

describe('the line of a match', () => {
  it('is the first line of the chunk with most of the words, headings included; no file is read for it', async () => {
    const text = '# Boats\n\nOne boat.\nThe seams of a boat.\nBoat seams.\nSeams of many boats.\n# Many\n\nmore';
    expect(await find('seams boat', text)).toEqual({ line: 4, reads: 0 });
    expect(await find('boat', text)).toEqual({ line: 1, reads: 0 });
    expect(await find('many', text)).toEqual({ line: 6, reads: 0 });
    expect(await find('many', text, 1)).toEqual({ line: 7, reads: 0 });
  });

  it('is the first where most of the quoted phrases begin, headings included', async () => {
    const text = '# Seams\n\nMany seams, one boat, long.\nA long boat\nand a row\nboat.\n\nLong boat, row boat.';
    expect(await find('"long boat" many seams', text)).toEqual({ line: 4, reads: 0 });
    expect(await find('"a row boat" many seams', text)).toEqual({ line: 5, reads: 0 });
    expect(await find('"row boat" "long boat" seams', text)).toEqual({ line: 8, reads: 0 });
    expect(await find('"long boat"', '# Long boats\n\nA boat, long.\nBoat, long')).toEqual({ line: 1, reads: 0 });
    expect(await find('"長い船"', '長い、船\n船は長い\n長い船だ')).toEqual({ line: 3, reads: 0 });
  });

  it('is that of a heading with no text under it, if nothing else has the words', async () => {
    expect(await find('zorbix', 'para\n\n## Zorbix five\n')).toEqual({ line: 3, reads: 0 });
    expect(await find('"Zorbix five"', '---\nzorbix: 1\n---\npara\n\n## Zorbix\n## Zorbix five\n# End\n\nend')).toEqual(
      { line: 7, reads: 0 },
    );
  });

  it('stays in a passage that was found by meaning alone, even if a heading or property has the words', async () => {
    const text = '# Boats\n\nA mast.\n\n# Winter\n\nSnow in the harbour.\n\n# Seams\n\nCaulked.';
    for (const query of ['boats', 'seams']) {
      expect((await find(query, text, 1, ['semantic'])).line).toBe(5);
      expect((await find(`${query} harbour`, text, 1, ['semantic'])).line).toBe(7);
    }
    expect((await find('zorbix', 'para\n\n## Zorbix five\n', 0, ['semantic'])).line).toBe(1);
    expect(await find('waiting', '---\nstatus: waiting\n---\nText.', 0, ['semantic'])).toEqual({ line: 4, reads: 0 });
    expect(await find('waiting', '---\nstatus: waiting\n---\nText.', 0, ['semantic'])).toEqual({ line: 4, reads: 0 });
  });

  it('counts lines that are not shown', async () => {
    expect((await find('boat', 'A start %%of\na comment%%, then\n\n%%\n\n\n%%\n\na boat\n%%\nend%%\nbelow')).line).toBe(
      9,
    );
  });

  it('is a line above the body if only properties have the words', async () => {
    const text = '---\nstatus: waiting\n---\nText.';
    expect(await find('waiting', text)).toEqual({ line: 2, reads: 1 });
    expect(await find('waiting', '---\nstatus: waiting\n---\n')).toEqual({ line: 2, reads: 1 });
    expect(await find('waiting', '---\r\naliases: [b]\r\nstatus: waiting\r\n---\r\nText.')).toEqual({
      line: 3,
      reads: 1,
    });
  });

  it('is that of a property that has more of the words than any line of the chunk, beyond those of its names', async () => {
    const text = '---\nphone: "+49 170 1234567"\ntitle: Anna\n---\nCalls.\n\nOr 0170/1234567.\n';
    expect(await find('+49 170 1234567', text)).toEqual({ line: 2, reads: 1 });
    expect(await find('1234567', text)).toEqual({ line: 7, reads: 0 });
    expect(await find('+49 170 1234567', text, 0, ['semantic'])).toEqual({ line: 7, reads: 0 });
    expect((await find('"170 1234567"', text)).line).toBe(2);
    const named = '---\nsource: Boat seams\naliases: [Boat]\n---\nMany seams.\n';
    expect(await find('boat seams', named)).toEqual({ line: 5, reads: 0 });
  });

  it('is a line above the body of a long note too, whatever its bytes', async () => {
    const long = 'A line of a long note, ää.\n'.repeat(20_000);
    expect(await find('waiting', `---\nplace: Überlingen 🏔️\nstatus: waiting\n---\n${long}`)).toEqual({
      line: 3,
      reads: 1,
    });
    const cut = Uint8Array.from([
      0xef,
      0xbb,
      0xbf,
      ...encode('---\na: 日本\nb: waiting\n---\n日'),
      0xe9,
      ...encode(long),
    ]);
    expect((await find('waiting', cut)).line).toBe(3);
  });

  it('is the first of the chunk if nothing has them', async () => {
    expect(await find('missing', '---\nstatus: waiting\n---\n\n# A\n\nText.')).toEqual({ line: 5, reads: 0 });
  });

  it('is found in a note with a mark of its byte order and bytes that are not UTF-8', async () => {
    const note = Uint8Array.from([
      0xef,
      0xbb,
      0xbf,
      ...encode('one\ncaf'),
      0xe9,
      0x0a,
      0xf0,
      0x9f,
      0x0a,
      ...encode('boat'),
    ]);
    expect((await find('boat', note)).line).toBe(4);
    expect((await find('one', note)).line).toBe(1);
  });

  it.each([[['\n']], [['\n', '\r\n', '\r']]])(
    'is the same as by asking each line, with line ends %j',
    async (lineEnds) => {
      const word = fc.constantFrom('boat', 'Boats', 'seam', 'VaultSeam', 'x', 'äh', 'well-kept');
      const line = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
      const lines = fc.array(fc.tuple(line, fc.constantFrom(...lineEnds)), { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(lines, async (given) => {
          const text = given.map(([content, end]) => content + end).join('');
          const { content } = runSteps(draftNoteSteps(encode(text)));
          const [place] = content.chunks;
          fc.pre(place !== undefined);
          const sizes = text.split(/\r\n|\n|\r/).map((shown) => wordsFoundBy('boat seam kept')(shown).size);
          const inChunk = sizes.slice(place.startLine - 1, place.endLine);
          const most = Math.max(...inChunk);
          const expected = most === 0 ? place.startLine : place.startLine + inChunk.indexOf(most);
          expect((await find('boat seam kept', text)).line).toBe(expected);
        }),
      );
    },
  );
});
