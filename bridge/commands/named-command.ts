import type { Command, Option } from 'commander';

/** Where the words of a command line lead. */
export interface Reached {
  command: Command;
  /** Its arguments so far, without flags. */
  operands: string[];
  /** The flag whose value comes next, if one does. */
  pending: Option | null;
  /** Whether `--` was among the words, so that no flag follows. */
  isOver: boolean;
}

/** The command that the words of a line name, whether or not they are right. */
export function commandOf(root: Command, words: readonly string[]): Reached {
  const reached: Reached = { command: root, operands: [], pending: null, isOver: false };
  for (const word of words) {
    if (reached.pending !== null) reached.pending = null;
    else if (reached.isOver) reached.operands.push(word);
    else if (word === '--') reached.isOver = true;
    else if (word.startsWith('-') && word !== '-') reached.pending = flagAwaitingValue(reached.command, word);
    else take(word, reached);
  }
  return reached;
}

/** The names that a command has besides its own, without those that are there for who knows its tool's. */
export function shortNames(command: Command): string[] {
  return command.aliases().filter((name) => !name.includes('_'));
}

function take(word: string, reached: Reached): void {
  const below = reached.operands.length > 0 ? undefined : subcommand(reached.command, word);
  if (below === undefined) reached.operands.push(word);
  else reached.command = below;
}

function subcommand(command: Command, name: string): Command | undefined {
  return command.commands.find((one) => one.name() === name || one.aliases().includes(name));
}

function flagAwaitingValue(command: Command, word: string): Option | null {
  const option = command.options.find(({ long, short }) => word === long || word === short);
  return option?.required === true ? option : null;
}
