import { Keymap, SuggestModal } from 'obsidian';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { titleOfFile } from '../../ports/title-of-file.ts';
import type { SearchBoxInput, SearchBoxOutput } from '../../../shared/protocol/schemas/search-box.ts';
import { ChosenRow, letPassOnlyMoves } from './results/chosen-row.ts';
import { drawItem } from './results/draw-item.ts';
import { SearchWalk } from './earlier-searches.ts';
import { PressHold } from '../elements/press-hold.ts';
import { pressOnce } from '../elements/press-once.ts';
import { TypedInput } from '../elements/typed-input.ts';
import { ModeSwitch } from './mode-switch.ts';
import { SearchActions } from './search-actions.ts';
import type { SearchHost } from './search-host.ts';
import { RenamesSince } from '../notes/renames-since.ts';
import { followNotes } from './follow-notes.ts';
import { isSearched, itemAfterRename, passageOf, pathOf, type SearchItem } from './results/search-items.ts';
import { registerSearchKeys, searchInstructions } from './search-keys.ts';
import { SearchMemory } from './search-memory.ts';
import { SearchPreview } from './search-preview.ts';
import { LIMIT, SearchResults } from './search-results.ts';
import { statusOf, type SearchMode, type SearchStatus } from './search-status.ts';
import { WORDS } from './search-words.ts';
import { StatusLine } from './status-line.ts';
import { listOf } from './results/suggestion-list.ts';

/** The app's prompt, with notes found by words and by meaning. */
export class SearchModal extends SuggestModal<SearchItem> {
  readonly #host: SearchHost;
  readonly #onClosed: () => void;
  readonly #memory: SearchMemory;
  readonly #actions: SearchActions;
  readonly #results: SearchResults;
  readonly #walk: SearchWalk;
  readonly #modes: ModeSwitch;
  readonly #status: StatusLine;
  readonly #preview: SearchPreview;
  readonly #chosen: ChosenRow<SearchItem>;
  readonly #typed: TypedInput;
  readonly #hold: PressHold;
  /** Since rows were drawn: while one is pressed they are not drawn again, and it is of the note's old name. */
  readonly #renames = new RenamesSince();
  #isWalking = false;
  readonly #watched: (() => void)[] = [];

