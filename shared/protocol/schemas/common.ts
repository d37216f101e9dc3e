import { z } from 'zod';
import { readDays, readMoment, type Direction } from '../../kit/time/day-spans.ts';

/** A note as every result names it; `path` is vault-relative. Without a description, since it is in every schema. */
export const noteRef = z.looseObject({
  path: z.string(),
  title: z.string(),
});
export type NoteRef = z.infer<typeof noteRef>;

/** A note or an unresolved link target. */
export const noteOrStubRef = noteRef.extend({ stub: z.boolean().optional() });
export type NoteOrStubRef = z.infer<typeof noteOrStubRef>;

/** What a name means. `suffix`: what follows the note's own name, such as `#Heading`. */
export const resolvedName = noteOrStubRef.extend({ suffix: z.string().optional() });
export type ResolvedName = z.infer<typeof resolvedName>;

/** A theme, as notes name the one they belong to. */
export const themeRef = z.looseObject({ id: z.string(), label: z.string() });
export type ThemeRef = z.infer<typeof themeRef>;

export const nextAction = z.looseObject({
  description: z.string(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
});
export type NextAction = z.infer<typeof nextAction>;

export const context = z.looseObject({
  state: z.looseObject({}),
  next_actions: z.array(nextAction),
});
export type Context = z.infer<typeof context>;

/** A note's name as people and models write it (contract, 'Naming a note'). */
export const noteName = (what: string) => z.string().min(1).max(1000).describe(what);

export const limit = (byDefault: number) =>
  z.number().int().min(1).max(10_000).default(byDefault).describe('Most rows');

export const includeStubs = (byDefault: boolean) =>
  z.boolean().default(byDefault).describe('Also unresolved targets (stubs)');

export const offset = z.number().int().min(0).max(1_000_000).default(0).describe('Rows to skip');

export const nextOffset = z.number().int().optional();

/** Conditions on notes; `readWhere` of bases reads them. */
export const where = z
  .record(z.string(), z.unknown())
  .describe(
    '{"status": "active", "rating": {">=": 3}}; = != < <= > >= contains exists matches, and, or, not, tags, file.*',
  );

/** {@link where}, for tools that are listed after one that explains it. */
export const whereAsInSearch = where.describe("As search's");

/** A day or a time; `unsigned` says what `7d` means. */
export const day = (what: string, unsigned: Direction) =>
  z
    .string()
    .max(40)
    .refine((text) => readMoment(text) !== null || readDays(text, unsigned) !== null, {
      message: 'a date such as 2026-03-01, today, or 7d, 2w, 3m, 1y is expected',
    })
    .describe(what);

/** Longest path, heading or name of a note. */
export const LONGEST_PATH = 1000;
/** Longest key of a property, or title. */
export const LONGEST_KEY = 500;
/** Longest text of a note, or of a property. */
export const LONGEST_CONTENT = 5_000_000;

export const content = z.string().max(LONGEST_CONTENT);

export const dryRun = (shows: string) => z.boolean().default(false).describe(shows);

/** What another program did to the note meanwhile, or that the index has not read it yet. */
export const warning = z.string().optional();
