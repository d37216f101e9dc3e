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

/** Asks a server of this machine, without the page's cross-origin rules; the sandbox reaches no other. From status 400 on it throws, unless told not to. */
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
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(contentType !== undefined && { 'Content-Type': contentType }) },
    ...(body !== undefined && { body }),
  });
  if (throws && answer.status >= 400)
    throw Object.assign(new Error(`Request failed, status ${String(answer.status)}`), { status: answer.status });
  const arrayBuffer = await answer.arrayBuffer();
  const text = new TextDecoder().decode(arrayBuffer);
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    arrayBuffer,
    text,
    get json() {
      return JSON.parse(text) as unknown;
    },
  };
}
