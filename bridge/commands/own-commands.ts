import { homedir } from 'node:os';
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { createLog, type Log } from '../process/log.ts';
import { FAILED, OK } from '../process/exit-codes.ts';
import { SHELLS } from './completion/shells.ts';
import { printJson } from './print-json.ts';
import type { CommandLine } from './surroundings.ts';

/** The group of the help that has what is left. */
export const OTHER = 'Other:';

const JSON_FLAG = ['--json', 'Print JSON alone'] as const;
const VAULT_FLAG = ['--vault <path>', "The vault's folder"] as const;
const VAULT_ARGUMENT = ['[vault]', "The vault's folder"] as const;

/**
 * Adds all commands but those of the tools, in the order of the help. Each imports its own code when it runs, so that a line
 * is read fast.
 */
export function addOwnCommands(root: Command, line: CommandLine): void {
  root.commandsGroup('Begin:');
  addServe(root, line);
  addTour(root, line);
  addConnect(root, line);
  addInstallPlugin(root, line);
  root.commandsGroup('Look after it:');
  addDoctor(root, line);
  addStatus(root, line);
  addModels(root, line);
  addHistory(root, line);
  addUndo(root, line);
  root.commandsGroup(OTHER);
  addCall(root, line);
  addCompletion(root, line);
  root
    .command('version')
    .description('Print the version')
    .action(() => line.screen.write(`${line.program.version}\n`));
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
    .action(async (vault: string | undefined, _options, command: Command) => {
      const { tour } = await import('./tour/tour.ts');
      await tour(line, line.config(command, vault));
    });
}

interface ConnectFlags {
  vault?: string[];
  yes?: true;
  print?: true;
  remove?: true;
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
    .action(async (client: string | undefined, flags: ConnectFlags, command: Command) => {
      const { connect } = await import('./connect/connect.ts');
      const { askOn } = await import('./connect/choose.ts');
      const vault = line.named(command);
      await connect(
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
        line.screen,
        askOn(process.stdin, process.stdout),
      );
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
      const { dataFolder } = await import('../../shared/vault/data-folders.ts');
      const { noteServer } = await import('../../shared/clients/server-note.ts');
      const installed = await installPlugin({
        source: join(line.packageFolder, 'plugin'),
        modelFolders: line.modelFolders,
        vaultRealPath: line.config(command, vault).realVaultPath,
        dataFolder: dataFolder(line.env),
        force: flags['force'] === true,
        enable: flags['enable'] === true,
      });
      // The plugin's settings do without it: they then name the package.
      await noteServer(dataFolder(line.env), line.program).catch(() => undefined);
      if (flags['json'] === true) printJson(line.screen, installed);
      else line.screen.write(`${nextSteps(installed).join('\n')}\n`);
    });
}

function addDoctor(root: Command, line: CommandLine): void {
  root
    .command('doctor')
    .description('Check this machine, the vault and its clients for what could go wrong, each with its cure')
    .argument(...VAULT_ARGUMENT)
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (vault: string | undefined, flags: Record<string, unknown>, command: Command) => {
      const { doctor } = await import('./doctor/doctor.ts');
      const { printFindings } = await import('./doctor/print-findings.ts');
      const findings = await doctor({
        env: line.env,
        machine: await thisMachine(line),
        vault: line.named(command, vault),
        version: line.program.version,
        modelFolders: line.modelFolders,
        progress: line.progress,
      });
      const isWell = findings.every(({ state }) => state !== 'bad');
      if (flags['json'] === true) printJson(line.screen, { ok: isWell, findings });
      else printFindings(findings, line.screen);
      line.endWith(isWell ? OK : FAILED);
    });
}

function addStatus(root: Command, line: CommandLine): void {
  root
    .command('status')
    .description('Say how far the vault is indexed')
    .argument(...VAULT_ARGUMENT)
    .option('--wait', 'Until its texts are embedded, too')
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (vault: string | undefined, flags: Record<string, unknown>, command: Command) => {
      const { statusCommand } = await import('./status-command.ts');
      await statusCommand(line, line.config(command, vault), {
        wait: flags['wait'] === true,
        json: flags['json'] === true,
      });
    });
}

