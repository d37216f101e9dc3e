import type { Held } from '../locks/path-queue.ts';
import type { Course } from './file-change.ts';
import type { Step, StepOf } from './change-record.ts';

/** Steps that changed something, or may have. */
export type Begun = Set<Step>;

/** Edits of files that another program saved at the same time or right after: they now hold more than we wrote. */
export type Overtaken = Set<StepOf<'edit'>>;

/** What {@link perform} reports and needs on the way. */
export interface Progress {
  begun: Begun;
  overtaken: Overtaken;
  /** Releases what the caller holds in a folder to be removed. */
  leaveFolder: Held['leaveFolder'];
  course?: Course | undefined;
}
