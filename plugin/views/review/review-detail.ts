import type { ReviewMode } from '../../../shared/protocol/review.ts';
import type { ReviewItem } from '../../review/review-item.ts';
import { clearForNew } from '../elements/clear-for-new.ts';
import { setText } from '../elements/set-text.ts';
import { drawWords, setTwoLines } from '../words/draw-words.ts';
import { FirstLook } from './first-look.ts';
import type { NoteLinks } from './lead-to.ts';
import { hasParts, riskWords, titleOf } from './review-rows.ts';
import { ReviewFiles } from './review-files.ts';
import { WORDS } from './review-words.ts';

export interface DetailActions {
  /** @param text of an edit with parts left out: the whole new text; null for all of it */
  accept(item: ReviewItem, text: string | null): void;
  decline(item: ReviewItem, reason: string): void;
  /** @param partly the changes of which the person has left out a part */
  acceptAll(client: string, partly: readonly string[]): void;
  /** @param partly as of `acceptAll` */
  setRule(client: string, mode: ReviewMode, partly: readonly string[]): void;
  tryAgain(item: ReviewItem): void;
  links: NoteLinks;
}

const PREFIX = 'vault-loom-review';
/** The buttons that decide. */
const DECIDING = `:is(.${PREFIX}-decide, .${PREFIX}-choices, .${PREFIX}-trust) button`;

/** What the chosen change would do, and the buttons that decide on it. */
export class ReviewDetail {
  readonly #actions: DetailActions;
  readonly #rootEl: HTMLElement;
  readonly #titleEl: HTMLElement;
  readonly #othersEl: HTMLElement;
  readonly #whoEl: HTMLElement;
  readonly #risksEl: HTMLElement;
  readonly #notesEl: HTMLElement;
  readonly #newEl: HTMLElement;
  readonly #files: ReviewFiles;
  readonly #acceptEl: HTMLButtonElement;
  readonly #declineEl: HTMLButtonElement;
  readonly #reasonEl: HTMLInputElement;
  readonly #trustEl: HTMLElement;
  #item: ReviewItem | null = null;
  readonly #look: FirstLook;
  #cancelLook: () => void = () => undefined;

