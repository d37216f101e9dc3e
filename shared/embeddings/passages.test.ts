import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { chunkNote } from '../markdown/chunks/chunker.ts';
import { parseNote } from '../markdown/parse-note.ts';
import { makeRecord, noteContent } from '../notes/note-record.ts';
import { beginningsOf, notePassages, passageTexts, type Passage } from './passages.ts';

const passage = (text: string, chunks: number[]): Passage => ({ text, key: `key of ${text}`, chunks });
const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

describe('the beginnings of the passages of a note', () => {
  it('are the first twenty words of the first one and the first fifteen of the others, for the same chunks', () => {
    const beginnings = beginningsOf([
      passage(`Title > Heading\n${words(60)}`, [2, 3]),
      passage(`Title > Other\n${words(60)}`, [5]),
    ]);
    expect(beginnings.map(({ text }) => text)).toEqual([
      `Title > Heading\n${words(17)}`,
      `Title > Other\n${words(12)}`,
    ]);
    expect(beginnings.map(({ chunks }) => chunks)).toEqual([[2, 3], [5]]);
  });

  it('are all of short passages, and known by their content', () => {
    const [short] = beginningsOf([passage('Title\nA line.', [0])]);
    const [same] = beginningsOf([passage('Title\nA line.', [7])]);
    expect(short?.text).toBe('Title\nA line.');
    expect(short?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(same?.key).toBe(short?.key);
  });

  it('are none of none', () => {
    expect(beginningsOf([])).toEqual([]);
  });
});

describe('the texts of some chunks', () => {
  it('are those of the passages that the chunks are, in any order', () => {
    const text = `Before any heading.\n\n# One\n\n${words(150)}\n\n## Two\n\nShort.\n\n# Three\n\n${words(100)}\n`;
    const parsed = parseNote(text);
    const chunks = chunkNote(text, parsed);
    const content = noteContent(parsed, chunks);
    const file = { path: 'Shed/Plan.md', size: text.length, mtimeMs: 0, createdMs: 0 };
    const record = makeRecord(1, { ...file, kind: 'note', visibility: 'visible' }, '', content);
    const texts = chunks.map((chunk) => chunk.text);
    const passages = runSteps(notePassages(record, texts));
    expect(passages.length).toBeGreaterThan(3);
    const some = [...passages.keys()].filter((chunk) => chunk % 2 === 0).reverse();
    expect(passageTexts(record, texts, some)).toEqual(some.map((chunk) => passages[chunk]?.text));
    expect(passageTexts(record, texts, some)).toContainEqual(expect.stringMatching(/^Plan > (?:One|Three)/u));
    expect(passageTexts(record, texts, [])).toEqual([]);
  });
});
