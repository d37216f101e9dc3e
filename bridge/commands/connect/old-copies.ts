import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { COMMON_CLIENTS } from '../../../shared/clients/common-clients.ts';
import { configFiles, type ClientMachine } from '../../../shared/clients/find-config-file.ts';
import { isAbsence } from '../../../shared/kit/disk/disk-io.ts';
import { writeDurably } from '../../../shared/kit/disk/durable-file.ts';
import { readConfigBytes } from './config/config-file.ts';
import { COPY_NAME, copiesFolder, dataRefusal } from './server-copy.ts';
import { makeFolder } from '../../../shared/kit/disk/make-folder.ts';

/** Next to a copy whose path was printed: the entry may be in any file, so that copy is never removed. */
const PRINTED = 'printed';

/** Has a copy stay for good, since what names it cannot be known. Never rejects. */
export async function keepForPrinted(copy: string): Promise<void> {
  await writeFile(join(dirname(copy), PRINTED), '').catch(() => undefined);
}

/**
 * Next to the copies: a note of each file that an entry was written to, which a variable of one shell may have named.
 */
const WRITTEN = 'written';

/** Notes a file before an entry is written to it, so that what it names is kept. Throws as `copyServer`. */
export async function noteWritten(dataFolder: string, file: string): Promise<void> {
  const folder = join(copiesFolder(dataFolder), WRITTEN);
  const name = createHash('sha256').update(file).digest('hex').slice(0, NAME_LETTERS);
  try {
    await makeFolder(folder);
    await writeDurably(folder, `${name}.txt`, (handle) => handle.writeFile(file));
  } catch (error) {
    throw dataRefusal(error, dataFolder);
  }
}

/**
 * Removes the copies that no client of the table names any more. Keeps all if one of their files cannot be read.
 * Resolves with the versions that were removed; never rejects.
 * @param kept copies that stay; absolute
 */
export async function removeOldCopies(
  dataFolder: string,
  machine: ClientMachine,
  kept: readonly string[],
): Promise<string[]> {
  const removed: string[] = [];
  try {
    const folder = copiesFolder(dataFolder);
    const versions = await readdir(folder);
    const texts = await textsOf([...knownFiles(machine), ...(await notedFiles(folder))]);
    for (const version of versions) {
      const copy = join(folder, version, COPY_NAME);
      const isNamed = texts.some((text) => text.includes(`/${version}/${COPY_NAME}`));
      if (isNamed || kept.includes(copy) || !(await isCopy(copy)) || (await isPrinted(copy))) continue;
      await rm(copy);
      // Fails if there is anything else in it.
      await rmdir(dirname(copy)).catch(() => undefined);
      removed.push(version);
    }
  } catch {
    // What is left takes some space and does no harm.
  }
  return removed;
}

const NAME_LETTERS = 16;

function knownFiles(machine: ClientMachine): string[] {
  // A client that is started elsewhere may not have this shell's variables.
  const machines = [machine, { ...machine, env: {} }];
  const files = machines.flatMap((each) => COMMON_CLIENTS.flatMap((client) => configFiles(client, each)));
  return files.flatMap((file) => [file, `${file}c`]);
}

async function notedFiles(copies: string): Promise<string[]> {
  const folder = join(copies, WRITTEN);
  const names = await readdir(folder).catch(emptyIfAbsent<string[]>([]));
  return Promise.all(names.filter((name) => name.endsWith('.txt')).map((name) => readFile(join(folder, name), 'utf8')));
}

/** With `/` for any kind of slash. Throws if one of them cannot be read. */
async function textsOf(files: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  // One by one, since some are large.
  for (const file of new Set(files))
    texts.push(new TextDecoder().decode(await readConfigBytes(file).catch(emptyIfAbsent(new Uint8Array()))));
  return texts.map((text) => text.replace(/\\+/gu, '/'));
}

function emptyIfAbsent<Empty>(empty: Empty): (error: unknown) => Empty {
  return (error) => {
    if (isAbsence(error)) return empty;
    throw error;
  };
}

async function isCopy(copy: string): Promise<boolean> {
  const [folder, file] = await Promise.all([dirname(copy), copy].map((path) => lstat(path).catch(() => null)));
  return folder?.isDirectory() === true && file?.isFile() === true;
}

function isPrinted(copy: string): Promise<boolean> {
  return lstat(join(dirname(copy), PRINTED)).then(
    () => true,
    () => false,
  );
}
