import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps, type Steps } from '../kit/concurrency/slices.ts';
import { NoteLinks } from './note-links.ts';
import type { NoteRecord } from './note-record.ts';
import { stubGraphKey } from './stubs.ts';

function note(path: string, ...targets: string[]): NoteRecord {
  const links = targets.map((target, i) => ({ target, line: i + 1 }));
  return {
    id: 0,
    path,
    size: 0,
    mtimeMs: 0,
    createdMs: 0,
    hash: 'x',
    visibility: 'visible',
    title: path,
    aliases: [],
    tags: [],
    frontmatter: {},
    headings: [],
    links,
    tasks: [],
    chunks: [],
    chunkCount: 0,
    words: 0,
    bodyStart: 0,
    warnings: [],
  };
}

describe('links of notes', () => {
  it('are counted by target, without self-links and attachments', () => {
    const links = new NoteLinks();
    for (const path of ['A.md', 'B.md', 'pic.png']) links.addFile(path);
    runSteps(links.setNote(note('A.md', 'B', 'b#Heading', '#own', 'A', 'pic.png')));
    expect(runSteps(links.resolveNote('A.md'))).toEqual(new Map([['B.md', 2]]));
  });

  it('make one stub for all spellings of a target, which ends with its last link', () => {
    const links = new NoteLinks();
    runSteps(links.setNote(note('A.md', 'new idea')));
    runSteps(links.setNote(note('B.md', 'New Idea')));
    runSteps(links.resolveNote('A.md'));
    runSteps(links.resolveNote('B.md'));
    expect([...links.stubs.all()]).toEqual([
      {
        key: stubGraphKey('_stub/new idea.md'),
        path: '_stub/New Idea.md',
        title: 'New Idea',
        sources: ['A.md', 'B.md'],
      },
    ]);
    links.dropNote('B.md');
    expect(links.stubs.get('_stub/NEW IDEA.md')?.path).toBe('_stub/new idea.md');
    links.dropNote('A.md');
    expect(links.stubs.count).toBe(0);
  });

  it('spell a stub as hidden notes do only if no other note links to it', () => {
    const links = new NoteLinks((source) => source === 'Hidden.md');
    runSteps(links.setNote(note('Hidden.md', 'New Idea')));
    runSteps(links.resolveNote('Hidden.md'));
    expect(links.stubs.get('_stub/new idea.md')?.title).toBe('New Idea');
    runSteps(links.setNote(note('A.md', 'new idea')));
    runSteps(links.resolveNote('A.md'));
    expect(links.stubs.get('_stub/new idea.md')?.title).toBe('new idea');
  });

  it('name the notes to resolve again when a file is added or removed', () => {
    const links = new NoteLinks();
    runSteps(links.setNote(note('A.md', 'folder/New')));
    runSteps(links.setNote(note('B.md', 'Other')));
    runSteps(links.resolveNote('A.md'));
    expect([...links.addFile('x/folder/NEW.md')]).toEqual(['A.md']);
    expect(runSteps(links.resolveNote('A.md'))).toEqual(new Map([['x/folder/NEW.md', 1]]));
    expect(links.stubs.count).toBe(0);
    expect([...links.removeFile('x/folder/NEW.md')]).toEqual(['A.md']);
  });

  it('name those that mean a file whose name, too, ends in .md', () => {
    const links = new NoteLinks();
    runSteps(links.setNote(note('A.md', 'readme.md#One')));
    expect([...links.addFile('x/readme.md.md')]).toEqual(['A.md']);
    expect(runSteps(links.resolveNote('A.md'))).toEqual(new Map([['x/readme.md.md', 1]]));
    expect([...links.removeFile('x/readme.md.md')]).toEqual(['A.md']);
  });

  it('are taken in and resolved in many short steps if a note has very many', () => {
    const links = new NoteLinks();
    const huge = note('A.md', ...Array.from({ length: 100_000 }, (_, i) => `Note ${i % 30_000}`));
    expect(stepsOf(links.setNote(huge))).toBeGreaterThan(50);
    expect(stepsOf(links.resolveNote('A.md'))).toBeGreaterThan(10);
    // Its targets are known by now.
    expect(stepsOf(links.resolveNote('A.md', true))).toBeLessThan(20);
  });

  it('mean each target of a note, a file that is no note included', () => {
    const links = new NoteLinks();
    for (const path of ['B.md', 'pic.png']) links.addFile(path);
    const targets = ['B', 'pic.png', 'None'];
    for (const times of [1, 600]) {
      runSteps(links.setNote(note('A.md', ...Array.from({ length: times }, () => targets).flat())));
      runSteps(links.resolveNote('A.md'));
      const kinds = [...links.meanings('A.md')].map((meaning) => meaning.kind);
      expect(kinds).toEqual(['note', 'attachment', 'stub']);
    }
  });

  it('give the same result in any order of events', () => {
    const path = fc.constantFrom('A.md', 'B.md', 'x/A.md', 'x/B.md', 'y/C.md', 'C# y.md', 'y/B.md.md');
    const target = fc.constantFrom(
      'A',
      'a',
      'x/B',
      'B#h',
      'C# y',
      'C',
      '../A',
      './B',
      'None',
      'none',
      'y/C.md',
      'B.md',
      'y/B.md',
      '#self',
      'p.png',
    );
    const event = fc.oneof(
      // Only for very long lists are resolved targets remembered.
      fc.record({
        kind: fc.constant('put' as const),
        path,
        targets: fc.array(target, { maxLength: 4 }),
        times: fc.constantFrom(1, 1, 600),
      }),
      fc.record({ kind: fc.constant('remove' as const), path }),
      fc.record({ kind: fc.constant('forget' as const) }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        const links = new NoteLinks();
        const present = new Map<string, string[]>();
        const outgoing = new Map<string, Map<string, number>>();
        const resolveAnew = (paths: Iterable<string>): void => {
          for (const other of [...paths])
            if (present.has(other)) outgoing.set(other, runSteps(links.resolveNote(other)));
        };
        for (const step of events) {
          if (step.kind === 'forget') links.forgetLookups();
          else if (step.kind === 'put') {
            const targets = Array.from({ length: step.times }, () => step.targets).flat();
            present.set(step.path, targets);
            resolveAnew(links.addFile(step.path));
            runSteps(links.setNote(note(step.path, ...targets)));
            outgoing.set(step.path, runSteps(links.resolveNote(step.path, true)));
          } else if (present.delete(step.path)) {
            outgoing.delete(step.path);
            links.dropNote(step.path);
            resolveAnew(links.removeFile(step.path));
          }
        }
        const fresh = new NoteLinks();
        for (const known of present.keys()) fresh.addFile(known);
        for (const [known, targets] of present) runSteps(fresh.setNote(note(known, ...targets)));
        for (const known of present.keys()) expect(outgoing.get(known)).toEqual(runSteps(fresh.resolveNote(known)));
        expect(new Set([...links.stubs.all()].map((stub) => stub.path))).toEqual(
          new Set([...fresh.stubs.all()].map((stub) => stub.path)),
        );
      }),
    );
  });
});

function stepsOf(steps: Steps<unknown>): number {
  let count = 0;
  while (steps.next().done !== true) count++;
  return count;
}
