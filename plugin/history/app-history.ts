import type { EngineHost } from '../../shared/engine/engine.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { messageChannelYield, Slicer } from '../../shared/kit/concurrency/slices.ts';
import { Turns } from '../../shared/kit/concurrency/turns.ts';
import { forgetReadings, readReadings } from '../../shared/reading/read-readings.ts';
import { readingFolder, type Reading } from '../../shared/reading/reading-log.ts';
import { undoBesideEditors } from '../../shared/tools/write/parts/undo-beside-editors.ts';
import { THE_APP } from '../../shared/writing/journal/persons.ts';
import { openDiskWriting } from '../../shared/tools/write/parts/open-disk-writing.ts';
import { dataFolder, vaultDataFolder } from '../../shared/vault/data-folders.ts';
import { hideNote, showNote } from '../../shared/vault/rules/hide-note.ts';
import type { RuleFiles } from '../../shared/vault/rules/rule-files.ts';
import { changedFiles, type ChangedFile } from '../../shared/writing/change/changed-files.ts';
import type { UndoPreview } from '../../shared/writing/undo/preview-undo.ts';
import { undoOrder } from '../../shared/writing/journal/history-runs.ts';
import { historyFolder, type HistoryEntry } from '../../shared/writing/journal/history.ts';
import type { VaultWriter } from '../../shared/writing/vault-writer.ts';
import type { SeenRenames } from './renamed-notes.ts';
import { watchFolder } from './watch-folder.ts';

export interface AppHistoryOptions {
  /** Real path of the vault. */
  root: string;
  /** Says where the per-user data folder is, and what may be written. */
  env: NodeJS.ProcessEnv;
  rules: RuleFiles;
  /** The app's configuration folder; vault-relative. */
  configDir: string;
  /** Timers that a hidden window does not slow down. */
  schedule: Schedule;
  /** The engine that keeps editors and index in step with a write; null while none is open. */
  engine: () => EngineHost | null;
  /** What the app has renamed. */
  renames: SeenRenames;
}

/** How an undo of one or several changes went. */
export interface UndoOutcome {
  /** The ids of the new changes, in the order they were made. */
  made: string[];
  /** Why the rest was not undone; absent if all was. */
  problem?: string;
}

/** An undo that is being made. */
export interface RunningUndo {
  /** The changes that were chosen. */
  ids: ReadonlySet<string>;
  /** Whether it is a redo to the person. */
  isRedo: boolean;
  /** How many of its changes are undone, and of how many. */
  done: number;
  total: number;
}

const SLICE_MS = 8;
const CALM_MS = 100;

/** What assistants read and wrote in this vault, and the way back, for the app's screens. */
export class AppHistory {
  readonly #options: AppHistoryOptions;
  /** The vault's part of the per-user data folder; absolute. */
  readonly #dataFolder: string;
  readonly #writer: VaultWriter;
  readonly #slicer = new Slicer(SLICE_MS, messageChannelYield());
  /** One undo at a time. */
  readonly #turns = new Turns();
  readonly #listing = new Turns();
  readonly #watches = new Set<() => void>();
  readonly #runListeners = new Set<() => void>();
  #running: RunningUndo | null = null;

  private constructor(options: AppHistoryOptions, writer: VaultWriter) {
    this.#options = options;
    this.#dataFolder = vaultDataFolder(dataFolder(options.env), options.root);
    this.#writer = writer;
  }

  /** Throws `VaultLoomError` if a setting of the environment cannot be understood. */
  static async open(options: AppHistoryOptions): Promise<AppHistory> {
    const { root, env, rules, schedule } = options;
    const log = (level: string, message: string): void => {
      if (level === 'error') console.error(`Vault Loom: ${message}`);
    };
    const { writer } = await openDiskWriting(root, { env, rules, schedule, log });
    await options.renames.load();
    return new AppHistory(options, writer);
  }

  /** Every change that tools made, newest first. */
  entries(): Promise<HistoryEntry[]> {
    return this.#listing.run(() => this.#writer.history.list());
  }

