import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../kit/disk/durable-file.ts';
import { readSettingsText } from '../kit/disk/disk-io.ts';
import { parseJson } from '../kit/json/parse-json.ts';
import { shorten } from '../kit/text/shorten.ts';
import { parseEmbedderSetting } from './embedder-setting.ts';
import { PROVIDERS, providerNamed } from './providers.ts';
import { makeFolder } from '../kit/disk/make-folder.ts';

/**
 * In the vault's folder of the per-user data folder: embedders that the person chose for this vault on this machine.
 */
const CHOSEN_FILE = 'embedders.json';
const MAX_BYTES = 64 * 1024;
const MOST_CHOSEN = 20;
/** Settings that use nothing but the bundle: no server, no code of others. */
const OF_OURS: ReadonlySet<string> = new Set([
  '',
  'lsa',
  'none',
  ...Object.keys(PROVIDERS).filter((name) => providerNamed(name)?.isOwn === true),
]);

/** An embedder setting found in the vault, and what to do about it. */
export interface VaultsEmbedder {
  /** The one to use; undefined for the default. */
  setting: string | undefined;
  /** The vault's choice, if the person has not confirmed it here. */
  refused?: string;
}

/**
 * What to make of the embedder that a vault's settings name. Whoever made the vault wrote them, so an embedder that
 * sends text to a server or loads a model from elsewhere is used only if the person chose it on this machine. Never
 * rejects.
 * @param vaultFolder the vault's folder of the per-user data folder; absolute
 */
export async function heedVaultsEmbedder(setting: string | undefined, vaultFolder: string): Promise<VaultsEmbedder> {
  if (setting === undefined || (await isEmbedderChosen(setting, vaultFolder))) return { setting };
  return { setting: undefined, refused: setting };
}

/** Whether an embedder may be used without asking: it is our own, or the person chose it here. Never rejects. */
export async function isEmbedderChosen(setting: string, vaultFolder: string): Promise<boolean> {
  return (
    OF_OURS.has(setting.trim().toLowerCase()) ||
    (await chosenEmbedders(vaultFolder)).some((chosen) => isSameEmbedder(chosen, setting))
  );
}

/** Remembers that the person chose this embedder for this vault on this machine. Throws the system's error. */
export async function rememberEmbedder(setting: string, vaultFolder: string): Promise<void> {
  const wanted = setting.trim();
  if (OF_OURS.has(wanted.toLowerCase())) return;
  const others = (await chosenEmbedders(vaultFolder)).filter((known) => !isSameEmbedder(known, wanted));
  await makeFolder(vaultFolder);
  const text = `${JSON.stringify([...others, wanted].slice(-MOST_CHOSEN), null, 2)}\n`;
  await writeDurably(vaultFolder, CHOSEN_FILE, (handle: FileHandle) => handle.writeFile(text));
}

/** Whether two settings name the same embedder. */
export function isSameEmbedder(a: string, b: string): boolean {
  return keyOf(a) === keyOf(b);
}

/** The message about an embedder that is not used. */
export function describeRefused(setting: string): string {
  return `This vault's settings name the embedder "${shorten(setting, 120)}", which nobody has chosen on this computer: the built-in one is used. To use it, choose it under Model in the plugin's settings, or set VAULT_LOOM_EMBEDDER.`;
}

function keyOf(setting: string): string {
  try {
    return JSON.stringify(parseEmbedderSetting(setting));
  } catch {
    return setting.trim();
  }
}

async function chosenEmbedders(vaultFolder: string): Promise<string[]> {
  const text = await readSettingsText(join(vaultFolder, CHOSEN_FILE), MAX_BYTES).catch(() => null);
  const list: unknown = parseJson(text ?? '');
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}
