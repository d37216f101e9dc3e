import { ItemView, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import type { Schedule } from '../../../shared/kit/time/schedule.ts';
import { fileInFront } from '../../ports/file-in-front.ts';
import type { ViewHost } from '../view-host.ts';
import { LISTS, type ListName } from './list/list-nodes.ts';
import { MapFollower } from './map-follower.ts';
import { SHOWS, type Shows } from './map-frame.ts';
import { outerTheme, type MapShown } from './map-levels.ts';
import { MapMarker } from './map-marks.ts';
import type { Engine, MapScreen, ScreenState } from './map-screen.ts';
import { nextLook, type StateAction } from './map-state.ts';
import { WORDS } from './map-words.ts';
import type { RenameModal } from './missing/rename-modal.ts';
import { NoteActions } from './note-actions.ts';

export const MAP_VIEW = 'vault-loom-map';

const NOT_OPEN = 'the index is not open';

/** The themes of the vault as a picture and as a list, and lists to act on. */
export class MapView extends ItemView {
  override icon = 'map';
  override navigation = false;
  readonly #host: ViewHost;
  readonly #follower: MapFollower;
  readonly #marker: MapMarker;
  readonly #actions: NoteActions;
  #screen: MapScreen | null = null;
  #isClosed = false;
  #shown: MapShown = { theme: null, whole: null, inside: [], error: null };
  #lastIndexState: string | null = null;
  #list: ListName = 'themes';
  #shows: Shows = 'both';
  /** Asks for the new name of a missing note. */
  #dialog: RenameModal | null = null;
  /** Notes have changed while nobody saw the map. */
  #isDue = true;

  constructor(leaf: WorkspaceLeaf, host: ViewHost) {
    super(leaf);
    this.#host = host;
    this.#actions = new NoteActions(this);
    const schedule: Schedule = (task, ms) => {
      const timer = window.setTimeout(task, ms);
      return () => window.clearTimeout(timer);
    };
    const questions = (): Promise<Engine> => this.#engine();
    this.#marker = new MapMarker({ questions, changed: () => this.#draw(), schedule });
    this.#follower = new MapFollower({
      questions,
      show: (shown) => this.#show(shown),
      isHeld: (next) => this.#screen?.wouldMoveRows({ ...this.#state(), shown: next }) === true,
      heldChanged: () => this.#draw(),
      schedule,
    });
  }

  override getViewType(): string {
    return MAP_VIEW;
  }

  override getDisplayText(): string {
    return WORDS.title;
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), theme: this.#follower.wanted, list: this.#list, shows: this.#shows };
  }

  /** Waits for nothing: the app starts only when every view has its state. */
  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    const { theme, list, shows } = (state ?? {}) as { theme?: unknown; list?: unknown; shows?: unknown };
    this.#list = LISTS.find((each) => each === list) ?? this.#list;
    this.#shows = SHOWS.find((each) => each === shows) ?? this.#shows;
    if (theme === null || typeof theme === 'string') this.#follower.startAt(theme);
    this.#look();
    this.#draw();
    await super.setState(state, result);
  }

  /** Waits for nothing. */
  override onOpen(): Promise<void> {
    this.#listen();
    this.#begin().catch(console.error);
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    this.#isClosed = true;
    this.#follower.close();
    this.#marker.close();
    this.#screen?.close();
    this.#dialog?.close();
    return Promise.resolve();
  }

  /** Draws what is known. */
  async #begin(): Promise<void> {
    // Most windows open without a map, and need not load what draws it.
    const { MapScreen } = await import('./map-screen.ts');
    if (this.#isClosed) return;
    this.#screen = new MapScreen(this.contentEl, this.#actions, {
      goTo: (theme) => this.#goTo(theme),
      back: () => this.#back(),
      lookFor: (query) => this.#marker.lookFor(query),
      choose: (chosen) => this.#choose(chosen),
      act: (action) => this.#act(action),
      showOnMap: (path, title) =>
        void this.#showOnMap(path, title).catch((error: unknown) => this.#actions.tell(messageOf(error))),
      rename: (name) => void this.#askNewName(name),
      engine: () => this.#engine(),
      changed: () => this.#draw(),
      released: () => this.#follower.release(),
    });
    this.#draw();
    this.#look();
  }

  override onResize(): void {
    this.#screen?.measure();
    this.#look();
  }

  #listen(): void {
    const { vault, workspace } = this.app;
    const changed = (): void => {
      if (this.#isSeen()) this.#follower.refreshSoon();
      else this.#isDue = true;
    };
    const renamed = (from: string, to: string): void => {
      this.#marker.renamed(from, to);
      this.#screen?.renamed(from, to);
      this.#follower.renamed(from, to).catch(console.error);
    };
    this.registerEvent(vault.on('rename', ({ path }, before) => renamed(before, path)));
    this.register(this.#host.onMoved(renamed));
    for (const name of ['modify', 'create', 'delete', 'rename'] as const)
      this.registerEvent(vault.on(name as 'modify', changed));
    for (const name of ['active-leaf-change', 'file-open', 'layout-change'] as const)
      this.registerEvent(workspace.on(name as 'layout-change', () => this.#look()));
    this.register(this.#host.onChange(() => this.#hostChanged()));
    this.register(this.#host.onRules(changed));
    this.registerDomEvent(this.contentEl, 'keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing || this.#follower.wanted === null) return;
      event.preventDefault();
      event.stopPropagation();
      this.#back();
    });
  }

  #isSeen(): boolean {
    return this.#screen !== null && this.contentEl.isShown();
  }

  /** Catches up with what happened while nobody saw the map. */
  #look(): void {
    if (!this.#isSeen() || this.#host.companion()?.state.index !== 'ready') return;
    this.#marker.follow(fileInFront(this.app, this.#marker.path));
    if (!this.#isDue) return;
    this.#isDue = false;
    this.#follower.refresh();
  }

  async #engine(): Promise<Engine> {
    const engine = await this.#host.companion()?.engine();
    if (!engine) throw new Error(NOT_OPEN);
    return engine;
  }

  /** The index has become ready, or failed, or the settings have changed. */
  #hostChanged(): void {
    const index = this.#host.companion()?.state.index ?? null;
    if (index !== this.#lastIndexState) this.#isDue = true;
    this.#lastIndexState = index;
    this.#look();
    this.#draw();
  }

  #show(shown: MapShown): void {
    const isFirst = this.#shown.whole === null;
    const isOther = shown.theme !== this.#shown.theme;
    this.#shown = shown;
    if (this.#isSeen()) {
      const next = nextLook(shown, isFirst, this.#host.settings().embedder);
      if (next !== null) this.#follower.refreshSoon(next);
    } else this.#isDue = true;
    this.#draw();
    if (isOther && shown.theme !== null && this.#screen?.isInUse === false) this.#screen.reveal(shown.theme);
    // Themes within the one gone into are known only now.
    if (shown.whole !== null) this.#marker.refresh();
  }

  /** Draws picture, list and state, all of the same answers. */
  #draw(): void {
    this.#screen?.draw(this.#state());
  }

  #state(): ScreenState {
    const { active, found } = this.#marker;
    return {
      shown: this.#shown,
      isHeldBack: this.#follower.isHeldBack,
      list: this.#list,
      shows: this.#shows,
      active,
      found,
      companion: this.#host.companion()?.state ?? null,
    };
  }

  #goTo(theme: string | null): void {
    this.#follower.goTo(theme);
    void this.app.workspace.requestSaveLayout();
  }

  #back(): void {
    const { wanted } = this.#follower;
    if (wanted !== null) this.#goTo(outerTheme(wanted));
  }

  #choose({ list = this.#list, shows = this.#shows }: { list?: ListName; shows?: Shows }): void {
    [this.#list, this.#shows] = [list, shows];
    this.#draw();
    this.#screen?.measure();
    void this.app.workspace.requestSaveLayout();
  }

  /** Goes to the innermost theme that holds a note, and to the note there. */
  async #showOnMap(path: string, title: string): Promise<void> {
    const engine = await this.#engine();
    let theme: string | undefined;
    const hasThemes = this.#shown.whole?.circles !== undefined;
    for (let depth = 0; ; depth++) {
      const circles = (await engine.mapPlaces({ paths: [path] })).places[0]?.circles;
      if (circles === undefined) return this.#actions.tell(WORDS.notOnMap(title));
      const within = circles[depth];
      if (within === undefined || !hasThemes) break;
      theme = within;
      // What it holds is looked at, and so the themes within it become known.
      await engine.themeMap({ id: within });
    }
    this.#screen?.focusNext(path);
    this.#choose({ list: 'themes', ...(this.#shows === 'list' && { shows: 'both' }) });
    this.#goTo(theme ?? null);
  }

  /** The dialog's code is loaded when first needed. */
  async #askNewName(name: string): Promise<void> {
    const { RenameModal } = await import('./missing/rename-modal.ts');
    if (this.#isClosed) return;
    const { rows = [] } = this.#shown.whole?.unresolved ?? {};
    const missing = new Set(rows.map(({ title }) => title.toLowerCase()));
    this.#dialog = new RenameModal(this.app, {
      name,
      isMissing: (other) => missing.has(other.toLowerCase()),
      rename: (to, agreed) => this.#rename(name, to, agreed),
    });
    this.#dialog.open();
  }

  async #rename(from: string, to: string, agreed: string | null): Promise<void> {
    const companion = this.#host.companion();
    if (companion === null) throw new Error(NOT_OPEN);
    const renamed = await companion.renameMissing({ from, to, agreed });
    this.#actions.tell([WORDS.renamed(from, renamed.to, renamed.files), renamed.warning ?? ''].join(' ').trim());
    this.#follower.refreshAtOnce();
  }

  #act(action: StateAction): void {
    if (action === 'new-note') return this.#actions.create(WORDS.untitled);
    const companion = this.#host.companion();
    if (companion?.state.index === 'failed') companion.reopen();
    else this.#follower.refresh();
  }
}
