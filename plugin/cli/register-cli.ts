import { requireApiVersion, type App, type CliData, type CliFlags, type Plugin, type TFile } from 'obsidian';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { fileAt } from '../ports/file-at.ts';
import { fileInFront } from '../ports/file-in-front.ts';
import type { Companion } from '../companion/companion.ts';
import { describeIndex, describeMeaning } from '../views/describe-index.ts';
import { describeServer } from '../views/describe-state.ts';
import { relatedRows } from '../views/related/related-rows.ts';
import { asJson, choiceOf, countOf, errorText, relatedText, searchText, statusJson, statusText } from './cli-output.ts';

export interface CliHost {
  app: App;
  companion: () => Companion | null;
  /** The port that the settings ask for. */
  wantedPort: () => number;
}

interface CliCommand {
  id: string;
  description: string;
  flags: CliFlags;
  run: (host: CliHost, flags: CliData) => Promise<string>;
}

const MOST_ROWS = 100;
const FORMAT = { value: '<text|json>', description: 'Output format (default: text)' };

const COMMANDS: readonly CliCommand[] = [
  {
    id: 'search',
    description: 'Find notes by words and meaning',
    flags: {
      query: { value: '<text>', description: 'What to look for', required: true },
      by: { value: '<both|words|meaning>', description: 'How to look (default: both)' },
      path: { value: '<folder>', description: 'Only notes in this folder' },
      limit: { value: '<number>', description: 'How many notes (default: 10)' },
      format: FORMAT,
    },
    run: search,
  },
  {
    id: 'related',
    description: 'List notes that are related to a note, and why',
    flags: {
      file: { value: '<name>', description: 'Name of the note (default: the active one)' },
      path: { value: '<path>', description: 'Path of the note' },
      limit: { value: '<number>', description: 'How many notes (default: 10)' },
      format: FORMAT,
    },
    run: related,
  },
  {
    id: 'status',
    description: 'Say how far the vault is indexed, and who is connected',
    flags: { format: FORMAT },
    run: status,
  },
];

/** Adds commands for the app's own command line, which it has since 1.12.2. */
export function registerCli(plugin: Plugin, host: CliHost): void {
  for (const { id, description, flags, run } of COMMANDS) {
    if (requireApiVersion('1.12.2'))
      plugin.registerCliHandler(`${plugin.manifest.id}:${id}`, description, flags, async (given) => {
        try {
          return await run(host, given);
        } catch (error) {
          return errorText(error, given['format'] === 'json');
        }
      });
  }
}

async function search(host: CliHost, flags: CliData): Promise<string> {
  const query = flags['query']?.trim() ?? '';
  if (query === '') throw new VaultLoomError('invalid_arguments', 'Give query=<text>.');
  const format = formatOf(flags);
  const by = choiceOf(flags['by'], 'by', ['both', 'words', 'meaning']);
  const found = await (await engineOf(host)).search({
    query,
    mode: ({ both: 'hybrid', words: 'fulltext', meaning: 'semantic' } as const)[by],
    limit: countOf(flags['limit'], 'limit', 10, MOST_ROWS),
    unique: 'notes',
    ...(flags['path'] === undefined ? {} : { directory: flags['path'] }),
  });
  return format === 'json' ? asJson(found) : searchText(found);
}

async function related(host: CliHost, flags: CliData): Promise<string> {
  const format = formatOf(flags);
  const limit = countOf(flags['limit'], 'limit', 10, MOST_ROWS);
  const { path, extension } = noteOf(host.app, flags);
  if (extension !== 'md') throw new VaultLoomError('invalid_arguments', `“${path}” is not a note.`);
  if (await host.companion()?.isHidden(path))
    throw new VaultLoomError('note_not_found', `“${path}” is left out by .vaultloomignore: it was not read.`);
  const found = await (await engineOf(host)).related({ path, limit, hideLinked: false });
  return format === 'json' ? asJson(found) : relatedText(path, relatedRows(found, new Set()));
}

async function status({ companion, wantedPort }: CliHost, flags: CliData): Promise<string> {
  const format = formatOf(flags);
  const running = companion();
  const state = running?.state ?? null;
  const known = (await (await running?.engine())?.status()) ?? null;
  if (format === 'json') return statusJson(known, state?.server ?? 'starting', running?.clients() ?? []);
  return statusText({
    index: describeIndex(state, known),
    meaning: describeMeaning(state, known),
    server: describeServer(state, wantedPort()),
  });
}

function formatOf(flags: CliData): 'text' | 'json' {
  return choiceOf(flags['format'], 'format', ['text', 'json']);
}

async function engineOf({ companion }: CliHost): Promise<EngineHost> {
  const running = companion();
  const engine = await running?.engine();
  if (engine !== null && engine !== undefined) return engine;
  const problem = running?.state.problem;
  throw new VaultLoomError(
    'index_not_ready',
    typeof problem === 'string' ? `The index could not be opened: ${problem}` : 'Vault Loom has not started yet.',
  );
}

function noteOf(app: App, { file, path }: CliData): TFile {
  const at = path ?? fileInFront(app);
  const byName = path === undefined && file !== undefined;
  const found = byName ? app.metadataCache.getFirstLinkpathDest(file, '') : at === null ? null : fileAt(app.vault, at);
  if (found !== null) return found;
  const named = path ?? file;
  throw named === undefined
    ? new VaultLoomError('invalid_arguments', 'No note is open: give file=<name> or path=<path>.')
    : new VaultLoomError('note_not_found', `There is no note “${named}”.`);
}
