import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError, type Server } from '../../support/server.ts';
import { leftovers, vaultState } from '../vault-state.ts';
import type { Outcome, SoakOptions, Stage } from '../scenario.ts';
import { differencesInTime, freshAnswers, makeQuestions } from '../scenario.ts';

/** Loaded into a server before its own code; see there what it changes. */
export const PRELOAD = fileURLToPath(new URL('preload.mjs', import.meta.url));

const CATCH_UP_MS = 60_000;

/** One condition: it troubles a server and its vault, then says what went wrong. */
export type Condition = (stage: Stage, options: SoakOptions) => Promise<Outcome>;

/** What became of an edit. */
export interface Edited {
  /** Null if it was answered as done. */
  refused: string | null;
  /** What is in the note is neither the old text nor the old text with the edit, or not what the answer says. */
  isWrong: boolean;
}

/**
 * Appends a line to a note, and compares the file with the answer. Throws if the call fails with anything but a typed
 * error.
 */
export async function append(server: Server, vault: string, path: string, line: string): Promise<Edited> {
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
export async function unlikeFresh(stage: Stage, server: Server, seed: number, fresh = 'fresh'): Promise<string[]> {
  const ask = await makeQuestions(stage, seed);
  const { answers } = await freshAnswers(stage, fresh, ask);
  const left = leftovers(await vaultState(stage.vault));
  return [
    ...(await differencesInTime(answers, () => ask(server), CATCH_UP_MS)),
    ...left.map((path) => `left behind: ${path}`),
  ];
}

/** Counts by name, as words. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  toString(): string {
    return [...this.#counts].map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
  }
}
