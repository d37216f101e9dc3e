import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { VaultLoomError } from '../shared/protocol/errors.ts';
import type { BridgeConfig } from './process/config.ts';
import { expandPath, isSettingsError, readConfig } from './process/config.ts';
import { createLog, parseLogLevel, traceOf, type Log } from './process/log.ts';
import { serve } from './serve/serve.ts';
import { screenOf } from './commands/terminal.ts';
import { createRedact } from './serve/tool-result.ts';

const OK = 0;
const FAILED = 1;
const MISUSED = 2;
const HELP_COLUMN = 20;
const VAULT_HINT =
  "Set VAULT_PATH in the client's configuration of this server to the folder of the vault, in full. The server's log (stderr) names the folder it looked for; the next call looks again.";

interface Flags {
  force: boolean;
  enable: boolean;
  wait: boolean;
}

const program = { script: fileURLToPath(import.meta.url), version };
/** The package holds both halves and the model side by side; who copies this one file may put the model next to it. */
const packageFolder = join(dirname(program.script), '..');
const modelFolders = [join(packageFolder, 'model'), dirname(program.script)];
const screen = () => screenOf(process.stdout, process.env);

interface Command {
  /** Its lines in the help, each with what it does; none for those that the help ends with. */
  help: [usage: string, does: string][];
  /** Gives the exit code, or undefined if it ends the process itself. */
  run: (args: string[], flags: Flags) => Promise<number | undefined>;
}

/**
 * Every command, in the order of the help. A new one is its file in `commands` and an entry here. What a command alone needs is
 * imported when it runs: a client waits for `serve` to answer, and has no use for the client's side of the protocol.
 */
const commands: Record<string, Command> = {
  serve: {
    help: [['serve', 'Serve MCP on stdin and stdout (the default); what an MCP client starts']],
    run: async () => startServing(),
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
  call: {
    help: [['call <tool> [json]', 'Call one tool and print its result as JSON']],
    run: async ([tool, json]) => {
      if (tool === undefined) return misused('call needs the name of a tool.');
      const { callCommand } = await import('./commands/call-command.ts');
      return callCommand(program, readConfig(process.env), tool, json, screen());
    },
  },
  status: {
    help: [['status [vault]', 'Say how far the vault is indexed (--wait: once its texts are embedded, too)']],
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
        'Copy the companion plugin into the vault (--force: also in place of a newer one; --enable: have the\napp load it)',
      ],
    ],
    run: async ([vault], { force, enable }) => {
      const { installPlugin, nextSteps } = await import('./commands/install-plugin.ts');
      const { dataFolder } = await import('../shared/vault/data-folders.ts');
      const installed = await installPlugin({
        source: join(packageFolder, 'plugin'),
        modelFolders,
        vaultRealPath: readConfig(process.env, vault).realVaultPath,
        dataFolder: dataFolder(process.env),
        force,
        enable,
      });
      return print(`${nextSteps(installed).join('\n')}\n`);
    },
  },
  history: {
    help: [
      ['history', 'List the changes that tools made in the vault, newest first'],
      ['history show <id>', 'Print what one of them did, as a diff'],
    ],
    run: async ([action, id]) => {
      if (action !== undefined && (action !== 'show' || id === undefined))
        return misused('history takes nothing, or show and the id of a change.');
      const { historyCommand, historyShowCommand } = await import('./commands/history-command.ts');
      const config = readConfig(process.env);
      if (id === undefined) await historyCommand(config, quietLog(), screen());
      else await historyShowCommand(config, id, quietLog(), screen());
      return OK;
    },
  },
  undo: {
    help: [['undo <id>', 'Take one of them back (--force: even where later changes are lost by it)']],
    run: async ([id], { force }) => {
      if (id === undefined) return misused('undo needs the id of a change; history lists them.');
      const { undoCommand } = await import('./commands/history-command.ts');
      await undoCommand(readConfig(process.env), id, force, quietLog(), screen());
      return OK;
    },
  },
};

/** The commands for people report errors themselves. */
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
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return { values: {}, positionals: [], problem: (error as Error).message };
  }
}

/** Serves even if a setting is wrong: a client that finds the connection closed cannot say why, a tool can. */
function startServing(): number | undefined {
  const log = createLog(parseLogLevel(process.env.VAULT_LOOM_LOG), (line) => process.stderr.write(line));
  let known: BridgeConfig | undefined;
  const config = (): BridgeConfig => (known ??= readConfig(process.env));
  try {
    config();
  } catch (error) {
    if (!isSettingsError(error) || process.stdin.isTTY) throw error;
    complain(error);
  }
  if (process.stdin.isTTY)
    process.stderr.write('vault-loom: serving MCP on stdin, for a client; for people there is `vault-loom tour`.\n');
  const rulesOnce = once(async () => {
    const { RuleFiles } = await import('../shared/vault/rules/rule-files.ts');
    return new RuleFiles(forClients(config).realVaultPath);
  });
  const openOnce = once(async () => {
    const { openDiskWriting } = await import('../shared/tools/write/open-disk-writing.ts');
    return openDiskWriting(forClients(config).vaultPath, {
      env: process.env,
      log: (level, message) => log[level](message),
      rules: await rulesOnce(),
    });
  });
  const openEngineOnce = once(async () => {
    const settings = forClients(config);
    const { openEngine } = await import('./switch/open-engine.ts');
    // What a writer left half done when it was killed is finished or taken back before anything is read.
    const recover = once(async () => (await openOnce()).writer.recover());
    return openEngine({
      config: settings,
      version,
      env: process.env,
      modelFolders,
      rules: await rulesOnce(),
      recover,
      log,
    });
  });
  serve({
    createEngine: async () => (await openEngineOnce()).engine,
    writing: openOnce,
    live: async () => (await openEngineOnce()).live,
    version,
    vaultName: () => (known === undefined ? undefined : basename(known.realVaultPath)),
    log,
    redact: (text) =>
      createRedact(known?.vaultPath ?? expandPath(process.env.VAULT_PATH?.trim() ?? ''), known?.realVaultPath)(text),
    exitCode: () => (known === undefined ? MISUSED : OK),
  });
  return undefined;
}

/** The settings, or, for readers of a tool's error, why there are none. */
function forClients(config: () => BridgeConfig): BridgeConfig {
  try {
    return config();
  } catch (error) {
    if (!isSettingsError(error)) throw error;
    const hint =
      error.hint ??
      (error.code === 'vault_not_found'
        ? VAULT_HINT
        : "Correct it in the client's configuration of this server, and start the server again.");
    throw new VaultLoomError(error.code, error.message, { hint, cause: error });
  }
}

/** What is made at the first call. If that fails, the next call tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made !== undefined) return made;
    const making = make();
    made = making;
    making.catch(() => {
      if (made === making) made = undefined;
    });
    return making;
  };
}

function help(): string {
  const lines = Object.values(commands).flatMap((command) => command.help.map(helpLine));
  return `Vault Loom ${version}: an Obsidian vault for AI assistants, over MCP

Usage: vault-loom [command]

${lines.join('')}
  help, version       Also as --help and --version

The vault is the folder named in VAULT_PATH, or on the command line where [vault] stands.
Optional: VAULT_LOOM_READ_ONLY (1 lets no tool write), VAULT_LOOM_FOLDERS (the only folders tools may write in, between
commas), VAULT_LOOM_EMBEDDER (use, lsa, ollama:<model>, …, none), VAULT_LOOM_THREADS (cores for embedding, 1 unless set),
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
