import { describe, expect, it } from 'vitest';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import { eventLoopYield, runSteps, Slicer } from '../../kit/concurrency/slices.ts';
import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import { makeRecord } from '../../notes/note-record.ts';
import { InvertedIndex } from '../../search/words/inverted-index.ts';
import type { VaultFile } from '../../vault/vault-source.ts';
import { noteDocument } from '../note-document.ts';
import { packChunkTexts } from '../saved/chunk-texts.ts';
import { draftHere, NoteDrafts } from './note-drafts.ts';

const slicer = new Slicer(8, eventLoopYield());
const encoder = new TextEncoder();
const NOTES = [
  '---\ntitle: Oak\naliases: [Quercus]\ntags: [tree]\nkind: "hard\u0000wood"\n---\n# Leaves\n\n- [x] green [[Ash]] #todo\n',
  '# 知识库\n\nEin Baum, été, wi-fi \uFFFD.\n',
  '',
  `${'Many words, one after another. '.repeat(2_000)}\n`,
  ...Array.from({ length: 30 }, (_, i) => `# Note ${String(i)}\n\nword${String(i)} and oak\n`),
];

/** Workers as the app has them. */
const spawnAsInTheApp: SpawnWorker = (code, name) => spawnNodeWorker(`self.deflateSync = undefined;\n${code}`, name);

describe('drafts of workers', () => {
  it.each([
    ['under Node', spawnNodeWorker, 2],
    ['in the app', spawnAsInTheApp, 2],
    ['of several', spawnNodeWorker, 3],
  ])('are those made here, and make the same index: %s', async (_where, spawnWorker, workers) => {
    const drafts = new NoteDrafts(spawnWorker, slicer, workers);
    const [here, theirs] = [new InvertedIndex(), new InvertedIndex()];
    const asked = NOTES.map((text, i) => drafts.draft(encoder.encode(text), 'note', fileAt(i)));
    for (const [i, text] of NOTES.entries()) {
      const expected = await draftHere(encoder.encode(text), 'note', slicer);
      const draft = await (asked[i] as (typeof asked)[0]);
      expect(draft.content).toEqual(expected.content);
      expect(draft.pages ?? runSteps(packChunkTexts(draft.chunkTexts))).toEqual(
        runSteps(packChunkTexts(expected.chunkTexts)),
      );
      expect(draft.pages === undefined).toBe(spawnWorker === spawnAsInTheApp);
      const document = noteDocument(makeRecord(i, fileAt(i), '', expected.content), expected.chunkTexts);
      const { terms } = draft;
      if (terms === undefined) throw new Error('It was not cut into terms.');
      runSteps(here.insert(i, document));
      runSteps(theirs.insert(i, { ...document, chunks: [], terms }));
    }
    drafts.end();
    expect(runSteps(theirs.freeze('segment'))).toEqual(runSteps(here.freeze('segment')));
  });

  it.each([
    ['under Node', spawnNodeWorker, true],
    ['in the app', spawnAsInTheApp, false],
  ])('are not cut into terms if there is only one worker: %s', async (_where, spawnWorker, packs) => {
    const drafts = new NoteDrafts(spawnWorker, slicer, 1);
    const made = await Promise.all(NOTES.map((text, i) => drafts.draft(encoder.encode(text), 'note', fileAt(i))));
    drafts.end();
    for (const [i, text] of NOTES.entries()) {
      const expected = await draftHere(encoder.encode(text), 'note', slicer);
      const pages = runSteps(packChunkTexts(expected.chunkTexts));
      expect(made[i]).toEqual({ ...expected, ...(packs ? { pages } : {}) });
    }
  });

  it('have neither terms nor texts if search is not to find the note', async () => {
    const drafts = new NoteDrafts(spawnNodeWorker, slicer, 1);
    const draft = await drafts.draft(encoder.encode(NOTES[0]), 'note', { ...fileAt(0), visibility: 'excluded' });
    drafts.end();
    const { content } = await draftHere(encoder.encode(NOTES[0]), 'note', slicer);
    expect(draft).toEqual({ content, chunkTexts: [] });
  });

  it.each([
    [
      'cannot be started',
      () => {
        throw new Error('no workers here');
      },
    ],
    [
      'fails',
      ((_code, name) =>
        spawnNodeWorker('self.onmessage = () => { throw new Error("out of luck"); };', name)) satisfies SpawnWorker,
    ],
  ])('are made here if a worker %s', async (_what, spawnWorker: SpawnWorker) => {
    const drafts = new NoteDrafts(spawnWorker, slicer, 2);
    const made = await Promise.all(NOTES.map((text, i) => drafts.draft(encoder.encode(text), 'note', fileAt(i))));
    drafts.end();
    for (const [i, text] of NOTES.entries())
      expect(made[i]).toEqual(await draftHere(encoder.encode(text), 'note', slicer));
  });
});

function fileAt(i: number): VaultFile {
  return { path: `Note ${String(i)}.md`, kind: 'note', visibility: 'visible', size: 0, mtimeMs: 0, createdMs: 0 };
}
