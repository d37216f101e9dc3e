import { request as requestOverHttp, type IncomingMessage } from 'node:http';

export interface RequestUrlParam {
  url: string;
  method?: string;
  contentType?: string;
  body?: string | ArrayBuffer;
  headers?: Record<string, string>;
  throw?: boolean;
}

export interface RequestUrlResponse {
  status: number;
  headers: Record<string, string>;
  arrayBuffer: ArrayBuffer;
  json: unknown;
  text: string;
}

type ResponsePromise = Promise<RequestUrlResponse> & {
  arrayBuffer: Promise<ArrayBuffer>;
  json: Promise<unknown>;
  text: Promise<string>;
};

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * Asks a server of this machine, without the page's cross-origin rules; the sandbox reaches no other. From status 400
 * on it throws, unless told not to.
 */
export function requestUrl(request: RequestUrlParam | string): ResponsePromise {
  const response = send(typeof request === 'string' ? { url: request } : request);
  const part = <T>(pick: (from: RequestUrlResponse) => T): Promise<T> => {
    const picked = response.then(pick);
    picked.catch(() => {});
    return picked;
  };
  return Object.assign(response, {
    arrayBuffer: part((from) => from.arrayBuffer),
    json: part((from) => from.json),
    text: part((from) => from.text),
  });
}

/** As {@link requestUrl}, for the text alone. */
export async function request(options: RequestUrlParam | string): Promise<string> {
  return requestUrl(options).text;
}

async function send({
  url,
  method = 'GET',
  contentType,
  body,
  headers = {},
  throw: throws = true,
}: RequestUrlParam): Promise<RequestUrlResponse> {
  if (!LOOPBACK.test(new URL(url).hostname)) throw new Error('net::ERR_INTERNET_DISCONNECTED');
  const sent = { ...headers, ...(contentType !== undefined && { 'Content-Type': contentType }) };
  const { answer, bytes } = await exchange(url, method, sent, body);
  const status = answer.statusCode ?? 0;
  const { location } = answer.headers;
  if (status >= 300 && status < 400 && location !== undefined)
    return send({ url: new URL(location, url).href, headers, throw: throws });
  if (throws && status >= 400) throw Object.assign(new Error(`Request failed, status ${String(status)}`), { status });
  const text = new TextDecoder().decode(bytes);
  return {
    status,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    arrayBuffer: Uint8Array.from(bytes).buffer,
    text,
    get json() {
      return JSON.parse(text) as unknown;
    },
  };
}

/** By Node's own client: `fetch` breaks off long answers where timers are numbers, as they are here. */
function exchange(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string | ArrayBuffer | undefined,
): Promise<{ answer: IncomingMessage; bytes: Uint8Array }> {
  return new Promise((resolve, reject) => {
    const call = requestOverHttp(url, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => resolve({ answer, bytes: Buffer.concat(parts) }));
    });
    call.on('error', reject);
    call.end(typeof body === 'object' ? new Uint8Array(body) : body);
  });
}
