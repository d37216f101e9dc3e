import { join } from 'node:path';
import { VaultLoomError } from '../protocol/errors.ts';
import { shownMessage } from '../kit/text/shown-message.ts';
import { scheduleTimeout, type Schedule } from '../kit/time/schedule.ts';
import type { AppSettings } from '../vault/rules/app-settings.ts';
import type { LockTiming } from '../kit/disk/file-lock.ts';
import { readAppSettings } from '../vault/rules/read-app-settings.ts';
import type { ChangeRecord, Step } from './change/change-record.ts';
import { ChangeRunner, type Hold, type Undo } from './change/change-runner.ts';
import { pathsOf, type AppliedChange, type Change } from './change/file-change.ts';
import { quoted } from './places/name-rules.ts';
import { History, historyFolder, type HistoryLimits } from './journal/history.ts';
import { Holds } from './holds.ts';
import type { Hiding } from './places/hidden-places.ts';
import { RenameLog } from './journal/rename-log.ts';
import { HistoryPruning } from './journal/history-pruning.ts';
import { Journal } from './journal/journal.ts';
import { LeftMarks } from './locks/left-marks.ts';
import { LinkMender } from './links/link-mender.ts';
import { LinkWarnings, type LinkWarning } from './links/link-warnings.ts';
import type { WriteRules } from './places/path-guard.ts';
import { PathQueue } from './locks/path-queue.ts';
import type { Disk } from './change/change-disk.ts';
import { NoteBytes } from './change/note-bytes.ts';
import { guard, guardFiles, useOf } from './change/guard-files.ts';
import { VaultPlaces } from './places/vault-places.ts';
import { Recovery, type Log, type RecoveryReport } from './journal/recovery.ts';
import { Trash, type TrashOptions } from './trash/trash.ts';
import { playUndo, type PlayedUndo } from './undo/play-undo.ts';
import { previewOf, type UndoPreview } from './undo/preview-undo.ts';
import { inverseOf } from './undo/undo.ts';
import { pathsToUndo, type FollowRenames } from './undo/follow-renames.ts';
import { PastNames, type NamesNow } from './undo/past-names.ts';
import { undoing, type UndoOptions } from './undo/undoing.ts';
import { WriterPresence } from './locks/writer-presence.ts';
import type { WriteSession } from './write-session.ts';

export interface VaultWriterParts {
  /** Real path of the vault. */
  root: string;
  /** The vault's part of the per-user data folder; absolute. */
  dataFolder: string;
  rules: WriteRules;
  /** Which places are hidden from the caller; none by default. */
  hiding?: Hiding;
  /** The app's settings of this vault; read from its configuration folder by default. */
  settings?: () => Promise<AppSettings>;
  log?: Log;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** In the app: timers that a hidden window does not slow down. */
  schedule?: Schedule;
  trash?: TrashOptions;
  historyLimits?: HistoryLimits;
  lockTiming?: LockTiming;
  /** How long a call waits for another call on its paths, in ms. */
  waitMs?: number;
}

/** The one way to the disk of one vault. */
export class VaultWriter {
  readonly history: History;
  readonly #parts: VaultWriterParts;
  readonly #disk: Disk;
  readonly #journal: Journal;
  readonly #presence: WriterPresence;
  readonly #queue: PathQueue;
  readonly #recovery: Recovery;
  readonly #runner: ChangeRunner;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #holds: Holds;
  readonly #leftMarks: LeftMarks;
  readonly #warnings: LinkWarnings;
  readonly #mender: LinkMender;
  readonly #bytes: NoteBytes;
  readonly #pruning: HistoryPruning;
  readonly #pastNames: PastNames;
  #recovered: Promise<RecoveryReport> | null = null;
  #maintenance: Promise<void> = Promise.resolve();
  #cancelRecovery: () => void = () => undefined;
  #closed = false;

