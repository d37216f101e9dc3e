import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, inflateRaw, type BrotliOptions } from 'node:zlib';
import { isRecord } from '../../kit/json/is-record.ts';
import type { ProcessIdentity } from '../../kit/disk/process-identity.ts';
import { parseJson } from '../../kit/json/parse-json.ts';
import { commonEnd, commonStart } from '../../kit/bytes/common-bytes.ts';
import type { TrashPlan } from '../trash/trash.ts';
import type { FileId } from '../files/file-id.ts';

/**
 * One step on the disk. `path` is as the caller named it; `place` is the same as the disk spells it, symlinks resolved.
 * Both are vault-relative.
 */
export type Step =
  | { do: 'folder'; place: string }
  /** `source`: the deleted file itself, for an undo. */
  | { do: 'create'; path: string; place: string; temporary: string; after: Uint8Array; source?: TrashedFile }
  | { do: 'edit'; path: string; place: string; id: FileId; before: Uint8Array; after: Uint8Array }
  | { do: 'move'; path: string; place: string; to: string; toPlace: string; id: FileId; caseOnly: boolean }
  /** `mode`: the file's permissions, if they are to be given again to one that is made in its place. */
  | { do: 'remove'; path: string; place: string; id: FileId; mode?: number; before: Uint8Array; trash: TrashPlan }
  /** Removes the folder if it is empty. */
  | { do: 'unfolder'; place: string };

/** Steps of one kind. */
export type StepOf<K extends Step['do']> = Extract<Step, { do: K }>;

/** A file put into a trash, or erased. */
export interface TrashedFile {
  id: FileId;
  /** Of a {@link Step} that removes. */
  mode?: number;
  trash: TrashPlan;
}

/** A change, with all that is needed to finish it, roll it back or undo it. */
export interface ChangeRecord {
  id: string;
  /** Milliseconds since 1970. */
  time: number;
  tool: string;
  client: string;
  writer: ProcessIdentity;
  /** Made on a disk without hard links, where a new file may be there in part. */
  inPart: boolean;
  /** The change that this one undoes; of several, the newest. */
  undoes?: string;
  /** The others, newest first. */
  undoesToo?: string[];
  steps: Step[];
}

/** A record without bytes, for lists of changes. */
export type RecordSummary = Omit<ChangeRecord, 'steps'> & { steps: StepSummary[] };
export type StepSummary = { do: Step['do']; path?: string; to?: string };

/**
 * A record as a file: one line `vault-loom-change 2 <length of meta> <length of payload> <sha256 of meta> <sha256 of
 * payload>`, then the meta (JSON, with lengths instead of bytes) and the payload (all bytes in order, in Brotli's
 * format; raw deflate in version 1). Of an edit's new bytes, only the passage that differs is stored, with `start` and
 * `end`: how many old bytes go before and after it.
 */
export async function encodeRecord(record: ChangeRecord): Promise<Uint8Array[]> {
  const blobs: Uint8Array[] = [];
  const put = (blob: Uint8Array): { bytes: number } => {
    blobs.push(blob);
    return { bytes: blob.length };
  };
  const steps = record.steps.map((step) =>
    Object.fromEntries(
      Object.entries(step).map(([key, value]: [string, unknown]) => {
        if (!(value instanceof Uint8Array)) return [key, value];
        if (step.do !== 'edit' || key !== 'after') return [key, put(value)];
        const { start, end } = sharedEnds(step.before, value);
        return [key, { ...put(value.subarray(start, value.length - end)), start, end }];
      }),
    ),
  );
  const meta = Buffer.from(JSON.stringify({ ...record, steps }));
  const [only] = blobs;
  const payload = await compress(only !== undefined && blobs.length === 1 ? only : Buffer.concat(blobs), FASTEST);
  const header = `${MAGIC} ${VERSION} ${meta.length} ${payload.length} ${hashOf(meta)} ${hashOf(payload)}\n`;
  return [Buffer.from(header), meta, payload];
}

