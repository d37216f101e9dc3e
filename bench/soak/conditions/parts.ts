import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom, type Random } from '../../../shared/kit/random.ts';
import { ToolError, type Server, type ServerOptions } from '../../support/server.ts';
import { leftovers, vaultState } from '../vault-state.ts';
import type { Outcome, SoakOptions, Stage } from '../scenario.ts';
import { differencesInTime, freshAnswers, makeQuestions, startServer } from '../scenario.ts';

/** Loaded into a server before its own code; see there what it changes. */
export const PRELOAD = fileURLToPath(new URL('preload.mjs', import.meta.url));

const CATCH_UP_MS = 60_000;

/** One condition: it troubles a server and its vault, then says what went wrong. */
export type Condition = (stage: Stage, options: SoakOptions) => Promise<Outcome>;

/** What became of an edit. */
interface Edited {
  /** Null if it was answered as done. */
  refused: string | null;
  /** What is in the note is neither the old text nor the old text with the edit, or not what the answer says. */
  isWrong: boolean;
}

/** A server in trouble, and what has come of it so far. */
export class Trial {
  readonly server: Server;
  readonly random: Random;
  readonly problems: string[] = [];
  /** What became of edits. */
  readonly answers = new Tally();
  readonly #vault: string;

  constructor(server: Server, vault: string, seed: number) {
    this.server = server;
    this.#vault = vault;
    this.random = seededRandom(seed);
  }

  /**
   * Appends a line to a note, which has to be as the answer says; `edit` names the edit. Returns whether it was done.
   */
  async append(path: string, line: string, edit: string): Promise<boolean> {
    const { refused, isWrong } = await append(this.server, this.#vault, path, line);
    this.answers.add(refused ?? 'done');
    if (isWrong) this.problems.push(`${path} is not as the answer of edit ${edit} says (${refused ?? 'done'})`);
    return refused === null;
  }
}

export interface TrialOptions extends Pick<ServerOptions, 'nodeOptions' | 'env' | 'uid'> {
  /** Of the server's data folder. */
  name: string;
  seed: number;
}

/**
 * Troubles a server, and compares it with a fresh index in the end.
 * @param act resolves to what it did, in words
 * @param fresh where the fresh index is made
 */
export async function tryServer(
  stage: Stage,
  { name, seed, ...start }: TrialOptions,
  act: (trial: Trial) => Promise<string>,
  fresh: Stage = stage,
): Promise<Outcome> {
  const server = await startServer(stage, name, start);
  try {
    await server.callWhenReady('list_notes', { limit: 1 });
    const trial = new Trial(server, stage.vault, seed);
    const numbers = await act(trial);
    return { problems: [...trial.problems, ...(await unlikeFresh(fresh, server, seed))], numbers };
  } finally {
    await server.kill();
  }
}

/**
 * Appends a line to a note, and compares the file with the answer. Throws if the call fails with anything but a typed
 * error.
 */
async function append(server: Server, vault: string, path: string, line: string): Promise<Edited> {
  const before = await textOf(vault, path);
  const refused = await server.call('edit_note', { name: path, mode: 'append', content: line }).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ToolError && error.code !== 'internal' && error.code !== 'unknown') return error.code;
      throw error;
    },
  );
  const after = await textOf(vault, path);
  const isDone = before !== null && after?.startsWith(before.trimEnd()) === true && after.trimEnd().endsWith(line);
  return { refused, isWrong: refused === null ? !isDone : after !== before };
}

export async function textOf(vault: string, path: string): Promise<string | null> {
  return readFile(join(vault, path), 'utf8').catch(() => null);
}

/** How the server's answers differ from those of a fresh index, and what writes left behind. */
async function unlikeFresh(stage: Stage, server: Server, seed: number): Promise<string[]> {
  const ask = await makeQuestions(stage, seed);
  const { answers } = await freshAnswers(stage, 'fresh', ask);
  const left = leftovers(await vaultState(stage.vault));
  return [
    ...(await differencesInTime(answers, () => ask(server), CATCH_UP_MS)),
    ...left.map((path) => `left behind: ${path}`),
  ];
}

/** Counts by name, as words. */
class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  toString(): string {
    return [...this.#counts].map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
  }
}
