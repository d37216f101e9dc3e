import type { IndexStatusOutput } from '../../shared/protocol/schemas/maintenance.ts';
import type { SearchFound } from '../../shared/protocol/schemas/find.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { oneLine, shorten } from '../../shared/kit/text/shorten.ts';
import type { RelatedRow } from '../views/related/related-rows.ts';
import { personsWords } from './persons-words.ts';

const LONGEST_EXCERPT = 200;

/** Found notes, each with its place and the beginning of its passage, then what the person should know. */
export function searchText({ rows, hints = [] }: SearchFound): string {
  const remarks = hints.map(personsWords);
  if (rows.length === 0) return ['Nothing was found.', ...remarks].join('\n');
  const found = rows.map(({ path, line, chunkStartLine, chunkHeading, chunkExcerpt, excerpt }) => {
    const at = line ?? chunkStartLine;
    const place = at === undefined ? path : `${path}:${at}`;
    const head = chunkHeading === null || chunkHeading === undefined ? place : `${place}  ${chunkHeading}`;
    return `${head}\n  ${shorten(oneLine(chunkExcerpt ?? excerpt ?? ''), LONGEST_EXCERPT)}`;
  });
  return [...found, ...(remarks.length > 0 ? ['', ...remarks] : [])].join('\n');
}

/** Related notes, each with the reason. */
export function relatedText(path: string, rows: readonly RelatedRow[]): string {
  if (rows.length === 0) return `Nothing is related to ${path} yet.`;
  return rows.map((row) => `${row.path}  ${row.why}`).join('\n');
}

/** The index and its server, in a few lines. */
export function statusText(words: { index: string; meaning: string; server: string }): string {
  return [words.index, words.meaning, words.server].join('\n');
}

/** As JSON, for programs. */
export function asJson(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** What went wrong, in words or as JSON. */
export function errorText(error: unknown, isJson: boolean): string {
  const body =
    error instanceof VaultLoomError ? error.toBody() : { code: 'internal' as const, message: messageOf(error) };
  if (isJson) return asJson({ error: body });
  return `Error: ${personsWords([body.message, body.hint].filter((part) => part !== undefined).join(' '))}`;
}

/** A whole number that a flag gives. Throws `invalid_arguments`. */
export function countOf(flag: string | undefined, name: string, fallback: number, most: number): number {
  if (flag === undefined) return fallback;
  const count = /^\d+$/u.test(flag) ? Number(flag) : Number.NaN;
  if (count >= 1 && count <= most) return count;
  throw new VaultLoomError('invalid_arguments', `${name} must be a whole number from 1 to ${most}.`);
}

/** One of the words that a flag may have. Throws `invalid_arguments`. */
export function choiceOf<Choice extends string>(
  flag: string | undefined,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const found = choices.find((choice) => choice === (flag ?? choices[0]));
  if (found !== undefined) return found;
  throw new VaultLoomError('invalid_arguments', `${name} must be ${choices.join(' or ')}.`);
}

/** What `vault-loom:status` gives as JSON. */
export function statusJson(
  status: IndexStatusOutput | null,
  server: object | string,
  clients: readonly { name: string; lastSeen: number }[],
): string {
  return asJson({
    index: status,
    server,
    clients: clients.map(({ name, lastSeen }) => ({ name, lastSeen: new Date(lastSeen).toISOString() })),
  });
}
