import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { messageOf } from '../shared/kit/text/message-of.ts';
import { VaultLoomError } from '../shared/protocol/errors.ts';
import { isSettingsError, readConfig } from './process/config.ts';
import { createLog, traceOf, type Log } from './process/log.ts';
import { screenOf } from './commands/terminal.ts';
import { startServing } from './start-serving.ts';

const OK = 0;
const FAILED = 1;
const MISUSED = 2;
const HELP_COLUMN = 20;

interface Flags {
  force: boolean;
  enable: boolean;
  wait: boolean;
  yes: boolean;
  print: boolean;
  remove: boolean;
  vault: string[];
}

const program = { script: fileURLToPath(import.meta.url), version };
/** The package holds both halves and the model. Anyone who copies only this file can put the model next to it. */
const packageFolder = join(dirname(program.script), '..');
const modelFolders = [join(packageFolder, 'model'), dirname(program.script)];
const screen = () => screenOf(process.stdout, process.env);

interface Command {
  /** Its lines in the help, each with what it does. */
  help: [usage: string, does: string][];
  /** Resolves with the exit code, or undefined if it ends the process itself. */
  run: (args: string[], flags: Flags) => Promise<number | undefined>;
}

/** All commands, in the order of the help. Each imports its own code when it runs, so that `serve` starts no later for it. */
const commands: Record<string, Command> = {
  serve: {
    help: [['serve', 'Serve MCP on stdin and stdout (the default), for an MCP client that starts it']],
    run: async () => {
      startServing({ ...program, modelFolders, complain, exitCodes: { ok: OK, misused: MISUSED } });
      return undefined;
    },
  },
  help: { help: [], run: async () => print(help()) },
  version: { help: [], run: async () => print(`${version}\n`) },
  tour: {
    help: [['tour [vault]', 'Index a vault, show what the tools find in it, and how to connect a client']],
    run: async ([vault]) => {
      const { tour } = await import('./commands/tour/tour.ts');
      await tour(program, readConfig(process.env, vault), screen());
      return OK;
    },
  },
  connect: {
    help: [
      [
        'connect [client]',
        'Add this server to a client (--vault PATH, again for more; --yes: do not ask; --print: show the\nentry alone; --remove: take it out)',
      ],
    ],
    run: async ([client], { vault, yes, print: prints, remove }) => {
      const { connect } = await import('./commands/connect/connect.ts');
      const { askOn } = await import('./commands/connect/choose.ts');
      const { systemOf } = await import('../shared/clients/server-launch.ts');
      const machine = { system: systemOf(process.platform), home: homedir(), env: process.env };
      await connect(
        { program, modelFolders, machine, client, vaults: vault, yes, print: prints, remove },
        screen(),
        askOn(process.stdin, process.stdout),
      );
      return OK;
    },
  },
  call: {
    help: [['call <tool> [json]', 'Call one tool and print its result as JSON']],
    run: async ([tool, json]) => {
      if (tool === undefined) return misused('call needs the name of a tool.');
      const { callCommand } = await import('./commands/call-command.ts');
      return callCommand(program, readConfig(process.env), tool, json, screen());
    },
  },
  status: {
    help: [['status [vault]', 'Say how far the vault is indexed (--wait: after its texts are embedded, too)']],
    run: async ([vault], { wait }) => {
      const { statusCommand } = await import('./commands/status-command.ts');
      await statusCommand(program, readConfig(process.env, vault), screen(), { wait });
      return OK;
    },
  },
  doctor: {
    help: [['doctor [vault]', 'Check this machine and the vault for what could go wrong']],
    run: async ([vault]) => {
      const { doctor } = await import('./commands/doctor/doctor.ts');
      return (await doctor({ env: process.env, vault, version, modelFolders }, screen())) ? OK : FAILED;
    },
  },
  'install-plugin': {
    help: [
      [
        'install-plugin [vault]',
        'Copy the companion plugin into the vault (--force: even over a newer one; --enable: have the app\nload it)',
      ],
    ],
    run: async ([vault], { force, enable }) => {
      const { installPlugin } = await import('./commands/install-plugin.ts');
      const { nextSteps } = await import('./commands/install-steps.ts');
      const { dataFolder } = await import('../shared/vault/data-folders.ts');
      const { noteServer } = await import('../shared/clients/server-note.ts');
      const installed = await installPlugin({
        source: join(packageFolder, 'plugin'),
        modelFolders,
        vaultRealPath: readConfig(process.env, vault).realVaultPath,
        dataFolder: dataFolder(process.env),
        force,
        enable,
      });
      // The plugin's settings do without it: they then name the package.
      await noteServer(dataFolder(process.env), program).catch(() => undefined);
      return print(`${nextSteps(installed).join('\n')}\n`);
    },
  },
  history: {
    help: [
      ['history', 'List the changes that tools made in the vault, newest first'],
      ['history show <id>', 'Print one change as a diff'],
    ],
    run: async ([action, id]) => {
      if (action !== undefined && (action !== 'show' || id === undefined))
        return misused('history takes no argument, or `show` and the id of a change.');
      const { historyCommand, historyShowCommand } = await import('./commands/history-command.ts');
      const config = readConfig(process.env);
      if (id === undefined) await historyCommand(config, quietLog(), screen());
      else await historyShowCommand(config, id, quietLog(), screen());
      return OK;
    },
  },
  undo: {
    help: [['undo <id>', 'Undo one change (--force: even if later changes are lost)']],
    run: async ([id], { force }) => {
      if (id === undefined) return misused('undo needs the id of a change; history lists them.');
      const { undoCommand } = await import('./commands/history-command.ts');
      await undoCommand(readConfig(process.env), id, force, quietLog(), screen());
      return OK;
    },
  },
};