function addModels(root: Command, line: CommandLine): void {
  const models = root
    .command('models')
    .description('The models that search by meaning: which there are, whether they work');
  models
    .command('list', { isDefault: true })
    .description('List them: which is in use, where its file is, and whether that is whole')
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (flags: Record<string, unknown>, command: Command) => {
      const { listModels } = await import('./models/list-models.ts');
      await listModels(line, line.named(command), { json: flags['json'] === true });
    });
  models
    .command('test')
    .description(
      'Embed a few sentences with the one in use, or another: how long it takes, and whether it tells likeness',
    )
    .argument('[model]', 'As in VAULT_LOOM_EMBEDDER, such as ollama:nomic-embed-text')
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (model: string | undefined, flags: Record<string, unknown>, command: Command) => {
      const { testModel } = await import('./models/test-model.ts');
      line.endWith(await testModel(line, line.named(command), { model, json: flags['json'] === true }));
    });
}

function addHistory(root: Command, line: CommandLine): void {
  const history = root
    .command('history')
    .description('List the changes that tools made in the vault, newest first')
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (flags: Record<string, unknown>, command: Command) => {
      const { historyCommand } = await import('./history-command.ts');
      await historyCommand(line, line.config(command), quietLog(), flags['json'] === true);
    });
  history
    .command('show')
    .description('Print one change as a diff')
    .argument('<id>', 'As `history` lists it; "last" as in `undo`')
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (id: string, flags: Record<string, unknown>, command: Command) => {
      const { historyShowCommand } = await import('./history-command.ts');
      await historyShowCommand(line, line.config(command), id, quietLog(), flags['json'] === true);
    });
}

function addUndo(root: Command, line: CommandLine): void {
  root
    .command('undo')
    .description('Undo one change')
    .argument('[id]', 'As `history` lists it; "last" for the newest that is not undone')
    .option('--force', 'Even if later changes are lost')
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (id: string | undefined, flags: Record<string, unknown>, command: Command) => {
      if (id === undefined)
        command.error('undo needs the id of a change; history lists them. `vault-loom undo last` takes the newest.');
      const { undoCommand } = await import('./history-command.ts');
      await undoCommand(line, line.config(command), id, quietLog(), {
        force: flags['force'] === true,
        json: flags['json'] === true,
      });
    });
}

function addCall(root: Command, line: CommandLine): void {
  root
    .command('call')
    .description('Call one tool with JSON and print its result as JSON; without a tool, list the tools')
    .argument('[tool]', 'Its name, such as search')
    .argument('[json]', 'Its arguments as one JSON object; - reads them from stdin')
    .option(...VAULT_FLAG)
    .option('--json', 'List the tools as JSON, with their schemas')
    .action(
      async (tool: string | undefined, json: string | undefined, flags: Record<string, unknown>, command: Command) => {
        const { callCommand, listTools } = await import('./call-command.ts');
        if (tool === undefined) listTools(line, flags['json'] === true);
        else line.endWith(await callCommand(line, line.config(command), tool, json));
      },
    );
}

function addCompletion(root: Command, line: CommandLine): void {
  root
    .command('completion')
    .description('Print the script that has a shell complete commands, flags and notes')
    .addArgument(new Argument('<shell>', 'Which shell').choices(SHELLS))
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionScript } = await import('./completion/completion-script.ts');
      line.screen.write(completionScript(shell));
    });
  root
    .command('complete', { hidden: true })
    .description('What may stand where --word is; the scripts of `completion` ask it')
    .argument('[words...]')
    .requiredOption('--word <word>')
    .action(async (words: string[], { word }: { word: string }) => {
      const { complete } = await import('./completion/complete.ts');
      const found = await complete(root, words, word, line.env);
      line.screen.write(found.map(({ value, about }) => `${value}\t${about}\n`).join(''));
    });
}

function again(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

async function thisMachine({ env }: CommandLine) {
  const { systemOf } = await import('../../shared/clients/server-launch.ts');
  return { system: systemOf(process.platform), home: homedir(), env };
}

/** For commands that report errors themselves. */
function quietLog(): Log {
  return createLog('warn', (text) => process.stderr.write(text));
}
