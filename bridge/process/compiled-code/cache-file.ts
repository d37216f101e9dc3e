import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { removeLeftBehind, writeDurably, writeFully } from '../../../shared/kit/disk/durable-file.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { parseJson } from '../../../shared/kit/json/parse-json.ts';

/** V8's code by the name of its piece. */
export type CompiledPieces = ReadonlyMap<string, Buffer>;

/** The name of a piece, and the bytes of its code. */
type SizedName = [name: string, length: number];

const ENDING = '.code';
const MAX_BYTES = 64 * 1024 * 1024;
/** As many programs as one person may use in turn, each with its Node. */
const MOST_FILES = 3;
const NEW_LINE = 0x0a;

/**
 * Reads what {@link writeCacheFile} wrote, synchronously, since it comes before any code. Empty if there is no such file, if it
 * is damaged, or if another user could have written it: it holds code.
 */
export function readCacheFile(folder: string, id: string): CompiledPieces {
  try {
    const path = join(folder, id + ENDING);
    const { uid, mode, size } = statSync(path);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    return isOwn && size <= MAX_BYTES ? piecesOf(readFileSync(path)) : new Map();
  } catch {
    return new Map();
  }
}

/** Writes the file, which only its owner can read, and deletes those written longest ago. Throws the system's error. */
export async function writeCacheFile(folder: string, id: string, pieces: CompiledPieces): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftBehind(folder);
  const body = Buffer.concat([...pieces.values()]);
  const sizes = Array.from(pieces, ([name, { length }]): SizedName => [name, length]);
  const head = Buffer.from(`${JSON.stringify({ hash: hashOf(sizes, body), sizes })}\n`);
  await writeDurably(folder, id + ENDING, async (handle: FileHandle) => {
    await handle.chmod(0o600);
    await writeFully(handle, head, 0);
    await writeFully(handle, body, head.length);
  });
  await deleteOldest(folder);
}

function piecesOf(bytes: Buffer): CompiledPieces {
  const end = bytes.indexOf(NEW_LINE);
  const head = parseJson(bytes.toString('utf8', 0, end));
  const body = bytes.subarray(end + 1);
  const pieces = new Map<string, Buffer>();
  if (!isRecord(head) || head['hash'] !== hashOf(head['sizes'], body)) return pieces;
  let at = 0;
  // What has the right hash is what was written.
  for (const [name, length] of head['sizes'] as SizedName[]) pieces.set(name, body.subarray(at, (at += length)));
  return pieces;
}

function hashOf(sizes: unknown, body: Uint8Array): string {
  return createHash('sha256')
    .update(JSON.stringify(sizes ?? null))
    .update(body)
    .digest('hex');
}

async function deleteOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING));
  const files = await Promise.all(
    names.map(async (name) => ({ name, writtenMs: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  files.sort((a, b) => b.writtenMs - a.writtenMs);
  for (const { name } of files.slice(MOST_FILES)) await rm(join(folder, name), { force: true });
}