  constructor(host: SearchHost, onClosed: () => void) {
    super(host.app);
    this.#host = host;
    this.#onClosed = onClosed;
    const { app } = host;
    this.#memory = new SearchMemory(app);
    this.#actions = new SearchActions(app);
    this.#walk = new SearchWalk(this.#memory.searches);
    this.#results = new SearchResults({
      ask: (input) => this.#ask(input),
      mode: () => this.#modes.mode,
      offered: () => ({
        searches: this.#memory.searches,
        recent: app.workspace
          .getLastOpenFiles()
          // Enter leads to the first: the note that is open already would lead nowhere.
          .filter((path) => path !== app.workspace.getActiveFile()?.path)
          .filter((path) => isSearched(path) && app.vault.getFileByPath(path) !== null),
      }),
      chosen: () => this.#chosen.item,
      show: (items, chosen) => this.#hold.run(() => this.#show(items, chosen)),
      onProgress: () => this.#drawStatus(),
    });
    this.emptyStateText = '';
    this.inputEl.dir = 'auto';
    this.setPlaceholder(WORDS.placeholder);
    this.setInstructions(searchInstructions());
    this.modalEl.addClass('vault-loom-search');
    const bar = createDiv('vault-loom-search-bar');
    const body = createDiv('vault-loom-search-body');
    this.resultContainerEl.before(bar, body);
    body.appendChild(this.resultContainerEl);
    letPassOnlyMoves(body);
    pressOnce(body);
    this.#modes = new ModeSwitch(bar, this.#memory.mode, (mode) => this.#changeMode(mode));
    this.#status = new StatusLine(bar, (action) => this.#act(action));
    this.#preview = new SearchPreview(app, body);
    this.#chosen = new ChosenRow(this.inputEl, this.resultContainerEl, (item) => this.#choose(item));
    this.#hold = new PressHold(this.resultContainerEl);
    this.#typed = new TypedInput(this.inputEl, (query) => this.#results.search(query));
    this.#listen();
    this.inputEl.value = this.#actions.selectedWords;
  }

  override onOpen(): void {
    void super.onOpen();
    this.#chosen.watch();
    this.#watched.push(
      this.#host.onChange(() => this.#companionChanged()),
      this.#host.onRules(() => this.#results.rulesChanged(this.#typed.text)),
      followNotes(this.#host, this.#results, this.#renames),
    );
    this.inputEl.select();
    this.#drawStatus();
  }

  override onClose(): void {
    super.onClose();
    for (const stop of this.#watched.splice(0)) stop();
    this.#results.stop();
    this.#hold.forget();
    this.#chosen.close();
    this.#preview.close();
    this.#onClosed();
  }

  override getSuggestions(query: string): SearchItem[] {
    if (!this.#typed.isComposing) this.#results.search(query);
    return this.#results.items;
  }

  override renderSuggestion(item: SearchItem, el: HTMLElement): void {
    this.#chosen.add(item, el);
    drawItem(item, el, (path) => {
      const file = this.app.vault.getFileByPath(path);
      return file === null ? path : titleOfFile(this.app.metadataCache, file);
    });
  }

  override onNoSuggestion(): void {
    listOf(this)?.setSuggestions([]);
  }

  override selectSuggestion(item: SearchItem, event: MouseEvent | KeyboardEvent): void {
    const select = (chosen: SearchItem): void =>
      chosen.kind === 'search' ? this.#setQuery(chosen.query) : super.selectSuggestion(chosen, event);
    // A click means the row as it is shown.
    if ('key' in event) this.#take(item, select);
    else {
      const now = this.#renames.applyTo(item, itemAfterRename);
      if (this.#actions.isThere(now)) select(now);
    }
  }

  /** Does something with the chosen row. While what is typed has no answer yet, that is the first row of the answer. */
  #take(chosen: SearchItem | null, act: (item: SearchItem) => void): void {
    const take = (item: SearchItem | null): void => {
      // If the note is gone, the box stays open with its list.
      if (item !== null && this.#actions.isThere(item)) act(item);
    };
    if (this.#results.isWaiting) void this.#results.first().then(take);
    else take(chosen === null ? null : this.#renames.applyTo(chosen, itemAfterRename));
  }

  override onChooseSuggestion(item: SearchItem, event: MouseEvent | KeyboardEvent): void {
    this.#memory.addSearch(this.inputEl.value);
    this.#actions.open(item, Keymap.isModEvent(event));
  }

  #listen(): void {
    const { inputEl, modalEl, resultContainerEl } = this;
    // The query field keeps the focus, whatever is clicked, so that typing goes there.
    modalEl.addEventListener('mousedown', (event) => {
      if (event.target !== inputEl) event.preventDefault();
    });
    inputEl.addEventListener('input', () => {
      this.#status.say(null);
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

  #show(items: SearchItem[], chosen: number): void {
    const list = listOf(this);
    if (list === null) return this.#announceInput();
    const { scrollTop } = this.resultContainerEl;
    this.#renames.begin();
    list.setSuggestions(items);
    if (items.length > 0) list.setSelectedItem(chosen);
    this.resultContainerEl.scrollTop = chosen === 0 ? 0 : scrollTop;
    this.#chosen.look();
  }

  #choose(item: SearchItem | null): void {
    this.#preview.showSoon(item === null ? null : pathOf(item), item === null ? null : passageOf(item));
  }

  #togglePassages(): void {
    if (!this.#results.togglePassages()) this.#status.show({ text: WORDS.onePassage, button: null });
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
    this.#results.search(this.#typed.text);
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
    this.#results.searchAgain(this.#typed.text);
  }

  #companionChanged(): void {
    this.#results.companionChanged(this.#host.companion()?.state.index === 'ready', this.#typed.text);
  }

  #drawStatus(): void {
    this.#status.show(
      statusOf({
        companion: this.#host.companion()?.state ?? null,
        progress: this.#results.progress,
        mode: this.#modes.mode,
        isMeaningOff: this.#host.settings().embedder === 'none',
        limit: LIMIT,
        ...this.#actions.newNameAmong(this.#results.items, this.#typed.text),
      }),
    );
  }

  #create(): void {
    const name = this.#actions.nameOf(this.inputEl.value);
    if (name === null) return this.#status.say(WORDS.noName);
    this.#memory.addSearch(this.inputEl.value);
    this.close();
    this.#actions.create(name);
  }

  #insertLink(): void {
    this.#take(this.#chosen.item, (item) => {
      if (item.kind === 'search') return;
      this.#memory.addSearch(this.inputEl.value);
      this.close();
      void this.#actions.insertLink(item);
    });
  }
}
