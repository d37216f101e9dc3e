import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { parseArguments, suchAs } from '../../../shared/tools/call/arguments.ts';
import type { Tool } from '../../../shared/tools/tool.ts';
import type { ToolFlag } from './tool-flags.ts';
import { inWordsOfLine } from './words-of-line.ts';

/** What stands for a text that comes from stdin. */
const STDIN = '-';

/** What was given on a command line: by flag, then by place. */
export interface Given {
  /** By the tool's names; each word as it was typed, lists of them where a flag may be repeated. */
  flags: Readonly<Record<string, unknown>>;
  places: readonly { flag: ToolFlag; value: string | undefined }[];
}

/**
 * A tool's arguments, from words and switches.
 * @param readStdin reads a text to its end; called at most once
 * @throws VaultLoomError `invalid_arguments`, which names the flag
 */
export async function readArguments(
  tool: Tool,
  flags: readonly ToolFlag[],
  given: Given,
  readStdin: () => Promise<string>,
): Promise<Record<string, unknown>> {
  const words = new Map(flags.map((flag) => [flag, given.flags[flag.argument]]));
  for (const { flag, value } of given.places) {
    if (value === undefined) continue;
    if (words.get(flag) !== undefined)
      throw wrong(flag, `is given twice: as "${String(words.get(flag))}", and by its place as "${value}"`);
    words.set(flag, value);
  }
  const fromStdin = [...words].filter(([flag, word]) => flag.isContent && word === STDIN).map(([flag]) => flag);
  const [first, second] = fromStdin;
  if (second !== undefined) throw wrong(second, `cannot come from stdin as well: \`--${first?.name ?? ''}\` does`);
  if (first !== undefined) words.set(first, await readStdin());
  const args = Object.fromEntries(
    [...words].flatMap(([flag, word]) => (word === undefined ? [] : [[flag.argument, valueOf(flag, word)]])),
  );
  // A dry run does nothing that has to be confirmed.
  if (args['dryRun'] === true && flags.some(({ argument }) => argument === 'confirm')) args['confirm'] ??= true;
  try {
    parseArguments(tool, args);
  } catch (error) {
    throw inFlags(error, tool, flags);
  }
  return args;
}

function valueOf(flag: ToolFlag, word: unknown): unknown {
  if (!flag.isList) return scalar(flag, word);
  const words = Array.isArray(word) ? word : [word];
  // No number has a comma in it, and no list of objects is one of lists.
  if (flag.kind === 'number') return words.flatMap((one) => String(one).split(',')).map((one) => scalar(flag, one));
  return flag.kind === 'json' ? words.flatMap((one) => scalar(flag, one)) : words.map((one) => scalar(flag, one));
}

function scalar(flag: ToolFlag, word: unknown): unknown {
  if (typeof word !== 'string') return word;
  switch (flag.kind) {
    case 'number':
      return numberOf(flag, word);
    case 'json':
      return jsonOf(flag, word);
    case 'any':
      return jsonOrText(word);
    default:
      return word;
  }
}

function numberOf(flag: ToolFlag, word: string): number {
  const number = Number(word);
  if (word.trim() === '' || !Number.isFinite(number)) throw wrong(flag, `must be a number; given "${word}"`);
  return number;
}

function jsonOf(flag: ToolFlag, word: string): unknown {
  try {
    return JSON.parse(word);
  } catch (error) {
    throw wrong(flag, `is not JSON${suchAs(flag.argument)}: ${messageOf(error)}`);
  }
}

function jsonOrText(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

function wrong(flag: ToolFlag, problem: string): VaultLoomError {
  return new VaultLoomError('invalid_arguments', `\`--${flag.name}\` ${problem}.`);
}

/** The same error, with the names that this line has for the arguments. */
function inFlags(error: unknown, tool: Tool, flags: readonly ToolFlag[]): unknown {
  if (!(error instanceof VaultLoomError)) return error;
  return new VaultLoomError(error.code, inWordsOfLine(error.message, flags), {
    hint: `\`vault-loom ${tool.name.replaceAll('_', '-')} --help\` lists its flags.`,
    cause: error,
  });
}
