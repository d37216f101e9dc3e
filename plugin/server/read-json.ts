import type { IncomingMessage } from 'node:http';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { MAX_BODY_BYTES } from '../../shared/protocol/http.ts';

/** Far more than anything that is read has; how deep a value may really be is up to its own schema. */
const MOST_LEVELS = 1_000;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The body of a request: a JSON object or list, in UTF-8 and not compressed. No body counts as an empty object. A body
 * that is too long is refused at once; its rest is read and dropped.
 *
 * @throws VaultLoomError `not_json`, `too_large`, `bad_request`
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  refuseOtherTypes(request);
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  if (isDeep(bytes)) throw new VaultLoomError('bad_request', `The body is nested deeper than ${MOST_LEVELS} levels.`);
  const value = parse(bytes);
  if (typeof value === 'object' && value !== null) return value;
  throw notWellFormed();
}

/** Web pages can send other types to any server, but JSON only with its consent. */
function refuseOtherTypes({ headers }: IncomingMessage): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type !== 'application/json')
    throw new VaultLoomError('not_json', 'The body must be JSON: send Content-Type: application/json.');
  const isUtf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset') || /^charset="?utf-?8"?$/.test(parameter),
  );
  const isPlain = (headers['content-encoding'] ?? 'identity').trim().toLowerCase() === 'identity';
  if (!isUtf8 || !isPlain) throw new VaultLoomError('not_json', 'The body must be JSON in UTF-8, without compression.');
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length <= MAX_BODY_BYTES) return void parts.push(part);
      parts.length = 0;
      reject(tooLarge());
    });
    request.once('end', () => resolve(Buffer.concat(parts)));
    request.on('error', () => reject(new VaultLoomError('bad_request', 'The body broke off.')));
    request.once('close', () => reject(new VaultLoomError('bad_request', 'The body broke off.')));
  });
}

/** Parsing a million brackets takes half a second in one piece, looking for them a few milliseconds. */
function isDeep(bytes: Buffer): boolean {
  let level = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++level > MOST_LEVELS) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--;
  }
  return false;
}

/** Where the text that begins here has its closing quotation mark, or the body's end. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at++;
  }
  return bytes.length;
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return value;
  } catch {
    throw notWellFormed();
  }
}

function notWellFormed(): VaultLoomError {
  return new VaultLoomError('bad_request', 'The body is not well-formed JSON: an object or a list is expected.');
}

function tooLarge(): VaultLoomError {
  return new VaultLoomError('too_large', `The body may have at most ${MAX_BODY_BYTES} bytes.`);
}
