import { createInterface } from 'node:readline/promises';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';

/** Asks a person one question; null if nobody is there to answer. */
export type Ask = ((question: string) => Promise<string>) | null;

/** Asks on a terminal, if both ends are one. */
export function askOn(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Ask {
  if (input.isTTY !== true || output.isTTY !== true) return null;
  return async (question) => {
    const reader = createInterface({ input, output });
    try {
      return (await reader.question(question)).trim();
    } finally {
      reader.close();
    }
  };
}

/**
 * Lets a person choose one of several by its number.
 * @param flag what says the same on the command line
 * @throws VaultLoomError `invalid_arguments` if nobody is there to ask, or the answer is none of the numbers
 */
export async function chooseOne<Item>(
  ask: Ask,
  what: string,
  items: readonly Item[],
  nameOf: (item: Item) => string,
  flag: string,
): Promise<Item> {
  const lines = items.map((item, i) => `  ${i + 1}  ${nameOf(item)}`);
  if (ask === null)
    throw new VaultLoomError('invalid_arguments', `There are several ${what}s: ${items.map(nameOf).join(', ')}.`, {
      hint: `Name one: ${flag}`,
    });
  const answer = await ask(`Which ${what}?\n${lines.join('\n')}\nNumber: `);
  const chosen = /^\d+$/u.test(answer) ? items[Number(answer) - 1] : undefined;
  if (chosen === undefined)
    throw new VaultLoomError('invalid_arguments', `"${answer}" is none of the numbers. Nothing was written.`);
  return chosen;
}

/** How a question is put that wants a yes. */
export interface Confirming {
  /** What an empty answer means. */
  usual: 'yes' | 'no';
  /** What is said if nobody is there to answer, and what to do then. */
  unasked: string;
  hint: string;
}

const WRITING: Confirming = {
  usual: 'yes',
  unasked: 'Nothing was written, since nobody is there to ask.',
  hint: 'Add --yes to write it, or --print to see the entry alone.',
};

/** Whether the person says yes. Throws `invalid_arguments` if nobody is there to ask. */
export async function confirm(
  ask: Ask,
  question: string,
  { usual, unasked, hint }: Confirming = WRITING,
): Promise<boolean> {
  if (ask === null) throw new VaultLoomError('invalid_arguments', unasked, { hint });
  const answer = await ask(`${question} ${usual === 'yes' ? '[Y/n]' : '[y/N]'} `);
  return answer === '' ? usual === 'yes' : /^(?:y|yes)$/iu.test(answer);
}
