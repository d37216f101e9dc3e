import { describe, expect, it } from 'vitest';
import { eventLoopYield, runSteps, Slicer } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { Tokenizer } from '../../search/words/terms/tokenizer.ts';
import { NearCopies } from './near-copies.ts';
import { sharedWords, wordBagOf } from './word-bag.ts';

const PROSE =
  'Sourdough bread needs flour, water, salt and a starter. Knead the dough, let it rise, then bake the loaf in a hot oven.';

function noteOf(text: string, hash = text): NoteRecord {
  const words = text.split(/\s+/u).filter((word) => word !== '').length;
  return { path: `${text}.md`, hash, words, chunkCount: text === '' ? 0 : 1 } as NoteRecord;
}

/** How alike two texts are, and whether they are near copies; texts that were read. */
function comparing(): { areCopies: (a: string, b: string) => Promise<boolean>; read: string[] } {
  const read: string[] = [];
  const copies = new NearCopies({
    slicer: new Slicer(5, eventLoopYield()),
    readTexts: ({ hash }) => {
      read.push(hash);
      return Promise.resolve([hash]);
    },
  });
  return { read, areCopies: (a, b) => copies.areCopies(noteOf(a), noteOf(b)) };
}

describe('near copies', () => {
  it('have nearly all words in common', async () => {
    const { areCopies } = comparing();
    expect(await areCopies(PROSE, PROSE.replace('hot', 'warm'))).toBe(true);
    expect(await areCopies(PROSE, `${PROSE} Let it cool for an hour.`)).toBe(false);
    expect(await areCopies(PROSE, `${PROSE.slice(0, 60)} Something else is said about the rest of it all.`)).toBe(
      false,
    );
  });

  it('do not include short notes that differ in a word', async () => {
    const { areCopies } = comparing();
    expect(await areCopies('Call Anna about the kitchen', 'Call Peter about the kitchen')).toBe(false);
    expect(await areCopies('Invoice 1041 paid', 'Invoice 1042 paid')).toBe(false);
    expect(await areCopies('Call Anna about the kitchen', 'call Anna: about the kitchen!')).toBe(true);
  });

  it('are told in scripts without blanks, too', async () => {
    const { areCopies } = comparing();
    const text = '小麦粉と水と塩でパンの生地をこねて、一晩寝かせてから熱い窯で焼き上げる。';
    expect(await areCopies(text, text.replace('。', ''))).toBe(true);
    expect(await areCopies(text, '帆船には帆柱と竜骨と舵がある。帆を上げて風上に向かって間切って進んでゆく。')).toBe(
      false,
    );
  });

  it('are not looked for in notes of different lengths, and each text is read once', async () => {
    const { areCopies, read } = comparing();
    expect(await areCopies(PROSE, PROSE.slice(0, 40))).toBe(false);
    expect(read).toEqual([]);
    for (const word of ['warm', 'cold']) await areCopies(PROSE, PROSE.replace('hot', word));
    expect(read.filter((text) => text === PROSE)).toHaveLength(1);
  });

  it('do not include notes that can no longer be read, nor notes without words', async () => {
    const slicer = new Slicer(5, eventLoopYield());
    const gone = new NearCopies({ slicer, readTexts: () => Promise.resolve(null) });
    expect(await gone.areCopies(noteOf('one two', '1'), noteOf('one two', '2'))).toBe(false);
    expect(await gone.areCopies(noteOf('', '1'), noteOf('', '1'))).toBe(false);
    const bag = (text: string): Uint32Array => runSteps(wordBagOf([text], new Tokenizer()));
    expect(sharedWords(bag('---'), bag('***'))).toBe(0);
    expect(sharedWords(bag('a b b c'), bag('b c c d'))).toBe(0.5);
  });
});