  /** @param now milliseconds, on a clock that nobody can set */
  constructor(parent: HTMLElement, actions: DetailActions, now: () => number = () => performance.now()) {
    this.#actions = actions;
    this.#look = new FirstLook(now);
    this.#rootEl = parent.createDiv({ cls: `${PREFIX}-detail` });
    const scrollEl = this.#rootEl.createDiv(`${PREFIX}-scroll`);
    this.#titleEl = scrollEl.createDiv({
      cls: `${PREFIX}-title`,
      attr: { role: 'heading', 'aria-level': '2', dir: 'ltr' },
    });
    this.#othersEl = scrollEl.createDiv({ cls: `${PREFIX}-others`, attr: { dir: 'ltr' } });
    this.#whoEl = scrollEl.createDiv({ cls: `${PREFIX}-who`, attr: { dir: 'ltr' } });
    this.#risksEl = scrollEl.createDiv(`${PREFIX}-risks`);
    this.#notesEl = scrollEl.createDiv({ cls: `${PREFIX}-notes`, attr: { role: 'status' } });
    this.#files = new ReviewFiles(scrollEl.createDiv(`${PREFIX}-files`), {
      links: actions.links,
      onParts: () => this.#drawButtons(),
    });
    const footEl = this.#rootEl.createDiv(`${PREFIX}-foot`);
    // Visible however long the diff is, and never covering it; only in a very low window is it below the edge.
    this.#newEl = footEl.createDiv(`${PREFIX}-new`);
    // A key that is held down presses a button again and again.
    this.#rootEl.addEventListener('keydown', (event) => {
      if (event.repeat && event.key === 'Enter') event.preventDefault();
    });
    const decideEl = footEl.createDiv(`${PREFIX}-decide`);
    this.#acceptEl = decideEl.createEl('button', {
      cls: 'mod-cta vault-loom-main-action',
      attr: { title: WORDS.acceptKeys },
    });
    this.#acceptEl.addEventListener('click', () => this.accept());
    this.#declineEl = decideEl.createEl('button', { text: WORDS.decline, attr: { title: WORDS.declineKeys } });
    this.#declineEl.addEventListener('click', () => this.#declineNow());
    this.#reasonEl = decideEl.createEl('input', {
      type: 'text',
      placeholder: WORDS.reason,
      attr: { 'aria-label': WORDS.reason, dir: 'auto', maxlength: '1000', enterkeyhint: 'send' },
    });
    this.#reasonEl.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (!event.repeat) this.#declineNow();
    });
    this.#trustEl = footEl.createDiv(`${PREFIX}-trust`);
  }

  /** @param withoutTrust everything of its client is accepted already, or cannot be: that is not offered */
  show(item: ReviewItem | null, withoutTrust: boolean): void {
    const isOther = item?.id !== this.#item?.id;
    this.#item = item;
    // The button that accepts everything of a client reappears where another may have been pressed.
    this.#look.show(item === null ? null : JSON.stringify([item.id, item.plan?.fingerprint, withoutTrust]));
    this.#rootEl.toggle(item !== null);
    if (item === null) return;
    if (isOther) {
      this.#reasonEl.value = '';
      if (this.#titleEl.parentElement !== null) this.#titleEl.parentElement.scrollTop = 0;
    }
    const { title, others } = titleOf(item);
    // In a small window the diff needs the room.
    setTwoLines(this.#titleEl, title);
    setText(this.#othersEl, others);
    this.#othersEl.toggle(others !== '');
    setTwoLines(this.#whoEl, WORDS.claims(item.client));
    this.#drawRisks(item);
    this.#drawNew(item);
    this.#drawNotes(item);
    this.#drawTrust(item, withoutTrust);
    this.#files.show(item);
    this.#drawButtons();
  }

  /** Forgets what the person has left out of all changes but these. */
  keep(ids: readonly string[]): void {
    this.#files.keep(ids);
  }

  /**
   * The person's yes to what is shown. False if there is nothing to say yes to now, or a reason for a no is being
   * typed.
   */
  accept(): boolean {
    if (this.#item === null || this.#acceptEl.disabled || this.#files.isOutdated) return false;
    if (this.#isInReason() && this.#reasonEl.value.trim() !== '') return false;
    const item = this.#item;
    this.#decide(() => this.#actions.accept(item, this.#files.keptText()));
    return true;
  }

  /**
   * Asks for the reason first; with one, it is the person's no. False if there is nothing to say no to now, or a reason
   * is being typed: there the same keys take a word back.
   */
  decline(): boolean {
    if (this.#item === null || this.#declineEl.disabled || this.#isInReason()) return false;
    if (this.#reasonEl.value.trim() === '') this.#reasonEl.focus();
    else this.#declineNow();
    return true;
  }

  #declineNow(): void {
    const item = this.#item;
    if (item !== null) this.#decide(() => this.#actions.decline(item, this.#reasonEl.value));
  }

  /** A press that was under way when something else came into view does not answer it. */
  #decide(act: () => void): void {
    if (this.#look.leftMs === 0) act();
  }

  #isInReason(): boolean {
    return this.#rootEl.ownerDocument.activeElement === this.#reasonEl;
  }

  #drawRisks(item: ReviewItem): void {
    const words = riskWords(item);
    if (!clearForNew(this.#risksEl, words)) return;
    this.#risksEl.toggle(words.length > 0);
    for (const risk of words)
      drawWords(this.#risksEl.createSpan({ cls: `${PREFIX}-risk`, attr: { dir: 'ltr' } }), risk);
  }

  #drawNew({ isNewClient, client }: ReviewItem): void {
    if (!clearForNew(this.#newEl, [isNewClient, client])) return;
    this.#newEl.toggle(isNewClient);
    if (!isNewClient) return;
    this.#newEl.createDiv({ text: WORDS.newClient, attr: { dir: 'ltr' } });
    const choicesEl = this.#newEl.createDiv(`${PREFIX}-choices`);
    for (const [mode, text] of Object.entries(WORDS.newChoices))
      choicesEl
        .createEl('button', { text })
        .addEventListener('click', () =>
          this.#decide(() => this.#actions.setRule(client, mode as ReviewMode, this.#files.partly)),
        );
  }

  #drawNotes(item: ReviewItem): void {
    const { id, hasChanged, wasInterrupted, problem } = item;
    if (!clearForNew(this.#notesEl, [id, hasChanged, wasInterrupted, problem])) return;
    this.#notesEl.toggle(hasChanged || wasInterrupted || problem !== null);
    const notes = [
      ...(wasInterrupted ? [WORDS.interrupted] : []),
      ...(hasChanged && problem === null ? [WORDS.changedSince] : []),
    ];
    for (const text of notes) this.#notesEl.createDiv({ cls: `${PREFIX}-note`, text, attr: { dir: 'ltr' } });
    if (problem === null) return;
    const problemEl = this.#notesEl.createDiv({ cls: `${PREFIX}-note mod-failed`, attr: { dir: 'ltr' } });
    drawWords(problemEl.createSpan(), WORDS.problem(problem));
    problemEl
      .createEl('button', { text: WORDS.tryAgain })
      .addEventListener('click', () => this.#actions.tryAgain(item));
  }

  #drawTrust({ client }: ReviewItem, withoutTrust: boolean): void {
    if (!clearForNew(this.#trustEl, [client, withoutTrust])) return;
    this.#trustEl.toggle(!withoutTrust);
    if (withoutTrust) return;
    const buttonEl = this.#trustEl.createEl('button', { cls: `${PREFIX}-quiet`, attr: { dir: 'ltr' } });
    // A button lays out its children side by side, so a sentence has to be one child.
    setTwoLines(buttonEl.createSpan(), WORDS.acceptAll(client));
    buttonEl.addEventListener('click', () => this.#decide(() => this.#actions.acceptAll(client, this.#files.partly)));
  }

  #drawButtons(): void {
    const item = this.#item;
    if (item === null) return;
    const parts = hasParts(item) ? this.#files.parts() : null;
    const isPartial = parts !== null && parts.kept < parts.of;
    const words = item.isWriting ? WORDS.writing : isPartial ? WORDS.acceptParts(parts.kept, parts.of) : WORDS.accept;
    setText(this.#acceptEl, words);
    const isReady = item.plan !== null && item.problem === null && !item.isWriting && this.#files.knowsParts;
    this.#acceptEl.disabled = !isReady || parts?.kept === 0;
    this.#declineEl.disabled = item.isWriting;
    this.#drawLook();
  }

  /** Shows whether it is still too soon to decide, and again when it no longer is. */
  #drawLook(): void {
    this.#cancelLook();
    const { leftMs } = this.#look;
    for (const buttonEl of this.#rootEl.querySelectorAll(DECIDING))
      buttonEl.setAttribute('aria-disabled', String(leftMs > 0));
    const { defaultView } = this.#rootEl.ownerDocument;
    if (leftMs === 0 || defaultView === null) return;
    const timer = defaultView.setTimeout(() => this.#drawLook(), Math.ceil(leftMs));
    this.#cancelLook = () => defaultView.clearTimeout(timer);
  }
}
