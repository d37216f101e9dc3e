import { createInterface } from 'node:readline/promises';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';

/**
 * Asks a person one question, and resolves with the answer, or with null at the end of input; null if nobody is there
 * to answer.
 */
export type Ask = ((question: string) => Promise<string | null>) | null;

/**
 * Asks on a terminal, if both ends are one. After the end of input nothing more is asked; Ctrl+C ends the process, as
 * it does between questions.
 */
export function askOn(input: NodeJS.ReadStream, output: NodeJS.WriteStream, interrupt = interruptSelf): Ask {
  if (input.isTTY !== true || output.isTTY !== true) return null;
  let hasEnded = false;
  return async (question) => {
    if (hasEnded) return null;
    const reader = createInterface({ input, output });
    // Its own promise may stay open at the end of input, or reject.
    const ended = new Promise<null>((resolve) => {
      const end = (): void => resolve(null);
      reader.once('close', end);
      reader.once('SIGINT', () => {
        reader.off('close', end);
        // Gives the terminal back.
        reader.close();
        output.write('\n');
        interrupt();
      });
    });
    try {
      const answer = await Promise.race([reader.question(question).catch(() => ended), ended]);
      hasEnded = answer === null;
      if (hasEnded) output.write('\n');
      return answer?.trim() ?? null;
    } finally {
      reader.close();
    }
  };
}

function interruptSelf(): void {
  process.kill(process.pid, 'SIGINT');
}

/** What a person can choose from. */
export interface Choice<Item> {
  what: string;
  items: readonly Item[];
  /** What the list shows. */
  nameOf: (item: Item) => string;
  /** Another name for it, if no other choice has that name. */
  alsoNamed: (item: Item) => string;
  /** What says the same on the command line. */
  flag: string;
}

/**
 * Lets a person choose one or more by number or name, and asks again until the answer can be understood. Null at the
 * end of input.
 * @throws VaultLoomError `invalid_arguments` if nobody is there to ask
 */
export async function chooseSome<Item>(ask: Ask, choice: Choice<Item>): Promise<Item[] | null> {
  const { what, items, nameOf, flag } = choice;
  if (ask === null)
    throw new VaultLoomError('invalid_arguments', `There are several ${what}s: ${items.map(nameOf).join(', ')}.`, {
      hint: `Name one: ${flag}`,
    });
  const lines = items.map((item, i) => `  ${i + 1}  ${nameOf(item)}`);
  const wanted = 'Number or name (several with commas): ';
  let question = `Which ${what}?\n${lines.join('\n')}\n${wanted}`;
  for (;;) {
    const answer = await ask(question);
    if (answer === null) return null;
    const chosen = chosenBy(answer, choice);
    if (chosen !== null) return chosen;
    question = `${answer === '' ? 'Nothing is chosen yet.' : `"${answer}" is not in the list.`} ${wanted}`;
  }
}

/** How a yes-or-no question is put. */
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

/** Whether the person says yes; anything else counts as a no. Throws `invalid_arguments` if nobody is there to ask. */
export async function confirm(
  ask: Ask,
  question: string,
  { usual, unasked, hint }: Confirming = WRITING,
): Promise<boolean> {
  if (ask === null) throw new VaultLoomError('invalid_arguments', unasked, { hint });
  const answer = await ask(`${question} ${usual === 'yes' ? '[Y/n]' : '[y/N]'} `);
  if (answer === null) return false;
  return answer === '' ? usual === 'yes' : /^(?:y|yes)$/iu.test(answer);
}

/** Null if a word of the answer names none of them. A name may contain commas. */
function chosenBy<Item>(answer: string, choice: Choice<Item>): Item[] | null {
  const whole = oneBy(answer, choice);
  if (whole !== undefined) return [whole];
  const words = answer.split(/[\d\s]+/u.exec(answer)?.[0] === answer ? /\s+/u : /,/u);
  const chosen = words
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => oneBy(word, choice));
  const found = chosen.filter((item) => item !== undefined);
  return found.length > 0 && found.length === chosen.length ? [...new Set(found)] : null;
}

function oneBy<Item>(word: string, { items, nameOf, alsoNamed }: Choice<Item>): Item | undefined {
  const numbered = /^\d+$/u.test(word) ? items[Number(word) - 1] : undefined;
  if (numbered !== undefined) return numbered;
  const isIt = (name: string): boolean => name.toLowerCase() === word.toLowerCase();
  const [also, ...others] = items.filter((item) => isIt(alsoNamed(item)));
  return items.find((item) => isIt(nameOf(item))) ?? (others.length === 0 ? also : undefined);
}
