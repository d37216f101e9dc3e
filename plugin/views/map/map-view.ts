import { ItemView, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import type { Schedule } from '../../../shared/kit/time/schedule.ts';
import type { Companion } from '../../companion/companion.ts';
import type { ViewHost } from '../view-host.ts';
import { LISTS, type ListName } from './list/list-nodes.ts';
import { MapList } from './list/map-list.ts';
import type { TreeRow } from './list/tree-rows.ts';
import { MapFollower } from './map-follower.ts';
import { MapFrame, SHOWS, type Shows } from './map-frame.ts';
import { levelsOf, outerTheme, type MapLevel, type MapShown } from './map-levels.ts';
import { countFound, MapMarker, marksOf } from './map-marks.ts';
import { isEmpty, mapState, nextLook, type StateAction } from './map-state.ts';
import { WORDS } from './map-words.ts';
import { NoteActions } from './note-actions.ts';
import { MapPicture } from './picture/map-picture.ts';
import { sceneOf, type Marks, type Scene } from './picture/scene.ts';

export const MAP_VIEW = 'vault-loom-map';

type Engine = NonNullable<Awaited<ReturnType<Companion['engine']>>>;

interface Parts {
  frame: MapFrame;
  picture: MapPicture;
  list: MapList;
}

const MOST_RELATED = 5;

/** The themes of the vault as a picture and as a list, and lists to act on. */
export class MapView extends ItemView {
  override icon = 'map';
  override navigation = false;
  readonly #host: ViewHost;
  readonly #follower: MapFollower;
  readonly #marker: MapMarker;
  readonly #actions: NoteActions;
  #parts: Parts | null = null;
  #shown: MapShown = { theme: null, whole: null, inside: [], error: null };
  #lastIndexState: string | null = null;
  #list: ListName = 'themes';
  #shows: Shows = 'both';
  /** Notes have changed while nobody saw the map. */
  #isDue = true;
  /** What gets the focus in the picture when it is drawn next. */
  #focusNext: string | null = null;

  constructor(leaf: WorkspaceLeaf, host: ViewHost) {
    super(leaf);
    this.#host = host;
    this.#actions = new NoteActions(this.app, this, MAP_VIEW);
    const schedule: Schedule = (task, ms) => {
      const timer = window.setTimeout(task, ms);
      return () => window.clearTimeout(timer);
    };
    const questions = (): Promise<Engine> => this.#engine();
    this.#marker = new MapMarker({ questions, changed: () => this.#draw(), schedule });
    this.#follower = new MapFollower({
      questions,
      show: (shown) => this.#show(shown),
      isHeld: () => this.#parts?.list.tree.isInUse === true,
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

  /** Draws what is known, and waits for nothing. */
  override onOpen(): Promise<void> {
    const frame = new MapFrame(this.contentEl, {
      goTo: (theme) => this.#goTo(theme),
      back: () => this.#back(),
      lookFor: (query) => this.#marker.lookFor(query),
      enterMap: () => this.#enterMap(),
      choose: (shows) => this.#choose({ shows }),
      act: (action) => this.#act(action),
    });
    const picture = new MapPicture(frame.bodyEl, {
      activate: ({ kind, key }, event) => (kind === 'theme' ? this.#goTo(key) : this.#actions.open(key, event)),
      menu: ({ kind, key }, event) => void (kind === 'note' && this.#actions.menuOf(key, null).showAtMouseEvent(event)),
      hover: ({ kind, key }, event, element) => void (kind === 'note' && this.#actions.hover(key, event, element)),
      pointed: (key) => this.#pointInList(key),
    });
    const list = new MapList(frame.bodyEl, {
      openTheme: (id, isOpen) => this.#goTo(isOpen ? id : outerTheme(id)),
      choose: (chosen) => this.#choose({ list: chosen }),
      sources: async (name) =>
        (await (await this.#engine()).readNote({ name, mode: 'full', maxContentLength: 1 })).incoming ?? [],
      related: async (path) =>
        (await (await this.#engine()).related({ path, limit: MOST_RELATED, hideLinked: false })).notes,
      changed: () => this.#draw(),
      activate: (row, event) => this.#activate(row, event),
      press: ({ target }) => target.kind === 'missing' && this.#actions.create(target.name),
      menu: (row, event) => this.#menu(row, event),
      hover: ({ target }, event, element) =>
        void ('path' in target && this.#actions.hover(target.path, event, element)),
      pointed: (row) => picture.point(keyOfShape(row)),
      released: () => this.#follower.release(),
    });
    this.#parts = { frame, picture, list };
    this.#listen();
    this.#draw();
    this.#look();
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    this.#follower.close();
    this.#marker.close();
    this.#parts?.picture.close();
    return Promise.resolve();
  }

  override onResize(): void {
    this.#parts?.picture.measure();
    this.#look();
  }

  #listen(): void {
    const { vault, workspace } = this.app;
    const changed = (): void => {
      if (this.#isSeen()) this.#follower.refreshSoon();
      else this.#isDue = true;
    };
    this.registerEvent(vault.on('modify', changed));
    this.registerEvent(vault.on('create', changed));
    this.registerEvent(vault.on('delete', changed));
    this.registerEvent(vault.on('rename', changed));
    for (const name of ['active-leaf-change', 'file-open', 'layout-change'] as const)
      this.registerEvent(workspace.on(name as 'layout-change', () => this.#look()));
    this.register(this.#host.onChange(() => this.#hostChanged()));
    this.registerDomEvent(this.contentEl, 'keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing || this.#follower.wanted === null) return;
      event.preventDefault();
      event.stopPropagation();
      this.#back();
    });
  }

  #isSeen(): boolean {
    return this.#parts !== null && this.contentEl.isShown();
  }

  /** Catches up with what happened while nobody saw the map. */
  #look(): void {
    if (!this.#isSeen() || this.#host.companion()?.state.index !== 'ready') return;
    this.#marker.follow(this.#activePath());
    if (!this.#isDue) return;
    this.#isDue = false;
    this.#follower.refresh();
  }

  /** The note that is open, or was open last before the map got the focus. */
  #activePath(): string | null {
    const { workspace } = this.app;
    return workspace.getActiveFile()?.path ?? workspace.getLastOpenFiles()[0] ?? null;
  }

  async #engine(): Promise<Engine> {
    const engine = await this.#host.companion()?.engine();
    if (!engine) throw new Error('the index is not open');
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
    const tree = this.#parts?.list.tree;
    if (isOther && shown.theme !== null && tree?.isInUse === false) tree.reveal(shown.theme);
    // Themes within the one gone into are known only now.
    if (shown.whole !== null) this.#marker.refresh();
  }

  /** Draws picture, list and state, all of the same answers. */
  #draw(): void {
    if (this.#parts === null) return;
    const { frame, picture, list } = this.#parts;
    const { whole } = this.#shown;
    const { document } = this.contentEl.win;
    const hadFocus = this.contentEl.contains(document.activeElement);
    const levels = levelsOf(this.#shown);
    const { active, found } = this.#marker;
    const marks = marksOf(levels, active, found);
    const scenes = scenesOf(levels, marks);
    const [level, scene] = [levels.at(-1), scenes.at(-1)];
    frame.showWhat(this.#shows, whole === null || isEmpty(whole));
    frame.showPlace(levels);
    frame.showState(mapState(this.#host.companion()?.state ?? null, this.#shown));
    frame.showFound(foundWords(found, level));
    if (scene !== undefined && level !== undefined) picture.show(scene, level.label);
    list.show({ list: this.#list, whole, levels, scenes, marks });
    if (this.#focusNext !== null && scene?.shapes.some(({ key }) => key === this.#focusNext) === true) {
      picture.focus(this.#focusNext);
      this.#focusNext = null;
    } else if (hadFocus && !this.contentEl.contains(document.activeElement)) this.#enterMap();
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
    this.#parts?.picture.measure();
    void this.app.workspace.requestSaveLayout();
  }

  #activate(row: TreeRow, event: MouseEvent | KeyboardEvent): void {
    const { target, isOpen } = row;
    if (target.kind === 'theme') this.#goTo(isOpen === true ? outerTheme(target.id) : target.id);
    else if (target.kind === 'note') this.#actions.open(target.path, event);
    else if (target.kind === 'source') this.#actions.openAtLink(target.path, target.missing, event);
    else if (target.kind === 'more') this.#parts?.list.showMore(target.of);
    else if (isOpen !== null) this.#parts?.list.open(row, !isOpen);
  }

  #menu({ target }: TreeRow, event: MouseEvent): void {
    if (target.kind === 'missing') this.#actions.menuOfMissing(target.name).showAtMouseEvent(event);
    else if ('path' in target) {
      const { path, title } = target;
      this.#actions
        .menuOf(path, () => this.#showOnMap(path, title).catch((error: unknown) => this.#actions.tell(wordsOf(error))))
        .showAtMouseEvent(event);
    }
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
    this.#focusNext = path;
    this.#choose({ list: 'themes', ...(this.#shows === 'list' && { shows: 'both' }) });
    this.#goTo(theme ?? null);
  }

  #pointInList(key: string | null): void {
    if (this.#list !== 'themes' || this.#parts === null) return;
    const { theme } = this.#shown;
    const isNote = key?.endsWith('.md') === true && theme !== null;
    this.#parts.list.tree.point(isNote ? `${theme}\n${key}` : key);
  }

  #enterMap(): void {
    const { picture, list } = this.#parts ?? {};
    if (picture?.element.isShown() === true && picture.element.getBoundingClientRect().width > 0) picture.focus();
    else list?.tree.focus();
  }

  #act(action: StateAction): void {
    if (action === 'new-note') return this.#actions.create(WORDS.untitled);
    const companion = this.#host.companion();
    if (companion?.state.index === 'failed') companion.reopen();
    else this.#follower.refresh();
  }
}

/** The pictures of all levels, each in the colour that its theme has on the one before. */
function scenesOf(levels: readonly MapLevel[], marks: Marks): Scene[] {
  const scenes: Scene[] = [];
  for (const level of levels) {
    const outer = scenes.at(-1)?.shapes.find(({ key }) => key === level.id);
    scenes.push(sceneOf(level, marks, outer?.color ?? null));
  }
  return scenes;
}

function foundWords(found: MapMarker['found'], level: MapLevel | undefined): string {
  if (found === null || level === undefined) return '';
  const { notes, themes } = countFound(found, level);
  return notes === 0 ? WORDS.nothingFound(found.query) : WORDS.found(notes, themes);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function keyOfShape(row: TreeRow | null): string | null {
  if (row === null) return null;
  if (row.target.kind === 'theme') return row.target.id;
  return 'path' in row.target ? row.target.path : null;
}
