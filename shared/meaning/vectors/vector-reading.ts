import { messageOf } from '../../kit/text/message-of.ts';
import { Backoff } from '../../kit/time/backoff.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { VectorIdentity } from '../../search/vectors/vector-types.ts';
import { isPassingFailure } from '../../store/passing-failure.ts';
import type { SegmentInfo } from '../../store/store-types.ts';
import type { VectorStorage } from './saved-vectors.ts';
import type { TermVectors } from './term-vectors.ts';
import { isOfIdentity } from './vector-identity.ts';
import type { VectorSet } from './vectors-of-model.ts';

export interface VectorReadingOptions {
  slicer: Slicer;
  schedule?: Schedule;
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
  /** Called to try again what could not be read. */
  onRetry: () => void;
}

/** Reads vectors from disk. What is damaged is left out; what cannot be read now is tried again later. */
export class VectorReading {
  /** Why vectors were rebuilt. */
  readonly reasons: string[] = [];
  readonly #options: VectorReadingOptions;
  /** Keys of segments that cannot be trusted. */
  readonly #damaged = new Set<string>();
  readonly #retry: Backoff;
  #hasFailed = false;
  #isClosed = false;
  #areTermsUnread = false;

  constructor(options: VectorReadingOptions) {
    this.#options = options;
    this.#retry = new Backoff(options.onRetry, options.schedule);
  }

  /** Whether the vectors of terms on disk may be good, but cannot be read now. */
  get areTermsUnread(): boolean {
    return this.#areTermsUnread;
  }

  /** Finds what is on disk at first. */
  async open(storage: VectorStorage): Promise<void> {
    const { reason, isPassing } = await storage.read();
    this.#areTermsUnread = isPassing === true;
    if (isPassing === true) this.#tryAgain(reason);
    else if (reason !== null) this.note(reason);
  }

  /** Finds what is on disk now; false if that has to be tried again. */
  async reopen(storage: VectorStorage): Promise<boolean> {
    const { reason, isPassing } = await storage.read();
    if (isPassing === true) this.#tryAgain(reason);
    return isPassing !== true;
  }

  /** Does `task`, in which all is read again; if nothing of it failed, the next failure is retried soon. */
  async again<T>(task: () => Promise<T>): Promise<T> {
    this.#hasFailed = false;
    const result = await task();
    if (!this.#hasToTryAgain()) this.#retry.reset();
    return result;
  }

  /** Reads the vectors of terms; true if all notes must be taken in again. */
  async loadTerms(terms: TermVectors, storage: VectorStorage): Promise<boolean> {
    try {
      const isNew = await terms.load(storage, this.#options.slicer);
      this.#areTermsUnread = false;
      return isNew;
    } catch (error) {
      this.#areTermsUnread = isPassingFailure(error);
      if (this.#areTermsUnread) {
        this.#tryAgain(messageOf(error));
        return false;
      }
      this.note(`The vectors of terms were damaged and are rebuilt: ${messageOf(error)}`);
      terms.reset();
      return true;
    }
  }

  /** Segments of a kind with the vectors of an embedder, without damaged ones. */
  segmentsOf(kind: string, storage: VectorStorage | null, identity: VectorIdentity): SegmentInfo[] {
    const infos = storage?.segments(kind) ?? [];
    return infos.filter((info) => !this.#damaged.has(info.key) && isOfIdentity(info, identity));
  }

  /** Reads segments one by one, so that a damaged one costs only its own vectors. */
  async attach(set: VectorSet, infos: readonly SegmentInfo[], storage: VectorStorage): Promise<void> {
    for (const info of infos) {
      try {
        await set.attach([info], storage, this.#options.slicer);
      } catch (error) {
        if (isPassingFailure(error)) {
          this.#tryAgain(messageOf(error));
          continue;
        }
        this.#damaged.add(info.key);
        this.note(`Some vectors were damaged and are rebuilt: ${messageOf(error)}`);
      }
    }
  }

  /** Removes damaged segments of these kinds from the disk, if this process may. */
  async discardDamaged(storage: VectorStorage, kinds: readonly string[]): Promise<void> {
    const damaged = kinds.flatMap((kind) => storage.segments(kind)).filter(({ key }) => this.#damaged.has(key));
    if (damaged.length > 0) await storage.commit([], damaged);
  }

  /** Tells why vectors were rebuilt. */
  note(reason: string): void {
    this.reasons.push(reason);
    this.#options.log('info', reason);
  }

  /** Nothing is tried again from now on. */
  close(): void {
    this.#isClosed = true;
    this.#retry.reset();
  }

  #tryAgain(reason: string | null): void {
    if (this.#isClosed) return;
    if (!this.#hasFailed) this.#retry.later();
    this.#hasFailed = true;
    this.#options.log('warn', `Some vectors cannot be read now, and are tried again later: ${reason}`);
  }

  #hasToTryAgain(): boolean {
    return this.#hasFailed;
  }
}
