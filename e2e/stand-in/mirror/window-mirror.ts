import { randomUUID } from 'node:crypto';
import type { DOMWindow } from 'jsdom';
import type { WebSocket } from 'ws';
import { dispatchPageEvent, type MirroredWindow } from './dispatch.ts';
import { LayoutBridge } from './layout-bridge.ts';
import { LiveStates } from './live-states.ts';
import { parsePageRequest } from './page-request.ts';
import {
  PRESS_STEPS,
  REPLACED,
  type PageEvent,
  type PageRequest,
  type Patch,
  type RendererAnswer,
  type RendererMessage,
} from './protocol.ts';
import type { TransferredData } from '../app/realm/transferred-data.ts';
import { TreeMirror } from './tree-mirror.ts';
import { watchState } from './watch-state.ts';

type UnsentMessage = RendererMessage extends infer Message
  ? Message extends { index: number }
    ? Omit<Message, 'index'>
    : never
  : never;

/**
 * Shows one jsdom window in one page, and has what happens in the page happen in the window. A page that connects again
 * gets the whole document and takes the place of the one before.
 */
export class WindowMirror implements MirroredWindow {
  readonly window: DOMWindow;
  readonly states = new LiveStates();
  readonly layout: LayoutBridge;
  readonly tree: TreeMirror;
  /** What the page has focused: null is its body; undefined is not known. */
  pageFocus: Element | null | undefined = null;
  /** What is being dragged, while it is. */
  drag: TransferredData | null = null;
  readonly #observer: MutationObserver;
  readonly #nextTurn: () => Promise<void>;
  readonly #unwatch: () => void;
  #isFlushPlanned = false;
  #isClosed = false;
  #revealed: { element: Element; block: 'center' | 'nearest' }[] = [];
  #session: Session | null = null;
  /** A button that went up: it happens right before what the page tells next, which may be its click. */
  #released: PageEvent | null = null;

  /** `nextTurn` resolves in the next turn of the event loop, also while timers are throttled. */
  constructor(window: DOMWindow, nextTurn: () => Promise<void>) {
    this.window = window;
    this.#nextTurn = nextTurn;
    this.layout = new LayoutBridge(window, () => this.#planFlush());
    this.tree = new TreeMirror(window.document, {
      added: (id, node) => this.states.add(id, node),
      forgotten: (id, node) => {
        this.states.forget(id);
        this.layout.forget(node);
      },
    });
    this.#observer = new window.MutationObserver((mutations) => {
      this.tree.record(mutations);
      this.flush();
    });
    const unwatch = watchState(window, (element) => this.#changed(element));
    const { scrollIntoView } = window.Element.prototype;
    const reveal = (element: Element, block: 'center' | 'nearest'): void => {
      this.#revealed.push({ element, block });
      this.#planFlush();
    };
    window.Element.prototype.scrollIntoView = function (this: Element, how?: boolean | ScrollIntoViewOptions) {
      reveal(this, typeof how === 'object' && how.block === 'center' ? 'center' : 'nearest');
    };
    this.#unwatch = () => {
      unwatch();
      window.Element.prototype.scrollIntoView = scrollIntoView;
    };
  }

  connect(socket: WebSocket): void {
    this.#session?.socket.close(REPLACED);
    const session = new Session(socket);
    this.#session = session;
    this.#released = null;
    this.pageFocus = null;
    this.layout.reset();
    this.#observer.disconnect();
    this.#observer.observe(this.window.document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    session.send({ kind: 'start', session: session.id, patches: [this.tree.snapshot()] });
    this.flush();
    socket.on('message', (data) => {
      const request = parsePageRequest(String(data));
      if (request === null) return;
      void this.take(request).then((answer) => {
        if (answer !== null) session.send({ kind: 'handled', seq: request.event.seq });
      });
    });
    socket.on('close', () => {
      if (session !== this.#session) return;
      this.#session = null;
      this.#observer.disconnect();
    });
    socket.on('error', () => socket.terminate());
  }

  /** Has an event happen, after all that happened before it. Null where it comes from a page that was replaced. */
  async take({ session: id, applied, event }: PageRequest): Promise<RendererAnswer | null> {
    const session = this.#session;
    if (session?.id !== id) return null;
    return session.inOrder(event.seq, async () => {
      if (session !== this.#session) return null;
      session.forgetUpTo(applied);
      if (PRESS_STEPS.has(event.type) && event.target !== 0 && !this.tree.node(event.target)?.isConnected) {
        this.flush();
        return { prevented: false, isMissed: true, messages: session.unapplied };
      }
      const released = this.#released;
      this.#released = event.type === 'mouseup' ? event : null;
      if (released !== null) this.#dispatch(withoutOldSelection(released, session.unapplied), session);
      // In a browser no timer comes between the two, however busy it is.
      if (this.#released !== null) return { prevented: false, messages: session.unapplied };
      const prevented = this.#dispatch(withoutOldSelection(event, session.unapplied), session);
      await this.#nextTurn();
      this.flush();
      return { prevented, messages: session.unapplied };
    });
  }

  /** Sends all that the page lacks. */
  flush(): void {
    this.#isFlushPlanned = false;
    if (this.#session === null) return;
    this.tree.record(this.#observer.takeRecords());
    const patches = this.tree.takePatches();
    for (const patch of patches) if (patch.op === 'insert') this.#doubtSelectAround(patch.parent);
    patches.push(
      ...this.states.takePatches(),
      ...this.#focusPatch(),
      ...this.#revealPatches(),
      ...this.#measurePatches(),
    );
    if (patches.length > 0) this.#session.send({ kind: 'patches', patches });
  }

  openWindow(url: string): void {
    this.#session?.send({ kind: 'open-window', url });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unwatch();
    this.layout.close();
    this.#observer.disconnect();
    this.#session?.socket.terminate();
    this.#session = null;
  }

  #dispatch(event: PageEvent, session: Session): boolean {
    try {
      return dispatchPageEvent(this, event);
    } catch (error) {
      // What a listener throws, jsdom reports to the window; this is the mirror's own and must not end the session.
      console.error(`The event ${event.type} could not be taken over:`, error);
      return false;
    } finally {
      // The page will yet take in older messages, after what it told in this event: what it then has is not known.
      const older = session.unapplied.flatMap((message) => (message.kind === 'patches' ? message.patches : []));
      if (event.live !== undefined && older.some((patch) => mayChangeState(patch, event.target)))
        this.states.doubt(event.target);
      if (older.length > 0 && (event.type === 'focus' || event.type === 'blur')) this.pageFocus = undefined;
    }
  }

  #changed(element: Element): void {
    const id = this.tree.id(element);
    if (id !== undefined) this.states.follow(id, element);
    this.#planFlush();
  }

  #planFlush(): void {
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    queueMicrotask(() => this.flush());
  }

  #doubtSelectAround(id: number): void {
    const select = (this.tree.node(id) as Element | null)?.closest('select') ?? null;
    const selectId = select === null ? undefined : this.tree.id(select);
    if (selectId !== undefined) this.states.doubtSelect(selectId);
  }

  *#focusPatch(): Generator<Patch> {
    const { activeElement, body } = this.window.document;
    const focused = activeElement === body ? null : activeElement;
    if (focused === this.pageFocus) return;
    this.pageFocus = focused;
    yield { op: 'focus', id: focused === null ? null : (this.tree.id(focused) ?? null) };
  }

  *#revealPatches(): Generator<Patch> {
    for (const { element, block } of this.#revealed.splice(0)) {
      const id = this.tree.id(element);
      if (id !== undefined) yield { op: 'reveal', id, block };
    }
  }

  *#measurePatches(): Generator<Patch> {
    for (const element of this.layout.takeAsked()) {
      const id = this.tree.id(element);
      if (id !== undefined) yield { op: 'measure', id };
    }
  }
}

