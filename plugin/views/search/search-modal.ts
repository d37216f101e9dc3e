import { Keymap, SuggestModal } from 'obsidian';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { BoxRow, SearchBoxInput, SearchBoxOutput } from '../../../shared/protocol/schemas/search-box.ts';
import { ChosenRow, letPassOnlyMoves } from './results/chosen-row.ts';
import { drawItem } from './results/draw-item.ts';
import { SearchWalk } from './earlier-searches.ts';
import { isHalfTyped } from './half-typed.ts';
import { ModeSwitch } from './mode-switch.ts';
import { noteNameOf } from './note-name.ts';
import { SearchActions, wordsOf } from './search-actions.ts';
import type { SearchHost } from './search-host.ts';
import { itemsBeforeTyping, itemsOf, keyOf, mergeRows, pathOf, type SearchItem } from './results/search-items.ts';
import { registerSearchKeys, searchInstructions } from './search-keys.ts';
import { SearchMemory } from './search-memory.ts';
import { SearchPreview } from './search-preview.ts';
import { SearchSession, type SearchAnswer } from './search-session.ts';
import { statusOf, type SearchMode, type SearchProgress, type SearchStatus } from './search-status.ts';
import { WORDS } from './search-words.ts';
import { StatusLine } from './status-line.ts';
import { listOf } from './results/suggestion-list.ts';

const LIMIT = 20;
/** While notes are being read, how often those read since are looked through. */
const REFRESH_MS = 500;

/** The app's prompt, with notes found by words and by meaning. */
export class SearchModal extends SuggestModal<SearchItem> {
  readonly #host: SearchHost;
  readonly #onClosed: () => void;
  readonly #memory: SearchMemory;
  readonly #actions: SearchActions;
  readonly #session: SearchSession;
  readonly #walk: SearchWalk;
  readonly #modes: ModeSwitch;
  readonly #status: StatusLine;
  readonly #preview: SearchPreview;
  readonly #chosen: ChosenRow<SearchItem>;
  #items: SearchItem[] = [];
  #rows: BoxRow[] = [];
  #expanded: string | null = null;
  #asked: string | null = null;
  #progress: SearchProgress = { step: 'untyped', offered: 0 };
  #isComposing = false;
  #isWalking = false;
  /** While notes are being read: when to look for what was read since. */
  #refreshFrom = Infinity;
  #unwatch: () => void = () => undefined;

