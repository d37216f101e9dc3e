import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../kit/disk/disk-io.ts';
import { clearPlaceOf, outwaitOthers, syncFolder, writeDurably, writeFully } from '../kit/disk/durable-file.ts';
import { isRecord } from '../kit/json/is-record.ts';
import { parseJson } from '../kit/json/parse-json.ts';
import { isCount } from './is-count.ts';
import { isPassingFailure } from './passing-failure.ts';
import { segmentFileName, segmentKeyOf } from './segment-name.ts';
import type { Manifest, SegmentInfo } from './store-types.ts';

export const MANIFEST_NAME = 'manifest.json';

/** The reason if there is no manifest. */
export const NO_INDEX = 'There was no index yet.';

export interface StoredManifest {
  manifest: Manifest;
  /** SHA-256 of its text, unique to a generation of an index. */
  id: string;
}

/** Why no index can be used, as a sentence for the person. */
export interface NoManifest {
  reason: string;
  /** True if there may be one that is good: the system refused to read it, for now. */
  isPassing?: true;
}

/**
 * Reads and verifies the manifest of an index folder, and checks that every segment it names exists in full size. What
 * is missing, torn, foreign or of another `format` (null is any) is a `reason`, not an error.
 */
export async function readManifest(folder: string, format: number | null): Promise<StoredManifest | NoManifest> {
  for (let attempt = 1; ; attempt++) {
    const text = await readText(join(folder, MANIFEST_NAME));
    if (typeof text !== 'string') return text;
    const stored = decodeManifest(text, format);
    if ('reason' in stored) return stored;
    const missing = await missingSegment(folder, stored.manifest.segments);
    if (missing === undefined) return stored;
    // The owner may have committed between the two reads, and removed what only the older manifest named.
    const again = await readText(join(folder, MANIFEST_NAME));
    if (again === text || attempt === SWITCHES_TO_OUTWAIT) return missing;
  }
}

/**
 * Replaces the manifest, atomically and durably. `mayReplace` is asked just before the switch; if it says no, the old
 * one stays and the result is undefined.
 * @throws the system's error if the disk fails
 */
export async function switchManifest(
  folder: string,
  manifest: Manifest,
  mayReplace: () => Promise<boolean>,
): Promise<StoredManifest | undefined> {
  const { text, id } = encodeManifest(manifest);
  const bytes = new TextEncoder().encode(text);
  const switched = await writeDurably(
    folder,
    MANIFEST_NAME,
    (handle) => writeFully(handle, bytes, 0),
    async () => {
      if (!(await mayReplace())) return false;
      await clearPlaceOf(join(folder, MANIFEST_NAME));
      return true;
    },
  );
  if (!switched) return undefined;
  await syncFolder(folder);
  return { manifest, id };
}

/** The text of a manifest: a line with the checksum of everything after it, then the manifest as one JSON value. */
export function encodeManifest(manifest: Manifest): { text: string; id: string } {
  const body = `"manifest":${JSON.stringify(manifest)}}\n`;
  const id = sha256(body);
  return { text: `${PREFIX}${id}",\n${body}`, id };
}

/** Reads what {@link encodeManifest} wrote, trusting nothing before the checksum is verified. */
export function decodeManifest(text: string, format: number | null): StoredManifest | NoManifest {
  const id = text.slice(PREFIX.length, PREFIX.length + 64);
  const body = text.slice(PREFIX.length + 67);
  if (!text.startsWith(PREFIX)) return { reason: 'The index was written by another program or version.' };
  if (text.slice(PREFIX.length + 64, PREFIX.length + 67) !== '",\n' || sha256(body) !== id)
    return { reason: 'The index was damaged: its manifest failed its checksum.' };
  const content = parseJson(`{${body}`);
  const manifest = isRecord(content) ? content['manifest'] : undefined;
  if (!isManifest(manifest)) return { reason: 'The index was damaged: its manifest is incomplete.' };
  if (format !== null && manifest.format !== format)
    return { reason: `The index had layout ${manifest.format}; this version uses layout ${format}.` };
  return { manifest, id };
}

const PREFIX = '{"vaultLoomIndex":1,"sha256":"';
/** Far above any real manifest (a few hundred bytes a segment), and small enough to read at once. */
const MAX_MANIFEST_BYTES = 16 << 20;
const SWITCHES_TO_OUTWAIT = 5;

async function readText(file: string): Promise<string | NoManifest> {
  try {
    const handle = await outwaitOthers(() => open(file, 'r'));
    try {
      const { size } = await handle.stat();
      if (size > MAX_MANIFEST_BYTES) return { reason: 'The index was damaged: its manifest is too large.' };
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? { reason: NO_INDEX } : unreadable(error);
  }
}

async function missingSegment(folder: string, segments: SegmentInfo[]): Promise<NoManifest | undefined> {
  const files = segments.map(({ key }) => stat(join(folder, segmentFileName(key))));
  for (const [i, file] of (await Promise.allSettled(files)).entries()) {
    const { key = '', bytes } = segments[i] ?? {};
    if (file.status === 'fulfilled' && file.value.size === bytes) continue;
    const name = segmentFileName(key);
    if (file.status === 'fulfilled') return { reason: `The index was damaged: ${name} has the wrong size.` };
    if (isPassingFailure(file.reason)) return unreadable(file.reason);
    return { reason: `The index was incomplete: ${name} is missing.` };
  }
  return undefined;
}

function unreadable(error: unknown): NoManifest {
  const reason = `The index could not be read (${systemCode(error)}).`;
  return isPassingFailure(error) ? { reason, isPassing: true } : { reason };
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value) || !Array.isArray(value['segments']) || !isRecord(value['state'])) return false;
  const segments: unknown[] = value['segments'];
  const keys = new Set(segments.map((segment) => (isRecord(segment) ? segment['key'] : undefined)));
  return (
    isCount(value['format']) &&
    isCount(value['generation']) &&
    keys.size === segments.length &&
    segments.every(isSegmentInfo)
  );
}

function isSegmentInfo(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { key, kind, bytes, meta } = value;
  return (
    typeof key === 'string' &&
    segmentKeyOf(segmentFileName(key)) === key &&
    typeof kind === 'string' &&
    isCount(bytes) &&
    isRecord(meta)
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
