import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figureName } from './alternatives/comparison.ts';
import { measureRipgrep } from './alternatives/measure-ripgrep.ts';
import { measureSqlite } from './alternatives/measure-sqlite.ts';
import { measureVaultLoom } from './alternatives/measure-vault-loom.ts';
import type { Measured } from './alternatives/measured.ts';
import { measureQuality, VAULT_LOOM } from './alternatives/quality.ts';
import { MINISEARCH, RIPGREP, SQLITE } from './alternatives/rankers.ts';
import { measuredApart } from './support/measured-apart.ts';
import type { Figure } from './support/figures/report.ts';
import { mean, percentile } from './support/figures/statistics.ts';
import { copyVault, flushDisk, makeScratch } from './support/scratch-vault.ts';
import { vaultQueries } from './support/vault-queries.ts';

const MB = 1024 * 1024;

/**
 * The same queries and edits on the same vault by Vault Loom and by other ways to search its words.
 *
 * @param retrieval holds `vault/` and `queries.jsonl`, for how well each ranks
 */
export async function measureAlternatives(
  script: string,
  vault: string,
  count: number,
  retrieval?: string,
): Promise<Figure[]> {
  const queries = await vaultQueries(vault, count);
  const minisearch = fileURLToPath(new URL('./alternatives/measure-minisearch.ts', import.meta.url));
  const measured: [string, Measured | null][] = [
    [VAULT_LOOM, await onCopy(vault, (copy, data) => measureVaultLoom(script, copy, data, queries))],
    [RIPGREP, await onCopy(vault, (copy) => measureRipgrep(copy, queries))],
    [SQLITE, await onCopy(vault, (copy, data) => measureSqlite(copy, data, queries))],
    [MINISEARCH, await measuredApart<Measured>(minisearch, vault, [String(count)])],
  ];
  const gains = retrieval === undefined ? new Map<string, number[]>() : await measureQuality(script, retrieval);
  return measured.flatMap(([name, found]) => figuresOf(name, found, gains.get(name)));
}

function figuresOf(name: string, found: Measured | null, gains: readonly number[] | undefined): Figure[] {
  const figure = (column: string, value: number, unit: Figure['unit'], note = ''): Figure => ({
    name: figureName(name, column),
    value,
    unit,
    ...(note === '' ? {} : { note }),
  });
  if (found === null) return [figure('index', NaN, 's', 'not installed')];
  const { indexMs, indexNote, residentBytes, diskBytes, searchMs, foundMs } = found;
  return [
    figure('index', indexMs / 1_000, 's', indexNote),
    figure('memory', residentBytes / MB, 'MB'),
    figure('on disk', diskBytes / MB, 'MB'),
    figure('search, median', percentile(searchMs, 0.5), 'ms'),
    figure('search, 95th', percentile(searchMs, 0.95), 'ms'),
    figure('edit → found', percentile(foundMs, 0.5), 'ms', `longest ${Math.max(...foundMs).toFixed(0)} ms`),
    ...(gains === undefined ? [] : [figure('nDCG@10', mean(gains), 'ratio')]),
  ];
}

async function onCopy<T>(vault: string, measure: (copy: string, data: string) => Promise<T>): Promise<T> {
  const scratch = await makeScratch();
  try {
    const copy = join(scratch.folder, 'vault');
    await copyVault(vault, copy);
    await flushDisk();
    return await measure(copy, join(scratch.folder, 'data'));
  } finally {
    await scratch.remove();
  }
}
