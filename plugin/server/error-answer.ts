import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { isRecord } from '../../shared/kit/json/is-record.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { httpStatus, toHttpError } from '../../shared/protocol/http.ts';

/** How long a client may read nothing of an answer before the connection is dropped. */
const TAKING_TIMEOUT_MS = 20_000;

const FIXED_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

/** Answers with JSON; gives up on a client that stops reading. */
export function sendJson(
  response: ServerResponse,
  status: number,
  json: string,
  headers: Record<string, string> = {},
): void {
  const bytes = Buffer.from(json);
  response.writeHead(status, { ...FIXED_HEADERS, ...headers, 'Content-Length': bytes.length });
  // Not a timer of the window, so not throttled: Node runs it itself, and only Node sees whether the client still
  // reads.
  response.socket?.setTimeout(TAKING_TIMEOUT_MS);
  response.end(bytes);
}

/** Answers on a connection that has no response object, and ends it. */
export function sendRawError(socket: Duplex, error: VaultLoomError, status = httpStatus(error.code)): void {
  const body = JSON.stringify(toHttpError(error));
  const headers = { ...FIXED_HEADERS, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  // The client may keep its half open.
  socket.once('finish', () => socket.destroy());
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${head.join('')}\r\n${body}`);
}

/**
 * What the client is told about a failure. An unforeseen one may name paths of this computer, so only the fact is told.
 */
export function asVaultLoomError(error: unknown): VaultLoomError {
  if (error instanceof VaultLoomError) return error;
  // The router's error for a path that cannot be decoded.
  if (isRecord(error) && error['status'] === 400)
    return new VaultLoomError('bad_request', 'The request cannot be read.');
  return new VaultLoomError('internal', 'The plugin could not answer this request.', {
    hint: "The app's developer console has the reason.",
    cause: error,
  });
}
