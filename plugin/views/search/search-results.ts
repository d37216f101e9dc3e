import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { BoxRow, SearchBoxInput, SearchBoxOutput } from '../../../shared/protocol/schemas/search-box.ts';
import { isHalfTyped } from './half-typed.ts';
import { answeredPathAfterRename } from '../notes/ref-after-rename.ts';
import { RenamesSince } from '../notes/renames-since.ts';
import {
  itemAfterRename,
  itemsBeforeTyping,
  itemsOf,
  keyOf,
  mergeRows,
  pathOf,
  rowsAfterRename,
  type SearchItem,
} from './results/search-items.ts';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { SearchSession, type SearchAnswer } from './search-session.ts';
import type { SearchMode, SearchProgress } from './search-status.ts';

/** How many notes are asked for. */
export const LIMIT = 20;
/** While notes are being read, how often those read since are looked through. */
const REFRESH_MS = 500;

export interface SearchResultsOptions {
  ask: (input: SearchBoxInput) => Promise<SearchBoxOutput>;
  mode: () => SearchMode;
  /** What is offered before anything is typed. */
  offered: () => { searches: readonly string[]; recent: readonly string[] };
  /** The row that is chosen in the list. */
  chosen: () => SearchItem | null;
  /** Puts rows into the list and chooses the one with this number. */
  show: (items: SearchItem[], chosen: number) => void;
  /** Called when the progress has changed. */
  onProgress: () => void;
}

/** What is found by what is typed, and how far the search is; knows nothing of the window. */
export class SearchResults {
  readonly #options: SearchResultsOptions;
  readonly #session: SearchSession;
  #items: SearchItem[] = [];
  #rows: BoxRow[] = [];
  #expanded: string | null = null;
  #asked: string | null = null;
  /** Since the last question was asked. */
  readonly #renames = new RenamesSince();
  #isStopped = false;
  #progress: SearchProgress = { step: 'untyped', offered: 0 };
  /** Whether the next answer takes the place of the rows, of which some may be hidden by now. */
  #isReplacing = false;
  /** While notes are being read: when to look for what was read since. */
  #refreshFrom = Infinity;

