import { shownMessage } from '../../kit/text/shown-message.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { AppSettings } from '../../vault/rules/app-settings.ts';
import { newChangeId } from './change-id.ts';
import type { ChangeRecord, Step } from './change-record.ts';
import { diskError, isFull } from '../disk-errors.ts';
import { pathsOf, type AppliedChange, type Change } from './file-change.ts';
import { quoted } from '../places/name-rules.ts';
import { NameTaken, NoHardLinks } from '../files/file-operations.ts';
import { refuseHiddenPlaces, type Hiding, type IsHidden } from '../places/hidden-places.ts';
import type { Journal, OpenChange } from '../journal/journal.ts';
import type { WriteRules } from '../places/path-guard.ts';
import type { Held } from '../locks/path-queue.ts';
import { perform } from './perform.ts';
import type { Begun, Overtaken } from './progress.ts';
import type { Disk } from './change-disk.ts';
import { planChange } from './steps-of-change.ts';
import type { Log } from '../journal/recovery.ts';
import { inspect } from './inspect.ts';
import { refuseUnwritable } from './refuse-unwritable.ts';
import { rollBack } from '../undo/roll-back.ts';
import { trashedTo, TrashRefused } from '../trash/trash.ts';
import type { WriterPresence } from '../locks/writer-presence.ts';

export interface ChangeRunnerParts {
  disk: Disk;
  journal: Journal;
  presence: WriterPresence;
  rules: WriteRules;
  hiding: Hiding;
  settings: () => Promise<AppSettings>;
  log: Log;
  clock: () => number;
}

/** The paths of one call. `settle`: what to do before they can be released. */
export interface Hold extends Held {
  settle: (() => Promise<void>) | null;
}

/** That a change undoes others. */
export interface Undo {
  /** Newest first. */
  ids: readonly string[];
  /** A person may undo changes in hidden places. */
  isPersons: boolean;
}

/** Takes a change from the first check to the history, on paths the caller holds. */
export class ChangeRunner {
  readonly #parts: ChangeRunnerParts;
  #hardLinks = true;

  constructor(parts: ChangeRunnerParts) {
    this.#parts = parts;
  }

