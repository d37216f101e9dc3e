import { stat, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { removeLeftBehind, writeDurably } from '../kit/disk/durable-file.ts';
import { readSettingsText } from '../kit/disk/disk-io.ts';
import { isRecord } from '../kit/json/is-record.ts';
import { parseJson } from '../kit/json/parse-json.ts';
import { makeFolder } from '../kit/disk/make-folder.ts';

/** In the per-user data folder: where the server that last ran on this computer is. */
const NOTE_FILE = 'server.json';
const MAX_BYTES = 64 * 1024;

/** A server's file on this computer. */
export interface ServerNote {
  /** The `cli.mjs`; absolute. */
  script: string;
  version: string;
}

/**
 * Records where the server is, for the plugin. A copy that npm keeps for `npx` is not recorded, since npm may remove it
 * at any time. Throws the system's error.
 * @param dataFolder the per-user data folder; absolute
 */
export async function noteServer(dataFolder: string, note: ServerNote): Promise<void> {
  if (!isLasting(note.script)) return;
  const known = await readServerNote(dataFolder);
  if (known?.script === note.script && known.version === note.version) return;
  await makeFolder(dataFolder);
  await removeLeftBehind(dataFolder);
  const text = `${JSON.stringify(note, null, 2)}\n`;
  await writeDurably(dataFolder, NOTE_FILE, (handle: FileHandle) => handle.writeFile(text));
}

/** The server's file, if it was recorded and still exists. Never rejects. */
export async function readServerNote(dataFolder: string): Promise<ServerNote | null> {
  const text = await readSettingsText(join(dataFolder, NOTE_FILE), MAX_BYTES).catch(() => null);
  const note: unknown = parseJson(text ?? '');
  if (!isRecord(note) || typeof note['script'] !== 'string' || typeof note['version'] !== 'string') return null;
  return (await isServerFile(note['script'])) ? { script: note['script'], version: note['version'] } : null;
}

/** Whether a path names a file that may be the server's. Never rejects. */
export async function isServerFile(script: string): Promise<boolean> {
  if (!isAbsolute(script) || !script.endsWith('.mjs')) return false;
  return stat(script).then(
    (found) => found.isFile(),
    () => false,
  );
}

/**
 * Whether a server's file will last: npm may remove a copy that it keeps for `npx`, and sources do not run by
 * themselves.
 */
export function isLasting(script: string): boolean {
  return script.endsWith('.mjs') && !script.split(sep).includes('_npx');
}
