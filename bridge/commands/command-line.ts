import { Console } from 'node:console';
import { Command, CommanderError } from 'commander';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { watchOutput } from './watch-output.ts';
import { complain } from '../process/complain.ts';
import { readConfig } from '../process/config.ts';
import { exitCodeOf, FAILED, MISUSED, OK } from '../process/exit-codes.ts';
import { addOwnCommands, OTHER } from './own-commands.ts';
import { printJson } from './print-json.ts';
import type { CommandLine, Surroundings } from './surroundings.ts';
import { screenOf } from './terminal.ts';
import { plainText } from './tools/text/plain-text.ts';
import { commandOf, shortNames, type Reached } from './named-command.ts';

/** Reads a command line and runs what it says. Resolves with the exit code; undefined if what runs ends the process. */
export async function runCommandLine(args: readonly string[], around: Surroundings): Promise<number | undefined> {
  const output = watchOutput();
  // What a library prints must not get into a result.
  globalThis.console = new Console(process.stderr, process.stderr);
  let code: number | undefined = OK;
  const root = rootCommand(around.program.version);
  const named: CommandLine['named'] = (command, name) => {
    const flags = [command.opts()['vault'], root.opts()['vault']].flat();
    return name ?? flags.find((flag) => typeof flag === 'string');
  };
  const line: CommandLine = {
    ...around,
    screen: screenOf(process.stdout, around.env),
    progress: screenOf(process.stderr, around.env),
    named,
    config: (command, name) => readConfig(around.env, named(command, name)),
    endWith: (given) => (code = given),
    finish: output.finish,
  };
  addOwnCommands(root, line);
  if (!VERSION.includes(args[0] ?? '') && needsTools(commandOf(root, args).command)) {
    const { addToolCommands } = await import('./tools/tool-commands.ts');
    addToolCommands(root, line);
  }
  // Workers and pauses do not keep the process: what is waited for would never come.
  const awake = setInterval(() => undefined, LONG_MS);
  try {
    await root.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
    return code === OK && output.isLost() ? FAILED : code;
  } catch (error) {
    const reached = commandOf(root, args);
    const { command } = reached;
    if (error instanceof CommanderError) return error.exitCode === OK ? OK : misused(reached, error);
    if (command.opts()['json'] === true && error instanceof VaultLoomError)
      printJson(screenOf(process.stdout, around.env), { error: error.toBody() });
    else complain(error);
    if (error instanceof VaultLoomError && command.opts()['json'] !== true) {
      const details = plainText(withoutEmptyLists(error.details), line.progress);
      if (details !== '') process.stderr.write(`${details}\n`);
    }
    return exitCodeOf(error);
  } finally {
    clearInterval(awake);
  }
}

const LONG_MS = 60_000;
const VERSION = ['-v', '--version'];

const AFTER_HELP = `
The vault is the folder named by --vault or VAULT_PATH, or on the command line in place of [vault].
Optional: VAULT_LOOM_READ_ONLY (1 lets no tool write), VAULT_LOOM_FOLDERS (the only folders tools may write in, separated
by commas), VAULT_LOOM_EMBEDDER (use, lsa, ollama:<model>, …, none), VAULT_LOOM_THREADS (cores for embedding, 1 unless set),
VAULT_LOOM_LOG (error, warn, info, debug), VAULT_LOOM_DATA_DIR. Without colours: NO_COLOR.
Exit codes: 0 done, 1 it failed, 2 called or set up wrongly.`;

const NEED_TOOLS: ReadonlySet<string> = new Set(['complete', 'help']);

/** Their schemas take a moment to load; the help, unknown words and completion need them. */
function needsTools(command: Command): boolean {
  return command.parent === null || (command.parent.parent === null && NEED_TOOLS.has(command.name()));
}

function rootCommand(version: string): Command {
  return new Command('vault-loom')
    .description(`Vault Loom ${version}: an Obsidian vault for AI assistants, over MCP`)
    .usage('[command]')
    .version(version, VERSION.join(', '), 'Print the version')
    .helpOption('-h, --help', 'Show how it is used')
    .commandsGroup(OTHER)
    .option('--vault <path>', "The vault's folder")
    .addHelpText('after', AFTER_HELP)
    .configureHelp({
      styleTitle: (title) => `\u001b[1m${title}\u001b[22m`,
      commandUsage: (command) => `${pathOf(command)} ${command.usage()}`,
      subcommandTerm: (command) => [command.name(), ...shortNames(command)].join(', '),
      subcommandDescription: (command) => command.summary() || command.description(),
    })
    .configureOutput({ outputError: () => undefined, writeErr: () => undefined })
    .enablePositionalOptions()
    .exitOverride();
}

function withoutEmptyLists(details: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

/** Says how the command is used, and what was wrong with the line. */
function misused(reached: Reached, error: CommanderError): number {
  const path = pathOf(reached.command);
  process.stderr.write(
    `Usage: ${path} ${reached.command.usage()}\n\`${path} --help\` says more.\nvault-loom: ${problemOf(reached, error)}\n`,
  );
  return MISUSED;
}

function problemOf({ command, operands }: Reached, { code, message }: CommanderError): string {
  const [problem = '', ...suggestions] = message.replace(/^error: /u, '').split('\n');
  return [problemSaid(), ...suggestions].join(' ');

  function problemSaid(): string {
    if (code === 'commander.unknownCommand' || (code === 'commander.excessArguments' && command.commands.length > 0))
      return `There is no command "${[...pathOf(command).split(' ').slice(1), operands[0] ?? ''].join(' ')}".`;
    // Our own error, shown unchanged.
    if (code === 'commander.error') return problem;
    const sentence = problem.charAt(0).toUpperCase() + problem.slice(1);
    return /[.?!]$/u.test(sentence) ? sentence : `${sentence}.`;
  }
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
