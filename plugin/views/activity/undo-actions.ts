import { Notice } from 'obsidian';
import { Turns } from '../../../shared/kit/concurrency/turns.ts';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import type { AppHistory } from '../../history/app-history.ts';
import { NOTICE_MS, noticeWithButton } from '../elements/notice-button.ts';
import { WORDS } from './activity-words.ts';
import { askBeforeUndo } from './ask-before-undo.ts';
import { questionOf } from './undo-question.ts';

export interface UndoHost {
  history(): Promise<AppHistory | null>;
  /** Where the question appears that is asked before something would be lost; hidden otherwise. */
  askEl(): HTMLElement | null;
  /** Called after something was undone or redone. */
  undone(): void;
  /** Called with what to say while it is found out what an undo would do, and with null afterwards. */
  preparing(words: string | null): void;
}

/** An undo that was asked for and has not ended. */
interface Wanted {
  ids: readonly string[];
  /** Whether the person is being asked about it. */
  isAsked: boolean;
}

/** The words for an undo, or for a redo, which is the undo of an undo. */
const SAID = { undo: WORDS.undoing, redo: WORDS.redoing } as const;
const OPPOSITE = { undo: 'redo', redo: 'undo' } as const;
export type UndoWay = keyof typeof SAID;

/** Undoes and redoes changes, after saying what would be lost. */
export class UndoActions {
  readonly #host: UndoHost;
  readonly #turns = new Turns();
  readonly #wanted = new Set<Wanted>();
  /** How many were asked for. */
  #count = 0;

  constructor(host: UndoHost) {
    this.#host = host;
  }

  /**
   * Undoes changes, one request after the other: an undo may change what the next one would lose. A question about an
   * older one is answered with no. Does nothing if these are being undone already.
   *
   * @param way what that is to the person: `redo` if the changes are undos
   * @param returnEl gets the focus back after an answer
   */
  async undo(ids: readonly string[], way: UndoWay, returnEl: HTMLElement | null): Promise<void> {
    if ([...this.#wanted].some((wanted) => !wanted.isAsked && isAllOf(ids, new Set(wanted.ids)))) return;
    const wanted: Wanted = { ids, isAsked: false };
    this.#wanted.add(wanted);
    const number = ++this.#count;
    this.#host.askEl()?.dispatchEvent(new Event('vault-loom-dismiss'));
    const isLast = (): boolean => number === this.#count;
    await this.#turns.run(() => this.#undo(wanted, way, returnEl, isLast));
    this.#wanted.delete(wanted);
  }

  async #undo(wanted: Wanted, way: UndoWay, returnEl: HTMLElement | null, isLast: () => boolean): Promise<void> {
    const words = SAID[way];
    const { ids } = wanted;
    try {
      const history = await this.#host.history();
      // A pane that was closed may have begun it.
      if (history === null || (history.running !== null && isAllOf(ids, history.running.ids))) return;
      if (ids.length > 1) this.#host.preparing(words.preparing(ids.length));
      const preview = await history.preview(ids).finally(() => this.#host.preparing(null));
      const question = questionOf(preview, words);
      if ('refusal' in question) return void new Notice(question.refusal, NOTICE_MS);
      const force = question.parts.length > 0;
      const askEl = this.#host.askEl();
      wanted.isAsked = force;
      if (force && !(isLast() && askEl !== null && (await askBeforeUndo(askEl, question, preview, returnEl)))) return;
      wanted.isAsked = false;
      const { made, problem } = await history.undo(preview.ids, { force, isRedo: way === 'redo' });
      this.#host.undone();
      if (problem !== undefined) new Notice(words.stopped(made.length, problem), NOTICE_MS);
      else if (made.length === 0) new Notice(words.nothing);
      else noticeWithButton(words.done(made.length), words.back, () => this.undo(made, OPPOSITE[way], null));
    } catch (error) {
      new Notice(words.stopped(0, messageOf(error)), NOTICE_MS);
    }
  }
}

function isAllOf(ids: readonly string[], others: ReadonlySet<string>): boolean {
  return ids.every((id) => others.has(id));
}
