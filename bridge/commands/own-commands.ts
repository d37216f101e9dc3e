import { join } from 'node:path';
import { Argument, Option, type Command } from 'commander';
import { addCareCommands } from './care-commands.ts';
import { SHELLS, type Shell } from './completion/shells.ts';
import { JSON_FLAG, thisMachine, VAULT_ARGUMENT, VAULT_FLAG } from './common-flags.ts';
import { addHelp } from './help-command.ts';
import { printJson } from './print-json.ts';
import type { CommandLine } from './surroundings.ts';

/** The group of the help that has what is left. */
export const OTHER = 'Other:';

/**
 * Adds all commands but those of the tools, in the order of the help. Each imports its own code when it runs, so that a
 * line is read fast.
 */
export function addOwnCommands(root: Command, line: CommandLine): void {
  root.commandsGroup('Begin:');
  addServe(root, line);
  addTour(root, line);
  addConnect(root, line);
  addInstallPlugin(root, line);
  root.commandsGroup('Look after it:');
  addCareCommands(root, line);
  root.commandsGroup(OTHER);
  addCall(root, line);
  addCompletion(root, line);
  addVersion(root, line);
  addHelp(root);
}

function addServe(root: Command, line: CommandLine): void {
  root
    .command('serve')
    .description('Serve MCP on stdin and stdout, for a client that starts it (what it does without a command)')
    .option(...VAULT_FLAG)
    .action(async (_options, command: Command) => {
      const vault = line.named(command);
      if (vault !== undefined) line.env['VAULT_PATH'] = vault;
      await line.serve();
      line.endWith(undefined);
    });
}

function addTour(root: Command, line: CommandLine): void {
  root
    .command('tour')
    .description('Index a vault, show what the tools find in it, and how to connect a client')
    .argument(...VAULT_ARGUMENT)
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (vault: string | undefined, flags: Record<string, unknown>, command: Command) => {
      const { tour } = await import('./tour/tour.ts');
      await tour(line, line.config(command, vault), { json: flags['json'] === true });
    });
}

interface ConnectFlags {
  vault?: string[];
  yes?: true;
  print?: true;
  remove?: true;
  json?: true;
}

function addConnect(root: Command, line: CommandLine): void {
  root
    .command('connect')
    .description('Add this server to a client, or take it out')
    .argument('[client]', 'Which one, such as cursor; without it you are asked')
    .option('--vault <path>', 'A vault to serve; again for more', again)
    .option('-y, --yes', 'Do not ask before the change')
    .option('--print', 'Show the entry alone')
    .option('--remove', 'Take the entry out')
    .option(...JSON_FLAG)
    .action(async (client: string | undefined, flags: ConnectFlags, command: Command) => {
      const { connect } = await import('./connect/connect.ts');
      const { askOn } = await import('./connect/choose.ts');
      const vault = line.named(command);
      const isJson = flags.json === true;
      line.finish();
      const outcomes = await connect(
        {
          program: line.program,
          modelFolders: line.modelFolders,
          machine: await thisMachine(line),
          client,
          vaults: flags.vault ?? (vault === undefined ? [] : [vault]),
          yes: flags.yes === true,
          print: flags.print === true,
          remove: flags.remove === true,
        },
        isJson ? { ...line.screen, write: () => undefined } : line.screen,
        // Whoever reads JSON is asked nothing: what is missing is an error that names it.
        isJson ? null : askOn(process.stdin, process.stdout),
      );
      if (isJson) printJson(line.screen, { clients: outcomes });
    });
}

function addInstallPlugin(root: Command, line: CommandLine): void {
  root
    .command('install-plugin')
    .description('Copy the companion plugin into the vault')
    .argument(...VAULT_ARGUMENT)
    .option('--force', 'Even over a newer one, or another in its folder')
    .option('--enable', 'Have the app load it')
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (vault: string | undefined, flags: Record<string, unknown>, command: Command) => {
      const { installPlugin } = await import('./install-plugin.ts');
      const { nextSteps } = await import('./install-steps.ts');
      const { typedForVault } = await import('./typed-command.ts');
      const { dataFolder } = await import('../../shared/vault/data-folders.ts');
      const { noteServer } = await import('../../shared/clients/server-note.ts');
      const { vaultPath, realVaultPath } = line.config(command, vault);
      const installed = await installPlugin({
        source: join(line.packageFolder, 'plugin'),
        modelFolders: line.modelFolders,
        vaultRealPath: realVaultPath,
        dataFolder: dataFolder(line.env),
        force: flags['force'] === true,
        enable: flags['enable'] === true,
      });
      // The plugin's settings do without it: they then name the package.
      await noteServer(dataFolder(line.env), line.program).catch(() => undefined);
      if (flags['json'] === true) printJson(line.screen, installed);
      else {
        const doctor = typedForVault(line.env, vaultPath, 'vault-loom', 'doctor');
        line.screen.write(`${nextSteps(installed, doctor).join('\n')}\n`);
      }
    });
}

function addCall(root: Command, line: CommandLine): void {
  root
    .command('call')
    .description('Call one tool with JSON and print its result as JSON; without a tool, list the tools')
    .argument('[tool]', 'Its name, such as search')
    .argument('[json]', 'Its arguments as one JSON object; - reads them from stdin')
    .option(...VAULT_FLAG)
    .option('--json', 'List the tools as JSON, with their schemas; a result is JSON without it')
    .action(
      async (tool: string | undefined, json: string | undefined, flags: Record<string, unknown>, command: Command) => {
        const { callCommand, listTools } = await import('./call-command.ts');
        if (tool === undefined) listTools(line, flags['json'] === true);
        else line.endWith(await callCommand(line, () => line.config(command), tool, json));
      },
    );
}

function addVersion(root: Command, line: CommandLine): void {
  root
    .command('version')
    .description('Print the version')
    .option(...JSON_FLAG)
    .action((flags: Record<string, unknown>) => {
      const { version } = line.program;
      if (flags['json'] === true) printJson(line.screen, { version });
      else line.screen.write(`${version}\n`);
    });
}

function addCompletion(root: Command, line: CommandLine): void {
  root
    .command('completion')
    .description('Print the script that has a shell complete commands, flags and notes')
    .addArgument(new Argument('<shell>', 'Which shell').choices(SHELLS))
    .option(...JSON_FLAG)
    .action(async (shell: Shell, flags: Record<string, unknown>) => {
      const { completionScript } = await import('./completion/completion-script.ts');
      const script = completionScript(shell);
      if (flags['json'] === true) printJson(line.screen, { shell, script });
      else line.screen.write(script);
    });
  root
    .command('complete', { hidden: true })
    .description('What may complete --word; the scripts of `completion` ask it')
    .argument('[words...]')
    .requiredOption('--word <word>')
    .addOption(new Option('--shell <shell>').choices(SHELLS).default('bash'))
    .action(async (words: string[], { word, shell }: { word: string; shell: Shell }) => {
      const { complete } = await import('./completion/complete.ts');
      const found = await complete(root, words, word, { env: line.env, shell });
      line.screen.write(found.map(({ value, about }) => `${value}\t${about}\n`).join(''));
    });
}

function again(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
