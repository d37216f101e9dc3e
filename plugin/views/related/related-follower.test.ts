import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RelatedOutput } from '../../../shared/protocol/schemas/related.ts';
import { isOfOther, RelatedFollower, type Question, type Shown } from './related-follower.ts';

interface Asked {
  path: string;
  answer(titles?: string[]): Promise<void>;
  fail(): Promise<void>;
}

let asked: Asked[];
let shown: Shown[];
let timers: { task: () => void; ms: number }[];
let isHeld: boolean;
/** What drawing an answer does. */
let drawing: () => void;
let follower: RelatedFollower;

const question = (path: string): Question => ({ subject: { path }, hideLinked: false, folder: null, limit: 20 });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pass = (ms: number): void => {
  for (const timer of [...timers]) {
    if (timer.ms !== ms) continue;
    timers.splice(timers.indexOf(timer), 1);
    timer.task();
  }
};
const last = (): string => {
  const { question: of, answer, error } = shown.at(-1) as Shown;
  const titles = answer?.notes.map(({ title }) => title).join(',') ?? 'none';
  return `${of?.subject.path ?? 'nothing'}: ${titles}${error === null ? '' : ' failed'}`;
};

beforeEach(() => {
  asked = [];
  shown = [];
  timers = [];
  isHeld = false;
  drawing = () => undefined;
  follower = new RelatedFollower({
    ask: ({ subject: { path } }) =>
      new Promise<RelatedOutput>((resolve, reject) => {
        asked.push({
          path,
          answer: (titles = [path]) => {
            resolve({ notes: titles.map((title) => ({ path: title, title })), similarBy: null });
            return turn();
          },
          fail: () => {
            reject(new Error('no'));
            return turn();
          },
        });
      }),
    show: (each) => {
      drawing();
      shown.push(each);
    },
    isHeld: () => isHeld,
    schedule: (task, ms) => {
      const timer = { task, ms };
      timers.push(timer);
      return () => {
        if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
      };
    },
  });
});

