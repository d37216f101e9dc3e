import type { Menu } from 'obsidian';
import type { CompanionState } from '../../companion/companion-state.ts';
import type { Companion } from '../../companion/companion.ts';
import type { NoteRef } from '../../../shared/protocol/schemas/common.ts';
import { holdsFocus } from '../elements/holds-focus.ts';
import { keepFocus } from '../elements/keep-focus.ts';
import type { ListName } from './list/list-nodes.ts';
import { MapList } from './list/map-list.ts';
import type { TreeRow } from './list/tree-rows.ts';
import { MapFrame, type Shows } from './map-frame.ts';
import { levelsOf, outerTheme, type MapLevel, type MapShown } from './map-levels.ts';
import type { Found } from './map-found.ts';
import { isEmpty, mapState, type StateAction } from './map-state.ts';
import type { NoteActions } from './note-actions.ts';
import { MapPicture } from './picture/map-picture.ts';
import { sceneOf, type Marks, type Scene } from './picture/scene.ts';

export type Engine = NonNullable<Awaited<ReturnType<Companion['engine']>>>;

/** What a person can ask of the view that the screen is in. */
export interface ScreenActions {
  /** Null: the whole vault. */
  goTo(theme: string | null): void;
  /** One theme out. */
  back(): void;
  lookFor(query: string): void;
  choose(chosen: { list?: ListName; shows?: Shows }): void;
  act(action: StateAction): void;
  showOnMap(path: string, title: string): void;
  /** Asks for a new name of a missing note. */
  rename(name: string): void;
  engine(): Promise<Engine>;
  /** Something was opened or has arrived in the list: all is to be drawn again. */
  changed(): void;
  /** The pointer and the focus have left the list. */
  released(): void;
}

/** What is drawn. */
export interface ScreenState {
  shown: MapShown;
  /** Whether a newer map waits until the pointer and the focus have left the list. */
  isHeldBack: boolean;
  list: ListName;
  shows: Shows;
  active: ReadonlySet<string>;
  found: Found | null;
  /** Null before the app's layout is ready. */
  companion: CompanionState | null;
}

const MOST_RELATED = 5;

/** Picture and list with what is around them: drawn from one state, they tell what the person does. */
export class MapScreen {
  readonly #root: HTMLElement;
  readonly #actions: ScreenActions;
  readonly #notes: NoteActions;
  readonly #frame: MapFrame;
  readonly #picture: MapPicture;
  readonly #list: MapList;
  #theme: string | null = null;
  #listName: ListName = 'themes';
  #focusNext: string | null = null;

