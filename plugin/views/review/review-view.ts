import { ItemView, Keymap, Menu, Notice, type PaneType, type WorkspaceLeaf } from 'obsidian';
import { isSameClient } from '../../../shared/protocol/client-claim.ts';
import { writeProblem } from '../../../shared/kit/disk/write-problem.ts';
import type { ReviewDesk } from '../../review/review-desk.ts';
import type { ReviewItem } from '../../review/review-item.ts';
import { addFileItems, hoverNote } from '../notes/note-links.ts';
import { fileOrNotice, openIn } from '../notes/open-in-leaf.ts';
import { WORDS as NOTE_WORDS } from '../words/note-words.ts';
import { keepFocus } from '../elements/keep-focus.ts';
import { holdsFocus } from '../elements/holds-focus.ts';
import { KeyedList } from '../elements/keyed-list.ts';
import { PressHold } from '../elements/press-hold.ts';
import { focusRow, rowAfterKey, stopAfterChange } from '../elements/rove.ts';
import type { ViewHost } from '../view-host.ts';
import { createRow, updateRow } from './queue-row.ts';
import { ReviewDetail } from './review-detail.ts';
import { reviewRows, type ReviewRow } from './review-rows.ts';
import { TrustedList } from './trusted-list.ts';
import { WORDS } from './review-words.ts';
import { watchDesk } from './watch-desk.ts';

export const REVIEW_VIEW = 'vault-loom-review';

const TIMES_EVERY_MS = 30_000;

/** Changes that wait for the person: the queue, and what the chosen one would do. */
export class ReviewView extends ItemView {
  override icon = 'list-checks';
  override navigation = false;
  readonly #host: ViewHost;
  #trusted: TrustedList | null = null;
  #stateEl: HTMLElement | null = null;
  #bodyEl: HTMLElement | null = null;
  #list: KeyedList<ReviewRow> | null = null;
  #detail: ReviewDetail | null = null;
  /** The chosen change, which is also the Tab stop. */
  #chosen: string | null = null;

  constructor(leaf: WorkspaceLeaf, host: ViewHost) {
    super(leaf);
    this.#host = host;
  }

  override getViewType(): string {
    return REVIEW_VIEW;
  }

  override getDisplayText(): string {
    return WORDS.title;
  }

