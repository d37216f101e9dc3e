import type { EventRef } from './events.ts';

/** What the app takes down again when it is unloaded, in the reverse order of how it came. */
export class Component {
  readonly #cleanups: (() => unknown)[] = [];
  readonly #children = new Set<Component>();
  #loaded = false;

  load(): void {
    if (this.#loaded) return;
    this.#loaded = true;
    this.onload();
    for (const child of this.#children) child.load();
  }

  /** Like the app, waits for nothing: what `onunload` leaves running runs on. */
  unload(): void {
    if (!this.#loaded) return;
    this.#loaded = false;
    for (const child of this.#children) child.unload();
    this.#children.clear();
    for (let cleanup = this.#cleanups.pop(); cleanup !== undefined; cleanup = this.#cleanups.pop()) cleanup();
    this.onunload();
  }

  onload(): void | Promise<void> {}

  onunload(): void {}

  addChild<T extends Component>(child: T): T {
    this.#children.add(child);
    if (this.#loaded) child.load();
    return child;
  }

  removeChild<T extends Component>(child: T): T {
    this.#children.delete(child);
    child.unload();
    return child;
  }

  register(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup);
  }

  registerEvent(ref: EventRef): void {
    this.register(() => ref.source.offref(ref));
  }

  registerInterval(id: number): number {
    this.register(() => clearInterval(id));
    return id;
  }
}
