import { Notice } from 'obsidian';
import { Turns } from '../../../shared/kit/concurrency/turns.ts';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import type { AppHistory } from '../../history/app-history.ts';
import { NOTICE_MS, noticeWithButton } from '../elements/notice-button.ts';
import { WORDS } from './activity-words.ts';

export interface UndoHost {
  history(): Promise<AppHistory | null>;
  /** Where the question appears that is asked before something would be lost; hidden otherwise. */
  askEl(): HTMLElement | null;
  /** Called after something was undone or redone. */
  undone(): void;
}

/** The words for an undo, or for a redo, which is the undo of an undo. */
const SAID = { undo: WORDS.undoing, redo: WORDS.redoing } as const;
const OPPOSITE = { undo: 'redo', redo: 'undo' } as const;
type Way = keyof typeof SAID;

/** Undoes and redoes changes, after saying what would be lost. */
export class UndoActions {
  readonly #host: UndoHost;
  readonly #turns = new Turns();
  /** How many were asked for. */
  #count = 0;

  constructor(host: UndoHost) {
    this.#host = host;
  }

  /**
   * Undoes changes, one request after the other: an undo may change what the next one would lose. A question about an
   * older one is answered with no.
   *
   * @param way what that is to the person: `redo` if the changes are undos
   * @param returnEl gets the focus back after an answer
   */
  undo(ids: readonly string[], way: Way, returnEl: HTMLElement | null): Promise<void> {
    const number = ++this.#count;
    this.#host.askEl()?.dispatchEvent(new Event('vault-loom-dismiss'));
    const isLast = (): boolean => number === this.#count;
    return this.#turns.run(() => this.#undo(ids, way, returnEl, isLast));
  }

  async #undo(ids: readonly string[], way: Way, returnEl: HTMLElement | null, isLast: () => boolean): Promise<void> {
    const words = SAID[way];
    try {
      const history = await this.#host.history();
      if (history === null) return;
      const preview = await history.preview(ids);
      // Not needed until something is undone.
      const { questionOf } = await import('./undo-question.ts');
      const { askBeforeUndo } = await import('./ask-before-undo.ts');
      const question = questionOf(preview, words);
      if ('refusal' in question) return void new Notice(question.refusal, NOTICE_MS);
      const force = question.parts.length > 0;
      const askEl = this.#host.askEl();
      if (force && !(isLast() && askEl !== null && (await askBeforeUndo(askEl, question, preview, returnEl)))) return;
      const { made, problem } = await history.undo(preview.ids, { force });
      this.#host.undone();
      if (problem !== undefined) new Notice(words.stopped(made.length, problem), NOTICE_MS);
      else if (made.length === 0) new Notice(words.nothing);
      else noticeWithButton(words.done(made.length), words.back, () => this.undo(made, OPPOSITE[way], null));
    } catch (error) {
      new Notice(words.stopped(0, messageOf(error)), NOTICE_MS);
    }
  }
}
