import type { Moment } from 'moment';
import { fillTemplate } from '../../../kit/time/calendar.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import { isNotePath } from '../../../vault/paths.ts';
import type { NoteSettings } from '../../../vault/rules/note-settings.ts';
import { decodeNote } from './rewrite-note.ts';
import type { Writing } from './writing-parts.ts';

/** What a template is filled with. */
export interface TemplateTimes {
  title: string;
  /** The note's day. */
  day: Moment;
  now: Moment;
}

/**
 * A template's text, filled: a note of the templates folder, or anywhere by its path; without a byte order mark.
 *
 * @throws VaultLoomError `note_not_found`, also for a hidden one
 */
export async function templateText(
  name: string,
  settings: NoteSettings,
  { title, day, now }: TemplateTimes,
  { read, hiding }: Pick<Writing, 'read' | 'hiding'>,
): Promise<string> {
  const { folder, dateFormat, timeFormat } = settings.templates;
  const isHidden = await hiding();
  const bare = name.trim().replace(/^\/+/, '');
  for (const place of folder === '' ? [bare] : [`${folder}/${bare}`, bare])
    for (const path of isNotePath(place) ? [place] : [`${place}.md`]) {
      if (isHidden(path)) continue;
      const bytes = await read(path).catch(unlessMissing);
      if (bytes === null) continue;
      const text = decodeNote(path, bytes).replace(/^\uFEFF/, '');
      return fillTemplate(text, { title, day, now, dateFormat, timeFormat });
    }
  throw new VaultLoomError('note_not_found', `There is no template "${name.slice(0, 200)}".`, {
    hint: folder === '' ? 'Give its path in the vault.' : `Templates lie in "${folder}/".`,
  });
}

function unlessMissing(error: unknown): null {
  if (error instanceof VaultLoomError) return null;
  throw error;
}
