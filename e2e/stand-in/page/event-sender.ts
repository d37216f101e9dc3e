import type { PageEvent, RendererAnswer } from '../mirror/protocol.ts';

export type UnsentEvent = Omit<PageEvent, 'seq'>;

export type EventAnswer = Pick<RendererAnswer, 'prevented' | 'isMissed'>;

/** How events leave the page. */
export interface Transport {
  post(event: PageEvent): void;
  /** Waits for the answer with the whole page; null if nobody answers. */
  ask(event: PageEvent): RendererAnswer | null;
}

/** Numbers events, sends them in order, and knows which the renderer has not handled yet. */
export class EventSender {
  readonly #transport: Transport;
  #last = 0;
  #isEnded = false;
  readonly #open = new Map<number, string>();
  /** Events that come in streams, of which only the newest counts while one is on its way; by kind. */
  readonly #latest = new Map<string, () => UnsentEvent | null>();
  #waiting: { seq: number; resolve: () => void }[] = [];

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Has the renderer handle the event, now. */
  ask(event: UnsentEvent): EventAnswer {
    this.#sendAllLatest();
    const answer = this.#isEnded ? null : this.#transport.ask({ seq: ++this.#last, ...event });
    return answer ?? { prevented: false };
  }

  send(event: UnsentEvent): void {
    this.#sendAllLatest();
    this.#post(event.type, event);
  }

  /**
   * Sends at once where no event of the kind is on its way, else when that one was handled, and then only the newest.
   */
  sendLatest(kind: string, make: () => UnsentEvent | null): void {
    this.#latest.set(kind, make);
    this.#sendLatest(kind);
  }

  handled(seq: number): void {
    this.#open.delete(seq);
    for (const kind of [...this.#latest.keys()]) this.#sendLatest(kind);
    const done = this.#waiting.filter((waiting) => waiting.seq <= seq);
    this.#waiting = this.#waiting.filter((waiting) => waiting.seq > seq);
    for (const { resolve } of done) resolve();
  }

  /** Resolves when all events sent until now were handled, and what they changed is shown. */
  async sync(): Promise<void> {
    if (this.#isEnded) throw new Error('The sandbox has ended.');
    this.send({ type: 'sync', target: 0 });
    const seq = this.#last;
    await new Promise<void>((resolve) => this.#waiting.push({ seq, resolve }));
    // What came of it, such as a scroll event, may have been sent while the answer was on its way.
    if (this.#open.size > 0 || this.#latest.size > 0) await this.sync();
  }

  end(): void {
    this.#isEnded = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    this.#open.clear();
    this.#latest.clear();
  }

  #sendAllLatest(): void {
    for (const [kind, make] of this.#latest) {
      this.#latest.delete(kind);
      this.#post(kind, make());
    }
  }

  #sendLatest(kind: string): void {
    const make = this.#latest.get(kind);
    if (make === undefined || [...this.#open.values()].includes(kind)) return;
    this.#latest.delete(kind);
    this.#post(kind, make());
  }

  #post(kind: string, event: UnsentEvent | null): void {
    if (event === null || this.#isEnded) return;
    const seq = ++this.#last;
    this.#open.set(seq, kind);
    this.#transport.post({ seq, ...event });
  }
}
