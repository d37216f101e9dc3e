import { ItemView, Keymap, Menu, Notice, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import type { Reading } from '../../../shared/reading/reading-log.ts';
import type { HistoryEntry } from '../../../shared/writing/journal/history.ts';
import type { AppHistory } from '../../history/app-history.ts';
import { KeyedList } from '../keyed-list.ts';
import { indexAfterKey, stopAfterChange } from '../rove.ts';
import type { ViewHost } from '../view-host.ts';
import { ActivityFrame, type ReadingOrder, type Tab } from './activity-frame.ts';
import { activityRows, nameOf, type ActivityRow } from './activity-rows.ts';
import { WORDS } from './activity-words.ts';
import { drawFiles } from './change-diff.ts';
import { readingsByClient, readingsByNote } from './reading-rows.ts';
import { createRow, ROW_BUTTON, ROW_DIFF, ROW_MAIN, updateRow } from './row-element.ts';
import { UndoActions, withButton } from './undo-actions.ts';

export const ACTIVITY_VIEW = 'vault-loom-activity';

const ROWS = 60;

/** What assistants changed and read, and the way back. */
export class ActivityView extends ItemView {
  override icon = 'history';
  readonly #host: ViewHost;
  readonly #undo: UndoActions;
  #frame: ActivityFrame | null = null;
  #list: KeyedList<ActivityRow> | null = null;
  #tab: Tab = 'changes';
  #order: ReadingOrder = 'note';
  #known: { entries: HistoryEntry[]; readings: Reading[] } | null = null;
  #problem: string | null = null;
  #most = ROWS;
  #stop: string | null = null;
  #pointerIsOver = false;
  /** What came while rows may not move waits for the person. */
  #isHeld = false;
  #following: AppHistory | null = null;
  #stopWatching: () => void = () => undefined;
  /** The look that is due, or under way, is for something that the person did here. */
  #isAsked = false;
  #isLooking = false;
  #looksAgain = false;
  /** The keys of changes whose diffs are open. */
  readonly #open = new Set<string>();

  constructor(leaf: WorkspaceLeaf, host: ViewHost) {
    super(leaf);
    this.#host = host;
    this.#undo = new UndoActions({
      history: () => this.#history(),
      askEl: () => this.#frame?.askEl ?? null,
      undone: () => void this.#look(true),
    });
  }

  override getViewType(): string {
    return ACTIVITY_VIEW;
  }

  override getDisplayText(): string {
    return WORDS.title;
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), tab: this.#tab, order: this.#order };
  }

  /** Waits for nothing: the app starts only when every view has its state. */
  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    const { tab, order } = (state ?? {}) as { tab?: unknown; order?: unknown };
    if (tab !== undefined) this.#tab = tab === 'reading' ? 'reading' : 'changes';
    if (order !== undefined) this.#order = order === 'client' ? 'client' : 'note';
    this.#draw();
    await super.setState(state, result);
  }

  /** Draws what is known, and waits for nothing. */
  override onOpen(): Promise<void> {
    const frame = new ActivityFrame(this.contentEl, {
      chooseTab: (tab) => this.#choose({ tab }),
      chooseOrder: (order) => this.#choose({ order }),
      forget: () => void this.#forget(),
      act: () => this.#act(),
      showFresh: () => this.#showFresh(),
      showEarlier: () => this.#showEarlier(),
    });
    this.#frame = frame;
    this.#list = new KeyedList(frame.listEl, { keyOf: ({ key }) => key, create: createRow, update: updateRow });
    this.#listen(frame.listEl);
    this.register(this.#host.onChange(() => void this.#follow()));
    this.#draw();
    void this.#follow();
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    this.#stopWatching();
    return Promise.resolve();
  }

  async #history(): Promise<AppHistory | null> {
    return (await this.#host.companion()?.history()) ?? null;
  }

  /** Watches the history once the companion is there, or another one after it was started again. */
  async #follow(): Promise<void> {
    this.#draw();
    try {
      const history = await this.#history();
      if (history === null || history === this.#following || this.#frame === null) return;
      this.#stopWatching();
      this.#following = history;
      this.#stopWatching = history.watch(() => void this.#look(false));
      await this.#look(false);
    } catch (error) {
      this.#problem = messageOf(error);
      this.#draw();
    }
  }

  /** Reads what there is. @param isOwn the person has asked for it, so it is shown at once */
  async #look(isOwn: boolean): Promise<void> {
    this.#isAsked ||= isOwn;
    if (this.#isLooking) {
      this.#looksAgain = true;
      return;
    }
    this.#isLooking = true;
    do {
      this.#looksAgain = false;
      try {
        const history = await this.#history();
        if (history === null) break;
        const [entries, readings] = [await history.entries(), await history.readings()];
        const isFirst = this.#known === null;
        this.#known = { entries, readings };
        this.#problem = null;
        this.#isHeld = !this.#isAsked && !isFirst && (this.#isHeld || this.#pointerIsOver || this.#hasFocus());
      } catch (error) {
        this.#problem = messageOf(error);
      }
    } while (this.#looksAgain);
    this.#isLooking = false;
    this.#isAsked = false;
    this.#draw();
  }

  #rows(): { rows: ActivityRow[]; hasMore: boolean } {
    if (this.#known === null) return { rows: [], hasMore: false };
    const now = new Date();
    if (this.#tab === 'changes') return activityRows(this.#known.entries, now, this.#most);
    const byWhat = this.#order === 'note' ? readingsByNote : readingsByClient;
    return byWhat(this.#known.readings, now, this.#most);
  }

  /** Writes controls, state and rows. Rows under the pointer or the focus stay where they are. */
  #draw(): void {
    const [frame, list] = [this.#frame, this.#list];
    if (frame === null || list === null) return;
    const { rows, hasMore } = this.#rows();
    const isSame = rows.length === list.keys.length && rows.every(({ key }, index) => key === list.keys[index]);
    const waits = this.#isHeld && !isSame;
    frame.showControls(this.#tab, this.#order, (this.#known?.readings.length ?? 0) > 0);
    frame.showState(this.#state(rows.length));
    frame.showFresh(waits);
    if (waits) return;
    const hadFocus = this.#hasFocus();
    const before = list.keys;
    const anchor = this.#stop === null ? null : list.element(this.#stop);
    frame.keepInPlace(anchor, () => {
      frame.showRows({ rows: rows.length, hasMore });
      list.show(rows);
    });
    const stops = rows.filter(({ kind }) => kind !== 'day').map(({ key }) => key);
    const stop = stopAfterChange(
      before.filter((key) => !key.startsWith('day ')),
      this.#stop,
      stops,
    );
    if (this.#stop !== null) this.#stop = stop;
    this.#markStop(stop);
    if (hadFocus && !this.#hasFocus()) this.#main(stop)?.focus();
  }

  #state(rows: number): { words: string; action: string; isProblem: boolean } {
    if (this.#problem !== null) return { words: WORDS.failed(this.#problem), action: WORDS.tryAgain, isProblem: true };
    const say = (words: string, action = '') => ({ words, action, isProblem: false });
    if (this.#host.companion() === null) return say(WORDS.starting);
    if (this.#known === null) return say(WORDS.looking);
    if (this.#tab === 'reading' && !this.#host.settings().keepsReadingLog) return say(WORDS.readingOff, WORDS.switchOn);
    if (rows > 0) return say('');
    return say(this.#tab === 'changes' ? WORDS.noChanges : WORDS.noReading);
  }

  #listen(listEl: HTMLElement): void {
    this.registerDomEvent(listEl, 'mouseenter', () => (this.#pointerIsOver = true));
    this.registerDomEvent(listEl, 'mouseleave', () => {
      this.#pointerIsOver = false;
      this.#release();
    });
    this.registerDomEvent(listEl, 'focusin', (event) => {
      const key = this.#list?.keyAt(event.target as Node) ?? null;
      if (key === null || key.startsWith('day ')) return;
      this.#stop = key;
      this.#markStop(key);
    });
    this.registerDomEvent(listEl, 'focusout', () => window.setTimeout(() => this.#release()));
    this.registerDomEvent(listEl, 'keydown', (event) => this.#pressed(event));
    this.registerDomEvent(listEl, 'click', (event) => this.#clicked(event));
    this.registerDomEvent(listEl, 'auxclick', (event) => event.button === 1 && this.#clicked(event));
    this.registerDomEvent(listEl, 'contextmenu', (event) => {
      const row = this.#rowAt(event);
      if (row !== null && row.kind !== 'day') this.#menu(row).showAtMouseEvent(event);
    });
  }

  #clicked(event: MouseEvent): void {
    const row = this.#rowAt(event);
    const target = event.target as HTMLElement;
    if (row === null || target.closest(`.${ROW_DIFF}`) !== null) return;
    const act = target.closest<HTMLElement>(`.${ROW_BUTTON}`)?.dataset.act;
    if (act === 'undo') void this.#undo.undo(row.undo?.ids ?? [], this.#main(row.key));
    else if (act === 'more') this.#showMenu(row);
    else if (act === 'keep') void this.#keep(row);
    else if (row.kind === 'change') this.#toggle(row);
    else if (row.kind === 'note') this.#openNote(row.paths[0], event);
    else if (row.kind === 'run') this.#showMenu(row);
    if (act === undefined && row.kind !== 'run') this.#main(row.key)?.focus({ preventScroll: true });
  }

  #pressed(event: KeyboardEvent): void {
    const list = this.#list;
    const target = event.target as HTMLElement;
    const row = this.#rowAt(event);
    if (list === null || row === null || event.isComposing || target.closest(`.${ROW_DIFF}`) !== null) return;
    if (target.classList.contains(ROW_MAIN) && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      if (row.kind === 'change') this.#toggle(row);
      else if (row.kind === 'note') this.#openNote(row.paths[0], event);
      else this.#showMenu(row);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const keys = list.keys.filter((key) => !key.startsWith('day '));
    const next = indexAfterKey(event.key, keys.indexOf(row.key), keys.length);
    if (next === null) return;
    event.preventDefault();
    const mainEl = this.#main(keys[next] ?? null);
    mainEl?.focus();
    mainEl?.scrollIntoView({ block: 'nearest' });
  }

  #showMenu(row: ActivityRow): void {
    const mainEl = this.#main(row.key);
    if (mainEl === null) return;
    const { left, bottom } = mainEl.getBoundingClientRect();
    this.#menu(row).showAtPosition({ x: left, y: bottom }, mainEl.ownerDocument);
  }

  #menu(row: ActivityRow): Menu {
    const menu = new Menu();
    const add = (title: string, icon: string, act: () => unknown): void =>
      void menu.addItem((item) =>
        item
          .setTitle(title)
          .setIcon(icon)
          .onClick(() => void act()),
      );
    const { undo, since, paths } = row;
    if (undo !== null)
      add(undo.label, undo.isRedo ? 'redo-2' : 'undo-2', () => this.#undo.undo(undo.ids, this.#main(row.key)));
    if (since.length > 0) add(WORDS.undoSince, 'history', () => this.#undo.undo(since, this.#main(row.key)));
    for (const path of paths.slice(0, 5)) add(WORDS.openNote(nameOf(path)), 'file', () => this.#openNote(path, null));
    if (row.kind === 'note') add(WORDS.keepFrom, 'eye-off', () => this.#keep(row));
    return menu;
  }

  /** Opens a change to its diff, or closes it. */
  #toggle({ key, change }: ActivityRow): void {
    const element = this.#list?.element(key);
    if (!element || change === null) return;
    const isOpen = !this.#open.has(key);
    this.#main(key)?.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) {
      this.#open.delete(key);
      element.querySelector(`.${ROW_DIFF}`)?.remove();
      return;
    }
    this.#open.add(key);
    const diffEl = element.createDiv(ROW_DIFF);
    const waitEl = diffEl.createDiv({ cls: 'vault-loom-diff-none', text: WORDS.loading });
    void (async () => {
      try {
        const files = (await (await this.#history())?.files(change)) ?? [];
        waitEl.remove();
        await drawFiles(diffEl, files);
      } catch (error) {
        waitEl.setText(WORDS.notShown(messageOf(error)));
      }
    })();
  }

  #openNote(path: string | undefined, event: MouseEvent | KeyboardEvent | null): void {
    const file = path === undefined ? null : this.app.vault.getFileByPath(path);
    if (file === null) new Notice(WORDS.gone);
    else void this.app.workspace.getLeaf(event === null ? false : Keymap.isModEvent(event)).openFile(file);
  }

  async #keep({ paths: [path], title }: ActivityRow): Promise<void> {
    if (path === undefined) return;
    try {
      const history = await this.#history();
      await history?.keepFromAssistants(path, true);
      withButton(WORDS.keptFrom(title), WORDS.undo, () => history?.keepFromAssistants(path, false).catch(failed));
    } catch (error) {
      failed(error);
    }
  }

  async #forget(): Promise<void> {
    await (await this.#history())?.forgetReadings().catch(failed);
    await this.#look(true);
  }

  #act(): void {
    if (this.#problem === null) {
      this.#host.changeSettings({ keepsReadingLog: true }).catch(failed);
      return;
    }
    this.#problem = null;
    void this.#follow().then(() => this.#look(true));
  }

  #choose({ tab = this.#tab, order = this.#order }: { tab?: Tab; order?: ReadingOrder }): void {
    this.#tab = tab;
    this.#order = order;
    this.#most = ROWS;
    this.#stop = null;
    this.#open.clear();
    this.#isHeld = false;
    // A row of the other list may have the same key, and its diff open.
    this.#list?.show([]);
    this.#draw();
    this.#frame?.scrollToTop();
    void this.app.workspace.requestSaveLayout();
  }

  #showFresh(): void {
    this.#isHeld = false;
    this.#draw();
    this.#frame?.scrollToTop();
  }

  #showEarlier(): void {
    this.#most += ROWS;
    this.#isHeld = false;
    this.#draw();
  }

  #release(): void {
    if (!this.#isHeld || this.#pointerIsOver || this.#hasFocus()) return;
    this.#isHeld = false;
    this.#draw();
  }

  #rowAt(event: Event): ActivityRow | null {
    const key = this.#list?.keyAt(event.target as Node) ?? null;
    return key === null ? null : (this.#list?.item(key) ?? null);
  }

  #main(key: string | null): HTMLElement | null {
    return (key === null ? null : this.#list?.element(key))?.querySelector<HTMLElement>(`.${ROW_MAIN}`) ?? null;
  }

  /** Tab leads to one row and its buttons; arrows lead on. */
  #markStop(key: string | null): void {
    for (const each of this.#list?.keys ?? []) {
      const element = this.#list?.element(each);
      for (const part of element?.querySelectorAll<HTMLElement>(`.${ROW_MAIN}, .${ROW_BUTTON}`) ?? [])
        part.tabIndex = each === key ? 0 : -1;
    }
  }

  #hasFocus(): boolean {
    const listEl = this.#frame?.listEl;
    return listEl?.contains(listEl.ownerDocument.activeElement) === true;
  }
}

function failed(error: unknown): void {
  new Notice(WORDS.notKept(messageOf(error)));
}
