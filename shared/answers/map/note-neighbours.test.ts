import { describe, expect, it } from 'vitest';
import { LinkGraph } from '../../graph/link-graph.ts';
import { NoteIndex } from '../../index/note-index.ts';
import { eventLoopYield, runSteps, Slicer } from '../../kit/concurrency/slices.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import type { Lack, NoteLikeness } from '../../meaning/like-notes.ts';
import { makeRecord, noteContent } from '../../notes/note-record.ts';
import { NoteFullText } from '../../search/words/fulltext.ts';
import { NoteNeighbours } from './note-neighbours.ts';

/** An index, and notes that are alike if their texts are; vectors have those of `embedded`. */
function likeTexts(
  lackNow: () => Lack | null = () => null,
  most: () => Pick<NoteLikeness, 'kind' | 'by'> = () => ({ kind: 'terms', by: 'terms' }),
): {
  put: (path: string, text: string) => void;
  embedded: Set<string>;
  neighbours: NoteNeighbours;
  asked: () => number;
} {
  const index = new NoteIndex({ graph: new LinkGraph(), fulltext: new NoteFullText() });
  const embedded = new Set<string>();
  let asked = 0;
  const likeness = {
    get kind() {
      return most().kind;
    },
    get by() {
      return most().by;
    },
    knows: ({ path }) => embedded.has(path),
    nearest: ({ path, hash }) => {
      const others = [...index.notes()].filter((other) => other.path !== path && other.hash === hash);
      return others.map((record) => ({ record, score: 1 }));
    },
  } satisfies Pick<NoteLikeness, 'kind' | 'by' | 'knows' | 'nearest'>;
  const neighbours = new NoteNeighbours({
    index: () => index,
    slicer: new Slicer(5, eventLoopYield()),
    copies: { areCopies: (a, b) => Promise.resolve(a.hash === b.hash) },
    likeNotes: {
      get most() {
        return most();
      },
      get lack() {
        return lackNow();
      },
      areComing: true,
      ofMost: () => {
        asked++;
        return Promise.resolve(lackNow() === null ? (likeness as unknown as NoteLikeness) : null);
      },
    },
  });
  return {
    put: (path, text) => {
      const file = { path, kind: 'note', visibility: 'visible', size: text.length, mtimeMs: 1, createdMs: 1 } as const;
      runSteps(index.resolveLinks(runSteps(index.changeFiles([path], []))));
      const id = index.note(path)?.id ?? index.nextId++;
      runSteps(index.putRecord(makeRecord(id, file, text, noteContent(parseNote(text), []))));
    },
    embedded,
    neighbours,
    asked: () => asked,
  };
}

describe('neighbours of notes by meaning', () => {
  it('are looked for only if a note has changed, or has yet to get its vectors', async () => {
    const { put, embedded, neighbours, asked } = likeTexts();
    for (const path of ['A.md', 'B.md', 'C.md']) put(path, 'bread');
    for (const path of ['A.md', 'B.md']) embedded.add(path);
    expect(await neighbours.update()).toBe(true);
    expect(neighbours.of('A.md').map(({ path }) => path)).toEqual(['B.md', 'C.md']);
    expect(neighbours.of('C.md')).toEqual([]);
    embedded.add('C.md');
    expect(await neighbours.update()).toBe(true);
    expect(neighbours.of('C.md').map(({ path }) => path)).toEqual(['A.md', 'B.md']);
    const before = asked();
    expect(await neighbours.update()).toBe(false);
    expect(asked()).toBe(before);
    put('C.md', 'boats');
    expect(await neighbours.update()).toBe(true);
    expect(neighbours.of('C.md')).toEqual([]);
  });

  it('have a new version only when they differ', async () => {
    const { put, embedded, neighbours } = likeTexts();
    for (const path of ['A.md', 'B.md']) {
      put(path, 'bread');
      embedded.add(path);
    }
    await neighbours.update();
    const { version, revision } = neighbours;
    expect([version, revision]).toEqual([1, 2]);
    put('C.md', 'boats');
    embedded.add('C.md');
    expect(await neighbours.update()).toBe(false);
    expect([neighbours.version, neighbours.revision]).toEqual([version, revision]);
  });

  it('are the same after they were saved, and are not looked for again', async () => {
    const before = likeTexts();
    const after = likeTexts();
    for (const { put, embedded } of [before, after])
      for (const path of ['A.md', 'B.md']) {
        put(path, 'bread');
        embedded.add(path);
      }
    await before.neighbours.update();
    after.neighbours.restore(runSteps(before.neighbours.stored()));
    expect(after.neighbours.of('A.md')).toEqual(before.neighbours.of('A.md'));
    expect(await after.neighbours.update()).toBe(false);
  });
});

