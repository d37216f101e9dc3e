import { appendApart } from '../../edit/append-apart.ts';
import { appendToNote } from '../../edit/append-to-note.ts';
import { applyEditSteps } from '../../edit/apply-edit.ts';
import { withFinalNewline } from '../../edit/new-note.ts';
import { warnOfOpenEnd } from '../../edit/open-end.ts';
import { unifiedDiff } from '../../edit/unified-diff.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { cutTo } from '../../kit/text/shorten.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import type { Heading } from '../../markdown/parsed-note.ts';
import { findHeading, headingParts } from '../../notes/find-heading.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import {
  dailyNoteInput,
  dailyNoteOutput,
  type DailyNoteInput,
  type DailyNoteOutput,
} from '../../protocol/schemas/daily.ts';
import { basename, isNotePath, toNfc, withoutMd } from '../../vault/paths.ts';
import type { PeriodSettings } from '../../vault/rules/note-settings.ts';
import { hiddenPlace } from '../../writing/places/hidden-places.ts';
import { WRITES, defineTool, type ToolContext } from '../tool.ts';
import { applyChange } from './parts/apply-change.ts';
import { warnOfNewLinks } from './warnings/new-links.ts';
import { partThere } from './parts/known-spelling.ts';
import { decodeNote, encodeNote } from './parts/note-text.ts';
import { editingText, rewriteNote } from './parts/rewrite-note.ts';
import { withWarnings } from './warnings/with-warnings.ts';
import { templateText, type FilledTemplate } from './parts/templates.ts';

const TOOL = 'daily_note';
const MOST_CONTENT = 20_000;

export const dailyNote = defineTool({
  name: TOOL,
  title: 'Daily note',
  description: "Read today's daily note (journal), or that of another day, week, month…, or add to it.",
  input: dailyNoteInput,
  output: dailyNoteOutput,
  annotations: { ...WRITES, destructiveHint: false },
  writesLinks: true,
  inOrder: true,
  needsIndex: true,
  async run(input, context): Promise<DailyNoteOutput> {
    const note = await placeOf(input, context);
    context.arrival?.names([note.path]);
    return readOrAdd(note, input, context).catch((error: unknown) => {
      throw wrongPlace(error, note.origin);
    });
  },
});

async function readOrAdd(note: DailyPlace, input: DailyNoteInput, context: ToolContext): Promise<DailyNoteOutput> {
  if (input.content === undefined && !input.create) return read(note.path, context);
  const before = await textNow(note.path, context);
  if (before !== null) return input.content === undefined ? read(note.path, context) : add(note, input, context);
  return create(note, input, context).catch((error: unknown) => {
    // Somebody else made it in the meantime.
    if (input.content === undefined || !isTaken(error)) throw error;
    return add(note, input, context);
  });
}

/** The error for a path made from settings. It names them, since the caller gave no path. */
function wrongPlace(error: unknown, origin: string | null): unknown {
  if (!(error instanceof VaultLoomError) || origin === null) return error;
  const { code, message, hint, details } = error;
  if (code !== 'path_outside_vault' && code !== 'path_not_allowed') return error;
  const isUnusable = code === 'path_outside_vault' || details?.['suggestion'] !== undefined;
  return new VaultLoomError(code, message, {
    hint: isUnusable || hint === undefined ? origin : `${hint} ${origin}`,
    ...(details === undefined ? {} : { details }),
  });
}

/** Another name is not the caller's to choose here. */
function hiddenDaily(path: string, origin: string | null): VaultLoomError {
  const { code, message, details } = hiddenPlace(path);
  return new VaultLoomError(code, message, {
    hint: `Notes elsewhere can be read and written, by their own names.${origin === null ? '' : ` ${origin}`}`,
    ...(details === undefined ? {} : { details }),
  });
}

interface DailyPlace {
  path: string;
  /** Which settings made the path, and where they are; null if none did. */
  origin: string | null;
  /** The filled template, or '' for none. */
  template: () => Promise<FilledTemplate>;
}

async function placeOf({ date, period }: DailyNoteInput, context: ToolContext): Promise<DailyPlace> {
  const writing = await context.writing();
  const settings = await writing.noteSettings();
  const { momentIn, readDate } = await import('../../kit/time/calendar.ts');
  const now = momentIn(await writing.language(), writing.now());
  const { folder, format, template } = settings[period];
  const day = readDate(date, period, now, format);
  if (day === null)
    throw new VaultLoomError('invalid_arguments', `\`date\` is no date: "${date}".`, {
      hint: 'Give a date such as 2026-01-31, today, yesterday, tomorrow, or a number of periods from now: +3, -1.',
    });
  const name = toNfc(day.format(format)).replace(/^\/+/, '');
  const file = isNotePath(name) ? name : `${name}.md`;
  const path = folder === '' ? file : `${toNfc(folder)}/${file}`;
  const origin = originOf(settings[period], period);
  if ((await writing.hiding())(path)) throw hiddenDaily(path, origin);
  return {
    path,
    origin,
    template: async () => {
      if (template === '') return { text: '' };
      const times = { title: withoutMd(basename(path)), day, now, period: settings[period] };
      return templateText(template, settings, times, writing).catch((error: unknown) => {
        if (!(error instanceof VaultLoomError) || error.code !== 'note_not_found') throw error;
        return { text: '', warning: `Its template "${template}" was not found.` };
      });
    },
  };
}