  constructor(root: HTMLElement, notes: NoteActions, actions: ScreenActions) {
    this.#root = root;
    this.#actions = actions;
    this.#notes = notes;
    this.#frame = new MapFrame(root, {
      goTo: (theme) => actions.goTo(theme),
      back: () => actions.back(),
      lookFor: (query) => actions.lookFor(query),
      enterMap: () => (this.#hasPicture ? this.#picture : this.#list.tree).focusFound(),
      choose: (shows) => actions.choose({ shows }),
      act: (action) => actions.act(action),
    });
    this.#picture = new MapPicture(this.#frame.bodyEl, {
      activate: ({ kind, key }, event) => (kind === 'theme' ? actions.goTo(key) : notes.open(key, event)),
      menu: ({ kind, key }, event) => void (kind === 'note' && this.#showMenu(notes.menuOf(key, null), event)),
      hover: ({ kind, key }, event, element) => void (kind === 'note' && notes.hover(key, event, element)),
      pointed: (key) => this.#pointInList(key),
    });
    this.#list = new MapList(this.#frame.bodyEl, {
      openTheme: (id, isOpen) => actions.goTo(isOpen ? id : outerTheme(id)),
      choose: (list) => actions.choose({ list }),
      sources: async (path) => (await actions.engine()).missingLinks({ path }),
      related: async (path) =>
        (await (await actions.engine()).related({ path, limit: MOST_RELATED, hideLinked: false })).notes,
      changed: () => actions.changed(),
      activate: (row, event) => this.#activate(row, event),
      press: ({ target }, button) => {
        if (target.kind !== 'missing') return;
        if (button === 'rename') actions.rename(target.name);
        else notes.create(target.name);
      },
      menu: (row, event) => this.#menu(row, event),
      hover: ({ target }, event, element) => void ('path' in target && notes.hover(target.path, event, element)),
      pointed: (row) => this.#picture.point(keyOfShape(row)),
      released: () => actions.released(),
    });
  }

  /** While true, no row of the list should move of itself. */
  get isInUse(): boolean {
    return this.#list.tree.isInUse;
  }

  /** Whether drawing this would move the row that is in use. */
  wouldMoveRows({ shown, list, active, found }: ScreenState): boolean {
    if (!this.isInUse) return false;
    const levels = levelsOf(shown);
    const marks = { active, found: found?.keys(levels, missingOf(shown, list)) ?? null };
    return !this.#list.keepsRows({ list, whole: shown.whole, levels, scenes: scenesOf(levels, marks), marks });
  }

  draw({ shown, isHeldBack, list, shows, active, found, companion }: ScreenState): void {
    [this.#theme, this.#listName] = [shown.theme, list];
    const { whole } = shown;
    const { document } = this.#root.win;
    const hadFocus = this.#root.contains(document.activeElement);
    const levels = levelsOf(shown);
    const missing = missingOf(shown, list);
    const marks = { active, found: found?.keys(levels, missing) ?? null };
    const scenes = scenesOf(levels, marks);
    const [level, scene] = [levels.at(-1), scenes.at(-1)];
    this.#frame.showWhat(shows, whole === null || isEmpty(whole));
    this.#frame.showPlace(levels);
    this.#frame.showState(mapState(companion, shown, isHeldBack));
    this.#frame.showFound(level === undefined ? '' : (found?.words(level, missing) ?? ''));
    if (scene !== undefined && level !== undefined) this.#picture.show(scene, level.label);
    this.#list.show({ list, whole, levels, scenes, marks });
    if (this.#focusNext !== null && scene?.shapes.some(({ key }) => key === this.#focusNext) === true) {
      this.#picture.focus(this.#focusNext);
      this.#focusNext = null;
    } else if (hadFocus && !holdsFocus(this.#root)) this.#enterMap();
  }

  /** Says what gets the focus in the picture once it is drawn there. */
  focusNext(key: string): void {
    this.#focusNext = key;
  }

  /** A note or folder was renamed. */
  renamed(from: string, to: string): void {
    this.#list.tree.renamed(from, to);
    this.#picture.renamed(from, to);
  }

  /** Brings the row of a theme into view. */
  reveal(theme: string): void {
    this.#list.tree.reveal(theme);
  }

  /** Measures the picture, whose size may have changed. */
  measure(): void {
    this.#picture.measure();
  }

  close(): void {
    this.#picture.close();
  }

  #activate(row: TreeRow, event: MouseEvent | KeyboardEvent): void {
    const { target, isOpen } = row;
    if (target.kind === 'theme') this.#actions.goTo(isOpen === true ? outerTheme(target.id) : target.id);
    else if (target.kind === 'note') this.#notes.open(target.path, event);
    else if (target.kind === 'source') this.#notes.open(target.path, event, target.line);
    else if (target.kind === 'more') this.#list.showMore(target.of);
    else if (isOpen !== null) this.#list.open(row, !isOpen);
  }

  #menu({ target }: TreeRow, event: MouseEvent): void {
    if (target.kind === 'missing') {
      const { name } = target;
      this.#showMenu(
        this.#notes.menuOfMissing(name, () => this.#actions.rename(name)),
        event,
      );
    } else if ('path' in target) {
      const { path, title } = target;
      this.#showMenu(
        this.#notes.menuOf(path, () => this.#actions.showOnMap(path, title)),
        event,
      );
    }
  }

  #showMenu(menu: Menu, event: MouseEvent): void {
    keepFocus(menu, this.#root.ownerDocument).showAtMouseEvent(event);
  }

  #pointInList(key: string | null): void {
    if (this.#listName !== 'themes') return;
    const isNote = key?.endsWith('.md') === true && this.#theme !== null;
    this.#list.tree.point(isNote ? `${this.#theme}\n${key}` : key);
  }

  #enterMap(): void {
    if (this.#hasPicture) this.#picture.focus();
    else this.#list.tree.focus();
  }

  get #hasPicture(): boolean {
    const { element } = this.#picture;
    return element.isShown() && element.getBoundingClientRect().width > 0;
  }
}

/** The missing notes, if they are listed. */
function missingOf({ whole }: MapShown, list: ListName): readonly NoteRef[] {
  return list === 'unresolved' ? (whole?.unresolved.rows ?? []) : [];
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

function keyOfShape(row: TreeRow | null): string | null {
  if (row === null) return null;
  if (row.target.kind === 'theme') return row.target.id;
  return 'path' in row.target ? row.target.path : null;
}
