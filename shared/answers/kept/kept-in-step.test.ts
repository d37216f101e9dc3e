import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkGraph } from '../../graph/link-graph.ts';
import { NoteIndex } from '../../index/note-index.ts';
import { eventLoopYield, runSteps, Slicer } from '../../kit/concurrency/slices.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { makeRecord, noteContent } from '../../notes/note-record.ts';
import { NoteFullText } from '../../search/words/fulltext.ts';
import type { VaultFile, VaultSource, Visibility } from '../../vault/vault-source.ts';
import { AttachmentRows } from './attachment-rows.ts';
import { HeadingWords } from './heading-words.ts';
import { keptInStep, type FileFacts } from './kept-in-step.ts';
import { LinkFacts } from './link-facts.ts';
import { NameWords } from './name-words.ts';
import { NoteRows } from './note-rows.ts';
import { VaultTallies } from './vault-tallies.ts';

const parts = (rulesVersion = 1): { slicer: Slicer; source: VaultSource } => ({
  slicer: new Slicer(5, eventLoopYield()),
  source: { rulesVersion } as VaultSource,
});

describe('facts kept in step with an index', () => {
  it('look at each file once, then only at those that changed', async () => {
    const vault = new TestVault();
    vault.put('A.md', 'x');
    vault.put('B.md', 'y');
    const looked: string[] = [];
    const facts = keptInStep(() => ({ update: (path): undefined => void looked.push(path) }));
    await facts(parts(), vault.index);
    expect(looked.splice(0).sort()).toEqual(['A.md', 'B.md']);
    await facts(parts(), vault.index);
    expect(looked).toEqual([]);
    vault.put('B.md', 'z');
    vault.remove('A.md');
    await facts(parts(), vault.index);
    expect(looked.splice(0).sort()).toEqual(['A.md', 'B.md']);
    await facts(parts(2), vault.index);
    expect(looked).toEqual(['B.md']);
  });

  it('are complete for each of several callers at once', async () => {
    const vault = new TestVault();
    for (let note = 0; note < 50; note++) vault.put(`${String(note)}.md`, 'x');
    const rows = keptInStep((index) => new NoteRows(index));
    const lists = await Promise.all([1, 2, 3].map(() => rows(parts(), vault.index)));
    expect(lists.map((list) => list.list().length)).toEqual([50, 50, 50]);
  });

  it('are those made from scratch, after any changes', async () => {
    const path = fc.constantFrom('A.md', 'In/B.md', 'In/Deep/C.md', 'pic.png', 'Board.base');
    const piece = fc.constantFrom(
      '# Plan',
      '# Plans',
      '# Planning PLANNING',
      '# planning',
      '# plannings',
      'rock ^rock',
      '[[A]] [[b]]',
      '[[A#Plan]] [[A#^rock]] [[#Plan]]',
      '[[B#Plan]] ![[pic.png]] ![[gone.png]]',
      '[[Missing]] [[missing]] [[pic.png]]',
      '#one #one/two',
      '#One/Two',
      '- [ ] open',
      '- [x] done\n- [-] dropped',
    );
    const properties = fc.constantFrom(
      '',
      '---\ntitle: Garden\naliases: [garden, Garten]\n---\n',
      '---\ntitle: GARDEN\naliases: [Gardens, Garten hof]\n---\n',
      '---\nstatus: a\ntags: [x/y]\n---\n',
      '---\nStatus: b\nrating: 3\n---\n',
      '---\nstatus: [a, b]\nday: 2026-01-01\nsee: "[[A]]"\n---\n',
    );
    const change = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(path, properties, fc.array(piece, { maxLength: 4 }), visibility) },
      fc.tuple(path),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(change, fc.boolean()), { maxLength: 15 }), async (changes) => {
        const vault = new TestVault();
        const kept = {
          links: keptInStep((index) => new LinkFacts(index)),
          tallies: keptInStep((index) => new VaultTallies(index)),
          files: keptInStep((index) => new AttachmentRows(index)),
          rows: keptInStep((index) => new NoteRows(index)),
          names: keptInStep((index) => new NameWords(index)),
          headings: keptInStep((index) => new HeadingWords(index)),
        };
        for (const [[at, yaml, pieces, shown], isLookedAt] of changes) {
          if (pieces === undefined) vault.remove(at);
          else vault.put(at, `${yaml ?? ''}${pieces.join('\n\n')}\n`, shown);
          if (!isLookedAt) continue;
          const { index } = vault;
          const seen = told(
            await kept.links(parts(), index),
            await kept.tallies(parts(), index),
            await kept.files(parts(), index),
            await kept.rows(parts(), index),
            await kept.names(parts(), index),
            await kept.headings(parts(), index),
          );
          const scratch = told(
            fromScratch(index, new LinkFacts(index)),
            fromScratch(index, new VaultTallies(index)),
            fromScratch(index, new AttachmentRows(index)),
            fromScratch(index, new NoteRows(index)),
            fromScratch(index, new NameWords(index)),
            fromScratch(index, new HeadingWords(index)),
          );
          expect(seen).toEqual(scratch);
        }
      }),
      { numRuns: 150 },
    );
  });
});

const visibility = fc.constantFrom<Visibility>('visible', 'visible', 'excluded', 'hidden');

function fromScratch<T extends FileFacts>(index: NoteIndex, facts: T): T {
  for (const files of [index.notes(), index.canvases(), index.attachments()])
    for (const { path } of files) facts.update(path);
  return facts;
}

/** All that answers take from facts. */
function told(
  links: LinkFacts,
  tallies: VaultTallies,
  files: AttachmentRows,
  rows: NoteRows,
  names: NameWords,
  headings: HeadingWords,
): unknown {
  return {
    named: ['gardem', 'gartem', 'gardenx'].map((slip) => [names.near(slip), names.nameNear(slip)]),
    headed: headings.near('plannimg'),
    loose: links.loose,
    stubs: links.stubs.map(({ path }) => path).sort(),
    linkedFrom: links.linkedFrom('pic.png'),
    missing: rows
      .list()
      .flatMap(({ record: { path } }) => (links.hasMissingNote(path) ? [path] : []))
      .sort(),
    folders: [tallies.folders, tallies.broadFolders],
    newest: rows.newest.map(({ path }) => path),
    tags: tallies.tags,
    properties: tallies.properties.rows(new Map()),
    languages: tallies.languages,
    notes: tallies.notes,
    tasks: tallies.tasks,
    files: [...files.all()].map(({ path }) => path).sort(),
    types: files.types,
    bases: files.bases,
    rows: rows
      .list()
      .map(({ record }) => [record.path, record.tags])
      .sort(),
  };
}

/** An index that is told of files as a vault's would be. */
class TestVault {
  readonly index = new NoteIndex({ graph: new LinkGraph(), fulltext: new NoteFullText() });

  put(path: string, text: string, shown: Visibility = 'visible'): void {
    const { index } = this;
    const kind = path.endsWith('.md') ? 'note' : 'attachment';
    const file: VaultFile = { path, kind, visibility: shown, size: text.length, mtimeMs: 1, createdMs: 1 };
    const affected = runSteps(index.changeFiles([path], []));
    if (kind === 'attachment') index.putAttachment(file);
    runSteps(index.resolveLinks(affected));
    if (kind === 'attachment') return;
    const id = index.note(path)?.id ?? index.nextId++;
    runSteps(index.putRecord(makeRecord(id, file, 'hash', noteContent(parseNote(text), []))));
  }

  remove(path: string): void {
    const affected = runSteps(this.index.changeFiles([], [path]));
    runSteps(this.index.resolveLinks(affected));
    this.index.removeNote(path);
  }
}
