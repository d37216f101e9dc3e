import { describe, expect, it } from 'vitest';
import { makeRecord, noteContent } from '../../notes/note-record.ts';
import { markedBox } from '../../markdown/text-marks.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { passagesFor } from '../../search/words/excerpts/excerpt.ts';
import { hitExcerptsFor } from './hit-excerpt.ts';
import type { RankedHit } from './ranked-hit.ts';

function excerptOf(
  query: string,
  text: string,
  chunkText: string,
  matchedBy: RankedHit['matchedBy'] = ['fulltext'],
  chunks: { startLine: number; endLine: number; text: string }[] = [],
): string {
  const record = makeRecord(
    1,
    { path: 'Note.md', size: 1, mtimeMs: 1, createdMs: 1, kind: 'note', visibility: 'visible' },
    '',
    noteContent(parseNote(text), chunks),
  );
  return hitExcerptsFor(query)({ record, chunk: 0, score: 1, matchedBy }, passagesFor(query)(chunkText));
}

const BODY = 'The beginning of the text, about apples.';

describe('the excerpt of a hit', () => {
  it('in properties alone names them with their values', () => {
    expect(excerptOf('active', '---\nstatus: active\n---\n', BODY)).toBe('status: active');
    expect(excerptOf('anna bert', '---\nowner:\n  - Anna\n  - Zoe\nmeta:\n  by: Bert\n---\n', BODY)).toBe(
      'owner: Anna · meta.by: Bert',
    );
    expect(excerptOf('2026-11-22', '---\ndue: 2026-11-22\n---\n', '')).toBe('due: 2026-11-22');
    expect(excerptOf('act*', '---\nstatus: active\n---\n', BODY)).toBe('status: active');
  });

  it('in the text is of the text, even if the properties match as well', () => {
    expect(excerptOf('apples', '---\nfruit: apples\n---\n', BODY)).toBe(BODY);
    expect(excerptOf('fruit', '---\nfruit: apples\n---\n', BODY)).toBe(BODY);
    expect(excerptOf('note', '---\ntopic: note\n---\n', BODY)).toBe(BODY);
    expect(excerptOf('plums', '---\ntopic: plums\n---\n# Plums\n', BODY)).toBe(BODY);
  });

  it('in both shows both', () => {
    expect(excerptOf('apples active', '---\nstatus: active\n---\n', BODY)).toBe(`status: active · ${BODY}`);
  });

  it('found by meaning alone is of the text', () => {
    expect(excerptOf('active', '---\nstatus: active\n---\n', BODY, ['semantic'])).toBe(BODY);
  });

  it('stays within its length', () => {
    const long = `---\n${'k'.repeat(90)}: ${'word '.repeat(90)}active\nother: active b\n---\n`;
    for (const chunk of [BODY, 'b '.repeat(300)]) {
      const excerpt = excerptOf('active b', long, chunk);
      expect(excerpt).toContain('active');
      expect(excerpt.length).toBeLessThanOrEqual(240);
    }
  });

  it('keeps the boxes of tasks', () => {
    expect(excerptOf('milk', '', `- ${markedBox(' ')} buy milk\n- ${markedBox('x')} pay rent`)).toBe(
      '- [ ] buy milk - [x] pay rent',
    );
  });

  it('is a heading with no text under it, if nothing else has the words', () => {
    const text = '# Top\n\npara\n\n## Zorbix five\n';
    const chunks = [{ startLine: 3, endLine: 3, text: 'para' }];
    expect(excerptOf('zorbix', text, 'para', ['fulltext'], chunks)).toBe('Zorbix five');
    expect(excerptOf('zorbix para', text, 'para', ['fulltext'], chunks)).toBe('para');
    expect(excerptOf('top', text, 'para', ['fulltext'], chunks)).toBe('para');
    expect(excerptOf('zorbix', text, 'para', ['semantic'], chunks)).toBe('para');
  });
});