describe('what notes were compared by', () => {
  it('is a model, once it knows them, in place of what was learned; never the other way round', async () => {
    let most: Pick<NoteLikeness, 'kind' | 'by'> = { kind: 'terms', by: 'terms' };
    const bench = likeTexts(
      () => null,
      () => most,
    );
    const { put, embedded, neighbours, asked } = bench;
    for (const path of ['A.md', 'B.md']) {
      put(path, 'bread');
      embedded.add(path);
    }
    await neighbours.update();
    expect([asked(), neighbours.willImprove]).toEqual([1, true]);
    most = { kind: 'sentences', by: 'a model' };
    expect(neighbours.willImprove).toBe(true);
    await neighbours.update();
    expect([asked(), neighbours.willImprove, neighbours.lack]).toEqual([2, false, null]);
    most = { kind: 'terms', by: 'terms' };
    await neighbours.update();
    most = { kind: 'sentences', by: 'a model' };
    const saved = likeTexts(
      () => null,
      () => most,
    );
    for (const path of ['A.md', 'B.md']) saved.put(path, 'bread');
    saved.neighbours.restore(runSteps(neighbours.stored()));
    await saved.neighbours.update();
    expect([asked(), saved.asked()]).toEqual([2, 0]);
  });

  it('makes no copy of notes whose words differ, and those of the same words stay copies after they were saved', async () => {
    const { put, embedded, neighbours } = likeTexts();
    for (const path of ['A.md', 'B.md']) {
      put(path, 'bread');
      embedded.add(path);
    }
    await neighbours.update();
    const copy = { path: 'B.md', hash: 'bread' };
    expect(neighbours.copiesOf({ path: 'A.md', hash: 'bread' })).toEqual([copy]);
    expect(neighbours.copiesOf({ path: 'A.md', hash: 'boats' })).toEqual([]);
    const after = likeTexts().neighbours;
    after.restore(runSteps(neighbours.stored()));
    expect(after.copiesOf({ path: 'A.md', hash: 'bread' })).toEqual([copy]);
  });
});

describe('the first comparison', () => {
  const open = (lack: () => Lack | null): ReturnType<typeof likeTexts> => {
    const bench = likeTexts(lack);
    bench.put('A.md', 'bread');
    return bench;
  };

  it('is awaited as long as vectors are coming, however often they are looked for in vain', async () => {
    let lack: Lack | null = { reason: 'waiting' };
    const { neighbours, embedded } = open(() => lack);
    for (let i = 0; i < 12; i++) await neighbours.update();
    expect([neighbours.isAwaited, neighbours.lack]).toEqual([true, { reason: 'waiting' }]);
    lack = null;
    embedded.add('A.md');
    await neighbours.update();
    expect([neighbours.isAwaited, neighbours.lack]).toEqual([false, null]);
  });

  it.each<Lack>([{ reason: 'off' }, { reason: 'words' }, { reason: 'model', problem: 'The model is not there.' }])(
    'is not awaited if none is coming, and why is said: %j',
    async (lack) => {
      const { neighbours } = open(() => lack);
      expect([neighbours.isAwaited, neighbours.lack]).toEqual([false, lack]);
      await neighbours.update();
      expect([neighbours.isAwaited, neighbours.lack]).toEqual([false, lack]);
    },
  );

  it('leaves notes waiting whose vectors are still to come', async () => {
    const { neighbours, put, embedded } = open(() => null);
    put('B.md', 'bread');
    embedded.add('A.md');
    await neighbours.update();
    expect([neighbours.isAwaited, neighbours.lack]).toEqual([false, { reason: 'waiting' }]);
    embedded.add('B.md');
    await neighbours.update();
    expect(neighbours.lack).toBeNull();
  });
});
