import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { ALL_TOOLS } from '../../../shared/tools/all-tools.ts';
import { SHORT_NAMES } from './short-names.ts';
import { kebabCase, type ToolFlag } from './tool-flags.ts';

/**
 * A tool's words for people who type: its arguments as flags, the tools as commands. What stands between quotation
 * marks is a person's text, and remains.
 */
export function inWordsOfLine(text: string, flags: readonly ToolFlag[]): string {
  const names = new Map(flags.map(({ argument, name }) => [argument, `--${name}`]));
  return text.replace(WORDS, (word, argument: string | undefined, rest = '', plain: string | undefined) => {
    const name = names.get(argument ?? '');
    if (plain !== undefined) return CAMEL_FLAGS.get(plain) ?? COMMANDS.get(plain) ?? word;
    if (argument === undefined) return word;
    if (name === undefined) return rest === '' ? (COMMANDS.get(argument) ?? word) : word;
    return `\`${name}\`${rest === '' ? '' : ` (${rest.replace(/^\./u, '')})`}`;
  });
}

/** The same error in the words of this line. */
export function errorInWordsOfLine(error: unknown, flags: readonly ToolFlag[]): unknown {
  if (!(error instanceof VaultLoomError)) return error;
  const { code, details } = error;
  const hint = HINTS_OF_LINE.get(code) ?? error.hint;
  return new VaultLoomError(code, inWordsOfLine(error.message, flags), {
    ...(hint === undefined ? {} : { hint: inWordsOfLine(hint, flags) }),
    ...(details === undefined ? {} : { details }),
    cause: error,
  });
}

/** Where a command cannot do what a tool of a server can. */
const HINTS_OF_LINE: ReadonlyMap<string, string> = new Map([
  ['preview_not_found', 'A preview ends with the command that showed it: give the edit again, without --dry-run.'],
]);

/** A result whose hint, if it has any, is in the words of this line. */
export function resultInWordsOfLine(
  result: Record<string, unknown>,
  flags: readonly ToolFlag[],
): Record<string, unknown> {
  const { hint, context } = result;
  if (typeof hint === 'string') return { ...result, hint: inWordsOfLine(hint, flags) };
  return isRecord(context) ? { ...result, context: resultInWordsOfLine(context, flags) } : result;
}

const WORDS = /"(?:[^"\\]|\\.)*"|`(\w+)((?:[.[][^`]*)?)`|(?<![\w`-])(\w+)(?![\w`]| \{)/gu;

/**
 * Of all tools, as one may name another's. A plain word means just itself, unless it is written as no other word is.
 */
const CAMEL_FLAGS: ReadonlyMap<string, string> = new Map(
  ALL_TOOLS.flatMap(({ input }) => Object.keys(input.shape))
    .filter((argument) => /[a-z][A-Z]/u.test(argument))
    .map((argument) => [argument, `--${kebabCase(argument)}`]),
);

/** By the names of tools that no one would type. */
const COMMANDS: ReadonlyMap<string, string> = new Map(
  ALL_TOOLS.filter(({ name }) => name.includes('_')).map(({ name }) => [
    name,
    `\`vault-loom ${SHORT_NAMES[name] ?? kebabCase(name)}\``,
  ]),
);
