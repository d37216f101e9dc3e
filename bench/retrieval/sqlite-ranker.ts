import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isStopWord } from '../../shared/search/words/terms/stop-words.ts';
import type { VaultNote } from './vault-notes.ts';

const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * Ranks with SQLite's FTS5: Porter stemming, BM25 with title and aliases over body 5:1, any term, stop words dropped.
 * Null if there is no `sqlite3` command with FTS5.
 */
export function sqliteRanker(notes: readonly VaultNote[], results: number): ((query: string) => string[]) | null {
  const folder = mkdtempSync(join(tmpdir(), 'vault-loom-fts5-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const database = join(folder, 'notes.sqlite');
  const rows = notes.map(({ path, text, document }) => {
    const names = [document.title, ...document.aliases].join('\n');
    return `insert into notes values (${[path, names, text].map(quoted).join(', ')});`;
  });
  const made = run(database, [
    "create virtual table notes using fts5(path unindexed, title, body, tokenize='porter unicode61');",
    'begin;',
    ...rows,
    'commit;',
  ]);
  if (made === null) return null;
  return (query) => {
    const words = (query.match(WORDS) ?? []).map((word) => word.toLowerCase());
    const meaningful = words.filter((word) => !isStopWord(word));
    const terms = (meaningful.length > 0 ? meaningful : words).map((word) => `"${word}"`).join(' OR ');
    if (terms === '') return [];
    const found = run(database, [
      `select path from notes where notes match ${quoted(terms)} order by bm25(notes, 0, 5, 1) limit ${results};`,
    ]);
    return (found ?? '').split('\n').filter((path) => path !== '');
  };
}

function run(database: string, statements: readonly string[]): string | null {
  const { status, stdout } = spawnSync('sqlite3', ['-batch', database], {
    input: statements.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return status === 0 ? stdout : null;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`;
}