  constructor(parts: VaultWriterParts) {
    const { root, dataFolder, schedule, lockTiming, waitMs, log = () => undefined } = parts;
    const folder = join(dataFolder, 'writing');
    const places = new VaultPlaces(root);
    const timing = lockTiming === undefined ? {} : { timing: lockTiming };
    const scheduled = schedule === undefined ? {} : { schedule };
    const hiding = parts.hiding ?? NOTHING_HIDDEN;
    this.#parts = parts;
    this.#log = log;
    this.#now = parts.clock ?? Date.now;
    this.#disk = { places, trash: new Trash(root, places, parts.trash) };
    this.#journal = new Journal(join(folder, 'journal'), historyFolder(dataFolder));
    this.history = new History(historyFolder(dataFolder), log);
    this.#pastNames = new PastNames({ history: this.history, renames: new RenameLog(dataFolder), places, hiding });
    this.#bytes = new NoteBytes(this.#disk, parts.rules);
    this.#pruning = new HistoryPruning({ history: this.history, limits: parts.historyLimits, log, clock: this.#now });
    this.#presence = new WriterPresence(join(folder, 'writers'), { ...scheduled, ...timing });
    this.#queue = new PathQueue({
      places,
      presence: this.#presence,
      unfinished: () => this.#unfinished(),
      bury: (nonce) => this.#recovery.bury(nonce),
      concerns: (nonce, paths) => this.#recovery.concerns(nonce, paths),
      ...(waitMs === undefined ? {} : { waitMs }),
      ...scheduled,
      ...timing,
    });
    this.#runner = new ChangeRunner({
      disk: this.#disk,
      journal: this.#journal,
      presence: this.#presence,
      rules: parts.rules,
      hiding,
      settings: parts.settings ?? (() => readAppSettings(root, parts.rules.configDir)),
      log,
      clock: this.#now,
    });
    this.#holds = new Holds({
      rules: parts.rules,
      places,
      queue: this.#queue,
      schedule,
      recovered: () => this.#recovered ?? this.recover(),
      onEnd: () => {
        // Links of a dead writer that this call settled wait until it ends.
        this.#maintenance = this.#maintenance.then(() => (this.#closed ? undefined : this.#mender.mend()));
      },
    });
    this.#leftMarks = new LeftMarks(root, (mark) => this.#queue.clear(mark), schedule);
    this.#warnings = new LinkWarnings(folder, root);
    this.#mender = new LinkMender({
      withPaths: (paths, work) => this.withPaths(paths, work),
      warnings: this.#warnings,
      log,
      clock: this.#now,
    });
    this.#recovery = new Recovery({
      writers: join(folder, 'writers'),
      lockFile: join(folder, 'recovery.lock'),
      journal: this.#journal,
      presence: this.#presence,
      disk: this.#disk,
      hold: (held) => this.#queue.takePlaces(held),
      onLinks: (links) => {
        this.#mender.add(links);
      },
      log,
      ...scheduled,
      ...timing,
    });
  }

  /**
   * Cleans up after dead writers. Runs by itself before the first write; a host runs it before its first tool answers.
   * While a writer may be alive (`waiting`), calls on its paths wait, and this runs again by itself. Does nothing under
   * `VAULT_LOOM_READ_ONLY`. Never throws.
   */
  async recover(): Promise<RecoveryReport> {
    const nothing = { finished: [], takenBack: [], leftAlone: [], waiting: 0, died: 0 };
    if (this.#parts.rules.readOnly || this.#closed) return nothing;
    this.#recovered = this.#recovery.run().catch((error: unknown) => {
      this.#log('error', `Interrupted writes could not be checked: ${shownMessage(error)}`);
      return nothing;
    });
    const report = await this.#recovered;
    if (this.#closed) return report;
    if (report.waiting > 0) {
      this.#cancelRecovery();
      this.#cancelRecovery = (this.#parts.schedule ?? scheduleTimeout)(() => void this.recover(), RECOVER_AGAIN_MS);
    }
    await this.#mender.mend();
    if (report.died > 0) await this.#leftMarks.clear();
    else this.#leftMarks.clearLater();
    return report;
  }

  /**
   * Makes a change, all or nothing: guarded, checked against `before`, journaled, written, synced and recorded in the
   * history. Does not write an unchanged file. Rolls back if the disk fails midway.
   * @throws VaultLoomError `read_only`, `path_outside_vault`, `path_not_allowed`, `note_not_found`, `note_exists`,
   * `file_changed`, `timeout`, `disk_full`, `internal`
   */
  async apply(change: Change): Promise<AppliedChange> {
    guardFiles(change.files, this.#parts.rules);
    return this.withPaths(pathsOf(change.files), (session) => session.apply(change));
  }

  /**
   * What a change would do to the files as they are now, with their bytes. Takes no turn and writes nothing. Throws as
   * {@link apply} as far as it can be foreseen.
   */
  async plan(change: Change): Promise<Step[]> {
    guardFiles(change.files, this.#parts.rules);
    return this.#runner.plan(change);
  }

  /**
   * Runs `work` while no other call of any process works on these paths (vault-relative), so that what it reads is
   * still there when it writes. Do not nest.
   * @throws VaultLoomError the guard's, or `timeout` after about 30 s; what `work` throws
   */
  async withPaths<T>(paths: readonly string[], work: (session: WriteSession) => Promise<T>): Promise<T> {
    const held = new Set(paths);
    return this.#holds.during(paths, (hold) =>
      work({
        read: async (path) => this.#bytes.read(path, { isHidden: await (this.#parts.hiding ?? NOTHING_HIDDEN)() }),
        apply: (change) => {
          const strange = pathsOf(change.files).find((path) => !held.has(path));
          if (strange === undefined) return this.#run(change, hold);
          throw new VaultLoomError('internal', `The path ${quoted(strange)} is not held by this call.`);
        },
      }),
    );
  }

  /** A file's bytes now, without waiting for a turn, except for one that is being saved. Throws `note_not_found`. */
  async read(path: string): Promise<Uint8Array> {
    return (await this.#bytes.read(path)).bytes;
  }

  /**
   * Undoes changes of the history, as one change: deletes what they created, with folders left empty; restores from the
   * trash or recreates what they deleted; moves back what they moved, with links; restores what they edited. Finds
   * notes where tools, or the app while the plugin ran, have moved them since. Recorded like any change.
   *
   * @param ids one, or several, the newest first
   * @throws VaultLoomError `invalid_arguments` for an unknown id, `undo_conflict` if later changes would be lost
   * (without `force`), `note_exists` if a note's old path is taken, and as {@link apply}
   */
  async undo(ids: string | readonly string[], options: UndoOptions = {}): Promise<AppliedChange> {
    const { prepare, isPersons = true } = options;
    const order = typeof ids === 'string' ? [ids] : ids;
    const records = new Map(await Promise.all(order.map(async (id) => [id, await this.history.record(id)] as const)));
    const inverse = [...records.values()].flatMap(inverseOf);
    const follow = await this.#pastNames.besides(order, isPersons);
    const paths = [...new Set([...records.values()].flatMap((record) => pathsToUndo(record, follow)))];
    return this.#holds.during(paths, async (hold) => {
      await prepare?.(paths, inverse);
      const record = (id: string) => Promise.resolve(records.get(id) ?? this.history.record(id));
      const played = await this.#played(order, { record, follow });
      const prepared = (these: string[]) => prepare?.(these, played.inverse) ?? Promise.resolve();
      const change = { ...undoing(played, options), prepare: prepared };
      return this.#run(change, hold, { ids: order, isPersons });
    });
  }

  /** What {@link undo} would do, with its bytes. Takes no turn and writes nothing; throws as `undo`. */
  async planUndo(ids: readonly string[], options: UndoOptions = {}): Promise<Step[]> {
    const { isPersons = true } = options;
    const follow = await this.#pastNames.besides(ids, isPersons);
    const change = undoing(await this.#played(ids, { follow }), options);
    for (const path of pathsOf(change.files)) guard(path, this.#parts.rules, useOf(path));
    return this.#runner.plan(change, { ids, isPersons });
  }

  /** What {@link undo} of these changes would do and lose. Throws `invalid_arguments` for an unknown id. */
  async previewUndo(ids: readonly string[]): Promise<UndoPreview> {
    return previewOf(await this.#played(ids, { follow: await this.#pastNames.besides(ids, true) }));
  }

  /** Notes whose links a person has to check, since a move was interrupted there. Throws the system's error. */
  warnings(): Promise<LinkWarning[]> {
    return this.#warnings.list(this.#now());
  }

  /** Closes this writer. Calls must have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelRecovery();
    await this.#recovered;
    await this.#leftMarks.close();
    await this.#holds.close();
    await this.#maintenance;
    await this.#pruning.atRest();
    await this.#queue.close();
    await this.#presence.close();
  }

  /** Where what had a name at a time is now, unless it is hidden. */
  namesNow(): Promise<NamesNow> {
    return this.#pastNames.read();
  }

  #played(
    ids: readonly string[],
    {
      record = (id) => this.history.record(id),
      follow,
    }: { record?: (id: string) => Promise<ChangeRecord>; follow: FollowRenames },
  ): Promise<PlayedUndo> {
    return this.#disk.places.sharingFolders((places) =>
      playUndo(ids, record, (path) => this.#bytes.readToRestore(path, places), follow),
    );
  }

  async #unfinished(): Promise<string[]> {
    const open = await this.#journal.open();
    if (open.length === 0) return [];
    const { nonce } = await this.#presence.announce();
    return [...new Set(open.map(({ writer }) => writer))].filter((writer) => writer !== nonce);
  }

  async #run(change: Change, hold: Hold, undo?: Undo): Promise<AppliedChange> {
    const applied = await this.#runner.run(change, hold, undo);
    this.#pruning.wrote(change);
    return applied;
  }
}

const NOTHING_HIDDEN: Hiding = () => Promise.resolve(() => false);
const RECOVER_AGAIN_MS = 1_000;
