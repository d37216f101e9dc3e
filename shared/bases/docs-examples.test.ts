import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { entry, runBaseText } from './base-test-kit.ts';

const DOCS = fileURLToPath(new URL('../../docs/bases.md', import.meta.url));
const NOTES = [
  entry('Books/Emma.md', { author: '[[Jane Austen]]', rating: 5, status: 'open' }, { tags: ['#book'] }),
  entry('Books/Dune.md', { rating: 4, pages: 412 }, { tags: ['#book'] }),
  entry('Archive/Old.md', { status: 'open' }, { tags: ['#book'] }),
];

describe('the examples of docs/bases.md', async () => {
  const blocks = [...(await readFile(DOCS, 'utf8')).matchAll(/```(yaml|json)\n(.*?)```/gs)];
  const bases = blocks.filter(([, language]) => language === 'yaml').map(([, , text]) => text ?? '');
  const answer = JSON.parse(blocks.find(([, language]) => language === 'json')?.[2] ?? '') as {
    rows: unknown;
    total: number;
  };

  it('give the same rows in both spellings', () => {
    expect(bases).toHaveLength(2);
    for (const yaml of bases)
      expect(runBaseText(yaml, 'Reading list', NOTES).rows.map(({ file }) => file.name)).toEqual(['Emma']);
  });

  it('give the answer shown', () => {
    expect(runBaseText(bases[1] ?? '', 'Reading list', NOTES)).toEqual({ rows: answer.rows, total: answer.total });
  });
});
