import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isInstalled } from '../support/installed.ts';
import { LineSplitter } from '../support/line-splitter.ts';
import type { NamedNote } from './named-notes.ts';
import { queryWords } from './query-words.ts';

/** Printed after each answer. */
const END = 'vault-loom-bench: end of answer';

/**
 * Notes in SQLite's FTS5, in a `sqlite3` process that stays: Porter stemming, BM25 with title and aliases over body
 * 5:1, any term, stop words dropped.
 */
export class SqliteNotes {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #rows = new Map<string, number>();
  #lines: string[] = [];
  #answered: (lines: string[]) => void = () => undefined;

  private constructor(file: string) {
    this.#child = spawn('sqlite3', ['-batch', file]);
    const lines = new LineSplitter((line) => {
      if (line !== END) return void this.#lines.push(line);
      this.#answered(this.#lines);
      this.#lines = [];
    });
    this.#child.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    this.#child.stderr.resume();
  }

  /** A new database; null if there is no `sqlite3` command with FTS5. */
  static async create(file: string): Promise<SqliteNotes | null> {
    if (!isInstalled('sqlite3')) return null;
    const notes = new SqliteNotes(file);
    const [made] = await notes.#run([
      "create virtual table notes using fts5(path unindexed, names, text, tokenize='porter unicode61');",
      "select count(*) from sqlite_master where name = 'notes';",
    ]);
    if (made === '1') return notes;
    await notes.close();
    return null;
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** Adds notes, or replaces those of the same path, in one transaction. */
  async put(notes: readonly NamedNote[]): Promise<void> {
    const statements = notes.flatMap(({ path, names, text }) => {
      const known = this.#rows.get(path);
      const row = known ?? this.#rows.size + 1;
      this.#rows.set(path, row);
      const values = [path, names, text].map(quoted).join(', ');
      return [
        ...(known === undefined ? [] : [`delete from notes where rowid = ${row};`]),
        `insert into notes (rowid, path, names, text) values (${row}, ${values});`,
      ];
    });
    await this.#run(['begin;', ...statements, 'commit;']);
  }

  /** Paths of the best notes, best first. */
  async search(query: string, results: number): Promise<string[]> {
    const terms = queryWords(query).map((word) => `"${word}"`);
    if (terms.length === 0) return [];
    return this.#run([
      `select path from notes where notes match ${quoted(terms.join(' OR '))} order by bm25(notes, 0, 5, 1) limit ${results};`,
    ]);
  }

  async close(): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.stdin.end();
    await closed;
  }

  #run(statements: readonly string[]): Promise<string[]> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#child.stdin.write(`${statements.join('\n')}\n.print ${END}\n`);
    });
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`;
}
