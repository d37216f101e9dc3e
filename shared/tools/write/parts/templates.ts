import type { Moment } from 'moment';
import { compareCodeUnits } from '../../../kit/text/compare-code-units.ts';
import type { TemplateValues } from '../../../kit/time/calendar.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import { basename, isNotePath, toNfc, withoutMd } from '../../../vault/paths.ts';
import type { NoteSettings, PeriodSettings } from '../../../vault/rules/note-settings.ts';
import { spelledAsKnown } from './known-spelling.ts';
import { decodeNote } from './note-text.ts';
import type { Writing } from './writing-parts.ts';

/** What a template is filled with. */
export interface TemplateTimes {
  title: string;
  /** The note's day. */
  day: Moment;
  now: Moment;
  /** Of the note, if it is that of a day, week, month… */
  period?: PeriodSettings;
}

/** A template as a note begins with it. */
export interface FilledTemplate {
  text: string;
  /** What was not filled. */
  warning?: string;
}

/** What the plugin Templater runs: `<% tp.date.now() %>`, `<%* … -%>`. */
const CODE = /<%[^]*?%>/;

/**
 * A template's text, filled: a note of the templates folder, or anywhere by its path, in any letter case that means one
 * note; without a byte order mark.
 *
 * @throws VaultLoomError `note_not_found`, also for a hidden one
 */
export async function templateText(
  name: string,
  settings: NoteSettings,
  { title, day, now, period }: TemplateTimes,
  { read, hiding, namesIn }: Pick<Writing, 'read' | 'hiding' | 'namesIn'>,
): Promise<FilledTemplate> {
  const { folder } = settings.templates;
  const isHidden = await hiding();
  const bare = name.trim().replace(/^\/+/, '');
  for (const place of folder === '' ? [bare] : [`${folder}/${bare}`, bare]) {
    const given = isNotePath(place) ? place : `${place}.md`;
    for (const path of new Set([given, (await spelledAsKnown(given, namesIn)).path])) {
      if (isHidden(path)) continue;
      const bytes = await read(path).catch(unlessMissing);
      if (bytes === null) continue;
      const text = decodeNote(path, bytes).replace(/^\uFEFF/, '');
      const { fillTemplate } = await import('../../../kit/time/calendar.ts');
      const filled = fillTemplate(text, { title, day, now, unformatted: unformatted(settings, period) });
      return { text: filled, ...(CODE.test(text) ? { warning: withCode(path) } : {}) };
    }
  }
  throw new VaultLoomError('note_not_found', `There is no template "${name.slice(0, 200)}".`, {
    hint: folder === '' ? 'Give its path in the vault.' : templatesIn(folder, await namesIn(folder)),
  });
}

const MOST_NAMED = 20;

function templatesIn(folder: string, names: readonly string[]): string {
  const notes = names.filter((name) => isNotePath(name)).sort(compareCodeUnits);
  if (notes.length === 0) return `Templates lie in "${folder}/".`;
  const named = notes.slice(0, MOST_NAMED).map((name) => `"${withoutMd(toNfc(name))}"`);
  const more = notes.length > MOST_NAMED ? ` and ${String(notes.length - MOST_NAMED)} more` : '';
  return `Templates lie in "${folder}/": ${named.join(', ')}${more}.`;
}

function withCode(path: string): string {
  return `The template "${path}" has code of the plugin Templater (<% … %>), which runs in the app alone: it is in the note as it stands there.`;
}

/**
 * Links to the days around a note have their daily notes' names; Periodic Notes writes the new note's own name for its
 * date.
 */
function unformatted(
  { day, templates: { dateFormat, timeFormat } }: NoteSettings,
  period: PeriodSettings | undefined,
): TemplateValues['unformatted'] {
  const periodic = period?.isPeriodicNotes === true ? period : null;
  return (variable, at) => {
    if (variable === 'yesterday' || variable === 'tomorrow') return nameOn(at, day.format);
    if (variable === 'time') return at.format(periodic === null ? timeFormat : 'HH:mm');
    return variable === 'date' && periodic !== null ? nameOn(at, periodic.format) : at.format(dateFormat);
  };
}

/** The name of a note of the calendar, by which links find it in any folder. */
function nameOn(at: Moment, format: string): string {
  return withoutMd(basename(toNfc(at.format(format))));
}

function unlessMissing(error: unknown): null {
  if (error instanceof VaultLoomError) return null;
  throw error;
}
