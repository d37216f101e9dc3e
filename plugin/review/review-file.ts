import { join } from 'node:path';
import { z } from 'zod';
import { readSettingsText } from '../../shared/kit/disk/disk-io.ts';
import { syncFolder, writeDurably } from '../../shared/kit/disk/durable-file.ts';
import { isRecord } from '../../shared/kit/json/is-record.ts';
import { parseJson } from '../../shared/kit/json/parse-json.ts';
import { Turns } from '../../shared/kit/concurrency/turns.ts';
import { reviewAnswer, reviewBody } from '../../shared/protocol/review.ts';
import { makeFolder } from '../../shared/kit/disk/make-folder.ts';

/** In the vault's part of the per-user data folder. */
export const REVIEW_FILE = 'review.json';

const OWNER_ONLY = 0o600;
const MAX_BYTES = 64 * 1024 * 1024;

const waitingCall = reviewBody
  .omit({ waitMs: true })
  .required({ id: true })
  .extend({
    /** Milliseconds since 1970. */
    receivedAt: z.number(),
    /** Writing has begun; whether it ended is not known. */
    began: z.boolean().default(false),
  });
/** A change that waits for the person. */
export type WaitingCall = z.output<typeof waitingCall>;

const settledCall = z.object({ answer: reviewAnswer, settledAt: z.number() });
/** A change that the person has answered. */
export type SettledCall = z.output<typeof settledCall>;

export interface SavedReviews {
  waiting: WaitingCall[];
  settled: SettledCall[];
}

/** Keeps what waits, and answers that nobody has collected, across restarts of the app. */
export class ReviewFile {
  readonly #folder: string;
  readonly #turns = new Turns();

  /** @param folder absolute; made if missing */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What is saved; entries that cannot be understood are left out. Throws the system's error if it cannot be read. */
  async load(): Promise<SavedReviews> {
    const saved = parseJson((await readSettingsText(join(this.#folder, REVIEW_FILE), MAX_BYTES)) ?? '');
    const { waiting, settled } = isRecord(saved) ? saved : {};
    return { waiting: validOnes(waitingCall, waiting), settled: validOnes(settledCall, settled) };
  }

  /** Replaces what is saved, completely or not at all; only this person can read it. Throws the system's error. */
  save(reviews: SavedReviews): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(reviews));
    return this.#turns.run(async () => {
      await makeFolder(this.#folder);
      await writeDurably(this.#folder, REVIEW_FILE, async (handle) => {
        await handle.chmod(OWNER_ONLY);
        await handle.writeFile(bytes);
      });
      await syncFolder(this.#folder);
    });
  }
}

function validOnes<T>(schema: z.ZodType<T>, items: unknown): T[] {
  return (Array.isArray(items) ? items : []).flatMap((item: unknown) => {
    const { data } = schema.safeParse(item);
    return data === undefined ? [] : [data];
  });
}
