import { unreadable } from '../../shared/vault/unreadable.ts';
import type { Stat, Vault } from 'obsidian';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { compareCodeUnits } from '../../shared/kit/text/compare-code-units.ts';
import { isAbsence, systemCode } from '../../shared/kit/disk/disk-io.ts';
import { basename, foldPath, hasOneForm, isLeftOut, isNotePath, isVaultPath, toNfc } from '../../shared/vault/paths.ts';
import { RuleFiles } from '../../shared/vault/rules/rule-files.ts';
import { placesOf, type SpelledPlace } from '../../shared/vault/unicode-forms.ts';
import { fileTimes } from '../../shared/vault/file-times.ts';
import type { VaultChange, VaultFile, VaultListing, VaultSource, Visibility } from '../../shared/vault/vault-source.ts';
import { followAppChanges, type AppChangesOptions } from './app-changes.ts';
import { walkAppVault, type AppPlace as Place } from './app-walk.ts';
import type { RealPlaces } from './real-places.ts';

/** The part of the app's vault that reading needs. */
export type ReadableVault = Pick<Vault, 'getName' | 'configDir' | 'on' | 'offref'> & {
  adapter: Pick<Vault['adapter'], 'list' | 'stat' | 'readBinary'>;
};

export type WatchPace = Pick<AppChangesOptions, 'schedule' | 'quietMs' | 'maxWaitMs' | 'rulesPollMs'> & {
  /** Called with each batch after the watchers, when the rules on disk have been read. */
  onBatch?: (change: VaultChange) => void;
};

/**
 * The app's vault, read through its adapter and followed by its events, with the same filter as a vault on the disk.
 */
export class AppVault implements VaultSource {
  readonly #vault: ReadableVault;
  readonly #places: RealPlaces;
  readonly #pace: WatchPace;
  readonly #ruleFiles: RuleFiles;
  /** The app's spelling of paths that it does not spell in NFC. */
  #spellings = new Map<string, string>();
  #catchUp: () => Promise<void> = () => Promise.resolve();

  private constructor(vault: ReadableVault, places: RealPlaces, pace: WatchPace, rules: RuleFiles) {
    this.#vault = vault;
    this.#places = places;
    this.#pace = pace;
    this.#ruleFiles = rules;
  }

  /** Opens the app's vault. `places` is its folder on the disk, `rules` the process's one source of what is hidden. */
  static async open(
    vault: ReadableVault,
    places: RealPlaces,
    pace: WatchPace = {},
    rules = new RuleFiles(places.root, pace.schedule),
  ): Promise<AppVault> {
    const opened = new AppVault(vault, places, pace, rules);
    await opened.#readRules();
    return opened;
  }

  get name(): string {
    return this.#vault.getName();
  }

  get root(): string {
    return this.#places.root;
  }

