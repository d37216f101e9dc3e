import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { clearPlaceOf, removeLeftBehind, syncFolder, writeDurably, writeFully } from '../../kit/disk/durable-file.ts';
import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import { shownMessage } from '../../kit/text/shown-message.ts';
import { decodeLsaModel, encodeLsaModel } from '../lsa/lsa-format.ts';
import type { LsaParts } from '../lsa/lsa-model.ts';
import { WordVectors } from './word-vectors.ts';

export interface KnownWordsOptions {
  /** The per-user data folder: what a word means does not depend on the vault. */
  folder: string;
  /** Of the word encoder. */
  space: string;
  dimensions: number;
  slicer: Slicer;
  log: (level: 'warn' | 'info', message: string) => void;
}

/** The vectors of the words met so far, in all vaults of a person: in memory, and in a file that only they may read. */
export class KnownWords {
  readonly table: WordVectors;
  readonly #options: KnownWordsOptions;
  /** Words that are in the file, as far as known. */
  #saved = 0;
  #loading: Promise<void> | null = null;
  #saving: Promise<void> = Promise.resolve();
  #savedAt = -Infinity;
  /** The system's code of what kept them from being saved last time. */
  #refusal = '';

  constructor(options: KnownWordsOptions) {
    this.#options = options;
    this.table = new WordVectors(options.dimensions);
  }

  /** How many words are not in the file yet. */
  get unsaved(): number {
    return this.table.size - this.#saved;
  }

  /** Reads the file, once. What cannot be used is as if it were not there. Never rejects. */
  load(): Promise<void> {
    return (this.#loading ??= this.#merge());
  }

  /** Writes all words, with those that other processes have written meanwhile. Never rejects: they stay in memory. */
  save(): Promise<void> {
    return (this.#saving = this.#saving.then(() => this.#save()));
  }

  /** As {@link save}, if it is worth writing the file of all of them. */
  async saveMany(): Promise<void> {
    if (this.unsaved >= MANY_WORDS && performance.now() - this.#savedAt >= SAVE_PAUSE_MS) await this.save();
  }

  async #save(): Promise<void> {
    const { folder, space, slicer, log } = this.#options;
    if (this.unsaved === 0) return;
    this.#savedAt = performance.now();
    try {
      await this.#merge();
      await removeLeftBehind(folder);
      const { parts } = this.table;
      const bytes = await slicer.run(encodeLsaModel(parts));
      await clearPlaceOf(join(folder, fileOf(space)));
      await writeDurably(folder, fileOf(space), async (handle) => {
        await handle.chmod(OWNER_ONLY);
        await writeFully(handle, bytes, 0);
      });
      await syncFolder(folder);
      this.#saved = parts.terms.length;
      this.#refusal = '';
      await removeOthers(folder, fileOf(space));
    } catch (error) {
      const refusal = systemCode(error);
      if (refusal !== this.#refusal)
        log('warn', `The words that were learned could not be saved: ${shownMessage(error)}`);
      this.#refusal = refusal;
    }
  }

  /** Adds the words of the file to those in memory. */
  async #merge(): Promise<void> {
    const { folder, space, dimensions, slicer, log } = this.#options;
    try {
      const parts = await slicer.run(decodeLsaModel(await readFile(join(folder, fileOf(space)))));
      if (parts.dimensions !== dimensions) throw new RangeError(`words of ${parts.dimensions} dimensions`);
      await slicer.run(putAll(this.table, parts));
      this.#saved = parts.terms.length;
    } catch (error) {
      this.#saved = 0;
      if (systemCode(error) !== 'ENOENT')
        log('info', `The words that were learned are learned again: ${shownMessage(error)}`);
    }
  }
}

/** The files of words in the data folder, of any encoder, by name. One that is not there has none. */
export async function wordFilesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name));
}

const NAME = /^words-[\w-]+\.bin$/;
const OWNER_ONLY = 0o600;
const WORDS_A_STEP = 500;
const MANY_WORDS = 500;
/** A kill costs no more than the words of this time. */
const SAVE_PAUSE_MS = 5_000;

function fileOf(space: string): string {
  return `words-${space}.bin`;
}

function* putAll(table: WordVectors, parts: LsaParts): Steps<void> {
  for (const [i, term] of parts.terms.entries()) {
    if (i % WORDS_A_STEP === 0) yield;
    table.restore(term, parts.levels.subarray(i * table.stride, (i + 1) * table.stride), parts.factors[i] as number);
  }
}

/** Of encoders that this build does not have. */
async function removeOthers(folder: string, own: string): Promise<void> {
  for (const name of await wordFilesIn(folder))
    if (name !== own) await rm(join(folder, name), { recursive: true, force: true });
}
