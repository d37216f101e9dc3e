import { setTimeout as delay } from 'node:timers/promises';
import type { IndexStatusOutput } from '../../shared/protocol/schemas/maintenance.ts';
import type { BridgeConfig } from '../process/config.ts';
import { openVault } from './open-vault.ts';
import { printJson } from './print-json.ts';
import { progressBar } from './progress-bar.ts';
import type { CommandLine } from './surroundings.ts';
import type { Screen } from './terminal.ts';
import { untilReady, type VaultSession } from './vault-session.ts';

const ASK_MS = 300;
/** A server that is asked about its model may take longer than the index. */
const SETTLE_MS = 5_000;

/**
 * Brings the index up to date and sums it up in a few lines, or as JSON; with `wait`, after everything possible is
 * embedded.
 */
export async function statusCommand(
  line: CommandLine,
  config: BridgeConfig,
  { wait, json }: { wait: boolean; json: boolean },
): Promise<void> {
  const { screen, progress } = line;
  const session = openVault(line, config);
  const bar = progressBar(progress, 'Indexing');
  try {
    await untilReady(session, ({ done, total }) => bar.update(done, total));
    bar.clear();
    const status = wait ? await untilEmbedded(session, progress) : await onceSettled(session);
    if (json) return printJson(screen, status);
    screen.write(`${statusLines(status).join('\n')}\n`);
  } finally {
    await session.close();
  }
}

/** The status once it says which model there is or why there is none, after a few seconds at the latest. */
export async function onceSettled(session: Pick<VaultSession, 'call'>, ms = SETTLE_MS): Promise<IndexStatusOutput> {
  const end = performance.now() + ms;
  for (;;) {
    const status = await session.call<IndexStatusOutput>('index_status');
    if (!isBeingSetUp(status) || performance.now() >= end) return status;
    await delay(ASK_MS);
  }
}

function isBeingSetUp({ provider, embeddingsComplete, initError }: IndexStatusOutput): boolean {
  return provider === 'none' && !embeddingsComplete && initError === null;
}

async function untilEmbedded(session: VaultSession, screen: Screen): Promise<IndexStatusOutput> {
  const bar = progressBar(screen, 'Embedding', 'texts');
  for (;;) {
    const status = await session.call<IndexStatusOutput>('index_status');
    const { embeddingsComplete, reindexInProgress, initError, progress } = status;
    if (embeddingsComplete || initError !== null) {
      bar.clear();
      return status;
    }
    if (!reindexInProgress && progress !== undefined) bar.update(progress.done, progress.total);
    await delay(ASK_MS);
  }
}

/** The status in a few lines. */
export function statusLines(status: IndexStatusOutput): string[] {
  return [
    status.summary,
    `host: ${status.host}${status.hostNote === undefined ? '' : ` (${status.hostNote})`}`,
    `embeddings: ${embeddingLine(status)}`,
    ...(status.lastReindexReasons.length === 0 ? [] : [`last reindex: ${status.lastReindexReasons.join('; ')}`]),
    ...(status.initError === null ? [] : [`problem: ${status.initError}`]),
    ...status.warnings.map(({ path, message }) => `warning: ${path}: ${message}`),
    ...(status.warningsTotal > status.warnings.length
      ? [`and ${status.warningsTotal - status.warnings.length} more warnings`]
      : []),
  ];
}

function embeddingLine(status: IndexStatusOutput): string {
  const { provider, embeddingModel, embeddingInProgress, embedderReady, notesWithEmbeddings, progress } = status;
  if (isBeingSetUp(status)) return 'the model is being set up';
  if (provider === 'none') return status.initError === null ? 'turned off' : 'none';
  const name = embeddingModel === 'none' ? provider : `${provider} ${embeddingModel}`;
  if (!embedderReady) return `${name}, not working now`;
  const texts = progress === undefined ? '' : ` (${progress.done} of ${progress.total} texts)`;
  return `${name}, ${notesWithEmbeddings} notes${embeddingInProgress ? ` so far${texts}` : ''}`;
}