/** The record in these bytes, or null unless it is complete and of a known version. */
export async function decodeRecord(file: Uint8Array): Promise<ChangeRecord | null> {
  const head = readHeader(file);
  if (head === null || file.length !== head.end + head.payloadLength) return null;
  const meta = readMeta(file, head);
  const payload = file.subarray(head.end);
  if (meta === null || hashOf(payload) !== head.payloadHash) return null;
  const bytes = await (head.version === VERSION ? decompress : inflate)(payload);
  let at = 0;
  const steps = meta.steps.map((step) => {
    const decoded: Record<string, unknown> = {};
    const fields: [string, unknown][] = Object.entries(step);
    for (const [key, value] of fields) {
      const blob = blobOf(value);
      if (blob !== null) at += blob.bytes;
      decoded[key] =
        blob === null ? value : withSharedEnds(bytes.subarray(at - blob.bytes, at), blob, decoded['before']);
    }
    return decoded;
  });
  return { ...meta, steps: steps as unknown as Step[] };
}

/**
 * The summary of a record, from the start of its file; `size` is that of the whole file. Null if that much shows the
 * file is torn.
 */
export function decodeSummary(beginning: Uint8Array, size: number): RecordSummary | null {
  const head = readHeader(beginning);
  return head === null || size !== head.end + head.payloadLength ? null : readMeta(beginning, head);
}

/** How many bytes {@link decodeSummary} needs, or null if the file is not a record. */
export function summaryLength(beginning: Uint8Array): number | null {
  return readHeader(beginning)?.end ?? null;
}

/** Longer than the first line of any record. */
export const HEADER_BYTES = 256;

/** SHA-256, hexadecimal. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const MAGIC = 'vault-loom-change';
const VERSION = 2;
const HEADER = new RegExp(`^${MAGIC} ([12]) (\\d{1,12}) (\\d{1,12}) ([0-9a-f]{64}) ([0-9a-f]{64})\\n`);
const compress = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const decompress = promisify<Uint8Array, Buffer>(brotliDecompress);
const inflate = promisify<Uint8Array, Buffer>(inflateRaw);
/** Half the time of deflate at its fastest, at the same size. */
const FASTEST: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } };

interface Header {
  version: number;
  metaStart: number;
  /** Where the meta ends and the payload begins. */
  end: number;
  payloadLength: number;
  metaHash: string;
  payloadHash: string;
}

function readHeader(file: Uint8Array): Header | null {
  const match = HEADER.exec(Buffer.from(file.subarray(0, HEADER_BYTES)).toString('latin1'));
  if (match === null) return null;
  const metaStart = match[0].length;
  const [version, metaLength, payloadLength] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return {
    version,
    metaStart,
    end: metaStart + metaLength,
    payloadLength,
    metaHash: match[4] ?? '',
    payloadHash: match[5] ?? '',
  };
}

function readMeta(file: Uint8Array, head: Header): RecordSummary | null {
  const meta = file.subarray(head.metaStart, head.end);
  if (hashOf(meta) !== head.metaHash) return null;
  return (parseJson(Buffer.from(meta).toString('utf8')) as RecordSummary | undefined) ?? null;
}

/** Bytes of the payload; `start` and `end` count the bytes of `before` that go before and after them. */
interface Blob {
  bytes: number;
  start: number;
  end: number;
}

function blobOf(value: unknown): Blob | null {
  if (!isRecord(value) || typeof value.bytes !== 'number') return null;
  return { bytes: value.bytes, start: Number(value.start ?? 0), end: Number(value.end ?? 0) };
}

function sharedEnds(before: Uint8Array, after: Uint8Array): { start: number; end: number } {
  const start = commonStart(before, after);
  return { start, end: commonEnd(before.subarray(start), after.subarray(start)) };
}

function withSharedEnds(passage: Uint8Array, { start, end }: Blob, before: unknown): Uint8Array {
  if (!(before instanceof Uint8Array)) return new Uint8Array(passage);
  return new Uint8Array(Buffer.concat([before.subarray(0, start), passage, before.subarray(before.length - end)]));
}
