import type { Stats } from 'node:fs';
import { unrefTimer } from '../../kit/time/unref-timer.ts';
import { unreadable } from '../unreadable.ts';
import { constants, readdir } from 'node:fs/promises';
import { basename as diskBasename, join, sep } from 'node:path';
import { VaultLoomError } from '../../protocol/errors.ts';
import { findConfigDir, USUAL_CONFIG_DIR } from '../config-dir.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { isAbsence, NO_SYSTEM_CODE, systemCode } from '../../kit/disk/disk-io.ts';
import { DiskWatcher } from '../watch/disk-watcher.ts';
import { DiskPlaces } from './disk-places.ts';
import { walkVault, type DiskPlace } from './disk-walk.ts';
import { FoundFiles } from './found-files.ts';
import { PacedDisk } from './paced-disk.ts';
import { isNotePath, isVaultPath, toNfc } from '../paths.ts';
import { RuleFiles } from '../rules/rule-files.ts';
import { fileTimes } from '../file-times.ts';
import type { FileStat, VaultChange, VaultFile, VaultListing, VaultSource, Visibility } from '../vault-source.ts';
import { findVaultFolder } from './vault-folder.ts';

/** Long enough to begin a listing. */
const FIRST_WALK_MS = 5_000;

interface FirstWalk {
  /** Null once taken. */
  found: FoundFiles | null;
  /** What was left out. */
  configDir: string | null;
  /** A change was reported, perhaps of a place seen before. */
  isOutdated: boolean;
}

/** A vault as a folder on disk, without the app. */
export class DiskVault implements VaultSource {
  readonly name: string;
  /** Real path of the vault's folder. Clients never see it. */
  readonly root: string;
  readonly #disk: PacedDisk;
  #configDir: string | null = null;
  readonly #ruleFiles: RuleFiles;
  readonly #places: DiskPlaces;
  #watcher: DiskWatcher | null = null;
  /** What was found while the watches were opened, for a listing that follows. */
  #firstWalk: FirstWalk | null = null;

  private constructor(name: string, root: string, disk: PacedDisk, rules: RuleFiles) {
    this.name = name;
    this.root = root;
    this.#disk = disk;
    this.#ruleFiles = rules;
    this.#places = new DiskPlaces(root, disk, () => this.#configDir);
  }

  /**
   * Opens the folder at `vaultPath`: `~` and relative paths are expanded, and it may be a symlink.
   * @param rules the vault's rules, if the process has them already
   * @throws VaultLoomError `vault_not_found` if there is no such folder; the message names the path as given
   */
  static async open(vaultPath: string, rules?: RuleFiles): Promise<DiskVault> {
    const { absolute, root } = await findVaultFolder(vaultPath);
    const vault = new DiskVault(
      diskBasename(absolute) || absolute,
      root,
      await PacedDisk.at(root),
      rules ?? new RuleFiles(root),
    );
    await vault.reloadRules();
    return vault;
  }

  get configDir(): string | null {
    return this.#configDir;
  }

  get rulesVersion(): number {
    return this.#ruleFiles.version;
  }

  async lookAtFolder(): Promise<void> {
    // With a separator at its end a file in place of the folder is refused.
    await this.#disk.access(join(this.root, sep), constants.R_OK | constants.X_OK).catch(this.#refuseUnreadableRoot);
  }

