import { Agent, request } from 'node:http';
import { parseJson } from '../../../shared/kit/json/parse-json.ts';
import { CLIENT_HEADER } from '../../../shared/protocol/client-claim.ts';

/** The only host where the plugin may be, regardless of any file. */
const ADDRESS = '127.0.0.1';
const MOST_SOCKETS = 32;
/** More than any answer of the plugin: ten thousand notes listed, or one of the longest. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface PluginRequest {
  port: number;
  token: string;
  method: 'GET' | 'POST';
  /** Such as `/status`. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** What the MCP client calls itself, as `encodeClaim` gives it. */
  client?: string;
  signal: AbortSignal;
}

export interface PluginAnswer {
  status: number;
  /** Undefined if the answer is not JSON. */
  body: unknown;
}

/** The answer is longer than anything the plugin sends. */
export class AnswerTooLong extends Error {}

/** Connections that are kept for the next request; they keep no process alive. */
export function keepAliveAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS, scheduling: 'lifo' });
}

/**
 * One request to 127.0.0.1, redirects not followed. Throws the system's error if there is no complete answer, the
 * signal's reason, or {@link AnswerTooLong}.
 */
export function sendRequest(
  agent: Agent,
  { port, token, method, path, body, client, signal }: PluginRequest,
  maxBytes = MAX_ANSWER_BYTES,
): Promise<PluginAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: ADDRESS,
        port,
        method,
        path,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(client === undefined ? {} : { [CLIENT_HEADER]: client }),
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > maxBytes) sent.destroy(new AnswerTooLong(`the answer is longer than ${maxBytes} bytes`));
          else parts.push(part);
        });
        response.on('error', fail);
        response.on('end', () => {
          stopListening();
          resolve({ status: response.statusCode ?? 0, body: parseJson(Buffer.concat(parts).toString('utf8')) });
        });
      },
    );
    const onAbort = () => sent.destroy(signal.reason);
    const stopListening = () => signal.removeEventListener('abort', onAbort);
    const fail = (error: Error) => {
      stopListening();
      reject(error);
    };
    sent.on('error', fail);
    sent.on('close', () => fail(new Error('the connection was closed before the answer was whole')));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    sent.end(text);
  });
}