/**
 * Whether a control, such as one among the nodes that come or go, or a list of choices, may hold something else after
 * it.
 */
function mayChangeState(patch: Patch, id: number): boolean {
  if (patch.op === 'attribute' || patch.op === 'live') return patch.id === id;
  return ['root', 'insert', 'remove'].includes(patch.op);
}

/** A selection that the page told before it took in a newer one is not the person's. */
function withoutOldSelection(event: PageEvent, unapplied: readonly RendererMessage[]): PageEvent {
  if (event.live?.selection === undefined || event.type === 'input') return event;
  const isOld = unapplied.some(
    (message) =>
      message.kind === 'patches' &&
      message.patches.some(
        (patch) => patch.op === 'live' && patch.id === event.target && patch.live.selection !== undefined,
      ),
  );
  if (!isOld) return event;
  const { selection: _old, ...live } = event.live;
  return { ...event, live };
}

/** The time during which one page shows the window. */
class Session {
  readonly id = randomUUID();
  readonly socket: WebSocket;
  /** Messages that the page is not known to have taken in. */
  unapplied: RendererMessage[] = [];
  #lastIndex = 0;
  #nextSeq = 1;
  /** Events come on two ways, so that one may overtake another. */
  readonly #early = new Map<number, () => void>();

  constructor(socket: WebSocket) {
    this.socket = socket;
  }

  send(message: UnsentMessage): void {
    const numbered: RendererMessage = { index: ++this.#lastIndex, ...message };
    this.unapplied.push(numbered);
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(numbered));
  }

  forgetUpTo(index: number): void {
    this.unapplied = this.unapplied.filter((message) => message.index > index);
  }

  /** Runs a task when those of all lower numbers have run. */
  async inOrder<T>(seq: number, task: () => Promise<T>): Promise<T> {
    if (seq !== this.#nextSeq) await new Promise<void>((resolve) => this.#early.set(seq, resolve));
    try {
      return await task();
    } finally {
      this.#nextSeq = seq + 1;
      const next = this.#early.get(this.#nextSeq);
      this.#early.delete(this.#nextSeq);
      next?.();
    }
  }
}
