/** What the page knows of the host that frames it. */
export interface HostContext {
  theme?: 'light' | 'dark';
  styles?: { variables?: Record<string, string | undefined> };
}

export interface ToolAnswer {
  isError?: boolean;
  structuredContent?: unknown;
  content?: { type: string; text?: string }[];
}

interface Message {
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message?: string };
}

const PROTOCOL_VERSION = '2026-01-26';

/** JSON-RPC with the host of an MCP App, over postMessage; messages of any other window are ignored. */
export class HostLink {
  readonly #waiting = new Map<unknown, (message: Message) => void>();
  #lastId = 0;

  constructor(onNotification: (method: string, params: unknown) => void) {
    window.addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
      if (source !== window.parent || typeof data !== 'object' || data === null) return;
      const { id, method, params } = data;
      if (method === undefined) this.#waiting.get(id)?.(data);
      else if (id === undefined) onNotification(method, params);
      else this.#answer(id, method);
    });
  }

  /** Says hello. Resolves to what the host offers. Throws what `request` throws. */
  async open(): Promise<{ hostContext?: HostContext; hostCapabilities?: Record<string, unknown> }> {
    const answer = await this.request('ui/initialize', {
      protocolVersion: PROTOCOL_VERSION,
      appInfo: { name: 'vault-loom-diff', version: '1' },
      appCapabilities: {},
    });
    this.notify('ui/notifications/initialized', {});
    return answer as { hostContext?: HostContext; hostCapabilities?: Record<string, unknown> };
  }

  /** The host's answer. Throws an `Error` with the host's message if it refuses. */
  request(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        this.#waiting.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(error.message ?? 'The host refused.'));
      });
      this.#send({ id, method, params });
    });
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  #answer(id: number | string, method: string): void {
    const known = method === 'ping' || method === 'ui/resource-teardown';
    this.#send(known ? { id, result: {} } : { id, error: { code: -32601, message: 'Method not found' } });
  }

  /** The host's origin is not known to the page; what is sent is what the host gave it, or asks it to do. */
  #send(message: object): void {
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
