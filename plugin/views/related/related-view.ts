import { ItemView, Keymap, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { fileAt, placeAt } from '../../ports/file-at.ts';
import { fileInFront } from '../../ports/file-in-front.ts';
import { titleOfFile } from '../../ports/title-of-file.ts';
import { holdsFocus } from '../elements/holds-focus.ts';
import { keepFocus } from '../elements/keep-focus.ts';
import type { ViewHost } from '../view-host.ts';
import { foldersOf } from '../notes/folders-of.ts';
import { nameOf } from '../notes/name-of.ts';
import { pathAfterRename } from '../notes/path-after-rename.ts';
import { partnersOf } from './not-related.ts';
import { KeptPath } from './kept-path.ts';
import {
  isOfOther,
  questionAfterRename,
  RelatedFollower,
  type Question,
  type RelatedAnswer,
  type Shown,
  type Subject,
} from './related-follower.ts';
import { RelatedFrame } from './related-frame.ts';
import { relatedRows, type RelatedRow } from './related-rows.ts';
import { codeOf, mayFindMore, paneState, type StateAction } from './related-state.ts';
import { WORDS } from './related-words.ts';
import { RowActions } from './row-actions.ts';
import { RowList } from './row-list.ts';

export const RELATED_VIEW = 'vault-loom-related';

const ROWS = 20;
const MOST_ROWS = 200;
const LONGEST_SELECTION = 20_000;
/** While the model still reads notes, more is found by meaning from time to time. */
const LEARNING_MS = 5_000;

/** What is related to the active note, why, and what can be done with it. */
export class RelatedView extends ItemView {
  override icon = 'waypoints';
  readonly #host: ViewHost;
  readonly #follower: RelatedFollower;
  readonly #actions: RowActions;
  #frame: RelatedFrame | null = null;
  #list: RowList | null = null;
  #shown: Shown = { question: null, answer: null, error: null };
  #lastState: string | null = null;
  readonly #pin = this.#keptPath();
  readonly #folder = this.#keptPath();
  #inFront: string | null = null;
  #selection: Subject | null = null;

  constructor(leaf: WorkspaceLeaf, host: ViewHost) {
    super(leaf);
    this.#host = host;
    this.#actions = new RowActions(this, host);
    this.#follower = new RelatedFollower({
      ask: (question) => this.#ask(question),
      show: (shown) => this.#show(shown),
      isHeld: () => this.#list?.isHeld === true,
      schedule: (task, ms) => {
        const timer = window.setTimeout(task, ms);
        return () => window.clearTimeout(timer);
      },
    });
  }

  override getViewType(): string {
    return RELATED_VIEW;
  }

  override getDisplayText(): string {
    return WORDS.title;
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), pinned: this.#pin.path, folder: this.#folder.path };
  }

  /** Waits for nothing: the app starts only when every view has its state. */
  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    const { pinned, folder } = (state ?? {}) as { pinned?: unknown; folder?: unknown };
    if (pinned !== undefined) this.#pin.set(typeof pinned === 'string' ? pinned : null);
    if (folder !== undefined) this.#folder.set(typeof folder === 'string' ? folder : null);
    this.#follow();
    await super.setState(state, result);
  }

  /** Shows what is related to a text that is selected in the note at `path`, until another note is active. */
  showSelection(path: string, text: string): void {
    this.#selection = { path, text: text.slice(0, LONGEST_SELECTION) };
    this.#follow();
  }

  /** Draws what is known, and waits for nothing. */
  override onOpen(): Promise<void> {
    const frame = new RelatedFrame(this.contentEl, {
      hideLinked: (hidesLinked) => this.#actions.save({ hidesLinked }),
      pin: (isPinned) => this.#setPin(isPinned),
      chooseFolder: (folder) => this.#chooseFolder(folder),
      folders: () => foldersOf(this.app.vault.getMarkdownFiles().map(({ path }) => path)),
      act: (action) => this.#act(action),
      leaveSelection: () => {
        this.#selection = null;
        this.#follow();
      },
    });
    this.#frame = frame;
    const subject = (): Subject | null => this.#shown.question?.subject ?? null;
    this.#list = new RowList(frame.listEl, {
      owner: this,
      open: (row, event) => this.#actions.open(row, Keymap.isModEvent(event)),
      hover: (row, event, element) => this.#actions.hover(event, row, element, subject()),
      drag: (row, event) => this.#actions.drag(event, row, subject()),
      menu: (row, event) => {
        const menu = this.#actions.menu(row, subject());
        keepFocus(menu, frame.listEl.ownerDocument, () => this.#list?.stopEl ?? null).showAtMouseEvent(event);
      },
      onRelease: () => this.#follower.release(),
    });
    this.#listen();
    this.#draw();
    this.#follow();
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    this.#follower.close();
    return Promise.resolve();
  }

  override onResize(): void {
    this.#follow();
  }

  #listen(): void {
    const { workspace, vault } = this.app;
    const follow = (): void => this.#follow();
    this.registerEvent(workspace.on('active-leaf-change', follow));
    this.registerEvent(workspace.on('file-open', follow));
    this.registerEvent(workspace.on('layout-change', follow));
    this.registerEvent(vault.on('modify', () => this.#follower.refreshSoon()));
    this.registerEvent(vault.on('create', () => this.#follower.refreshSoon()));
    this.registerEvent(vault.on('delete', () => this.#changed()));
    this.registerEvent(vault.on('rename', (file, oldPath) => this.#renamed(oldPath, file.path)));
    this.register(this.#host.onChange(() => this.#hostChanged()));
    this.register(this.#host.onMoved((from, to) => this.#renamed(from, to)));
    this.register(this.#host.onRules(() => this.#follower.refresh()));
  }

  /** Switches to what the person is looking at, unless the pane is not visible. */
  #follow(): void {
    if (this.#frame === null || !this.contentEl.isShown()) return;
    this.#follower.turnTo(this.#question());
    this.#drawControls();
  }

  #question(): Question | null {
    this.#pin.check();
    this.#folder.check();
    this.#inFront = fileInFront(this.app, this.#inFront);
    const isNote = this.#inFront?.endsWith('.md') === true;
    const path = this.#pin.path ?? (isNote ? this.#inFront : null);
    if (this.#selection?.path !== path) this.#selection = null;
    if (path === null) return null;
    const { hidesLinked: hideLinked, notRelated } = this.#host.settings();
    const limit = Math.min(ROWS + partnersOf(notRelated, path).size, MOST_ROWS);
    return { subject: this.#selection ?? { path }, hideLinked, folder: this.#folder.path, limit };
  }

  async #ask({ subject, folder, ...question }: Question): Promise<RelatedAnswer> {
    const companion = this.#host.companion();
    const engine = await companion?.engine();
    if (!companion || !engine) throw new Error('the index is not open');
    try {
      const input = { ...subject, ...question, ...(folder !== null && { folders: [folder] }) };
      const answer = await engine.related(input);
      if (!question.hideLinked || answer.notes.length > 0) return answer;
      const { notes } = await engine.related({ ...input, hideLinked: false, limit: 1 });
      return { ...answer, hidesNone: notes.length === 0 };
    } catch (error) {
      // To an engine, which also answers assistants, a hidden note does not exist.
      if (codeOf(error) !== 'note_not_found' || !(await companion.isHidden(subject.path))) throw error;
      throw new VaultLoomError('path_not_allowed', WORDS.keptFromAssistants);
    }
  }

  #show(shown: Shown): void {
    const isOther = isOfOther(shown.question, this.#shown.question);
    this.#shown = shown;
    if (isOther) {
      this.#frame?.scrollToTop();
      this.#list?.forgetStop();
    }
    this.#draw();
    const { answer } = shown;
    if (answer !== null && mayFindMore(answer, this.#host.settings().embedder)) this.#follower.refreshSoon(LEARNING_MS);
  }

  /** Writes head, state and rows, all of the same question. */
  #draw(): void {
    const [frame, list] = [this.#frame, this.#list];
    if (frame === null || list === null) return;
    const hadFocus = this.contentEl.contains(this.contentEl.ownerDocument.activeElement);
    const rows = this.#rows();
    const subject = this.#shown.question?.subject ?? null;
    const file = fileAt(this.app.vault, subject?.path ?? '');
    const companion = this.#host.companion()?.state ?? null;
    frame.showHead(subject, file === null ? nameOf(subject?.path ?? '') : titleOfFile(this.app.metadataCache, file));
    frame.showState(paneState(companion, this.#shown, rows.length, file === null), rows.length > 0);
    list.show(rows);
    this.#drawControls();
    // The button that was pressed may be gone now.
    if (hadFocus && !holdsFocus(this.contentEl)) frame.focus();
  }

  #drawControls(): void {
    const { hidesLinked } = this.#host.settings();
    this.#frame?.showControls({ hidesLinked, isPinned: this.#pin.path !== null, folder: this.#folder.path });
  }

  #rows(): RelatedRow[] {
    const { question, answer, error } = this.#shown;
    // Of a note that is kept from assistants, rows from before would deny what is said above them.
    if (question === null || answer === null || codeOf(error) === 'path_not_allowed') return [];
    return relatedRows(answer, partnersOf(this.#host.settings().notRelated, question.subject.path));
  }

  /** The index has become ready, or failed, or the settings have changed. */
  #hostChanged(): void {
    const companion = this.#host.companion();
    const isNew = companion?.state.index !== this.#lastState;
    this.#lastState = companion?.state.index ?? null;
    this.#follow();
    const isMissing = this.#shown.answer === null || codeOf(this.#shown.error) !== null;
    // Before it is drawn: a try before the index was open did not fail for what is asked.
    if (isNew && isMissing) this.#follower.retry();
    else if (isNew) this.#follower.refreshSoon();
    this.#draw();
  }

  #renamed(from: string, to: string): void {
    const follow = (path: string): string => pathAfterRename(path, from, to);
    if (this.#pin.path !== null) this.#pin.set(follow(this.#pin.path));
    if (this.#inFront !== null) this.#inFront = follow(this.#inFront);
    if (this.#folder.path !== null) this.#folder.set(follow(this.#folder.path));
    if (this.#selection !== null) this.#selection = { ...this.#selection, path: follow(this.#selection.path) };
    this.#actions.renamed(from, to);
    this.#list?.renamed(from, to);
    this.#shown = { ...this.#shown, question: questionAfterRename(this.#shown.question, from, to) };
    this.#follower.renamed(from, to).catch(console.error);
    this.#changed();
    void this.app.workspace.requestSaveLayout();
  }

  #keptPath(): KeptPath {
    return new KeptPath({
      exists: (path) => !this.app.workspace.layoutReady || placeAt(this.app.vault, path) !== null,
      again: () => this.#follow(),
      dropped: () => void this.app.workspace.requestSaveLayout(),
    });
  }

  #changed(): void {
    this.#follow();
    this.#follower.refreshSoon();
  }

  #setPin(isPinned: boolean): void {
    this.#pin.set(isPinned ? (this.#shown.question?.subject.path ?? null) : null);
    this.#stateChanged();
  }

  #chooseFolder(folder: string | null): void {
    this.#folder.set(folder);
    this.#stateChanged();
  }

  #stateChanged(): void {
    this.#follow();
    void this.app.workspace.requestSaveLayout();
  }

  /** Takes back the marks of the notes that were found. */
  #showMarked(): void {
    const { question, answer } = this.#shown;
    if (question === null) return;
    const found = (answer?.notes ?? []).flatMap(({ path, copies = [] }) => [path, ...copies.map((copy) => copy.path)]);
    this.#actions.relate(question.subject.path, found);
  }

  #act(action: StateAction): void {
    if (action === 'show-linked') return this.#actions.save({ hidesLinked: false });
    if (action === 'show-marked') return this.#showMarked();
    if (action === 'all-folders') return this.#chooseFolder(null);
    const companion = this.#host.companion();
    if (companion?.state.index === 'failed') companion.reopen();
    else this.#follower.refresh();
  }
}