  constructor(host: SearchHost, onClosed: () => void) {
    super(host.app);
    this.#host = host;
    this.#onClosed = onClosed;
    const { app } = host;
    this.#memory = new SearchMemory(app);
    this.#actions = new SearchActions(app);
    this.#walk = new SearchWalk(this.#memory.searches);
    this.#session = new SearchSession({
      ask: (input) => this.#ask(input),
      schedule: (task, ms) => {
        const timer = window.setTimeout(task, ms);
        return () => window.clearTimeout(timer);
      },
      limit: LIMIT,
      onAnswer: (answer) => this.#take(answer),
      onFailure: (error) => this.#fail(error),
    });
    this.emptyStateText = '';
    this.setPlaceholder(WORDS.placeholder);
    this.setInstructions(searchInstructions());
    this.modalEl.addClass('vault-loom-search');
    const bar = createDiv('vault-loom-search-bar');
    const body = createDiv('vault-loom-search-body');
    this.resultContainerEl.before(bar, body);
    body.appendChild(this.resultContainerEl);
    letPassOnlyMoves(body);
    this.#modes = new ModeSwitch(bar, this.#memory.mode, (mode) => this.#changeMode(mode));
    this.#status = new StatusLine(bar, (action) => this.#act(action));
    this.#preview = new SearchPreview(app, body);
    this.#chosen = new ChosenRow(this.inputEl, this.resultContainerEl, (item) => this.#choose(item));
    this.#listen();
    this.inputEl.value = this.#actions.selectedWords;
  }

  override onOpen(): void {
    void super.onOpen();
    this.#chosen.watch();
    this.#unwatch = this.#host.watch(() => this.#companionChanged());
    this.inputEl.select();
    this.#drawStatus();
  }

  override onClose(): void {
    super.onClose();
    this.#unwatch();
    this.#session.stop();
    this.#chosen.close();
    this.#preview.close();
    this.#onClosed();
  }

  override getSuggestions(query: string): SearchItem[] {
    if (!this.#isComposing) this.#search(query);
    return this.#items;
  }

  override renderSuggestion(item: SearchItem, el: HTMLElement): void {
    this.#chosen.add(item, el);
    drawItem(item, el, (path) => this.app.vault.getFileByPath(path)?.basename ?? path);
  }

  override onNoSuggestion(): void {
    listOf(this)?.setSuggestions([]);
  }

  override selectSuggestion(item: SearchItem, event: MouseEvent | KeyboardEvent): void {
    if (item.kind === 'search') return this.#setQuery(item.query);
    if (!this.#session.isWaiting) return super.selectSuggestion(item, event);
    // The rows are still those of an earlier query.
    void this.#session.first().then(() => {
      const first = this.#items[0];
      if (this.#rows.length > 0 && first !== undefined) super.selectSuggestion(first, event);
    });
  }

  override onChooseSuggestion(item: SearchItem, event: MouseEvent | KeyboardEvent): void {
    this.#memory.addSearch(this.inputEl.value);
    this.#actions.open(item, Keymap.isModEvent(event));
  }

  #listen(): void {
    const { inputEl, resultContainerEl } = this;
    inputEl.addEventListener('compositionstart', () => (this.#isComposing = true));
    inputEl.addEventListener('compositionend', () => {
      this.#isComposing = false;
      this.#search(inputEl.value);
    });
    inputEl.addEventListener('input', () => {
      if (!this.#isWalking) this.#walk.restart();
    });
    resultContainerEl.addEventListener('auxclick', (event) => {
      const item = event.button === 1 ? this.#chosen.itemAt(event.target) : null;
      if (item === null) return;
      event.preventDefault();
      this.selectSuggestion(item, event);
    });
    registerSearchKeys(this.scope, {
      openInTab: (event) => this.selectActiveSuggestion(event),
      create: () => this.#create(),
      insertLink: () => this.#insertLink(),
      walk: (direction) => this.#walkTo(direction),
      togglePassages: () => this.#togglePassages(),
      nextMode: () => this.#modes.next(),
    });
  }

  async #ask(input: SearchBoxInput): Promise<SearchBoxOutput> {
    const engine = await this.#host.companion()?.engine();
    if (!engine) throw new VaultLoomError('index_not_ready', WORDS.starting);
    return engine.searchBox(input);
  }

  /** Asks for what is typed, unless that is asked already. */
  #search(query: string): void {
    const asked = `${this.#modes.mode} ${query}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#expanded = null;
    if (isHalfTyped(query)) {
      this.#session.stop();
      this.#rows = [];
      const recent = this.app.workspace
        .getLastOpenFiles()
        .filter((path) => this.app.vault.getFileByPath(path) !== null);
      this.#items = itemsBeforeTyping(this.#memory.searches, recent);
      this.#progress = { step: 'untyped', offered: this.#items.length };
      this.#show(0);
    } else {
      this.#progress = { step: 'asked' };
      this.#session.search(query, this.#modes.mode);
    }
    this.#drawStatus();
  }

  #take({ rows, isFirst, isFinal, reading, embedded, cause }: SearchAnswer): void {
    const chosen = isFirst ? null : this.#chosen.item;
    if (isFirst) this.#rows = rows;
    else {
      const path = chosen === null ? null : pathOf(chosen);
      this.#rows = mergeRows(this.#rows, rows, this.#rows.findIndex((row) => row.path === path) + 1);
    }
    this.#progress = { step: 'answered', found: this.#rows.length, isFinal, reading, embedded, cause };
    if (reading !== undefined) this.#refreshFrom = performance.now() + REFRESH_MS;
    this.#redraw(chosen);
    this.#drawStatus();
  }

  #fail(error: unknown): void {
    this.#rows = [];
    this.#progress = { step: 'failed', problem: wordsOf(error) };
    this.#redraw(null);
    this.#drawStatus();
    // Until the index is read, the state says more than the error; the question is put again when it is.
    if (error instanceof VaultLoomError && error.code === 'index_not_ready') this.#progress = { step: 'asked' };
  }

  /** Draws the rows; the chosen one stays chosen. */
  #redraw(chosen: SearchItem | null): void {
    this.#items = itemsOf(this.#rows, this.#expanded);
    const key = chosen === null ? null : keyOf(chosen);
    this.#show(
      Math.max(
        0,
        this.#items.findIndex((item) => keyOf(item) === key),
      ),
    );
  }

  #show(chosen: number): void {
    const list = listOf(this);
    if (list === null) return this.#announceInput();
    const { scrollTop } = this.resultContainerEl;
    list.setSuggestions(this.#items);
    if (this.#items.length > 0) list.setSelectedItem(chosen);
    this.resultContainerEl.scrollTop = chosen === 0 ? 0 : scrollTop;
    if (this.#items.length === 0) this.#chosen.none();
  }

  #choose(item: SearchItem | null): void {
    const passage = item !== null && 'passage' in item ? item.passage : null;
    this.#preview.showSoon(item === null ? null : pathOf(item), passage);
  }

  /** The passages of the chosen note come below it, or go. */
  #togglePassages(): void {
    const item = this.#chosen.item;
    if (item === null || !('row' in item)) return;
    const { row } = item;
    const isOpen = this.#expanded === row.path;
    if (!isOpen && row.passages.length < 2) return this.#status.show({ text: WORDS.onePassage, button: null });
    this.#expanded = isOpen ? null : row.path;
    const [first, second] = row.passages;
    if (first === undefined) return;
    this.#redraw(
      isOpen || second === undefined
        ? { kind: 'note', row, passage: first }
        : { kind: 'passage', row, passage: second },
    );
  }

  #walkTo(direction: 'older' | 'newer'): void {
    const query = this.#walk.step(direction, this.inputEl.value);
    if (query === null) return;
    this.#isWalking = true;
    this.#setQuery(query);
    this.#isWalking = false;
  }

  #setQuery(query: string): void {
    this.inputEl.value = query;
    this.inputEl.focus();
    this.#announceInput();
  }

  /** Has the app do what it does when something is typed. */
  #announceInput(): void {
    this.inputEl.dispatchEvent(new Event('input', { bubbles: true }));
  }

  #changeMode(mode: SearchMode): void {
    this.#memory.setMode(mode);
    this.#search(this.inputEl.value);
  }

  #act(action: NonNullable<SearchStatus['button']>['action']): void {
    if (action === 'create') this.#create();
    else if (action === 'reopen') this.#host.companion()?.reopen();
    else if (action === 'model')
      void this.#host
        .companion()
        ?.tryModel()
        .then(() => this.#searchAgain());
    else this.#searchAgain();
  }

  #searchAgain(): void {
    this.#asked = null;
    this.#search(this.inputEl.value);
  }

  /** Notes that are read meanwhile join the rows below the chosen one. */
  #refresh(isReady: boolean): void {
    const { step } = this.#progress;
    if (step !== 'answered' || this.#progress.reading === undefined) return;
    if (!isReady && performance.now() < this.#refreshFrom) return;
    this.#refreshFrom = Infinity;
    this.#session.refresh();
  }

  #companionChanged(): void {
    const isReady = this.#host.companion()?.state.index === 'ready';
    if (isReady && (this.#progress.step === 'failed' || (this.#progress.step === 'asked' && !this.#session.isWaiting)))
      this.#searchAgain();
    else this.#refresh(isReady);
    this.#drawStatus();
  }

  #drawStatus(): void {
    this.#status.show(
      statusOf({
        companion: this.#host.companion()?.state ?? null,
        progress: this.#progress,
        mode: this.#modes.mode,
        limit: LIMIT,
        newName: noteNameOf(this.inputEl.value),
      }),
    );
  }

  #create(): void {
    const name = noteNameOf(this.inputEl.value);
    if (name === null) return;
    this.#memory.addSearch(this.inputEl.value);
    this.close();
    this.#actions.create(name);
  }

  #insertLink(): void {
    const { item } = this.#chosen;
    if (item === null || item.kind === 'search') return;
    this.#memory.addSearch(this.inputEl.value);
    this.close();
    this.#actions.insertLink(item);
  }
}
