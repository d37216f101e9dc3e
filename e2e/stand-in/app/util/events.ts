/** A registration, as `on` returns it. */
export interface EventRef {
  /** The emitter. */
  e: Events;
  name: string;
  fn: (...data: unknown[]) => unknown;
  ctx: unknown;
  /** The sandbox's own listener: not counted among those of plugins. */
  own: boolean;
}

type Callback = (...data: never[]) => unknown;

/** The app's emitter. An error in one listener reaches the window and does not keep the others from being called. */
export class Events {
  readonly #refs = new Set<EventRef>();

  /** Listeners that plugins hold. */
  get listenerCount(): number {
    let count = 0;
    for (const ref of this.#refs) if (!ref.own) count++;
    return count;
  }

  on(name: string, callback: Callback, context?: unknown): EventRef {
    return this.#add(name, callback, context, false);
  }

  /** As {@link on}, for the sandbox itself. */
  onOwn(name: string, callback: Callback): EventRef {
    return this.#add(name, callback, undefined, true);
  }

  off(name: string, callback: Callback): void {
    for (const ref of this.#refs) if (ref.name === name && ref.fn === callback) this.#refs.delete(ref);
  }

  offref(ref: EventRef): void {
    this.#refs.delete(ref);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const ref of [...this.#refs]) if (ref.name === name) this.tryTrigger(ref, data);
  }

  tryTrigger(ref: EventRef, data: unknown[]): void {
    try {
      ref.fn.apply(ref.ctx, data);
    } catch (error) {
      reportToWindow(error);
    }
  }

  #add(name: string, callback: Callback, ctx: unknown, own: boolean): EventRef {
    const ref: EventRef = { e: this, name, fn: callback as EventRef['fn'], ctx, own };
    this.#refs.add(ref);
    return ref;
  }
}

/** Lets an error reach the window as an unhandled one, without stopping who met it. */
export function reportToWindow(error: unknown): void {
  void Promise.reject(error instanceof Error ? error : new Error(String(error)));
}
