import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { removeLeftBehind, writeDurably, writeFully } from '../../../shared/kit/disk/durable-file.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { parseJson } from '../../../shared/kit/json/parse-json.ts';
import { makeFolder } from '../../../shared/kit/disk/make-folder.ts';

/** V8's code by the name of its piece. */
export type CompiledPieces = ReadonlyMap<string, Buffer>;

/** The name of a piece, the bytes of its code, and their hash. */
type ListedPiece = [name: string, length: number, hash: string];

const ENDING = '.code';
/** Of the list of pieces, which comes first. */
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_PIECE_BYTES = 16 * 1024 * 1024;
/** As many programs as one person may use in turn, each with its Node. */
const MOST_FILES = 3;
const NEW_LINE = 0x0a;

/**
 * A file that {@link writeCacheFile} wrote, read synchronously, since it comes before any code, and only as far as is
 * asked: a start needs a third of it. Has nothing if there is no such file, if it is damaged, or if another user could
 * have written it: it holds code.
 */
export class CacheFile {
  readonly #path: string;
  readonly #pieces = new Map<string, { at: number; length: number; hash: string }>();

  constructor(folder: string, id: string) {
    this.#path = join(folder, id + ENDING);
    try {
      this.#takeHead(this.#read(0, MAX_HEAD_BYTES));
    } catch {
      // As if it had nothing.
    }
  }

  /** All that is not damaged. */
  all(): Map<string, Buffer> {
    return new Map(
      [...this.#pieces.keys()].flatMap((name) => {
        const code = this.code(name);
        return code === undefined ? [] : [[name, code] as const];
      }),
    );
  }

  /** The code of a piece; undefined if it has none, or if that is damaged. */
  code(name: string): Buffer | undefined {
    const piece = this.#pieces.get(name);
    if (piece === undefined) return undefined;
    try {
      const code = this.#read(piece.at, piece.length);
      return hashOf(code) === piece.hash ? code : undefined;
    } catch {
      return undefined;
    }
  }

  #takeHead(bytes: Buffer): void {
    const end = bytes.indexOf(NEW_LINE);
    const head = parseJson(bytes.toString('utf8', 0, Math.max(end, 0)));
    if (!isRecord(head) || head['hash'] !== hashOf(JSON.stringify(head['pieces'] ?? null))) return;
    let at = end + 1;
    // What has the right hash is what was written.
    for (const [name, length, hash] of head['pieces'] as ListedPiece[]) {
      if (length <= MAX_PIECE_BYTES) this.#pieces.set(name, { at, length, hash });
      at += length;
    }
  }

  /** At most this many bytes from there on. */
  #read(at: number, length: number): Buffer {
    const file = openSync(this.#path, 'r');
    try {
      const { uid, mode } = fstatSync(file);
      const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
      if (!isOwn) return Buffer.alloc(0);
      const bytes = Buffer.allocUnsafeSlow(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, at));
    } finally {
      closeSync(file);
    }
  }
}

/** Writes the file, which only its owner can read, and deletes those written longest ago. Throws the system's error. */
export async function writeCacheFile(folder: string, id: string, pieces: CompiledPieces): Promise<void> {
  await makeFolder(folder, 0o700);
  await removeLeftBehind(folder);
  const listed = Array.from(pieces, ([name, code]): ListedPiece => [name, code.length, hashOf(code)]);
  const head = Buffer.from(`${JSON.stringify({ hash: hashOf(JSON.stringify(listed)), pieces: listed })}\n`);
  await writeDurably(folder, id + ENDING, async (handle: FileHandle) => {
    await handle.chmod(0o600);
    let at = 0;
    for (const bytes of [head, ...pieces.values()]) {
      await writeFully(handle, bytes, at);
      at += bytes.length;
    }
  });
  await deleteOldest(folder);
}

function hashOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

async function deleteOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING));
  const files = await Promise.all(
    names.map(async (name) => ({ name, writtenMs: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  files.sort((a, b) => b.writtenMs - a.writtenMs);
  for (const { name } of files.slice(MOST_FILES)) await rm(join(folder, name), { force: true });
}