  /**
   * Makes the whole change or none of it; throws as VaultWriter's `apply`. If it can do neither, it sets `hold.settle`.
   * @param undo if this is one
   */
  async run(change: Change, hold: Hold, undo?: Undo): Promise<AppliedChange> {
    const subject = subjectOf(change);
    try {
      refuseHiddenPlaces(change.files, await this.#hidden(undo));
      await change.prepare?.(pathsOf(change.files.filter(({ kind }) => kind !== 'create')));
      for (let trashRefused = false, tries = 1; ; tries++) {
        try {
          return await this.#attempt(change, hold, undo, trashRefused, subject);
        } catch (error) {
          if (error instanceof NoHardLinks && this.#hardLinks) this.#hardLinks = false;
          else if (error instanceof TrashRefused && !trashRefused) trashRefused = true;
          else if (!(error instanceof NameTaken) || tries >= MAX_TRIES) throw error;
        }
      }
    } catch (error) {
      throw diskError(error, subject);
    }
  }

  /**
   * What {@link run} would do to the files as they are now. Writes nothing; throws as `run` as far as it can be
   * foreseen.
   */
  async plan(change: Change, undo?: Undo): Promise<Step[]> {
    try {
      const id = newChangeId(this.#parts.clock(), null);
      const steps = await this.#plan(change, id, undo, await this.#trashOption(change));
      await this.#sharing((disk) => refuseUnwritable(steps, disk));
      return steps;
    } catch (error) {
      throw diskError(error, subjectOf(change));
    }
  }

  async #attempt(
    change: Change,
    hold: Hold,
    undo: Undo | undefined,
    trashRefused: boolean,
    subject: string,
  ): Promise<AppliedChange> {
    const ofData = (error: unknown): never => {
      throw diskError(error, subject, 'data folder');
    };
    const id = newChangeId(this.#parts.clock(), await this.#parts.journal.newest().catch(ofData));
    const option = await this.#trashOption(change);
    const steps = await this.#plan(change, id, undo, trashRefused && option === 'system' ? 'local' : option);
    if (steps.length === 0) return { paths: [], trashed: [] };
    change.agree?.(steps);
    change.course?.signal?.throwIfAborted();
    const { nonce, identity } = await this.#parts.presence.announce().catch(ofData);
    if (!(await hold.stillHeld())) {
      throw new VaultLoomError(
        'timeout',
        'This call was suspended for so long that its turn was given away. Nothing was written.',
        { hint: 'Repeat the call.' },
      );
    }
    const record: ChangeRecord = {
      id,
      time: this.#parts.clock(),
      tool: change.tool,
      client: change.client,
      writer: identity,
      inPart: !this.#hardLinks,
      ...undoneIn(undo),
      steps,
    };
    const entry = await this.#parts.journal.begin(record, nonce).catch(ofData);
    const begun: Begun = new Set();
    const overtaken: Overtaken = new Set();
    try {
      await this.#sharing((disk) =>
        perform(record, disk, { begun, overtaken, leaveFolder: hold.leaveFolder, course: change.course }),
      );
    } catch (error) {
      await this.#settleOrKeep(hold, () => this.#takeBack(record, entry, begun, hold), error);
      throw error;
    }
    await this.#settleOrKeep(hold, () => this.#parts.journal.end(entry));
    return {
      id,
      paths: pathsOf(change.files),
      trashed: trashedOf(steps, option),
      ...(overtaken.size === 0 ? {} : { overtaken: [...overtaken].map(({ path }) => path) }),
    };
  }

  /**
   * If the disk fails here too, the paths stay held, and settling is retried later, with each call and at the next
   * start.
   */
  async #settleOrKeep(hold: Hold, settle: () => Promise<void>, cause?: unknown): Promise<void> {
    try {
      await settle();
    } catch (error) {
      hold.settle = settle;
      this.#parts.log('error', `A change could not be settled; it will be tried again: ${shownMessage(error)}`);
      if (cause === undefined) return;
      throw new VaultLoomError(
        isFull(cause) || isFull(error) ? 'disk_full' : 'internal',
        'The disk failed in the middle of a change, and again while it was being rolled back. This will be retried soon, and at the next start.',
        {
          hint: 'Make sure that the disk is writable and has free space. Nothing is lost: the journal holds every byte.',
          cause: new AggregateError([cause, error]),
        },
      );
    }
  }

  /** A step that had not begun is not ours to roll back, even if it looks done. */
  async #takeBack(record: ChangeRecord, entry: OpenChange, begun: Begun, hold: Hold): Promise<void> {
    const { states } = await inspect(record, this.#parts.disk);
    const ours = record.steps.map((step, i) => (begun.has(step) ? (states[i] ?? 'foreign') : 'old'));
    const left = await rollBack(record, this.#parts.disk, { states: ours, foreign: [] }, hold.leaveFolder);
    if (left.length === 0 && !ours.includes('foreign')) await this.#parts.journal.discard(entry);
    else await this.#parts.journal.end(entry, 'interrupted');
  }

  async #plan(
    change: Change,
    id: string,
    undo: Undo | undefined,
    trashOption: AppSettings['trashOption'],
  ): Promise<Step[]> {
    const isHidden = await this.#hidden(undo);
    return this.#sharing((disk) =>
      planChange(change.files, change.emptied ?? [], {
        id,
        rules: this.#parts.rules,
        disk,
        isHidden,
        trashOption,
        now: this.#parts.clock(),
        restores: undo !== undefined,
      }),
    );
  }

  async #hidden(undo: Undo | undefined): Promise<IsHidden> {
    return undo?.isPersons === true ? () => false : this.#parts.hiding();
  }

  #sharing<T>(use: (disk: Disk) => Promise<T>): Promise<T> {
    return this.#parts.disk.places.sharingFolders((places) => use({ ...this.#parts.disk, places }));
  }

  async #trashOption({ files }: Change): Promise<AppSettings['trashOption']> {
    if (!files.some(({ kind }) => kind === 'delete')) return 'system';
    return (await this.#parts.settings()).trashOption;
  }
}

const MAX_TRIES = 5;

function subjectOf({ files }: Change): string {
  const paths = pathsOf(files);
  return paths.length === 1 ? quoted(paths[0] ?? '') : `${paths.length} files`;
}

function undoneIn(undo: Undo | undefined): Pick<ChangeRecord, 'undoes' | 'undoesToo'> {
  const [undoes, ...undoesToo] = undo?.ids ?? [];
  if (undoes === undefined) return {};
  return undoesToo.length === 0 ? { undoes } : { undoes, undoesToo };
}

function trashedOf(steps: Step[], asked: AppSettings['trashOption']): AppliedChange['trashed'] {
  return steps.flatMap((step) => {
    if (step.do !== 'remove') return [];
    const fellBack = asked === 'system' && step.trash.to === 'local';
    return [
      {
        path: step.path,
        trashedTo: trashedTo(step.trash),
        ...(fellBack ? { note: 'The system trash could not be used.' } : {}),
      },
    ];
  });
}
