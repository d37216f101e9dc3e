import { z } from 'zod';
import { httpError } from './http.ts';

/** What happens before an assistant writes, from the loosest to the tightest. */
export const REVIEW_MODES = ['write', 'ask-risky', 'ask-always', 'read-only'] as const;
export type ReviewMode = (typeof REVIEW_MODES)[number];

/** What a person can mark a folder with. */
export const FOLDER_MARKS = ['ask-always', 'read-only'] as const;
export type FolderMark = (typeof FOLDER_MARKS)[number];

/** In place of a folder: the mark is on all of them. */
export const WHOLE_VAULT = '/';

/** The tighter of two modes. */
export function tighter(a: ReviewMode, b: ReviewMode): ReviewMode {
  return REVIEW_MODES.indexOf(a) < REVIEW_MODES.indexOf(b) ? b : a;
}

/** Longest name of a client that is kept. */
export const LONGEST_CLIENT = 200;
/** How long a call waits for the person, at most. */
export const REVIEW_WAIT_MS = 45_000;
/** How long a change waits for its answer, and an answer for its caller. */
export const REVIEW_KEPT_MS = 24 * 3_600_000;
/** Longest diff that is sent along. */
export const LONGEST_REVIEW_DIFF = 200_000;
/** Most paths that are sent along. */
export const MOST_REVIEW_PATHS = 2_000;

const LONGEST_PATH = 4_096;

/** A review's id never looks like a preview's: `apply_edit_preview` takes both. */
export const reviewId = z.string().regex(/^review-[0-9a-f-]{36}$/);

/** Whether an id given to `apply_edit_preview` names a review. */
export function isReviewId(id: string): boolean {
  return reviewId.safeParse(id).success;
}

/** Body of `POST /review`. What it says is a claim: the plugin checks `args`, and makes paths and diff itself. */
export const reviewBody = z.object({
  /** Chosen by the caller, so that it knows what waits even if no answer reaches it, and may ask twice. */
  id: reviewId.optional(),
  tool: z.string().min(1).max(100),
  args: z.record(z.string(), z.unknown()),
  paths: z.array(z.string().max(LONGEST_PATH)).max(MOST_REVIEW_PATHS),
  diff: z.string().max(LONGEST_REVIEW_DIFF),
  client: z.string().max(LONGEST_CLIENT),
  /** The only folders that the caller may write to; absent or null for no limit. */
  folders: z.array(z.string().max(LONGEST_PATH)).max(1_000).nullish(),
  /** How long to wait for the person, in milliseconds. */
  waitMs: z.number().int().min(0).max(REVIEW_WAIT_MS).default(REVIEW_WAIT_MS),
});
export type ReviewBody = z.output<typeof reviewBody>;

/** The query string of `GET /review/<id>`. */
export const reviewQuery = z.object({
  /** As in {@link reviewBody}. */
  waitMs: z.coerce.number().int().min(0).max(REVIEW_WAIT_MS).default(REVIEW_WAIT_MS),
});

const reviewDecision = z.enum(['approved', 'declined', 'pending']);

/** Answer of `POST /review` and of `GET /review/<id>`. */
export const reviewAnswer = z.looseObject({
  id: z.string(),
  decision: reviewDecision,
  /** Why the person declined, in their words. */
  reason: z.string().optional(),
  /** The person left parts of the edit out. */
  partlyApplied: z.literal(true).optional(),
  /** What the tool answers. */
  result: z.record(z.string(), z.unknown()).optional(),
  /** Why it could not be written although it was approved for the client as a whole. */
  error: httpError.optional(),
});
export type ReviewAnswer = z.infer<typeof reviewAnswer>;
