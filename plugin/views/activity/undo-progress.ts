import type { RunningUndo } from '../../history/app-history.ts';
import { WORDS } from './activity-words.ts';

/** From how many changes on an undo takes long enough to be told of while it runs to those who only listen. */
const MANY = 20;
const PARTS_HEARD = 4;

/** The foot of the pane while several changes are being undone: how far that is. */
export class UndoProgress {
  readonly #element: HTMLElement;
  readonly #wordsEl: HTMLElement;
  readonly #barEl: HTMLProgressElement;
  /** What a screen reader says: a few steps, and the end. */
  readonly #heardEl: HTMLElement;
  #running: RunningUndo | null = null;
  #preparing: string | null = null;

  constructor(parent: HTMLElement) {
    this.#element = parent.createDiv({ cls: 'vault-loom-activity-progress', attr: { dir: 'ltr' } });
    this.#wordsEl = this.#element.createDiv();
    this.#barEl = this.#element.createEl('progress', { attr: { 'aria-label': WORDS.progress } });
    this.#heardEl = parent.createDiv({ cls: 'vault-loom-activity-heard', attr: { role: 'status', dir: 'ltr' } });
    this.#draw();
  }

  /** Shows an undo that is being made, or that it has ended. */
  show(running: RunningUndo | null): void {
    const before = this.#running;
    this.#running = running;
    const words = running === null ? endOf(before) : heard(running);
    if (words !== null && words !== this.#heardEl.textContent) this.#heardEl.setText(words);
    this.#draw();
  }

  /** Says what is done before an undo begins; null once it is done. */
  prepare(words: string | null): void {
    this.#preparing = words;
    this.#draw();
  }

  #draw(): void {
    const running = this.#running !== null && this.#running.total > 1 ? this.#running : null;
    this.#element.hidden = running === null && this.#preparing === null;
    this.#wordsEl.setText(running === null ? (this.#preparing ?? '') : wordsOf(running));
    this.#barEl.hidden = running === null;
    if (running === null) return;
    this.#barEl.max = running.total;
    this.#barEl.value = running.done;
  }
}

function wordsOf({ isRedo, done, total }: RunningUndo): string {
  return (isRedo ? WORDS.redoing : WORDS.undoing).going(Math.min(done + 1, total), total);
}

/** Null between the steps that are told of. */
function heard(running: RunningUndo): string | null {
  const { done, total } = running;
  if (done === total) return null;
  const part = (count: number): number => Math.floor((count * PARTS_HEARD) / total);
  return total >= MANY && (done === 0 || part(done) !== part(done - 1)) ? wordsOf(running) : null;
}

function endOf(running: RunningUndo | null): string {
  if (running === null || running.total < MANY || running.done < running.total) return '';
  return (running.isRedo ? WORDS.redoing : WORDS.undoing).done(running.total);
}
