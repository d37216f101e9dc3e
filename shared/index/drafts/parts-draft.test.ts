import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HIDDEN_LINE_END } from '../../markdown/text-marks.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { unpackChunks } from '../saved/chunk-texts.ts';
import { draftNoteSteps, type NoteDraft } from './note-draft.ts';
import { draftInParts, readTexts, type KnownTexts } from './parts-draft.ts';

/** Long enough that the parser cuts between every four or so. */
const FILLER = `${'Plain words of a paragraph, one after another, for a while. '.repeat(140)}\n\n`;
const LONG = `${'long '.repeat(9000)}\n`;
/** The smallest part: every place where a note may be cut. */
const SMALL = 1;

const fragment = fc.constantFrom(
  '# Heading [[A]]\n',
  '## Another #tag\n\n',
  '- item [[B|b]]\n- [ ] open #todo 📅 2026-01-01 ^id\n  - [x] below\n',
  '```\n[[not a link]]\n',
  '```\n',
  '~~~\n',
  '%%\nhidden [[C]]\n',
  '%%\n',
  '%% short [[D]] %%\n',
  '<!--\n',
  '-->\n',
  '$$\nx\n',
  '$$\n',
  'It costs $$5.\n',
  '> quote\n> $$\n',
  '| a | b |\n|---|---|\n| [[E]] | c |\n\n',
  '---\n',
  'Setext\n===\n',
  '===\n',
  '    indented [[F]]\n',
  'é ünïcödé 日本語 😀 #日本\n',
  '<div>\n[[G]]\n</div>\n\n',
  '[^1]: a footnote [[H]]\n\n',
  '\r\nwindows [[I]]\r\n',
  'old mac\r[[J]]\r',
);
const start = fc.constantFrom('', '---\ntags: [x]\n---\n', '---\nopen: yes\n', '\uFEFF');
const blocks = fc.array(fc.oneof(fragment, fc.constant('FILLER'), fc.constant('LONG')), {
  minLength: 1,
  maxLength: 40,
});

function textOf(pieces: readonly string[]): string {
  return pieces.map((piece) => (piece === 'FILLER' ? FILLER : piece === 'LONG' ? LONG : piece)).join('');
}

function inParts(text: string, before: NoteDraft | null = null): NoteDraft {
  const draft = runSteps(draftInParts(Buffer.from(text), before?.content ?? null, SMALL));
  if (draft === null) throw new Error('It was not read in parts.');
  return draft;
}

async function textsOf(text: string, draft: NoteDraft, known?: KnownTexts): Promise<string[]> {
  const texts: string[] = [];
  for (const { firstChunk, bytes } of runSteps(readTexts(Buffer.from(text), draft, known))) {
    expect(firstChunk).toBe(texts.length);
    texts.push(...(await unpackChunks(bytes)));
  }
  return texts;
}

/** Which line ends are hidden depends on where chunks begin. */
const words = (texts: Iterable<string>): string =>
  [...texts].join(' ').replaceAll(HIDDEN_LINE_END, '').replace(/\s+/g, ' ').trim();

describe('a note read in parts', () => {
  it('is the same as one read in one go, but for where chunks are cut between parts', async () => {
    await fc.assert(
      fc.asyncProperty(start, blocks, async (first, pieces) => {
        const text = first + textOf(pieces);
        const whole = runSteps(draftNoteSteps(Buffer.from(text)));
        const draft = inParts(text);
        // A note this short is told apart by fewer chunks, if its first part has fewer.
        const { parts, chunks, language: _inParts, ...content } = draft.content;
        const { chunks: _, language: _whole, ...expected } = whole.content;
        expect(content).toEqual(expected);
        expect(words(draft.chunkTexts)).toBe(words(whole.chunkTexts));
        expect(chunks).toHaveLength([...draft.chunkTexts].length);
        expect(await textsOf(text, draft)).toEqual([...draft.chunkTexts].map((chunk) => chunk.replaceAll('\0', ' ')));
        for (const part of parts ?? []) expect(part.bytes).toBeLessThan(Buffer.byteLength(text));
      }),
      { numRuns: 8 },
    );
  });

  it('is the same also if a formula is left open in a quote that ends before its second mark', () => {
    const text = `> quote\n> $$\n${LONG}$$\nx\n${LONG}`;
    const [whole, draft] = [runSteps(draftNoteSteps(Buffer.from(text))), inParts(text)];
    expect(words(whole.chunkTexts)).toMatch(/^quote \$\$ long/u);
    expect(words(draft.chunkTexts)).toBe(words(whole.chunkTexts));
  });

  it('takes over leading parts that have not changed, and reads the rest as if for the first time', async () => {
    await fc.assert(
      fc.asyncProperty(start, blocks, blocks, blocks, fc.nat(), async (first, a, b, c, at) => {
        const [head, tail, other] = [first + textOf(a), textOf(b), textOf(c)];
        const before = inParts(head + tail);
        const cut = at % 3 === 0 ? head.length + tail.length : at % (head.length + 1);
        const text = Buffer.from((head + tail).slice(0, cut)).toString() + other + (at % 2 === 0 ? tail : '');
        const resumed = inParts(text, before);
        const afresh = inParts(text);
        expect(resumed.content).toEqual(afresh.content);
        const texts = await textsOf(text, afresh);
        expect(await textsOf(text, resumed)).toEqual(texts);
        const pages = runSteps(readTexts(Buffer.from(head + tail), before));
        for (const parts of [1, resumed.reused ?? 0])
          expect(await textsOf(text, resumed, { parts, pages })).toEqual(texts);
      }),
      { numRuns: 8 },
    );
  });

  it('parses only the end again after an append', () => {
    const text = `# One\n\n${FILLER.repeat(40)}`;
    const before = inParts(text);
    expect(before.reused).toBe(0);
    expect(before.content.parts?.length).toBeGreaterThan(5);
    const after = inParts(`${text}See [[New]].\n`, before);
    expect(after.reused).toBe((before.content.parts?.length ?? 0) - 1);
    expect(after.content.links).toEqual([{ target: 'New', line: 83 }]);
  });

  it.each([
    ['defines link references', `[a]: b.md\n\n${FILLER.repeat(8)}`],
    ['defines one at its end', `${FILLER.repeat(8)}[a]: b.md\n`],
  ])('is not read in parts if it %s', (_, text) => {
    expect(runSteps(draftInParts(Buffer.from(text), null, SMALL))).toBeNull();
  });

  it('is not read in parts if it is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from(FILLER.repeat(8)), Buffer.from([0xff, 0x0a])]);
    expect(runSteps(draftInParts(bytes, null, SMALL))).toBeNull();
  });
});
