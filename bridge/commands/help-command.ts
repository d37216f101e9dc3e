import type { Command } from 'commander';

/** Adds the command that says how a command is used, of those at or below `parent`. */
export function addHelp(parent: Command): void {
  parent
    .helpCommand(false)
    .command('help')
    .description('Say how a command is used')
    .argument('[command...]', 'Which one')
    .action((names: string[], _options, help: Command) => {
      let named = parent;
      for (const [i, name] of names.entries()) {
        const below = named.commands.find((one) => one.name() === name || one.aliases().includes(name));
        if (below === undefined)
          help.error(`There is no command "${[...pathOf(parent), ...names.slice(0, i + 1)].join(' ')}".`);
        named = below;
      }
      named.outputHelp();
    });
}

/** The names that lead to a command, without that of the program. */
function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}
