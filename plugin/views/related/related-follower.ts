import type { Schedule } from '../../../shared/kit/time/schedule.ts';
import type { RelatedOutput } from '../../../shared/protocol/schemas/related.ts';
import { pathAfterRename } from '../notes/path-after-rename.ts';
import { RenamesSince } from '../notes/renames-since.ts';
import { RefreshTimer } from '../refresh-timer.ts';

/** What the pane is about: a note, or a text selected in it. */
export interface Subject {
  /** The note's path. */
  path: string;
  /** The selected text; absent: the whole note. */
  text?: string;
}

export interface Question {
  subject: Subject;
  hideLinked: boolean;
  /** Only notes in this folder; null: in all. */
  folder: string | null;
  limit: number;
}

export type RelatedAnswer = RelatedOutput & {
  /** Of one without notes: there would be none if linked ones were not hidden, either. */
  hidesNone?: boolean;
};

/** What the pane shows: always an answer to this question, or none. */
export interface Shown {
  question: Question | null;
  /** Null until there is one. */
  answer: RelatedAnswer | null;
  /** Why the last try failed; null if it did not. An answer from before may still be there. */
  error: unknown;
}

export interface FollowerOptions {
  ask: (question: Question) => Promise<RelatedAnswer>;
  show: (shown: Shown) => void;
  /** While true, a new answer to the same question waits for {@link RelatedFollower.release}. */
  isHeld: () => boolean;
  schedule: Schedule;
}

/** How long the last answer stays while the next one is looked for. */
const PATIENCE_MS = 100;
const CALM_MS = 1_000;

/**
 * Asks for what the person turns to, one question at a time and only the newest, and shows question and answer
 * together: an answer is never shown with another question than its own.
 */
export class RelatedFollower {
  readonly #options: FollowerOptions;
  readonly #refreshTimer: RefreshTimer;
  #wanted: Question | null = null;
  #shown: Shown = { question: null, answer: null, error: null };
  #held: Shown | null = null;
  #isAsking = false;
  #asksAgain = false;
  /** Since the last question was asked. */
  readonly #renames = new RenamesSince();
  #isClosed = false;
  #cancelPatience: () => void = () => undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#refreshTimer = new RefreshTimer(options.schedule, () => this.refresh());
  }

  /** Switches to another question; does nothing if it is the same. Null: there is nothing to ask about. */
  turnTo(question: Question | null): void {
    if (isSame(question, this.#wanted)) return;
    // If only more rows are wanted, the present ones can stay.
    const isForMore = isAlike(question, this.#wanted);
    this.#wanted = question;
    if (isForMore) return this.refresh();
    this.#held = null;
    this.#cancelPatience();
    if (question === null) return this.#show({ question, answer: null, error: null });
    this.#cancelPatience = this.#options.schedule(() => {
      const wanted = this.#wanted;
      if (!isAlike(this.#shown.question, wanted)) this.#show({ question: wanted, answer: null, error: null });
    }, PATIENCE_MS);
    this.refresh();
  }

  /** Asks the same question again, now. */
  refresh(): void {
    this.#refreshTimer.cancel();
    if (this.#isAsking) this.#asksAgain = true;
    else this.#ask().catch(console.error);
  }

  /** The same, when what the last try failed for may be over: unless there are rows, it is no longer said. */
  retry(): void {
    if (this.#shown.answer === null && this.#shown.error !== null) this.#show({ ...this.#shown, error: null });
    this.refresh();
  }

  /** Asks the same question again in a second, or `afterMs`, unless it will be asked sooner anyway. */
  refreshSoon(afterMs = CALM_MS): void {
    this.#refreshTimer.within(afterMs);
  }

  /** Shows the answer that was held back. */
  release(): void {
    if (this.#held !== null && !this.#options.isHeld()) this.#show(this.#held);
  }

  /**
   * A note or folder was renamed: the rows lead to where their notes are now, and stay in place, also if the note is
   * the one that they are about.
   */
  async renamed(from: string, to: string): Promise<void> {
    this.#renames.add(from, to);
    const [{ question: before }, asked] = [this.#shown, this.#wanted];
    const about = (shown: Shown): Shown => ({ ...shown, question: questionAfterRename(shown.question, from, to) });
    this.#wanted = questionAfterRename(asked, from, to);
    // What is being asked about the old path may have no answer.
    if (this.#wanted !== asked) this.#asksAgain = true;
    this.#shown = about(this.#shown);
    this.#held = this.#held && about(this.#held);
    // Loaded when it is first needed.
    const { answerAfterRename } = await import('./answer-after-rename.ts');
    if (this.#isClosed) return;
    const follow = (shown: Shown): Shown => {
      const answer = shown.answer && answerAfterRename(shown.answer, from, to);
      return answer === shown.answer ? shown : { ...shown, answer };
    };
    this.#held = this.#held && follow(this.#held);
    const after = follow(this.#shown);
    if (after === this.#shown && after.question === before) return;
    this.#shown = after;
    this.#options.show(after);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelPatience();
    this.#refreshTimer.cancel();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      do {
        this.#asksAgain = false;
        this.#renames.begin();
        const question = this.#wanted;
        if (question === null || this.#isClosed) break;
        const taken = await this.#answer(question).then(
          (answer): Shown => ({ question, answer, error: null }),
          (error: unknown): Shown => ({ question, answer: null, error }),
        );
        if (question === this.#wanted && !this.#isClosed) this.#take(taken);
      } while (this.#asksAgain);
    } finally {
      this.#isAsking = false;
    }
  }

  async #answer(question: Question): Promise<RelatedAnswer> {
    const answer = await this.#options.ask(question);
    if (this.#renames.isEmpty) return answer;
    const { answerAfterRename } = await import('./answer-after-rename.ts');
    return this.#renames.applyTo(answer, answerAfterRename);
  }

  #take(taken: Shown): void {
    this.#cancelPatience();
    const isRefresh = this.#shown.answer !== null && isAlike(this.#shown.question, taken.question);
    if (!isRefresh) return this.#show(taken);
    if (taken.error !== null) return this.#show({ ...taken, answer: this.#shown.answer });
    if (this.#options.isHeld()) this.#held = taken;
    else this.#show(taken);
  }

  #show(shown: Shown): void {
    this.#held = null;
    this.#shown = shown;
    this.#options.show(shown);
  }
}

/** A question whose note or folder was renamed, or lies in a folder that was; the same object if not. */
export function questionAfterRename<Q extends Question | null>(question: Q, from: string, to: string): Q {
  if (question === null) return question;
  const { subject, folder } = question;
  const path = pathAfterRename(subject.path, from, to);
  const within = folder === null ? null : pathAfterRename(folder, from, to);
  return path === subject.path && within === folder
    ? question
    : { ...question, subject: { ...subject, path }, folder: within };
}

/**
 * Whether two questions are of other notes, selections or folders, so that the rows of the one are not those of the
 * other.
 */
export function isOfOther(one: Question | null, other: Question | null): boolean {
  const [asked, before] = [one, other].map((question) => JSON.stringify([question?.subject, question?.folder]));
  return asked !== before;
}

function isSame(one: Question | null, other: Question | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether two questions ask for the same rows, of which one may want more. */
function isAlike(one: Question | null, other: Question | null): boolean {
  return isSame(one && { ...one, limit: 0 }, other && { ...other, limit: 0 });
}
