import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';
import type { Schedule } from '../../kit/time/schedule.ts';
import { sleep } from '../../kit/time/sleep.ts';
import { Turns } from '../../kit/concurrency/turns.ts';
import { readSettingsText, systemCode } from '../../kit/disk/disk-io.ts';
import { Pace } from '../../kit/disk/pace.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import { parseJson } from '../../kit/json/parse-json.ts';
import { APP_SETTINGS_FILE, IGNORE_FILE, IgnoreRules, PLUGIN_SETTINGS_PATH } from './ignore-rules.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { toNfc } from '../paths.ts';
import type { VaultWarning } from '../vault-source.ts';

const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;
/**
 * A file changed this recently may change again with the same times: some file systems' clocks tick every two seconds,
 * and other machines' clocks differ. Until then, compare content.
 */
const TIMES_PROVE_AFTER_MS = 3_000;
/** A program that saves in place truncates the file, then fills it within this time. */
const HALF_WRITTEN_MS = 60;
const EVERYTHING = '*';

/** Tells which paths no result may show, by the rules now on disk. */
export type Hiding = () => Promise<(path: string) => boolean>;

/** The ignore rules of one vault, from its files. */
export class RuleFiles {
  readonly #root: string;
  readonly #schedule: Schedule | undefined;
  /** As last read whole, so that what they hide or exclude stays so while they cannot be read, or are damaged. */
  readonly #texts = new Map<string, string | null>();
  readonly #turns = new Turns();
  /** What a damaged file holds. */
  readonly #damaged = new Map<string, string>();
  #pace: Promise<Pace> | null = null;
  #rules = new IgnoreRules({ ignoreFile: null, appSettings: null, configDir: null });
  #problems: VaultWarning[] = [];
  #version = 0;
  /** The ignore file could never be read: everything counts as hidden. */
  #isBlind = false;
  /** What the files looked like before they were last read; null if that proves nothing. */
  #seen: string | null = null;

  /**
   * @param root real path of the vault
   * @param schedule in the app: timers that a hidden window does not slow down
   */
  constructor(root: string, schedule?: Schedule) {
    this.#root = root;
    this.#schedule = schedule;
  }

  /** The rules last read. */
  get rules(): IgnoreRules {
    return this.#rules;
  }

  /** Problems reading or using the files. */
  get warnings(): VaultWarning[] {
    return [...this.#problems, ...this.#rules.warnings];
  }

  /** Grows with each change of the rules. */
  get version(): number {
    return this.#version;
  }

  /** Reads the rules if they may have changed. Never throws. */
  async look(configDir: string | null): Promise<void> {
    const seen = await this.#looks(configDir);
    if (seen !== null && seen === this.#seen) return;
    await this.read(configDir);
  }

  /**
   * Tells which paths `.vaultloomignore` hides, by the rules now on disk.
   * @throws VaultLoomError `internal` if that file exists but could never be read: rather nothing than too much
   */
  async hiding(configDir: string | null): Promise<(path: string) => boolean> {
    await this.look(configDir);
    if (this.#isBlind)
      throw new VaultLoomError('internal', `"${IGNORE_FILE}" cannot be read, so it is unknown which notes are hidden.`);
    const rules = this.#rules;
    return (path) => rules.visibility(toNfc(path)) === 'hidden';
  }

  /** Reads the rules now on disk. Never throws. */
  read(configDir: string | null): Promise<void> {
    return this.#turns.run(async () => {
      const seen = await this.#looks(configDir);
      const problems: VaultWarning[] = [];
      const failures: VaultWarning[] = [];
      const texts = await Promise.all(
        filesOf(configDir).map((path) => (path === null ? null : this.#text(path, problems, failures))),
      );
      const [ignoreFile = null, appSettings = null, pluginSettings = null] = texts;
      const rules = new IgnoreRules({
        ignoreFile,
        appSettings,
        pluginSettings,
        configDir: configDir === null ? null : toNfc(configDir),
      });
      if (!rules.equals(this.#rules)) {
        this.#rules = rules;
        this.#version++;
      }
      this.#problems = [...problems, ...failures];
      this.#seen = failures.length === 0 ? seen : null;
    });
  }

  /** The files' identities, sizes and times; null while a change might not show in them. */
  async #looks(configDir: string | null): Promise<string | null> {
    const pace = await (this.#pace ??= Pace.at(this.#root));
    const now = Date.now();
    const looks = await Promise.all(
      filesOf(configDir).map(async (path) => {
        if (path === null) return 'none';
        return pace.stat(join(this.#root, path)).then(
          (stats) => (stats === null ? 'absent' : lookOf(stats, now)),
          (error: unknown) => systemCode(error),
        );
      }),
    );
    return looks.includes(null) ? null : looks.join('\n');
  }

  /** `problems` are those of what was read, `failures` those of reading it. */
  async #text(path: string, problems: VaultWarning[], failures: VaultWarning[]): Promise<string | null> {
    try {
      const known = this.#texts.get(path);
      let text = await this.#readNow(path);
      if (isHalfOf(text, known) && text !== this.#damaged.get(path)) {
        await sleep(HALF_WRITTEN_MS, { schedule: this.#schedule });
        text = await this.#readNow(path);
      }
      if (text !== null && isDamaged(path, text)) {
        this.#damaged.set(path, text);
        if (known === null || known === undefined) return text;
        problems.push({ path: toNfc(path), message: 'is not a JSON object; the rules last read from it hold' });
        return known;
      }
      this.#damaged.delete(path);
      this.#texts.set(path, text);
      if (path === IGNORE_FILE) this.#isBlind = false;
      return text;
    } catch (error) {
      const reason = error instanceof RangeError ? error.message : systemCode(error);
      const isBlind = path === IGNORE_FILE && !this.#texts.has(path);
      if (isBlind) this.#isBlind = true;
      failures.push({
        path: toNfc(path),
        message: `cannot be read (${reason}); ${isBlind ? 'until it can, every note is hidden' : 'the rules last read from it hold'}`,
      });
      return isBlind ? EVERYTHING : (this.#texts.get(path) ?? null);
    }
  }

  #readNow(path: string): Promise<string | null> {
    return readSettingsText(join(this.#root, path), MAX_SETTINGS_BYTES);
  }
}

function lookOf({ dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs }: BigIntStats, now: number): string | null {
  const isOld = Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs) < now - TIMES_PROVE_AFTER_MS;
  return isOld ? [dev, ino, size, mtimeNs, ctimeNs].join(' ') : null;
}

/** Vault-relative: the ignore file, the app's settings, the plugin's; null without a configuration folder. */
function filesOf(configDir: string | null): (string | null)[] {
  const inConfig = (name: string): string | null => (configDir === null ? null : `${configDir}/${name}`);
  return [IGNORE_FILE, inConfig(APP_SETTINGS_FILE), inConfig(PLUGIN_SETTINGS_PATH)];
}

/** Whether a file may be half-written: missing, or only the beginning of its former text. */
function isHalfOf(text: string | null, known: string | null | undefined): boolean {
  if (known === null || known === undefined || text === known) return false;
  return text === null || known.startsWith(text);
}

/** Whether the text of settings is no settings: a sync may have written half of them. */
function isDamaged(path: string, text: string): boolean {
  return path !== IGNORE_FILE && !isRecord(parseJson(text));
}
