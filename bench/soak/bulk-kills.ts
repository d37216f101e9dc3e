import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom, type Random } from '../../shared/kit/random.ts';
import type { Server } from '../support/server.ts';
import { notePaths } from '../support/scratch-vault.ts';
import type { Outcome, SoakOptions, Stage } from './scenario.ts';
import { onStage, startServer } from './scenario.ts';
import { leftovers, vaultState } from './vault-state.ts';

/** The texts of all notes by path. */
export type Texts = ReadonlyMap<string, string>;

/** A write of many notes, and what it makes of their texts. */
export interface BulkWrite {
  name: string;
  call: (server: Server) => Promise<unknown>;
  after: Texts;
  isUndo: boolean;
}

const NOTES = 600;
/** Notes that one `edit_note` may name. */
const MOST_NAMED = 500;
const DATA = 'bulk';
/** Kills fall into this much of the time that such a write takes, so that some come after its answer. */
const KILL_WITHIN = 1.2;

/**
 * Kills servers that rename a tag, edit many notes and undo that: each time all of it is done at the next start, or
 * nothing.
 */
export function killBulkWrites({ vault: _vault, ...options }: SoakOptions): Promise<Outcome> {
  return onStage(
    options,
    async (stage) => {
      const random = seededRandom(options.seed);
      const paths = (await notePaths(stage.vault)).sort();
      await markNotes(stage, paths);
      const problems: string[] = [];
      const stood: Texts[] = [];
      let texts = await textsOf(stage, paths);
      /** Of the last write that was answered; the first is left alone. */
      let usualMs = Infinity;
      let [done, cutOff, undone] = [0, 0, 0];
      for (let round = 1; round <= options.bulk; round++) {
        const server = await startServer(stage, DATA);
        await server.callWhenReady('list_notes', { limit: 1 });
        const write = drawWrite(random, texts, stood);
        const started = performance.now();
        let answered = false;
        const asked = write.call(server).then(
          () => {
            answered = true;
            usualMs = performance.now() - started;
          },
          (error: unknown) => String(error),
        );
        const killedAfter = random.next() * usualMs * KILL_WITHIN;
        await (Number.isFinite(killedAfter) ? Promise.race([asked, delay(killedAfter)]) : asked);
        await server.kill();
        await asked;

        const after = await startServer(stage, DATA);
        await after.callWhenReady('list_notes', { limit: 1 });
        const now = await textsOf(stage, paths);
        if (isSame(now, write.after)) {
          done++;
          if (write.isUndo) undone++;
          if (write.isUndo) stood.pop();
          else stood.push(texts);
        } else if (isSame(now, texts)) {
          cutOff++;
          if (answered) problems.push(`round ${round}: ${write.name} was answered, and is not there`);
        } else {
          const strange = paths.filter((path) => ![texts, write.after].some((one) => one.get(path) === now.get(path)));
          const kept = paths.filter((path) => now.get(path) === texts.get(path));
          problems.push(
            `round ${round}: ${write.name} is done in part: ${kept.length} of ${paths.length} notes are old, ${strange.length} neither`,
          );
          stood.length = 0;
        }
        for (const path of leftovers(await vaultState(stage.vault)))
          problems.push(`round ${round}: ${path} is left over`);
        texts = now;
        await after.close();
      }
      return {
        problems,
        numbers: `${options.bulk} kills in writes of ${paths.length} notes: ${done} stood (${undone} undos), ${cutOff} did not`,
      };
    },
    NOTES,
  );
}

/** Gives the notes what bulk writes change. */
export async function markNotes({ vault }: Stage, paths: readonly string[]): Promise<void> {
  for (const path of paths) await appendFile(join(vault, path), '\nCount: 0 #bulk/a\n');
}

/** Renames the tag of all notes, edits most of them, or takes the last such write back. */
export function drawWrite(random: Random, texts: Texts, stood: readonly Texts[]): BulkWrite {
  const kind = random.below(3);
  const last = stood.at(-1);
  if (kind === 0 && last !== undefined) {
    const call = (server: Server): Promise<unknown> => server.call('undo_change', { id: 'last' });
    return { name: 'an undo', call, after: last, isUndo: true };
  }
  const [sample = ''] = texts.values();
  if (kind === 1) {
    const [from, to] = sample.includes('#bulk/a') ? ['bulk/a', 'bulk/b'] : ['bulk/b', 'bulk/a'];
    return {
      name: 'a renamed tag',
      call: (server) => server.call('rename_tag', { from, to }),
      after: replaced(texts, new Set(texts.keys()), `#${from}`, `#${to}`),
      isUndo: false,
    };
  }
  const count = Number(/^Count: (\d+)/m.exec(sample)?.[1] ?? 0);
  const names = [...texts.keys()].slice(0, MOST_NAMED);
  const [search, content] = [`Count: ${count} #`, `Count: ${count + 1} #`];
  return {
    name: 'an edit of many notes',
    call: (server) => server.call('edit_note', { names, mode: 'replace_window', search, content }),
    after: replaced(texts, new Set(names), search, content),
    isUndo: false,
  };
}

function replaced(texts: Texts, paths: ReadonlySet<string>, from: string, to: string): Texts {
  return new Map([...texts].map(([path, text]) => [path, paths.has(path) ? text.replace(from, to) : text]));
}

export async function textsOf({ vault }: Stage, paths: readonly string[]): Promise<Texts> {
  const texts = await Promise.all(paths.map((path) => readFile(join(vault, path), 'utf8')));
  return new Map(paths.map((path, i) => [path, texts[i] ?? '']));
}

export function isSame(one: Texts, other: Texts): boolean {
  return [...one].every(([path, text]) => other.get(path) === text);
}