/** For commands that report errors themselves. */
function quietLog(): Log {
  return createLog('warn', (line) => process.stderr.write(line));
}

const exitCode = await run(process.argv.slice(2));
if (exitCode !== undefined) {
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit(exitCode);
}

async function run(args: string[]): Promise<number | undefined> {
  const { values, positionals, problem } = parse(args);
  if (problem !== undefined) return misused(problem);
  if (values.help === true) return print(help());
  if (values.version === true) return print(`${version}\n`);
  const [name = 'serve', ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return misused(`There is no command "${name}".`);
  try {
    return await command.run(rest, {
      force: values.force === true,
      enable: values.enable === true,
      wait: values.wait === true,
      yes: values.yes === true,
      print: values.print === true,
      remove: values.remove === true,
      vault: values.vault ?? [],
    });
  } catch (error) {
    complain(error);
    return isSettingsError(error) ? MISUSED : FAILED;
  }
}

function complain(error: unknown): void {
  const words = error instanceof VaultLoomError ? [error.message, error.hint ?? ''].join(' ').trim() : traceOf(error);
  process.stderr.write(`vault-loom: ${words}\n`);
}

function parse(args: string[]): {
  values: Partial<Flags> & { help?: boolean; version?: boolean };
  positionals: string[];
  problem?: string;
} {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
      force: { type: 'boolean' },
      enable: { type: 'boolean' },
      wait: { type: 'boolean' },
      yes: { type: 'boolean', short: 'y' },
      print: { type: 'boolean' },
      remove: { type: 'boolean' },
      vault: { type: 'string', multiple: true },
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return { values: {}, positionals: [], problem: messageOf(error) };
  }
}

function help(): string {
  const lines = Object.values(commands).flatMap((command) => command.help.map(helpLine));
  return `Vault Loom ${version}: an Obsidian vault for AI assistants, over MCP

Usage: vault-loom [command]

${lines.join('')}
  help, version       Also as --help and --version

The vault is the folder named in VAULT_PATH, or on the command line where [vault] stands.
Optional: VAULT_LOOM_READ_ONLY (1 lets no tool write), VAULT_LOOM_FOLDERS (the only folders tools may write in, separated
by commas), VAULT_LOOM_EMBEDDER (use, lsa, ollama:<model>, …, none), VAULT_LOOM_THREADS (cores for embedding, 1 unless set),
VAULT_LOOM_LOG (error, warn, info, debug), VAULT_LOOM_DATA_DIR.
`;
}

function helpLine([usage, does]: [usage: string, does: string]): string {
  const margin = `\n${' '.repeat(HELP_COLUMN + 2)}`;
  return `  ${usage.length < HELP_COLUMN ? usage.padEnd(HELP_COLUMN) : usage + margin}${does.replaceAll('\n', margin)}\n`;
}

function print(text: string): number {
  process.stdout.write(text);
  return OK;
}

function misused(problem: string): number {
  const names = Object.keys(commands).join(', ');
  process.stderr.write(
    `Usage: vault-loom [command]\nCommands: ${names}; \`vault-loom help\` says what they do.\nvault-loom: ${problem}\n`,
  );
  return MISUSED;
}
