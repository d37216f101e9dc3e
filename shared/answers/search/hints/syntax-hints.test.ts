import { expect, it } from 'vitest';
import { LinkGraph } from '../../../graph/link-graph.ts';
import { NoteIndex } from '../../../index/note-index.ts';
import { eventLoopYield, runSteps, Slicer } from '../../../kit/concurrency/slices.ts';
import { parseNote } from '../../../markdown/parse-note.ts';
import { makeRecord, noteContent } from '../../../notes/note-record.ts';
import { NoteFullText } from '../../../search/words/fulltext.ts';
import type { VaultSource } from '../../../vault/vault-source.ts';
import { syntaxHints } from './syntax-hints.ts';

const NOTES = 200;

function parts(): { index: NoteIndex; source: VaultSource; slicer: Slicer; looks: () => number } {
  const index = new NoteIndex({ graph: new LinkGraph(), fulltext: new NoteFullText() });
  let looks = 0;
  for (let id = 0; id < NOTES; id++) {
    const file = { path: `${id}.md`, kind: 'note', visibility: 'visible', size: 1, mtimeMs: 1, createdMs: 1 } as const;
    const record = makeRecord(id, file, '', noteContent(parseNote('---\nMood: good\n---\n'), []));
    const { frontmatter } = record;
    Object.defineProperty(record, 'frontmatter', { get: () => (looks++, frontmatter) });
    runSteps(index.changeFiles([file.path], []));
    runSteps(index.putRecord(record));
  }
  const source = { rulesVersion: 1 } as VaultSource;
  return { index, source, slicer: new Slicer(5, eventLoopYield()), looks: () => looks };
}

it('a field is a filter if notes have such a property, in any letter case', async () => {
  const vault = parts();
  expect(await syntaxHints(vault, 'mood:good tea')).toEqual([expect.stringContaining('`mood:good` was read as words')]);
  expect(await syntaxHints(vault, 'moods:good tea')).toEqual([]);
});

it('many fields do not take a look at all notes each', async () => {
  const vault = parts();
  const query = Array.from({ length: 50 }, (_, i) => `field${i}:x`).join(' ');
  for (let time = 0; time < 3; time++) expect(await syntaxHints(vault, query)).toEqual([]);
  expect(vault.looks()).toBeLessThan(5 * NOTES);
});
