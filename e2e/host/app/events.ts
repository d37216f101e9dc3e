/** A registration, as `on` returns it. */
export interface EventRef {
  source: Events;
  name: string;
  callback: (...data: unknown[]) => unknown;
}

/** The app's emitter. An error in one listener reaches the window and does not keep the others from being called. */
export class Events {
  readonly #refs = new Set<EventRef>();

  get listenerCount(): number {
    return this.#refs.size;
  }

  on(name: string, callback: (...data: never[]) => unknown, context?: unknown): EventRef {
    const bound = context === undefined ? callback : callback.bind(context);
    const ref: EventRef = { source: this, name, callback: bound as (...data: unknown[]) => unknown };
    this.#refs.add(ref);
    return ref;
  }

  off(name: string, callback: (...data: never[]) => unknown): void {
    for (const ref of this.#refs) if (ref.name === name && ref.callback === callback) this.#refs.delete(ref);
  }

  offref(ref: EventRef): void {
    this.#refs.delete(ref);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const ref of [...this.#refs]) {
      if (ref.name !== name) continue;
      try {
        ref.callback(...data);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

function reportError(error: unknown): void {
  void Promise.reject(error instanceof Error ? error : new Error(String(error)));
}
