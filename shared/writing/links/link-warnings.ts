import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isList, isRecord } from '../../kit/json/is-record.ts';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { writeDurably } from '../../kit/disk/durable-file.ts';
import { parseJson } from '../../kit/json/parse-json.ts';
import { makeFolder } from '../../kit/disk/make-folder.ts';

/** A note whose links a person has to check. */
export interface LinkWarning {
  path: string;
  /** The note they should lead to. */
  about: string;
  message: string;
  /** Milliseconds since 1970. */
  time: number;
}

/** Notes that interrupted moves left to the person, in a file that every server on the data folder can report. */
export class LinkWarnings {
  readonly #folder: string;
  readonly #root: string;

  /**
   * @param folder of the writing data, absolute
   * @param root real path of the vault
   */
  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
  }

  async add(warning: LinkWarning): Promise<void> {
    await makeFolder(this.#folder, 0o700);
    const warnings = [...(await this.#read()).filter(({ path }) => path !== warning.path), warning].slice(-MOST);
    await writeDurably(this.#folder, NAME, async (handle) => void (await handle.writeFile(JSON.stringify(warnings))));
  }

  /** Warnings about notes unchanged since, at most 30 days old. */
  async list(now: number): Promise<LinkWarning[]> {
    const kept: LinkWarning[] = [];
    for (const warning of await this.#read()) {
      const changedMs = await stat(join(this.#root, warning.path)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      if (now - warning.time < LONGEST_MS && changedMs <= warning.time) kept.push(warning);
    }
    return kept;
  }

  async #read(): Promise<LinkWarning[]> {
    const text = await readFile(join(this.#folder, NAME), 'utf8').catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return '[]';
      throw error;
    });
    const list = parseJson(text);
    return isList(list) ? list.filter(isLinkWarning) : [];
  }
}

function isLinkWarning(value: unknown): value is LinkWarning {
  if (!isRecord(value) || typeof value.time !== 'number') return false;
  return [value.path, value.about, value.message].every((text) => typeof text === 'string');
}

const NAME = 'link-warnings.json';
const MOST = 100;
const LONGEST_MS = 30 * 24 * 3_600_000;