  constructor(options: SearchResultsOptions) {
    this.#options = options;
    this.#session = new SearchSession({
      ask: options.ask,
      schedule: (task, ms) => {
        const timer = window.setTimeout(task, ms);
        return () => window.clearTimeout(timer);
      },
      limit: LIMIT,
      onAnswer: (answer) => this.#take(answer),
      onFailure: (error) => this.#fail(error),
    });
  }

  get items(): SearchItem[] {
    return this.#items;
  }

  get progress(): SearchProgress {
    return this.#progress;
  }

  /** Whether the rows are still those of an earlier query. */
  get isWaiting(): boolean {
    return this.#session.isWaiting;
  }

  /** The first row of the answer that is being waited for; null if there is none. */
  async first(): Promise<SearchItem | null> {
    const asked = this.#asked;
    await this.#session.first();
    // It never comes if something else was typed, or the box was closed.
    if (this.#asked !== asked) return null;
    return this.#rows.length > 0 ? (this.#items[0] ?? null) : null;
  }

  /** Asks for what is typed, unless that is asked already, or the box was closed. */
  search(query: string): void {
    if (this.#isStopped) return;
    const { mode, offered, onProgress } = this.#options;
    const asked = `${mode()} ${query}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#expanded = null;
    this.#isReplacing = false;
    if (isHalfTyped(query)) {
      this.#session.stop();
      this.#rows = [];
      const { searches, recent } = offered();
      this.#items = itemsBeforeTyping(searches, recent);
      this.#progress = { step: 'untyped', offered: this.#items.length };
      this.#options.show(this.#items, 0);
    } else {
      this.#progress = { step: 'asked' };
      this.#renames.begin();
      this.#session.search(query, mode());
    }
    onProgress();
  }

  searchAgain(query: string): void {
    this.#asked = null;
    this.search(query);
  }

  /**
   * The companion has changed: a failed question is asked again once it is ready, and notes read meanwhile join the
   * rows.
   */
  companionChanged(isReady: boolean, query: string): void {
    const { step } = this.#progress;
    if (isReady && (step === 'failed' || (step === 'asked' && !this.#session.isWaiting))) this.searchAgain(query);
    else this.#refresh(isReady);
    this.#options.onProgress();
  }

  /** What is hidden or excluded has changed: what is typed is asked again, and rows that are hidden by now go. */
  rulesChanged(query: string): void {
    const { step } = this.#progress;
    if (step === 'untyped') return;
    if (step !== 'answered') return this.searchAgain(query);
    this.#isReplacing = true;
    this.#renames.begin();
    this.#session.askAgain();
  }

  /** A note or folder was renamed: the rows lead to where their notes are now, and stay in place. */
  renamed(from: string, to: string): void {
    this.#renames.add(from, to);
    const follow = (path: string): string => answeredPathAfterRename(path, from, to);
    const paths = this.#items.map((item) => pathOf(item) ?? '');
    if (paths.every((path) => follow(path) === path)) return;
    const chosen = this.#options.chosen();
    this.#rows = rowsAfterRename(this.#rows, from, to);
    this.#items = this.#items.map((item) => itemAfterRename(item, from, to));
    this.#expanded = this.#expanded === null ? null : follow(this.#expanded);
    this.#choose(chosen === null ? null : itemAfterRename(chosen, from, to));
  }

  /** Rows of notes that are no longer there go; the one that takes a chosen row's place is chosen. */
  dropMissing(isThere: (path: string) => boolean): void {
    const isKept = (item: SearchItem): boolean => isThere(pathOf(item) ?? '') || item.kind === 'search';
    if (this.#items.every(isKept)) return;
    this.#rows = this.#rows.filter(({ path }) => isThere(path));
    this.#showInstead(this.#items.filter(isKept));
    const { step } = this.#progress;
    if (step === 'answered') this.#progress = { ...this.#progress, found: this.#rows.length };
    else if (step === 'untyped') this.#progress = { step, offered: this.#items.length };
    this.#options.onProgress();
  }

  /** The passages of the chosen note come below it, or go. False if it has no others. */
  togglePassages(): boolean {
    const item = this.#options.chosen();
    if (item === null || !('row' in item)) return true;
    const { row } = item;
    const isOpen = this.#expanded === row.path;
    if (!isOpen && row.passages.length < 2) return false;
    this.#expanded = isOpen ? null : row.path;
    const [first, second] = row.passages;
    if (first === undefined) return true;
    this.#redraw(
      isOpen || second === undefined
        ? { kind: 'note', row, passage: first }
        : { kind: 'passage', row, passage: second },
    );
    return true;
  }

  /** Ends it, since the box is closed: what comes later is neither asked nor drawn. */
  stop(): void {
    this.#isStopped = true;
    this.#asked = null;
    this.#session.stop();
  }

  #take({ rows: found, isFirst, isFinal, reading, embedded, cause }: SearchAnswer): void {
    const rows = this.#renames.applyTo(found, rowsAfterRename);
    const chosen = isFirst ? null : this.#options.chosen();
    const isReplaced = this.#isReplacing;
    this.#isReplacing = false;
    if (isFirst || isReplaced) this.#rows = rows;
    else {
      const path = chosen === null ? null : pathOf(chosen);
      this.#rows = mergeRows(this.#rows, rows, this.#rows.findIndex((row) => row.path === path) + 1);
    }
    this.#progress = { step: 'answered', found: this.#rows.length, isFinal, reading, embedded, cause };
    if (reading !== undefined) this.#refreshFrom = performance.now() + REFRESH_MS;
    if (isReplaced) this.#showInstead(itemsOf(this.#rows, this.#expanded));
    else this.#redraw(chosen);
    this.#options.onProgress();
  }

  #fail(error: unknown): void {
    this.#rows = [];
    this.#isReplacing = false;
    this.#progress = { step: 'failed', problem: messageOf(error) };
    this.#redraw(null);
    this.#options.onProgress();
    // Until the index is read, the state says more than the error; the question is asked again then.
    if (error instanceof VaultLoomError && error.code === 'index_not_ready') this.#progress = { step: 'asked' };
  }

  /** Draws other items in place of those shown: the chosen one stays chosen, or else the next that has stayed. */
  #showInstead(items: SearchItem[]): void {
    const keys = items.map(keyOf);
    const chosen = this.#options.chosen();
    const key = chosen === null ? '' : keyOf(chosen);
    const before = this.#items.map(keyOf);
    const above = before.slice(0, Math.max(0, before.indexOf(key))).filter((each) => keys.includes(each)).length;
    this.#items = items;
    const place = keys.indexOf(key);
    this.#options.show(items, place >= 0 ? place : Math.min(above, Math.max(0, items.length - 1)));
  }

  /** Draws the rows; the chosen one stays chosen. */
  #redraw(chosen: SearchItem | null): void {
    this.#items = itemsOf(this.#rows, this.#expanded);
    this.#choose(chosen);
  }

  #choose(chosen: SearchItem | null): void {
    const key = chosen === null ? null : keyOf(chosen);
    this.#options.show(
      this.#items,
      Math.max(
        0,
        this.#items.findIndex((item) => keyOf(item) === key),
      ),
    );
  }

  /** Notes that are read meanwhile join the rows below the chosen one. */
  #refresh(isReady: boolean): void {
    const { step } = this.#progress;
    if (step !== 'answered' || this.#progress.reading === undefined) return;
    if (!isReady && performance.now() < this.#refreshFrom) return;
    this.#refreshFrom = Infinity;
    this.#session.refresh();
  }
}
