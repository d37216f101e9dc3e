import { ItemView, Keymap, Notice, type Menu, type PaneType, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import { once } from '../../../shared/kit/concurrency/once.ts';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import type { AppHistory } from '../../history/app-history.ts';
import { holdsFocus } from '../elements/holds-focus.ts';
import { hoverNote } from '../notes/note-links.ts';
import { fileOrNotice, openIn } from '../notes/open-in-leaf.ts';
import type { ViewHost } from '../view-host.ts';
import { ActivityFollower } from './activity-follower.ts';
import { ActivityFrame, type ReadingOrder, type Tab } from './activity-frame.ts';
import { ActivityRowList } from './activity-row-list.ts';
import { activityRows, hasMenu, type ActivityRow } from './activity-rows.ts';
import { WORDS } from './activity-words.ts';
import { ReadingActions } from './reading-actions.ts';
import { dayOf } from './activity-times.ts';
import { nothingRead, readingsByClient, readingsByNote } from './reading-rows.ts';
import { movesOf, namesAfter } from '../../../shared/writing/journal/renames.ts';
import { underNewNames } from '../../history/renamed-notes.ts';
import { ROW_DIFF } from './row-element.ts';
import { rowMenu } from './row-menu.ts';
import type { UndoWay } from './undo-actions.ts';

export const ACTIVITY_VIEW = 'vault-loom-activity';

const ROWS = 60;
/** How late a day that has begun may show. */
const DAY_EVERY_MS = 30_000;

/** What assistants changed and read, and the way back. */
export class ActivityView extends ItemView {
  override icon = 'history';
  readonly #host: ViewHost;
  /** Not needed until something is undone. */
  readonly #undoActions = once(async () => {
    const { UndoActions } = await import('./undo-actions.ts');
    return new UndoActions({
      history: () => this.#history(),
      askEl: () => this.#frame?.askEl ?? null,
      undone: () => void this.#follower.look(true),
      preparing: (words) => this.#frame?.progress.prepare(words),
    });
  });
  readonly #reading: ReadingActions;
  readonly #follower: ActivityFollower;
  #frame: ActivityFrame | null = null;
  #list: ActivityRowList | null = null;
  #tab: Tab = 'changes';
  #order: ReadingOrder = 'note';
  #most = ROWS;
  /** The day on which the rows were made: what happened on it is said to be of today. */
  #day = '';
  /** The keys of changes whose diffs are open. */
  readonly #open = new Set<string>();

  constructor(leaf: WorkspaceLeaf, host: ViewHost) {
    super(leaf);
    this.#host = host;
    this.#reading = new ReadingActions({
      app: this.app,
      history: () => this.#history(),
      look: () => this.#follower.look(true),
      isHidden: (path) => this.#follower.known?.isHidden(path) === true,
    });
    this.#follower = new ActivityFollower({
      history: () => this.#history(),
      isHeld: () => this.#list?.isHeld === true,
      changed: () => this.#draw(),
      undoing: (running) => this.#frame?.progress.show(running),
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
      forget: () => void this.#reading.forget(),
      act: () => this.#act(),
      showFresh: () => this.#showFresh(),
      leaveFresh: () => this.#release(),
      showEarlier: () => this.#showEarlier(),
    });
    this.#frame = frame;
    this.#list = new ActivityRowList(frame.listEl, {
      owner: this,
      activate: (row, event) => this.#activate(row, event),
      act: (name, row) => this.#pressed(name, row),
      menu: (row, event) => {
        if (hasMenu(row)) this.#menu(row).showAtMouseEvent(event);
      },
      hover: ({ kind, paths: [path] }, event, targetEl) => {
        if (kind === 'note' && path !== undefined) hoverNote(this, event, { path, targetEl });
      },
      onRelease: () => this.#release(),
    });
    this.register(this.#host.onChange(() => void this.#follower.follow()));
    this.register(this.#host.onRules(() => void this.#follower.look(false)));
    // The companion may learn of it only later.
    this.registerEvent(
      this.app.vault.on('rename', ({ path }, from) => {
        this.#list?.renamed(from, path);
        queueMicrotask(() => this.#draw());
      }),
    );
    this.register(this.#host.onMoved((from, to) => this.#list?.renamed(from, to)));
    this.registerInterval(window.setInterval(() => this.#turnDay(), DAY_EVERY_MS));
    void this.#follower.follow();
    return Promise.resolve();
  }

  /** Words such as "today" are wrong after midnight, even if nothing happens. */
  #turnDay(): void {
    if (dayOf(new Date().toISOString()) !== this.#day) this.#draw();
  }

  override onClose(): Promise<void> {
    this.#follower.close();
    return Promise.resolve();
  }

  async #history(): Promise<AppHistory | null> {
    return (await this.#host.companion()?.history()) ?? null;
  }

  #rows(): { rows: ActivityRow[]; hasMore: boolean } {
    const { known } = this.#follower;
    if (known === null) return { rows: [], hasMore: false };
    const now = new Date();
    this.#day = dayOf(now.toISOString());
    const renames = [...movesOf(known.entries), ...(this.#host.companion()?.renames.all ?? [])];
    if (this.#tab === 'changes') return activityRows(known.entries, now, this.#most, namesAfter(renames));
    const byWhat = this.#order === 'note' ? readingsByNote : readingsByClient;
    const { isHidden } = known;
    return byWhat({ readings: underNewNames(known.readings, renames), isHidden, now }, this.#most);
  }

  /** Writes controls, state and rows. Rows under the pointer or the focus stay where they are. */
  #draw(): void {
    const [frame, list] = [this.#frame, this.#list];
    if (frame === null || list === null) return;
    const hadFocus = this.contentEl.contains(this.contentEl.ownerDocument.activeElement);
    const { rows, hasMore } = this.#rows();
    const waits = this.#follower.isHeldBack && !list.isShowing(rows);
    frame.showControls(this.#tab, this.#order, (this.#follower.known?.readings.length ?? 0) > 0);
    frame.showState(this.#state(rows.length));
    frame.showFresh(waits);
    if (waits) return;
    frame.keepInPlace(list.stopElement, () => {
      frame.showRows({ rows: rows.length, hasMore });
      list.show(rows);
    });
    // The button that was pressed may be gone now.
    if (hadFocus && !holdsFocus(this.contentEl)) list.focus();
    if (hadFocus && !holdsFocus(this.contentEl)) frame.focusTab(this.#tab);
  }

  #state(rows: number): { words: string; action: string; isProblem: boolean } {
    const { problem, known } = this.#follower;
    if (problem !== null) return { words: WORDS.failed(problem), action: WORDS.tryAgain, isProblem: true };
    const say = (words: string, action = '') => ({ words, action, isProblem: false });
    if (this.#host.companion() === null) return say(WORDS.starting);
    if (known === null) return say(WORDS.looking);
    if (this.#tab === 'reading' && !this.#host.settings().keepsReadingLog) return say(WORDS.readingOff, WORDS.switchOn);
    if (rows > 0) return say('');
    return say(this.#tab === 'changes' ? WORDS.noChanges : nothingRead(this.#reading.clearedAt, new Date()));
  }

  #activate(row: ActivityRow, event: MouseEvent | KeyboardEvent): void {
    if (row.kind === 'change') this.#toggle(row);
    else if (row.kind === 'note') this.#openNote(row.paths[0], Keymap.isModEvent(event));
    else if (row.kind === 'run') this.#showMenu(row);
  }

  #pressed(button: string, row: ActivityRow): void {
    if (button === 'undo') void this.#undoRow(row);
    else if (button === 'more') this.#showMenu(row);
    else if (button === 'keep') this.#toggleKept(row);
  }

  #undoRow({ key, undo }: ActivityRow): Promise<void> {
    return this.#undo(undo?.ids ?? [], undo?.isRedo === true ? 'redo' : 'undo', key);
  }

  async #undo(ids: readonly string[], way: UndoWay, key: string): Promise<void> {
    const mainEl = this.#main(key);
    await (await this.#undoActions()).undo(ids, way, mainEl);
  }

  #showMenu(row: ActivityRow): void {
    const mainEl = this.#main(row.key);
    if (mainEl === null || !hasMenu(row)) return;
    const { left, bottom } = mainEl.getBoundingClientRect();
    this.#menu(row).showAtPosition({ x: left, y: bottom }, mainEl.ownerDocument);
  }

  #menu(row: ActivityRow): Menu {
    return rowMenu(this, row, {
      undo: () => this.#undoRow(row),
      undoSince: () => this.#undo(row.since, 'undo', row.key),
      open: (path, where) => this.#openNote(path, where),
      toggleKept: () => this.#toggleKept(row),
    });
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
    const waitEl = diffEl.createDiv({ cls: 'vault-loom-diff-none', text: WORDS.loading, attr: { dir: 'ltr' } });
    void (async () => {
      try {
        const files = (await (await this.#history())?.files(change)) ?? [];
        // Not needed until a change is opened.
        const { drawFiles } = await import('./draw-files.ts');
        waitEl.remove();
        await drawFiles(diffEl, files);
      } catch (error) {
        waitEl.setText(WORDS.notShown(messageOf(error)));
      }
    })();
  }

  #openNote(path: string | undefined, where: PaneType | boolean): void {
    const file = path === undefined ? null : fileOrNotice(this.app.vault, path);
    if (file === null) return;
    void openIn(this.app.workspace.getLeaf(where), file);
  }

  #toggleKept({ paths: [path], isKept }: ActivityRow): void {
    if (path !== undefined) void (isKept ? this.#reading.showAgain(path) : this.#reading.keep(path));
  }

  #act(): void {
    if (this.#follower.problem === null) this.#host.changeSettings({ keepsReadingLog: true }).catch(failed);
    else void this.#follower.tryAgain();
  }

  #choose({ tab = this.#tab, order = this.#order }: { tab?: Tab; order?: ReadingOrder }): void {
    this.#tab = tab;
    this.#order = order;
    this.#most = ROWS;
    this.#open.clear();
    // A row of the other list may have the same key and an open diff.
    this.#list?.clear();
    this.#follower.release();
    this.#frame?.scrollToTop();
    void this.app.workspace.requestSaveLayout();
  }

  #showFresh(): void {
    // What is new is at the top.
    this.#list?.forgetStop();
    this.#follower.release();
    this.#frame?.scrollToTop();
  }

  #showEarlier(): void {
    this.#most += ROWS;
    // The button goes away with the last of them; the place in the list is kept.
    this.#list?.stopAtEnd();
    this.#follower.release();
  }

  #release(): void {
    const isHeld = this.#list?.isHeld === true || this.#frame?.isFreshFocused === true;
    if (this.#follower.isHeldBack && !isHeld) this.#follower.release();
  }

  #main(key: string): HTMLElement | null {
    return this.#list?.main(key) ?? null;
  }
}

function failed(error: unknown): void {
  new Notice(WORDS.notKept(messageOf(error)));
}