function originOf(
  { format, folder, isPeriodicNotes }: PeriodSettings,
  period: DailyNoteInput['period'],
): string | null {
  // Only the plugin has settings of other periods.
  if (isPeriodicNotes !== true && period !== 'day') return null;
  const made = `The path comes from the format "${format}"${folder === '' ? '' : ` and the folder "${folder}"`}`;
  const place =
    isPeriodicNotes === true
      ? `the ${period} notes of the plugin Periodic Notes (plugins/periodic-notes/data.json`
      : 'the core plugin Daily notes (daily-notes.json';
  return `${made} of ${place} in the app's configuration folder): ask the person to change it in the app's settings.`;
}

async function read(path: string, context: ToolContext): Promise<DailyNoteOutput> {
  const text = await textNow(path, context);
  if (text === null) return { path, exists: false };
  const content = cutTo(text, MOST_CONTENT);
  return {
    path,
    exists: true,
    content,
    ...(content.length === text.length ? {} : { truncated: true, contentLength: text.length }),
  };
}

async function create(
  { path, template }: DailyPlace,
  { content = '', heading }: DailyNoteInput,
  context: ToolContext,
): Promise<DailyNoteOutput> {
  const { slicer, namesIn } = await context.writing();
  const begin = await template();
  const text = withFinalNewline(await slicer.run(added(begin.text, content, heading)));
  const bytes = encodeNote(text);
  const there = await partThere(path, namesIn);
  const { warning = begin.warning } = await applyChange(context, TOOL, [{ kind: 'create', path, bytes, there }]);
  return {
    path,
    exists: true,
    created: true,
    ...unifiedDiff(path, new Uint8Array(), bytes),
    bytes: bytes.length,
    ...withWarnings(warning, await warnOfNewLinks(context, path, new Uint8Array(), bytes)),
  };
}

async function add(
  { path }: DailyPlace,
  { content = '', heading }: DailyNoteInput,
  context: ToolContext,
): Promise<DailyNoteOutput> {
  const edit = function* (text: string): Steps<{ text: string }> {
    return { text: yield* added(text, content, heading) };
  };
  const { before, after, warning } = await rewriteNote(context, TOOL, path, editingText(path, edit));
  const { slicer } = await context.writing();
  const mode =
    heading === undefined
      ? ({ mode: 'append', content } as const)
      : ({ mode: 'patch_heading', headingOp: 'append', scope: 'default', heading, content } as const);
  const ofEnd = await slicer.run(warnOfOpenEnd(path, decodeNote(path, before), decodeNote(path, after), [mode]));
  return {
    path,
    exists: true,
    created: false,
    ...unifiedDiff(path, before, after),
    bytes: after.length,
    ...withWarnings(ofEnd, await warnOfNewLinks(context, path, before, after), warning),
  };
}

function* added(text: string, content: string, heading: string | undefined): Steps<string> {
  if (content === '') return text;
  if (heading === undefined) return yield* appendApart(text, content);
  try {
    const edit = { mode: 'patch_heading', headingOp: 'append', scope: 'default', heading, content } as const;
    return (yield* applyEditSteps(text, edit)).text;
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    if (error.code === 'multiple_matches') throw repeatedHeading(error);
    if (error.code !== 'heading_not_found') throw error;
    return yield* addedBelowNew(text, content, heading, error);
  }
}

/** As for an edit, whose hint is an argument that this tool does not take. */
function repeatedHeading({ code, message, name, details }: VaultLoomError): VaultLoomError {
  return new VaultLoomError(code, message, {
    hint: 'Name it by its path, such as "Parent > Heading", or choose it by `headingIndex` of edit_note.',
    ...(name === undefined ? {} : { name }),
    ...(details === undefined ? {} : { details }),
  });
}

const DEEPEST = 6;

/**
 * The content below what is missing of a heading `A > B`, which goes into what is there of it, or else to the end.
 * Throws `missing` if it would be too deep for a heading.
 */
function* addedBelowNew(text: string, content: string, heading: string, missing: VaultLoomError): Steps<string> {
  const { headings } = yield* parseNoteSteps(text);
  const hasLevel = /^#{1,6}\s/.test(heading);
  const parts = hasLevel ? [heading] : headingParts(heading);
  let known = parts.length - 1;
  while (known > 0 && levelOf(headings, parts.slice(0, known)) === null) known--;
  const parent = parts.slice(0, known);
  const level = known === 0 ? 1 : (levelOf(headings, parent) ?? 1);
  const added = parts.slice(known);
  if (level + added.length > DEEPEST) throw missing;
  const lines = hasLevel ? added : added.map((name, below) => `${'#'.repeat(level + 1 + below)} ${name}`);
  const section = [...lines, content].join('\n\n');
  if (known === 0) {
    const isApart = text.trim() === '' || /\n\s*\n$/.test(text);
    return yield* appendToNote(text, isApart ? section : `\n${section}`);
  }
  const place = { mode: 'patch_heading', headingOp: 'append', scope: 'section' } as const;
  return (yield* applyEditSteps(text, { ...place, heading: parent.join(' > '), content: section })).text;
}

/** Null if no heading has this path. Throws `multiple_matches`. */
function levelOf(headings: readonly Heading[], path: readonly string[]): number | null {
  try {
    return headings[findHeading(headings, path.join(' > '), undefined)]?.level ?? null;
  } catch (error) {
    if (error instanceof VaultLoomError && error.code === 'multiple_matches') throw repeatedHeading(error);
    if (error instanceof VaultLoomError && error.code === 'heading_not_found') return null;
    throw error;
  }
}

async function textNow(path: string, context: ToolContext): Promise<string | null> {
  const { read: readBytes } = await context.writing();
  const bytes = await readBytes(path).catch((error: unknown) => {
    if (error instanceof VaultLoomError && error.code === 'note_not_found') return null;
    throw error;
  });
  return bytes === null ? null : decodeNote(path, bytes);
}

function isTaken(error: unknown): boolean {
  return error instanceof VaultLoomError && error.code === 'note_exists';
}
