import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { PluginEvent } from '../../shared/protocol/http.ts';
import { sendRawError } from './error-answer.ts';

export const EVENTS_PATH = '/events';

/** For messages from listeners, which are ignored. */
const MAX_MESSAGE_BYTES = 1_024;
const MAX_LISTENERS = 64;
/** A listener further behind is dropped; it gets the state when it reconnects. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Longest list of paths in one message. */
const PATHS_PER_MESSAGE = 1_000;
const GOING_AWAY = 1_001;

/** Sends the plugin's events to the listeners on `/events`. */
export class EventHub {
  readonly #greeting: () => PluginEvent | null;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });

  /** @param greeting sent to each new listener: the state it would otherwise have to wait for */
  constructor(greeting: () => PluginEvent | null) {
    this.#greeting = greeting;
    this.#sockets.on('wsClientError', (_error, socket) =>
      sendRawError(socket, new VaultLoomError('bad_request', `${EVENTS_PATH} takes a WebSocket.`)),
    );
  }

  get listeners(): number {
    return this.#sockets.clients.size;
  }

  /** Takes over a connection that has passed the guard. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#sockets.clients.size >= MAX_LISTENERS) {
      return sendRawError(
        socket,
        new VaultLoomError('too_many_requests', `No more than ${MAX_LISTENERS} can listen at once.`),
      );
    }
    this.#sockets.handleUpgrade(request, socket, head, (listener) => {
      // An error that nobody listens to would be thrown in the app's window.
      listener.on('error', () => listener.terminate());
      const greeting = this.#greeting();
      if (greeting !== null) tell(listener, JSON.stringify(greeting));
    });
  }

  send(event: PluginEvent): void {
    for (const part of parts(event)) {
      const text = JSON.stringify(part);
      for (const listener of this.#sockets.clients) tell(listener, text);
    }
  }

  /** Says goodbye to all listeners. Their connections end with the server's. */
  close(): void {
    for (const listener of this.#sockets.clients) listener.close(GOING_AWAY);
  }
}

function tell(listener: WebSocket, text: string): void {
  if (listener.readyState !== listener.OPEN) return;
  if (listener.bufferedAmount > MAX_WAITING_BYTES) return listener.terminate();
  // A broken connection is reported by its `error` event as well.
  listener.send(text, () => undefined);
}

function parts(event: PluginEvent): PluginEvent[] {
  if (event.type !== 'notes-changed' || event.paths.length <= PATHS_PER_MESSAGE) return [event];
  const count = Math.ceil(event.paths.length / PATHS_PER_MESSAGE);
  return Array.from({ length: count }, (_, index) => ({
    ...event,
    paths: event.paths.slice(index * PATHS_PER_MESSAGE, (index + 1) * PATHS_PER_MESSAGE),
  }));
}