  get configDir(): string {
    return toNfc(this.#vault.configDir);
  }

  /**
   * All files that take part, or those at and under `folder`, in code-unit order of their paths. A full listing reads
   * the ignore rules again.
   *
   * @throws VaultLoomError `vault_not_found` if the vault's folder can no longer be read
   */
  async list(folder = ''): Promise<VaultListing> {
    if (folder === '') await this.#readRules();
    const { rulesVersion } = this;
    const spellings = new Map<string, string>();
    const files: VaultFile[] = folder === '' ? [] : await this.statForms(folder);
    const { warnings } = this.#ruleFiles;
    for (const start of await this.#startsOf(folder)) {
      await walkAppVault(this.#vault.adapter, this.#places, start, this.configDir, {
        place: ({ path, appPath }) => void (path !== appPath && spellings.set(path, appPath)),
        file: ({ path }, stat) => void files.push(this.#asVaultFile(path, stat)),
        warn: (warning) => void warnings.push(warning),
      }).catch(this.#refuseUnreadableRoot);
    }
    if (folder === '') this.#spellings = spellings;
    else for (const [path, appPath] of spellings) this.#spellings.set(path, appPath);
    files.sort((a, b) => compareCodeUnits(a.path, b.path));
    return { files, warnings, rulesVersion };
  }

  /**
   * The paths of all files that take part, without looking at the files.
   *
   * @throws VaultLoomError `vault_not_found` if the vault's folder can no longer be read
   */
  async paths(): Promise<string[]> {
    const paths: string[] = [];
    await walkAppVault(this.#vault.adapter, this.#places, ROOT, this.configDir, {
      place: ({ path }, isFolder) => void (isFolder || paths.push(path)),
      warn: () => undefined,
    }).catch(this.#refuseUnreadableRoot);
    return paths;
  }

  /** The file at this path in the disk's own letter case, or null. */
  async stat(path: string): Promise<VaultFile | null> {
    const place = await this.#locate(path);
    const stat = place === null ? null : await this.#statOf(place);
    return place === null || stat?.type !== 'file' ? null : this.#asVaultFile(place.path, stat);
  }

  /** The files whose path is this one in some Unicode form. */
  async statForms(path: string): Promise<VaultFile[]> {
    const places = hasOneForm(path) ? [{ path, diskPath: path }] : await this.#formsOf(path);
    const files = await Promise.all(places.map((place) => this.stat(place.path)));
    return files.filter((file) => file !== null);
  }

  /**
   * The file's bytes.
   *
   * @throws VaultLoomError `note_not_found` if there is none or it is left out, `internal` if it cannot be read
   */
  async read(path: string): Promise<Uint8Array> {
    const place = await this.#locate(path);
    const stat = place === null ? null : await this.#statOf(place);
    if (place === null || stat?.type !== 'file') throw notFound(path);
    try {
      return new Uint8Array(await this.#vault.adapter.readBinary(place.appPath));
    } catch (error) {
      if (isAbsence(error)) throw notFound(path);
      throw unreadable(path, error);
    }
  }

  get rulesVersion(): number {
    return this.#ruleFiles.version;
  }

  lookAtRules(): Promise<void> {
    return this.#ruleFiles.look(this.#vault.configDir);
  }

  visibility(path: string): Visibility {
    return this.#ruleFiles.rules.visibility(toNfc(path));
  }

  /** Follows the app's own events, in batches. */
  async watch(onChange: (change: VaultChange) => void | Promise<void>): Promise<() => Promise<void>> {
    const { onBatch, ...pace } = this.#pace;
    let announced = this.rulesVersion;
    const followed = followAppChanges({
      vault: this.#vault,
      onChange: async (change) => {
        await onChange(change);
        if (onBatch === undefined) return;
        await this.lookAtRules();
        onBatch(change);
      },
      onSpelling: (appPath) => {
        const path = toNfc(appPath);
        if (path !== appPath) this.#spellings.set(path, appPath);
      },
      rulesChanged: async () => {
        await this.#readRules();
        const changed = this.rulesVersion !== announced;
        announced = this.rulesVersion;
        return changed;
      },
      ...pace,
    });
    this.#catchUp = followed.catchUp;
    return followed.stop;
  }

  catchUp(): Promise<void> {
    return this.#catchUp();
  }

  #readRules(): Promise<void> {
    return this.#ruleFiles.read(this.#vault.configDir);
  }

  /** The app's place for this path, or null if it is absent, left out, or reached through a symlink. */
  async #locate(path: string): Promise<Place | null> {
    if (!isVaultPath(path) || isLeftOut(path, this.configDir)) return null;
    for await (const appPath of this.#spellingsOf(path)) {
      const canonical = await this.#places.canonical(appPath);
      if (canonical === null || foldPath(canonical) !== foldPath(path)) continue;
      return isLeftOut(toNfc(canonical), this.configDir)
        ? null
        : { path: await this.#vaultPathOf(path, canonical), appPath: canonical };
    }
    return null;
  }

  /** The vault's own spelling of a path that was asked for. */
  async #vaultPathOf(asked: string, appPath: string): Promise<string> {
    if (asked === toNfc(asked)) return toNfc(appPath);
    return (await this.#formsOf(appPath)).find((place) => place.diskPath === appPath)?.path ?? toNfc(appPath);
  }

  /** The folders whose path is this one in some Unicode form. */
  async #startsOf(folder: string): Promise<Place[]> {
    if (folder === '') return [ROOT];
    const starts: Place[] = [];
    for (const { path } of hasOneForm(folder) ? [{ path: folder }] : await this.#formsOf(folder)) {
      const place = await this.#locate(path);
      if (place !== null && (await this.#statOf(place))?.type === 'folder') starts.push(place);
    }
    return starts;
  }

  /** Spellings to try in turn: as given, as last seen, and as found in the folders. */
  async *#spellingsOf(path: string): AsyncGenerator<string> {
    yield path;
    const seen = this.#spellings.get(path);
    if (seen !== undefined) yield seen;
    if (hasOneForm(path)) return;
    const found = (await this.#formsOf(path)).find((place) => place.path === path)?.diskPath;
    if (found !== undefined) yield found;
  }

  /** The places whose path is this one in some Unicode form. */
  #formsOf(path: string): Promise<SpelledPlace[]> {
    return placesOf(path, async (folder) => {
      const listed = await this.#vault.adapter.list(folder === '' ? '/' : folder).catch(() => null);
      return [...(listed?.files ?? []), ...(listed?.folders ?? [])].map(basename);
    });
  }

  readonly #refuseUnreadableRoot = (error: unknown): never => {
    throw new VaultLoomError(
      'vault_not_found',
      `The vault folder "${this.name}" cannot be read (${systemCode(error)}).`,
      {
        hint: 'Check that the folder still exists, is mounted, and may be read.',
        cause: error,
      },
    );
  };

  async #statOf(place: Place): Promise<Stat | null> {
    return this.#vault.adapter.stat(place.appPath).catch(() => null);
  }

  #asVaultFile(path: string, stat: Stat): VaultFile {
    return {
      path,
      kind: isNotePath(path) ? 'note' : 'attachment',
      visibility: this.visibility(path),
      size: stat.size,
      ...fileTimes(stat.mtime, stat.ctime),
    };
  }
}

const ROOT: Place = { path: '', appPath: '' };

function notFound(path: string): VaultLoomError {
  return new VaultLoomError('note_not_found', `There is no file "${path}" in the vault.`);
}
