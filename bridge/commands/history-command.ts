import { nameOnOneLine } from '../../shared/kit/text/name-on-one-line.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { HistoryEntry } from '../../shared/writing/journal/history.ts';
import { standing, undoneBy } from '../../shared/writing/journal/undone-by.ts';
import { openDiskWriting } from '../../shared/tools/write/parts/open-disk-writing.ts';
import type { VaultWriter } from '../../shared/writing/vault-writer.ts';
import { besideOpenEditors } from '../switch/app-editors.ts';
import type { BridgeConfig } from '../process/config.ts';
import type { Log } from '../process/log.ts';
import { printJson } from './print-json.ts';
import { typedForVault } from './typed-command.ts';
import type { CommandLine } from './surroundings.ts';
import { inColour } from './tools/text/diff-text.ts';

/** Lists the changes that tools made in the vault, newest first. */
export async function historyCommand(
  { screen }: CommandLine,
  config: BridgeConfig,
  log: Log,
  asJson: boolean,
): Promise<void> {
  const writer = await openWriter(config, log);
  try {
    const entries = await writer.history.list();
    if (asJson) return printJson(screen, entries);
    screen.write(
      entries.length === 0
        ? 'No tool has changed this vault in the last 30 days.\n'
        : `${entries.map(line).join('\n')}\n`,
    );
  } finally {
    await writer.close();
  }
}

/** Prints one change, as a unified diff. */
export async function historyShowCommand(
  { screen }: CommandLine,
  config: BridgeConfig,
  id: string,
  log: Log,
  asJson: boolean,
): Promise<void> {
  const writer = await openWriter(config, log);
  try {
    const { entry, diff } = await writer.history.show(await idOf(writer, id, config));
    if (asJson) printJson(screen, { ...entry, diff });
    else screen.write(`${line(entry)}\n\n${inColour(diff.replace(/\n$/u, ''), screen.style)}\n`);
  } finally {
    await writer.close();
  }
}

/** Undoes one change; with `force` even if that loses later changes. */
export async function undoCommand(
  { screen }: CommandLine,
  config: BridgeConfig,
  named: string,
  log: Log,
  { force, json }: { force: boolean; json: boolean },
): Promise<void> {
  const writer = await openWriter(config, log);
  try {
    await writer.recover();
    const id = await idOf(writer, named, config);
    if (!force) await refuseUndone(writer, id, config);
    const undone = await besideOpenEditors(config.realVaultPath, (prepare) =>
      writer.undo(id, {
        force,
        prepare: (paths, inverse) =>
          prepare(
            paths,
            inverse.flatMap((file) => (file.kind === 'move' ? [{ from: file.from, to: file.to }] : [])),
          ),
      }),
    );
    if (json) return printJson(screen, { undone: id, ...undone });
    const paths = undone.paths.length === 0 ? ['nothing was left to take back'] : undone.paths;
    screen.write(`Undone: ${paths.join(', ')}\n${undone.id === undefined ? '' : `Recorded as ${undone.id}.\n`}`);
  } finally {
    await writer.close();
  }
}

/** The change that is meant: `last` is the newest change by any tool that still stands and is not itself an undo. */
async function idOf(writer: VaultWriter, named: string, { vaultPath }: BridgeConfig): Promise<string> {
  const entries = await writer.history.list();
  const hint = `List the changes with \`${typedForVault(process.env, vaultPath, 'vault-loom', 'history')}\`.`;
  if (named !== 'last') {
    if (entries.some(({ id }) => id === named)) return named;
    await writer.history.record(named).catch((error: unknown) => {
      if (!(error instanceof VaultLoomError) || error.details === undefined) throw error;
      throw new VaultLoomError(error.code, error.message, { hint, details: error.details, cause: error });
    });
    return named;
  }
  const stand = standing(entries);
  const newest = entries.find(({ id, undoes }) => undoes === undefined && stand.has(id));
  if (newest !== undefined) return newest.id;
  throw new VaultLoomError('not_found', 'No change is left to undo.', { hint });
}

/** With force, what an earlier undo left is taken back once more. */
async function refuseUndone(writer: VaultWriter, id: string, { vaultPath }: BridgeConfig): Promise<void> {
  const entries = await writer.history.list();
  const stand = standing(entries);
  const undoneBy = entries.find((entry) => entry.id === id && !stand.has(id))?.undoneBy;
  if (undoneBy === undefined) return;
  throw new VaultLoomError('invalid_arguments', `${id} is undone already, by ${undoneBy}.`, {
    hint: `To make it again, undo that: ${typedForVault(process.env, vaultPath, 'vault-loom', 'undo', undoneBy)}`,
  });
}

async function openWriter({ vaultPath }: BridgeConfig, log: Log): Promise<VaultWriter> {
  return (await openDiskWriting(vaultPath, { env: process.env, log: (level, message) => log[level](message) })).writer;
}

const MOST_PATHS = 3;

function line(entry: HistoryEntry): string {
  const names = entry.files.map(({ path, to }) =>
    to === undefined ? nameOnOneLine(path) : `${nameOnOneLine(path)} → ${nameOnOneLine(to)}`,
  );
  const more = names.length > MOST_PATHS ? ` and ${names.length - MOST_PATHS} more` : '';
  const marks = [
    ...(entry.undoes === undefined ? [] : [`undoes ${undoneBy(entry).join(' ')}`]),
    ...(entry.undoneBy === undefined ? [] : [`undone by ${entry.undoneBy}`]),
    ...(entry.interrupted === true ? ['interrupted'] : []),
  ];
  const note = marks.length === 0 ? '' : `  (${marks.join(', ')})`;
  return `${entry.id}  ${entry.time}  ${entry.tool}  ${entry.client}  ${names.slice(0, MOST_PATHS).join(', ')}${more}${note}`;
}