describe('RelatedFollower', () => {
  it('shows question and answer together, and keeps the last ones until then', async () => {
    follower.turnTo(question('A'));
    await asked[0]?.answer();
    follower.turnTo(question('B'));
    expect(last()).toBe('A: A');
    await asked[1]?.answer();
    expect(last()).toBe('B: B');
    expect(shown).toHaveLength(2);
  });

  it('shows the new question without an answer if that takes longer', async () => {
    follower.turnTo(question('A'));
    await asked[0]?.answer();
    follower.turnTo(question('B'));
    pass(100);
    expect(last()).toBe('B: none');
  });

  it('asks one at a time, then only the newest, and never shows an answer to another question', async () => {
    for (const path of ['A', 'B', 'C', 'D']) follower.turnTo(question(path));
    expect(asked.map(({ path }) => path)).toEqual(['A']);
    await asked[0]?.answer();
    expect(shown).toEqual([]);
    expect(asked.map(({ path }) => path)).toEqual(['A', 'D']);
    await asked[1]?.answer();
    expect(last()).toBe('D: D');
    follower.turnTo(question('D'));
    expect(asked).toHaveLength(2);
  });

  it('asks again a second after the first of several changes', async () => {
    follower.turnTo(question('A'));
    await asked[0]?.answer();
    for (let change = 0; change < 5; change++) follower.refreshSoon();
    expect([asked.length, timers.length]).toEqual([1, 1]);
    pass(1_000);
    await asked[1]?.answer(['new']);
    expect([last(), asked.length]).toEqual(['A: new', 2]);
  });

  it('looks again after a change sooner than at a later time that was asked for', async () => {
    follower.turnTo(question('A'));
    await asked[0]?.answer();
    follower.refreshSoon(5_000);
    follower.refreshSoon();
    follower.refreshSoon(5_000);
    expect(timers.map(({ ms }) => ms)).toEqual([1_000]);
  });

  it('holds a newer answer back while rows may not move, but never one to another question', async () => {
    follower.turnTo(question('A'));
    await asked[0]?.answer();
    isHeld = true;
    follower.refresh();
    await asked[1]?.answer(['newer']);
    follower.release();
    expect(last()).toBe('A: A');
    isHeld = false;
    follower.release();
    expect(last()).toBe('A: newer');
    isHeld = true;
    follower.turnTo(question('B'));
    await asked[2]?.answer();
    expect(last()).toBe('B: B');
  });

  it('leads to renamed notes from rows that stay, also in an answer that is held back', async () => {
    follower.turnTo(question('A'));
    await asked[0]?.answer(['B.md', 'Old/C.md']);
    isHeld = true;
    follower.refresh();
    await asked[1]?.answer(['Old/C.md', 'B.md']);
    await follower.renamed('Old', 'New');
    await follower.renamed('Other.md', 'Another.md');
    const paths = (): unknown => shown.at(-1)?.answer?.notes.map(({ path }) => path);
    expect([shown.length, paths()]).toEqual([2, ['B.md', 'New/C.md']]);
    isHeld = false;
    follower.release();
    expect(paths()).toEqual(['New/C.md', 'B.md']);
  });

  it('leads to renamed notes in an answer that was asked for before, too', async () => {
    follower.turnTo(question('A'));
    await asked[0]?.answer(['B.md']);
    follower.refresh();
    await follower.renamed('B.md', 'C.md');
    await asked[1]?.answer(['B.md']);
    await vi.waitFor(() => expect(shown).toHaveLength(3));
    expect(shown.map(({ answer }) => answer?.notes.map(({ path }) => path))).toEqual([['B.md'], ['C.md'], ['C.md']]);
  });

  it('stays with its rows when the note that they are about is renamed, and asks again under its new name', async () => {
    follower.turnTo(question('In/A.md'));
    await asked[0]?.answer(['B.md']);
    follower.refresh();
    await follower.renamed('In', 'Out');
    expect(last()).toBe('Out/A.md: B.md');
    follower.turnTo(question('Out/A.md'));
    pass(100);
    await asked[1]?.fail();
    expect([last(), asked.map(({ path }) => path)]).toEqual(['Out/A.md: B.md', ['In/A.md', 'In/A.md', 'Out/A.md']]);
    await asked[2]?.answer(['C.md']);
    expect(last()).toBe('Out/A.md: C.md');
    follower.turnTo(question('D.md'));
    await follower.renamed('D.md', 'E.md');
    pass(100);
    expect(last()).toBe('E.md: none');
  });

  it('keeps what is shown while more of the same is looked for', async () => {
    follower.turnTo(question('A'));
    await asked[0]?.answer();
    isHeld = true;
    follower.turnTo({ ...question('A'), limit: 21 });
    pass(100);
    await asked[1]?.answer(['A', 'B']);
    expect(shown.map(({ answer }) => answer?.notes.length)).toEqual([1]);
    isHeld = false;
    follower.release();
    expect(last()).toBe('A: A,B');
  });

  it('says what failed, and keeps the answer from before', async () => {
    follower.turnTo(question('A'));
    await asked[0]?.fail();
    expect(last()).toBe('A: none failed');
    follower.refresh();
    await asked[1]?.answer();
    follower.refresh();
    await asked[2]?.fail();
    expect(last()).toBe('A: A failed');
    follower.turnTo(null);
    expect(last()).toBe('nothing: none');
  });

  it('goes on after an answer that could not be drawn', async () => {
    const undrawn = new Error('No room.');
    const told = vi.spyOn(console, 'error').mockReturnValue();
    drawing = () => {
      throw undrawn;
    };
    follower.turnTo(question('A'));
    await asked[0]?.answer();
    drawing = () => undefined;
    expect(told).toHaveBeenCalledWith(undrawn);
    told.mockRestore();
    follower.refresh();
    await asked[1]?.answer();
    expect(last()).toBe('A: A');
  });

  it('does nothing after it was closed', async () => {
    follower.turnTo(question('A'));
    follower.close();
    await asked[0]?.answer();
    expect([shown.length, timers.length]).toEqual([0, 0]);
  });
});

describe('rows of something else', () => {
  it('are those of another note, selection or folder, not those that are linked or more of them', () => {
    const asked = question('A');
    const others: Question[] = [
      question('B'),
      { ...asked, subject: { path: 'A', text: 'Selected.' } },
      { ...asked, folder: 'In' },
    ];
    for (const other of [...others, null]) expect(isOfOther(asked, other)).toBe(true);
    for (const same of [asked, { ...asked, hideLinked: true }, { ...asked, limit: 21 }])
      expect(isOfOther(asked, same)).toBe(false);
    expect(isOfOther(null, null)).toBe(false);
  });

  it('no longer says what a try failed for while it tries again, unless there are rows', async () => {
    follower.turnTo(question('A'));
    await asked[0]?.fail();
    expect(last()).toBe('A: none failed');
    follower.retry();
    expect(last()).toBe('A: none');
    await asked[1]?.fail();
    expect(last()).toBe('A: none failed');
    follower.refresh();
    await asked[2]?.answer();
    follower.refresh();
    await asked[3]?.fail();
    expect(last()).toBe('A: A failed');
    follower.retry();
    expect(last()).toBe('A: A failed');
    await asked[4]?.answer();
    expect(last()).toBe('A: A');
  });
});