  /** Draws what is known, and waits for nothing. */
  override onOpen(): Promise<void> {
    const { contentEl } = this;
    contentEl.empty();
    contentEl.addClass('vault-loom-review');
    // So that the deciding keys still work after a click on its text.
    contentEl.tabIndex = -1;
    this.#trusted = new TrustedList(contentEl, (client) => this.#host.companion()?.review.stopAccepting(client));
    this.#stateEl = contentEl.createDiv({ cls: 'vault-loom-review-state', attr: { role: 'status', dir: 'ltr' } });
    this.#bodyEl = contentEl.createDiv('vault-loom-review-body');
    const listEl = this.#bodyEl.createDiv({
      cls: 'vault-loom-review-queue',
      attr: { role: 'listbox', 'aria-label': WORDS.queue },
    });
    this.#list = new KeyedList<ReviewRow>(listEl, { keyOf: ({ id }) => id, create: createRow, update: updateRow });
    this.#detail = new ReviewDetail(this.#bodyEl, {
      accept: (item, text) => this.#accept(item, text),
      decline: (item, reason) => this.#act((desk) => desk.decline(item.id, reason)),
      acceptAll: (client, partly) => this.#act((desk) => desk.acceptAllOf(client, partly)),
      setRule: (client, mode, partly) => this.#act((desk) => desk.setRule(client, mode, partly)),
      tryAgain: (item) => this.#host.companion()?.review.planAgain(item.id),
      links: {
        open: (path, event) => this.#openNote(path, Keymap.isModEvent(event) || 'tab'),
        hover: (path, event, targetEl) => hoverNote(this, event, { path, targetEl }),
        menu: (path, event) => this.#menuOf(path).showAtMouseEvent(event),
      },
    });
    this.registerDomEvent(listEl, 'click', (event) => this.#choose(this.#list?.keyAt(event.target as Node) ?? null));
    this.registerDomEvent(listEl, 'focusin', (event) => this.#choose(this.#list?.keyAt(event.target as Node) ?? null));
    this.registerDomEvent(listEl, 'keydown', (event) => this.#roved(event));
    this.registerDomEvent(contentEl, 'keydown', (event) => this.#pressed(event));
    const hold = new PressHold(contentEl);
    const drawLater = (): void => hold.run(() => this.#draw());
    this.register(watchDesk(this.#host, drawLater));
    this.registerInterval(window.setInterval(drawLater, TIMES_EVERY_MS));
    this.#draw();
    return Promise.resolve();
  }

  #openNote(path: string, where: PaneType | true): void {
    const file = fileOrNotice(this.app.vault, path);
    if (file !== null) void openIn(this.app.workspace.getLeaf(where), file);
  }

  #menuOf(path: string): Menu {
    const menu = new Menu();
    menu.addItem((item) =>
      item
        .setTitle(NOTE_WORDS.openInTab)
        .setIcon('file-plus')
        .onClick(() => this.#openNote(path, 'tab')),
    );
    addFileItems(menu, this, path);
    return keepFocus(menu, this.contentEl.ownerDocument);
  }

  /** Whether the person can see the queue. */
  isSeen(): boolean {
    return this.#list !== null && this.contentEl.isShown();
  }

  /** Moves the focus to the chosen change. */
  focusQueue(): void {
    this.#list?.element(this.#chosen ?? '')?.focus();
  }

  #draw(): void {
    const [list, detail] = [this.#list, this.#detail];
    if (list === null || detail === null) return;
    const companion = this.#host.companion();
    const items = companion?.review.items ?? [];
    const [hadFocus, wasOnTrusted] = [this.#hasFocus(), this.#trusted?.hasFocus === true];
    this.#trusted?.show(companion?.review.trusted ?? [], Date.now());
    const before = list.keys;
    list.show(reviewRows(items, Date.now()));
    const chosen = stopAfterChange(before, this.#chosen, list.keys);
    const isOther = chosen !== this.#chosen;
    this.#chosen = chosen;
    this.#mark();
    this.#stateEl?.setText(companion === null ? WORDS.starting : items.length > 0 ? '' : WORDS.nothing);
    if (companion !== null && items.length === 0)
      this.#stateEl?.createDiv({ cls: 'vault-loom-review-hint', text: WORDS.nothingMore });
    this.#stateEl?.toggle(items.length === 0);
    this.#bodyEl?.toggle(items.length > 0);
    detail.keep(list.keys);
    this.#drawDetail(items);
    if (hadFocus) this.#keepFocus(wasOnTrusted, isOther);
  }

  #drawDetail(items: readonly ReviewItem[] = this.#host.companion()?.review.items ?? []): void {
    const item = items.find(({ id }) => id === this.#chosen) ?? null;
    const desk = this.#host.companion()?.review;
    const canTrust =
      item !== null &&
      desk?.canTrust(item.client) === true &&
      !desk.trusted.some(({ client }) => isSameClient(client, item.client));
    this.#detail?.show(item, !canTrust);
  }

  /** The focused element may have gone with what was drawn before. */
  #keepFocus(wasOnTrusted: boolean, isOther: boolean): void {
    if (wasOnTrusted && (holdsFocus(this.contentEl) || this.#trusted?.focus() === true)) return;
    if (isOther || !holdsFocus(this.contentEl)) this.focusQueue();
    if (!holdsFocus(this.contentEl)) this.contentEl.focus();
  }

  #choose(id: string | null): void {
    if (id === null || id === this.#chosen) return;
    this.#chosen = id;
    this.#mark();
    this.#drawDetail();
  }

  #mark(): void {
    for (const key of this.#list?.keys ?? []) {
      const element = this.#list?.element(key);
      element?.setAttribute('aria-selected', String(key === this.#chosen));
      element?.classList.toggle('is-active', key === this.#chosen);
      if (element) element.tabIndex = key === this.#chosen ? 0 : -1;
    }
  }

  #roved(event: KeyboardEvent): void {
    const list = this.#list;
    if (list === null) return;
    const next = rowAfterKey(event, this.#chosen, list.keys);
    if (next === null) return;
    event.preventDefault();
    focusRow(list.element(next));
  }

  #pressed(event: KeyboardEvent): void {
    // A key that is held down says yes or no once.
    if (event.isComposing || event.repeat || !Keymap.isModifier(event, 'Mod')) return;
    if (event.key === 'Enter' && this.#detail?.accept() === true) event.preventDefault();
    if (event.key === 'Backspace' && this.#detail?.decline() === true) event.preventDefault();
  }

  #accept({ id, plan }: ReviewItem, text: string | null): void {
    if (plan === null) return;
    const { fingerprint } = plan;
    this.#act((desk) => desk.accept(id, { fingerprint, ...(text === null ? {} : { text }) }));
  }

  #act(act: (desk: ReviewDesk) => Promise<void>): void {
    const desk = this.#host.companion()?.review;
    if (desk === undefined) return;
    act(desk).catch((error: unknown) => {
      new Notice(WORDS.notSaved(writeProblem(error)));
    });
  }

  #hasFocus(): boolean {
    return this.contentEl.contains(this.contentEl.ownerDocument.activeElement);
  }
}
