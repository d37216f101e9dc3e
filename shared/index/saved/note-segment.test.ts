import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { heldBytes } from '../../kit/memory/kept-test-kit.ts';
import { chunkNote } from '../../markdown/chunks/chunker.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import {
  changedRecord,
  makeRecord,
  noteContent,
  unreadableContent,
  type NoteContent,
  type NoteRecord,
} from '../../notes/note-record.ts';
import { decodeRecords, encodeRecords } from './note-segment.ts';

function recordOf(id: number, content: NoteContent): NoteRecord {
  const file = { path: `${id}.md`, kind: 'note', visibility: 'visible', size: 1, mtimeMs: 2, createdMs: 2 } as const;
  return makeRecord(id, file, 'hash', content);
}

function recordWith(id: number, links: number): NoteRecord {
  return recordOf(id, {
    ...unreadableContent(['a warning']),
    links: Array.from({ length: links }, (_, i) => ({ target: `Note "${i}"\n`, line: i + 1 })),
  });
}

function saved(records: readonly NoteRecord[]): NoteRecord[] {
  const { links, details, records: heads } = runSteps(encodeRecords(records));
  const sections = { records: Buffer.concat(heads), links: Buffer.concat(links), details: Buffer.concat(details) };
  return runSteps(decodeRecords(sections));
}

const unchanged = (record: NoteRecord): NoteRecord => changedRecord(record, {});

describe('records on disk', () => {
  it.each([[[0, 1, 2]], [[10_001]], [[3, 25_000, 0, 10_000, 30_000]], [Array<number>(40).fill(1)]])(
    'come back as they were, with %j links',
    (counts) => {
      const records = counts.map((links, id) => recordWith(id, links));
      expect(saved(records).map(unchanged)).toEqual(records);
    },
  );

  it('keep all that a note has, also if they are saved again before anybody has asked', () => {
    const text =
      '---\ntags: [a]\naliases: [é]\n---\n# One [[x|y]]\n\n- [ ] do ![[b]] #c\n\nwords and [more](https://a.org) words ^id\n';
    const parsed = parseNote(text);
    const content = noteContent(parsed, chunkNote(text, parsed));
    const part = { bytes: 1, hash: 'h', lineEnds: 1, links: 1, headings: 1, tasks: 1, chunks: 1, tags: 1, blockIds: 1 };
    const parts = [{ ...part, addresses: 1, warnings: 0, words: 3 }];
    const record = recordOf(7, { ...content, language: 'en', parts });
    expect(record).toMatchObject({ addresses: [{}], blockIds: ['id'], tasks: [{}], headings: [{}], chunkCount: 1 });
    expect(saved(saved([record])).map(unchanged)).toEqual([record]);
  });

  it('tell without parsing their details that a note has no tasks', () => {
    const { records, links, details } = runSteps(encodeRecords([recordWith(1, 0)]));
    const damaged = Buffer.concat(details).toString().replace('"headings":[', '"headings":?');
    const sections = { records: Buffer.concat(records), links: Buffer.concat(links), details: Buffer.from(damaged) };
    const [record] = runSteps(decodeRecords(sections));
    expect(record?.tasks).toEqual([]);
    expect(() => record?.headings).toThrow(SyntaxError);
  });

  it('have one copy in memory of a link that many notes have', () => {
    const target = 'A folder with a long name/A note with a long name '.repeat(40);
    const note = (id: number): NoteRecord => recordOf(id, { ...unreadableContent([]), links: [{ target, line: 1 }] });
    const found = saved(Array.from({ length: 2_000 }, (_, id) => note(id)));
    const before = heldBytes();
    for (const { links } of found) expect(links[0]?.target.length).toBe(target.length);
    expect(heldBytes() - before).toBeLessThan((2_000 * target.length) / 4);
  });

  it('are refused if a line is missing or cut off', () => {
    const { records, links, details } = runSteps(encodeRecords([recordWith(1, 2), recordWith(2, 0)]));
    const sections = { records: Buffer.concat(records), links: Buffer.concat(links), details: Buffer.concat(details) };
    for (const name of ['records', 'links', 'details'] as const) {
      const shorter = { ...sections, [name]: sections[name].subarray(0, -1) };
      expect(() => runSteps(decodeRecords(shorter))).toThrow();
    }
  });
});