  /** The files of a change, with their bytes before and after. Throws `invalid_arguments` for an unknown id. */
  async files(id: string): Promise<ChangedFile[]> {
    return changedFiles(await this.#writer.history.record(id));
  }

  /** What undoing these changes would do and lose, after an undo that is being made. Nothing is written. */
  preview(ids: readonly string[]): Promise<UndoPreview & { ids: string[] }> {
    return this.#turns.run(async () => {
      await this.#options.renames.settled();
      const order = undoOrder(await this.entries(), new Set(ids));
      return { ...(await this.#writer.previewUndo(order)), ids: order };
    });
  }

  /** The undo that is being made; null if none is. */
  get running(): RunningUndo | null {
    return this.#running;
  }

  /** Calls `listener` after each change of {@link running}. Returns a function that stops it. */
  onRunning(listener: () => void): () => void {
    this.#runListeners.add(listener);
    return () => this.#runListeners.delete(listener);
  }

  /**
   * Undoes changes, the newest first, each as a change of its own, which can be undone in turn. Notes that were renamed
   * since are found where they are now. Open editors are saved before and show the new text afterwards. Stops at the
   * first that cannot be undone.
   *
   * @param isRedo whether it is a redo to the person
   */
  undo(ids: readonly string[], { force, isRedo = false }: { force: boolean; isRedo?: boolean }): Promise<UndoOutcome> {
    return this.#turns.run(async () => {
      const made: string[] = [];
      await this.#options.renames.settled();
      try {
        const chosen = new Set(ids);
        const order = undoOrder(await this.entries(), chosen);
        for (const [done, id] of order.entries()) {
          this.#setRunning({ ids: chosen, isRedo, done, total: order.length });
          const undone = await this.#undo(id, force);
          if (undone !== undefined) made.push(undone);
        }
        this.#setRunning({ ids: chosen, isRedo, done: order.length, total: order.length });
        return { made };
      } catch (error) {
        return { made, problem: messageOf(error) };
      } finally {
        this.#setRunning(null);
      }
    });
  }

  /** What clients read in the last 30 days, newest first. */
  readings(): Promise<Reading[]> {
    return readReadings(this.#dataFolder, this.#slicer);
  }

  /** Removes the log of what clients read. Throws the system's error. */
  forgetReadings(): Promise<void> {
    return forgetReadings(this.#dataFolder);
  }

  /** Hides a note from assistants, or shows it to them again. Throws as {@link hideNote}. */
  async keepFromAssistants(path: string, isKept: boolean): Promise<void> {
    const { root } = this.#options;
    await (isKept ? hideNote(root, path) : showNote(root, path));
  }

  /** Tells which paths are kept from assistants: all, if their rules cannot be read. */
  hiding(): Promise<(path: string) => boolean> {
    const { rules, configDir } = this.#options;
    return rules.hiding(configDir).catch(() => () => true);
  }

  /** Calls `listener` soon after new changes or readings. Returns a function that stops it. */
  watch(listener: () => void): () => void {
    const { schedule } = this.#options;
    let cancel: (() => void) | null = null;
    const soon = (): void => {
      cancel ??= schedule(() => {
        cancel = null;
        listener();
      }, CALM_MS);
    };
    const watches = [historyFolder(this.#dataFolder), readingFolder(this.#dataFolder)].map((folder) =>
      watchFolder(folder, soon, schedule),
    );
    const stop = (): void => {
      for (const close of watches) close();
      cancel?.();
      this.#watches.delete(stop);
    };
    this.#watches.add(stop);
    return stop;
  }

  /** Ends what is running, after any undo that has begun. */
  async close(): Promise<void> {
    for (const stop of [...this.#watches]) stop();
    await this.#turns.run(() => this.#writer.close());
  }

  #setRunning(running: RunningUndo | null): void {
    this.#running = running;
    for (const listener of this.#runListeners) listener();
  }

  async #undo(id: string, force: boolean): Promise<string | undefined> {
    const undone = await undoBesideEditors(this.#options.engine(), this.#writer, [id], {
      force,
      client: THE_APP,
    });
    return undone.id;
  }
}
