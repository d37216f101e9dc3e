import { WebSocket } from 'ws';
import type { Discovery } from '../../../shared/protocol/discovery.ts';
import { pluginEvent, type PluginEvent } from '../../../shared/protocol/http.ts';
import { parseJson } from '../../../shared/kit/json/parse-json.ts';

const MAX_EVENT_BYTES = 4 * 1024 * 1024;
const HANDSHAKE_MS = 2_000;
const GOODBYE_MS = 200;

export interface PluginEventsOptions {
  discovery: Discovery;
  onEvent: (event: PluginEvent) => void;
  /** Once, whether it was ever open or not; not after `close`. */
  onEnd: () => void;
}

/** The plugin's stream of events. That it ends is the first that is heard of an app that was closed or killed. */
export class PluginEvents {
  readonly #socket: WebSocket;
  #ended = false;

  constructor({ discovery, onEvent, onEnd }: PluginEventsOptions) {
    this.#socket = new WebSocket(`ws://127.0.0.1:${discovery.port}/events`, {
      headers: { authorization: `Bearer ${discovery.token}` },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_EVENT_BYTES,
      followRedirects: false,
      perMessageDeflate: false,
    });
    const end = (): void => {
      if (this.#ended) return;
      this.#ended = true;
      onEnd();
    };
    this.#socket.on('message', (data, isBinary) => {
      const event = isBinary ? undefined : pluginEvent.safeParse(parseJson(String(data)));
      if (event?.success === true && !this.#ended) onEvent(event.data);
    });
    // An error is followed by the close.
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', end);
  }

  get isOpen(): boolean {
    return !this.#ended && this.#socket.readyState === WebSocket.OPEN;
  }

  /** Ends the stream without a further word to the listeners. */
  close(): void {
    this.#ended = true;
    this.#socket.close();
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref();
  }
}
