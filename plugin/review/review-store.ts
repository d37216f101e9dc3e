import { messageOf } from '../../shared/kit/text/message-of.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { REVIEW_KEPT_MS, type ReviewAnswer } from '../../shared/protocol/review.ts';
import type { SavedReviews, SettledCall } from './review-file.ts';
import { newWaiting, type Waiting } from './review-item.ts';

export interface ReviewStoreOptions {
  file: { load(): Promise<SavedReviews>; save(reviews: SavedReviews): Promise<void> };
  schedule: Schedule;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Called after something was dropped because of its age. */
  expired: () => void;
  /** Called with failures that concern nobody else. */
  log: (message: string) => void;
}

const MOST_WAITING = 100;
const MOST_WAITING_BYTES = 8_000_000;
const MOST_SETTLED = 300;
/** A change that is being written is kept, and may be older than all others. */
const LEAST_WAIT_MS = 1_000;
/** Timers stand still while the computer sleeps: one of 24 hours would let a change wait for days. */
const MOST_WAIT_MS = 60_000;

/** Changes that wait and the answers to others, kept in a file for 24 hours. */
export class ReviewStore {
  readonly #options: ReviewStoreOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #settled = new Map<string, SettledCall>();
  #cancelExpiry: () => void = () => undefined;
  #isClosed = false;

  constructor(options: ReviewStoreOptions) {
    this.#options = options;
  }

  /** The oldest first. */
  get waiting(): Waiting[] {
    return [...this.#waiting.values()];
  }

  get(id: string): Waiting | undefined {
    return this.#waiting.get(id);
  }

  /** The answer to a change that no longer waits. */
  answer(id: string): ReviewAnswer | undefined {
    return this.#settled.get(id)?.answer;
  }

  /** Reads what waited when the app was closed. Never rejects. */
  async load(): Promise<void> {
    try {
      const { waiting, settled } = await this.#options.file.load();
      for (const one of settled) this.#settled.set(one.answer.id, one);
      for (const call of waiting) if (!this.#settled.has(call.id)) this.#waiting.set(call.id, newWaiting(call));
    } catch (error) {
      this.#options.log(`Changes that waited for an answer could not be read: ${messageOf(error)}`);
    }
    this.#dropOld();
  }

  /** Adds a change, and saves it. Throws `too_many_requests` if too much waits; what saving throws. */
  async add(waiting: Waiting): Promise<void> {
    const { id } = waiting.call;
    this.#dropOld();
    const bytes = this.waiting.reduce((sum, one) => sum + one.bytes, waiting.bytes);
    if (this.#waiting.size >= MOST_WAITING || bytes > MOST_WAITING_BYTES)
      throw new VaultLoomError('too_many_requests', 'Too many changes wait for the person already.', {
        hint: 'Wait until the person has answered some of them.',
      });
    this.#waiting.set(id, waiting);
    try {
      await this.save();
    } catch (error) {
      this.#waiting.delete(id);
      throw error;
    }
    this.#dropLater();
  }

  /** Keeps the answer to a change in its place. Never rejects. */
  async settle(id: string, answer: ReviewAnswer): Promise<void> {
    this.#waiting.delete(id);
    this.#settled.set(id, { answer, settledAt: this.#options.now() });
    this.#dropLater();
    for (const oldest of this.#settled.keys()) {
      if (this.#settled.size <= MOST_SETTLED) break;
      this.#settled.delete(oldest);
    }
    await this.save().catch((error: unknown) =>
      this.#options.log(`The answer to a change could not be saved: ${messageOf(error)}`),
    );
  }

  save(): Promise<void> {
    return this.#options.file.save({
      waiting: this.waiting.map(({ call }) => call),
      settled: [...this.#settled.values()],
    });
  }

  /** Drops nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#cancelExpiry();
  }

  /** Returns whether something was dropped. */
  #dropOld(): boolean {
    const count = this.#waiting.size + this.#settled.size;
    const oldest = this.#options.now() - REVIEW_KEPT_MS;
    for (const [id, { call, isWriting }] of this.#waiting)
      if (call.receivedAt <= oldest && !isWriting) this.#waiting.delete(id);
    for (const [id, { settledAt }] of this.#settled) if (settledAt <= oldest) this.#settled.delete(id);
    this.#dropLater();
    return this.#waiting.size + this.#settled.size < count;
  }

  #dropLater(): void {
    this.#cancelExpiry();
    const times = [
      ...this.waiting.map(({ call }) => call.receivedAt),
      ...[...this.#settled.values()].map(({ settledAt }) => settledAt),
    ];
    if (times.length === 0 || this.#isClosed) return;
    const left = Math.max(LEAST_WAIT_MS, Math.min(...times) + REVIEW_KEPT_MS - this.#options.now());
    const look = (): void => {
      if (!this.#dropOld()) return;
      this.#options.expired();
      void this.save().catch(() => undefined);
    };
    this.#cancelExpiry = this.#options.schedule(look, Math.min(left + 1, MOST_WAIT_MS));
  }
}