  async lookAtRules(): Promise<void> {
    // The app may have made it just now. Each call of a tool asks, so it is asked the cheapest way.
    if (this.#configDir === null && (await this.#disk.isFolder(join(this.root, USUAL_CONFIG_DIR))))
      this.#configDir = USUAL_CONFIG_DIR;
    await this.#ruleFiles.look(this.#configDir);
  }

  visibility(path: string): Visibility {
    return this.#ruleFiles.rules.visibility(toNfc(path));
  }

  /**
   * Every file, or those at and under `folder`, by path in code-unit order. A full listing reads the ignore rules
   * again.
   * @throws VaultLoomError `vault_not_found` if the vault's own folder cannot be read
   */
  async list(folder = ''): Promise<VaultListing> {
    if (folder === '') await this.reloadRules();
    const { rulesVersion } = this;
    const walked = folder === '' ? this.#takeFirstWalk() : null;
    const found = walked ?? new FoundFiles();
    const files = folder === '' ? [] : await this.statForms(folder);
    if (walked === null) {
      const starts = await this.#places.foldersAt(folder);
      if (starts.length === 0) await readdir(this.root).catch(this.#refuseUnreadableRoot);
      for (const start of starts)
        await walkVault(this.root, this.#disk, start, this.#configDir, found).catch(this.#refuseUnreadableRoot);
    }

    if (folder === '') this.#places.forget();
    this.#places.learn(found.spellings);
    for (const { path, stat } of found.files) files.push(this.#asVaultFile(path, stat));
    files.sort((a, b) => compareCodeUnits(a.path, b.path));
    return { files, warnings: [...this.#ruleFiles.warnings, ...found.warnings], rulesVersion };
  }

  /**
   * Every file's path. Examines no file.
   * @throws VaultLoomError `vault_not_found` if the vault's own folder cannot be read
   */
  async paths(): Promise<string[]> {
    const paths: string[] = [];
    await walkVault(this.root, this.#disk, { path: '', diskPath: '' }, this.#configDir, {
      name: ({ path }) => void paths.push(path),
      warn: () => undefined,
    }).catch(this.#refuseUnreadableRoot);
    return paths;
  }

  /** The file at this path, or null. Its `path` has the disk's letter case, which may differ from the one asked for. */
  async stat(path: string): Promise<VaultFile | null> {
    const place = await this.locate(path);
    if (place?.stats.isFile() !== true) return null;
    const { size, mtimeMs, birthtimeMs } = place.stats;
    return this.#asVaultFile(place.path, { size, ...fileTimes(mtimeMs, birthtimeMs) });
  }

  /** The files at this path in any Unicode form. */
  async statForms(path: string): Promise<VaultFile[]> {
    if (!isVaultPath(path)) return [];
    const files = await Promise.all((await this.#places.formsOf(path)).map((form) => this.stat(form)));
    return files.filter((file) => file !== null);
  }

  /**
   * The file's bytes.
   * @throws VaultLoomError `note_not_found` if it is missing or left out, `internal` if it cannot be read
   */
  async read(path: string): Promise<Uint8Array> {
    if (this.#places.mayTakePart(path)) {
      for await (const diskPath of this.#places.spellingsOf(path)) {
        const bytes = await this.#readGuarded(path, diskPath);
        if (bytes !== null) return bytes;
      }
    }
    throw new VaultLoomError('note_not_found', `There is no file "${path}" in the vault.`);
  }

  /** Changed rules apply before the batch that reports them. */
  async watch(onChange: (change: VaultChange) => void | Promise<void>): Promise<() => Promise<void>> {
    let stopped = false;
    let announced = this.rulesVersion;
    const found = new FoundFiles();
    const walk: FirstWalk = { found, configDir: this.#configDir, isOutdated: false };
    const watcher = await DiskWatcher.start(
      {
        root: this.root,
        disk: this.#disk,
        configDir: () => this.#configDir,
        onChange: async ({ settings, ...change }) => {
          if (settings) await this.reloadRules();
          const rules = this.rulesVersion !== announced;
          announced = this.rulesVersion;
          const isAny = change.files.length > 0 || change.folders.length > 0 || rules;
          if (isAny) walk.isOutdated = true;
          if (!stopped && isAny) await onChange({ ...change, rules });
        },
      },
      found,
    );
    this.#watcher = watcher;
    // A listing that comes much later would keep what was found until then.
    this.#firstWalk = watcher.reportsAll ? walk : null;
    unrefTimer(setTimeout(() => this.#takeFirstWalk(), FIRST_WALK_MS));
    return async () => {
      stopped = true;
      await watcher.stop();
    };
  }

  async catchUp(): Promise<void> {
    await this.#watcher?.catchUp();
  }

  /**
   * The place on disk of the file or folder at this path; null if it is missing, left out, or reached through a
   * symlink.
   */
  locate(path: string): Promise<(DiskPlace & { stats: Stats }) | null> {
    return this.#places.locate(path);
  }

  /** Finds the configuration folder and reads the ignore rules again. */
  async reloadRules(): Promise<void> {
    this.#configDir = await findConfigDir(this.root);
    await this.#ruleFiles.read(this.#configDir);
  }

  readonly #refuseUnreadableRoot = (error: unknown): never => {
    if (systemCode(error) === NO_SYSTEM_CODE) throw error;
    throw new VaultLoomError(
      'vault_not_found',
      `The vault folder "${this.name}" cannot be read (${systemCode(error)}).`,
      {
        hint: 'Check that the folder still exists, is mounted, and may be read.',
        cause: error,
      },
    );
  };

  #asVaultFile(path: string, stat: FileStat): VaultFile {
    return { path, kind: isNotePath(path) ? 'note' : 'attachment', visibility: this.visibility(path), ...stat };
  }

  /** Once, if nothing was left out that is not now, and no change has been reported since it began. */
  #takeFirstWalk(): FoundFiles | null {
    const walk = this.#firstWalk;
    this.#firstWalk = null;
    if (walk === null) return null;
    const { found } = walk;
    // The watcher keeps the rest of it.
    walk.found = null;
    return walk.isOutdated || walk.configDir !== this.#configDir ? null : found;
  }

  /** Checks where the file is after opening it, to notice a symlink put in its way. */
  async #readGuarded(path: string, diskPath: string): Promise<Uint8Array | null> {
    try {
      const opened = await this.#disk.read(join(this.root, diskPath));
      return opened === null || this.#places.within(path, opened.real) === null ? null : opened.bytes;
    } catch (error) {
      if (isAbsence(error) || ['ELOOP', 'EISDIR', 'ENXIO'].includes(systemCode(error))) return null;
      throw unreadable(path, error);
    }
  }
}
