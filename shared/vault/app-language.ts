import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../kit/disk/make-folder.ts';

/**
 * The app's language on this computer, as the plugin last saw it; without one, the system's. Only the running app knows
 * it.
 *
 * @param dataFolder the vault's part of the per-user data folder; absolute
 */
export async function readAppLanguage(dataFolder: string): Promise<string> {
  const known = await readFile(fileIn(dataFolder), 'utf8').catch(() => '');
  return LANGUAGE.exec(known)?.[0] ?? new Intl.DateTimeFormat().resolvedOptions().locale;
}

/** Keeps the app's language for processes without the app. Throws the system's error. */
export async function keepAppLanguage(dataFolder: string, language: string): Promise<void> {
  const known = await readFile(fileIn(dataFolder), 'utf8').catch(() => '');
  if (known === language || !LANGUAGE.test(language)) return;
  await makeFolder(dataFolder, 0o700);
  await writeFile(fileIn(dataFolder), language, { mode: 0o600 });
}

const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}$/;

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'language');
}
