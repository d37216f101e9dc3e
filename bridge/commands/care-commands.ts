import type { Command } from 'commander';
import { FAILED, OK } from '../process/exit-codes.ts';
import { createLog, type Log } from '../process/log.ts';
import { JSON_FLAG, thisMachine, VAULT_ARGUMENT, VAULT_FLAG } from './common-flags.ts';
import { addHelp } from './help-command.ts';
import { printJson } from './print-json.ts';
import type { CommandLine } from './surroundings.ts';

/** Adds the commands that look after a vault, its index and its history. */
export function addCareCommands(root: Command, line: CommandLine): void {
  addDoctor(root, line);
  addStatus(root, line);
  addModels(root, line);
  addHistory(root, line);
  addUndo(root, line);
  addDeleteIndex(root, line);
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
      'Embed a few sentences with the one in use, or another: how long it takes, and whether it recognises likeness',
    )
    .argument('[model]', 'As in VAULT_LOOM_EMBEDDER, such as ollama:nomic-embed-text')
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (model: string | undefined, flags: Record<string, unknown>, command: Command) => {
      const { testModel } = await import('./models/test-model.ts');
      line.endWith(await testModel(line, line.named(command), { model, json: flags['json'] === true }));
    });
  addHelp(models);
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
  addHelp(history);
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

function addDeleteIndex(root: Command, line: CommandLine): void {
  root
    .command('delete-index')
    .description('Delete what can be made again: index and vectors of the vault, and the table of your words; no note')
    .argument(...VAULT_ARGUMENT)
    .option('--dry-run', 'Show what would be deleted, with its size')
    .option('-y, --yes', 'Do not ask')
    .option('--keep-words', 'Keep the table of words, which all your vaults share')
    .option(...VAULT_FLAG)
    .option(...JSON_FLAG)
    .action(async (vault: string | undefined, flags: Record<string, unknown>, command: Command) => {
      const { deleteIndex } = await import('./delete-index/delete-index.ts');
      const { askOn } = await import('./connect/choose.ts');
      line.finish();
      await deleteIndex(
        line,
        line.config(command, vault),
        {
          yes: flags['yes'] === true,
          dryRun: flags['dryRun'] === true,
          keepWords: flags['keepWords'] === true,
          json: flags['json'] === true,
        },
        askOn(process.stdin, process.stdout),
      );
    });
}

/** For commands that report errors themselves. */
function quietLog(): Log {
  return createLog('warn', (text) => process.stderr.write(text));
}
