import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN_GUARDED } from '../kit/disk/disk-io.ts';
import { isRecord } from '../kit/json/is-record.ts';
import { parseJson } from '../kit/json/parse-json.ts';
import type { Slicer } from '../kit/concurrency/slices.ts';
import { READING_LIMITS, readingFiles, readingFolder, type Reading } from './reading-log.ts';

const LONGEST_LINE = 2_500_000;
const LONGEST_NAME = 300;
const LONGEST_PATH = 4_096;
const MOST_PATHS = 1_000;

/**
 * What clients read, newest first. The files may hold anything: lines that are not readings are skipped, and so is what
 * the limits do not allow.
 *
 * @param dataFolder the vault's part of the per-user data folder; absolute
 */
export async function readReadings(dataFolder: string, slicer: Slicer, now = Date.now()): Promise<Reading[]> {
  const folder = readingFolder(dataFolder);
  const readings: Reading[] = [];
  let left = 2 * READING_LIMITS.maxBytes;
  for (const name of await readingFiles(folder)) {
    const text = await readText(join(folder, name), left);
    left -= text.length;
    for (let end = text.length; end > 0; ) {
      const start = text.lastIndexOf('\n', end - 1) + 1;
      const reading = end - start > LONGEST_LINE ? null : readingOf(text.slice(start, end));
      if (reading !== null && Date.parse(reading.time) >= now - READING_LIMITS.maxAgeMs) readings.push(reading);
      end = start - 1;
      await slicer.pause();
    }
  }
  return readings.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
}

/** Removes everything that was logged. Throws the system's error. */
export async function forgetReadings(dataFolder: string): Promise<void> {
  const folder = readingFolder(dataFolder);
  for (const name of await readingFiles(folder)) await rm(join(folder, name), { force: true });
}

/** Empty if it is not a regular file. */
async function readText(path: string, most: number): Promise<string> {
  const handle = await open(path, OPEN_GUARDED).catch(() => null);
  if (handle === null) return '';
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > most) return '';
    return (await handle.readFile()).toString('utf8');
  } finally {
    await handle.close();
  }
}

function readingOf(line: string): Reading | null {
  const data = line.trim() === '' ? undefined : parseJson(line);
  if (!isRecord(data)) return null;
  const { time, client, tool, paths, more } = data;
  if (typeof time !== 'string' || !/^\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z$/u.test(time) || Number.isNaN(Date.parse(time)))
    return null;
  if (!isName(client) || !isName(tool) || !Array.isArray(paths) || paths.length > MOST_PATHS) return null;
  const good = paths.filter(isVaultPath);
  if (good.length === 0) return null;
  return { time, client, tool, paths: good, ...(typeof more === 'number' && more > 0 && { more }) };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_NAME;
}

function isVaultPath(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= LONGEST_PATH &&
    !value.startsWith('/') &&
    !value.split('/').includes('..')
  );
}
