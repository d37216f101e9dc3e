import type { IncomingMessage } from 'node:http';
import { request as requestOverHttp } from 'node:http';
import { request as requestOverHttps } from 'node:https';
import { withDeadline } from '../../kit/time/deadline.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import { scheduleTimeout } from '../../kit/time/schedule.ts';

export interface BoundedRequest {
  /** Sent as JSON with POST; if absent, GET. */
  body?: unknown;
  /** From the first step to the last byte. */
  timeoutMs: number;
  /** A larger answer is not read to its end. */
  maxBytes: number;
  maxRedirects?: number;
  signal?: AbortSignal | undefined;
  schedule?: Schedule;
}

export interface Answer {
  status: number;
  text: string;
}

export type RequestProblem = 'unreachable' | 'timeout' | 'too-large' | 'redirect';

/** No answer arrived. The message names the host, but never a password in its address. */
export class RequestError extends Error {
  readonly problem: RequestProblem;

  constructor(problem: RequestProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RequestError';
    this.problem = problem;
  }
}

/**
 * Queries an HTTP server within limits of time and size. Uses Node's client, as the app's would refuse answers from
 * other origins. Errors: {@link RequestError}; the signal's reason once aborted.
 */
export async function boundedRequest(url: URL, options: BoundedRequest): Promise<Answer> {
  const late = (): Error => new RequestError('timeout', `${url.host} gave no answer in ${options.timeoutMs / 1000} s`);
  const limits = { ms: options.timeoutMs, late, signal: options.signal, schedule: options.schedule ?? scheduleTimeout };
  return withDeadline(limits, (stop) => follow(url, options, stop, options.maxRedirects ?? 0));
}

async function follow(url: URL, options: BoundedRequest, stop: AbortSignal, redirectsLeft: number): Promise<Answer> {
  const { response, text } = await exchange(url, options, stop);
  const status = response.statusCode ?? 0;
  const location = status >= 300 && status < 400 ? response.headers.location : undefined;
  if (location === undefined || options.body !== undefined) return { status, text };
  if (redirectsLeft === 0) throw new RequestError('redirect', `${url.host} redirects, which is not followed further`);
  return follow(nextUrl(url, location), options, stop, redirectsLeft - 1);
}

/** A redirect must not change to other schemes, or from https to http. */
function nextUrl(from: URL, location: string): URL {
  const next = URL.canParse(location, from) ? new URL(location, from) : null;
  if (next?.protocol !== 'https:' && (next?.protocol !== 'http:' || from.protocol === 'https:')) {
    throw new RequestError('redirect', `${from.host} redirects to an address that cannot be used`);
  }
  return next;
}

function exchange(
  url: URL,
  { body, maxBytes }: BoundedRequest,
  stop: AbortSignal,
): Promise<{ response: IncomingMessage; text: string }> {
  return new Promise((resolve, reject) => {
    if (stop.aborted) {
      reject(stop.reason);
      return;
    }
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      accept: '*/*',
      'accept-encoding': 'identity',
      ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
    };
    const start = url.protocol === 'https:' ? requestOverHttps : requestOverHttp;
    const call = start(url, { method: payload === undefined ? 'GET' : 'POST', headers });
    const end = (settle: () => void): void => {
      stop.removeEventListener('abort', abort);
      settle();
    };
    const fail = (error: unknown): void => {
      end(() => reject(error));
      call.destroy();
    };
    const abort = (): void => fail(stop.reason);
    const lost = (error: NodeJS.ErrnoException): void =>
      fail(
        new RequestError(
          'unreachable',
          `${url.host} ${error.code === 'ECONNREFUSED' ? 'refuses the connection' : `cannot be reached (${error.code ?? error.message})`}`,
          error,
        ),
      );
    stop.addEventListener('abort', abort, { once: true });
    call.on('error', lost);
    call.on('response', (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > maxBytes)
          fail(new RequestError('too-large', `${url.host} answered with more than ${maxBytes} bytes`));
        else parts.push(part);
      });
      response.on('error', lost);
      response.on('end', () => end(() => resolve({ response, text: Buffer.concat(parts).toString('utf8') })));
    });
    call.end(payload);
  });
}
