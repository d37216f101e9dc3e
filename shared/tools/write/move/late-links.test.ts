import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../kit/random.ts';
import { openBench, removeBenches, type Caller, type WritingBench } from '../../test-support/writing-bench.ts';

afterEach(removeBenches);

const ROUNDS = 12;

/** Calls that write a link to `target`; `dangles` tells whether the answer says that the link leads nowhere. */
const WRITERS: [string, (caller: Caller, round: number, target: string) => Promise<Record<string, unknown>>][] = [
  [
    'link_notes',
    (caller, round, target) =>
      caller.call('link_notes', { source: `Source ${round}`, target: `${target}.md`, context: 'See' }),
  ],
  [
    'edit_note',
    (caller, round, target) =>
      caller.call('edit_note', { name: `Source ${round}.md`, mode: 'append', content: `See [[${target}]].` }),
  ],
  [
    'create_note',
    (caller, round, target) =>
      caller.call('create_note', { title: `Source ${round} made`, content: `See [[${target}]].` }),
  ],
];

async function bench(): Promise<WritingBench> {
  const files = Object.fromEntries(
    Array.from({ length: ROUNDS }, (_, i) => [
      [`Source ${i}.md`, `Text ${i}.\n`],
      [`Target ${i}.md`, `Aim ${i}.\n`],
    ]).flat(),
  );
  return openBench(files as Record<string, string>);
}

/** Notes with a link to the moved note. */
function lost(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([path, text]) => (/\[\[Target \d+/.test(text) ? [path] : []));
}

describe('a link written while its target moves', () => {
  it.each(WRITERS)('%s, then move_note concurrently by one client: the link is not lost', async (_tool, write) => {
    const random = seededRandom(7);
    const vault = await bench();
    for (let round = 0; round < ROUNDS; round++) {
      const writing = write(vault, round, `Target ${round}`);
      if (random.below(2) === 0) await sleep(random.below(20));
      const [, written] = await Promise.all([
        vault.call('move_note', { source: `Target ${round}.md`, destination: `moved/Gone ${round}` }),
        writing.catch(String),
      ]);
      expect(written).toBeTypeOf('object');
    }
    expect(lost(vault.files())).toEqual([]);
  });

  it('does not make a move fail that stands, if it cannot be looked for', async () => {
    const vault = await openBench({ 'Target 1.md': 'Aim.\n' });
    vault.writing.changedSince = () => Promise.reject(new Error('The folder cannot be read.'));
    expect(await vault.call('move_note', { source: 'Target 1', destination: 'Gone' })).toMatchObject({ to: 'Gone.md' });
    expect(vault.files()).toEqual({ 'Gone.md': 'Aim.\n' });
  });

  it('link_notes and move_note concurrently by two servers: the link is not lost, or the answer says that it leads nowhere', async () => {
    const random = seededRandom(11);
    const vault = await bench();
    const other = await vault.another();
    const told = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const linking = other
        .call('link_notes', { source: `Source ${round}.md`, target: `Target ${round}.md`, context: 'See' })
        .catch(() => ({ targetStub: true }));
      await sleep(random.below(12));
      const [linked] = await Promise.all([
        linking,
        vault.call('move_note', { source: `Target ${round}.md`, destination: `moved/Gone ${round}` }),
      ]);
      if ('targetStub' in linked) told.add(`Source ${round}.md`);
    }
    expect(lost(vault.files()).filter((path) => !told.has(path))).toEqual([]);
  });
});
