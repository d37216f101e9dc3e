import type { EventRef } from './events.ts';

type Cleanup = () => unknown;

/** What the app takes down again when it is unloaded, in the reverse order of how it came. */
export class Component {
  _loaded = false;
  _children: Component[] = [];
  _events: Cleanup[] = [];

  /** Children are loaded once `onload` is done; a promise when that takes time. */
  load(): void | Promise<void> {
    if (this._loaded) return;
    this._loaded = true;
    const loading: unknown = this.onload();
    const loadChildren = (): void => {
      for (const child of [...this._children]) void child.load();
    };
    if (loading instanceof Promise) return loading.then(loadChildren);
    loadChildren();
  }

  /** Like the app, waits for nothing: what `onunload` leaves running runs on. */
  unload(): void {
    if (!this._loaded) return;
    this._loaded = false;
    for (const child of this._children.splice(0).reverse()) child.unload();
    for (let cleanup = this._events.pop(); cleanup !== undefined; cleanup = this._events.pop()) cleanup();
    this.onunload();
  }

  onload(): void | Promise<void> {}

  onunload(): void {}

  addChild<T extends Component>(child: T): T {
    this._children.push(child);
    if (this._loaded) void child.load();
    return child;
  }

  removeChild<T extends Component>(child: T): T {
    const index = this._children.indexOf(child);
    if (index >= 0) this._children.splice(index, 1);
    child.unload();
    return child;
  }

  register(cleanup: Cleanup): void {
    this._events.push(cleanup);
  }

  registerEvent(ref: EventRef): void {
    this.register(() => ref.e.offref(ref));
  }

  registerDomEvent(
    target: EventTarget,
    type: string,
    callback: (event: never) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    target.addEventListener(type, callback as EventListener, options);
    this.register(() => target.removeEventListener(type, callback as EventListener, options));
  }

  registerInterval(id: number): number {
    this.register(() => clearInterval(id));
    return id;
  }
}
