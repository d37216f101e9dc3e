import { join } from 'node:path';
import { z } from 'zod';
import { readSettingsText } from '../../kit/disk/disk-io.ts';
import { parseJson } from '../../kit/json/parse-json.ts';

/** Where the notes of one period are, and what they begin as. */
export interface PeriodSettings {
  /** In tokens of Moment; may hold `/`. */
  format: string;
  /** Vault-relative; '' for the root. */
  folder: string;
  /** Vault-relative, with or without `.md`; '' for none. */
  template: string;
  /** The settings are those of the Periodic Notes plugin, which fills templates in its own way. */
  isPeriodicNotes?: true;
}

/** How the app makes notes: its daily notes, templates and new notes, and the Periodic Notes plugin. */
export interface NoteSettings {
  day: PeriodSettings;
  week: PeriodSettings;
  month: PeriodSettings;
  quarter: PeriodSettings;
  year: PeriodSettings;
  templates: { folder: string; dateFormat: string; timeFormat: string };
  /** Where new notes go; '' for the root. */
  newNotes: string;
}

const FORMATS = {
  day: 'YYYY-MM-DD',
  week: 'gggg-[W]ww',
  month: 'YYYY-MM',
  quarter: 'YYYY-[Q]Q',
  year: 'YYYY',
} as const;
const OLD_NAMES = { day: 'daily', week: 'weekly', month: 'monthly', quarter: 'quarterly', year: 'yearly' } as const;
type PeriodName = keyof typeof FORMATS;
const PERIODIC_NOTES = 'periodic-notes';
const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;

const text = z.string().trim().catch('');
const folder = text.transform((path) => path.replace(/^\/+|\/+$/g, '').replace(/^\.$/, ''));
const period = z
  .looseObject({ enabled: z.boolean().catch(false), format: text, folder, template: text, templatePath: text })
  .catch({ enabled: false, format: '', folder: '', template: '', templatePath: '' });
const dailyNotes = z
  .looseObject({ format: text, folder, template: text })
  .catch({ format: '', folder: '', template: '' });
const templates = z
  .looseObject({ folder, dateFormat: text, timeFormat: text })
  .catch({ folder: '', dateFormat: '', timeFormat: '' });
const newNotes = z
  .looseObject({ newFileLocation: text, newFileFolderPath: folder })
  .catch({ newFileLocation: '', newFileFolderPath: '' });
const plugins = z.array(z.unknown()).catch([]);
const sets = z
  .looseObject({ activeCalendarSet: text, calendarSets: z.array(z.looseObject({ id: text })).catch([]) })
  .catch({ activeCalendarSet: '', calendarSets: [] });

/** Reads these settings as they are on the disk; what is missing or cannot be understood has the app's default. */
export async function readNoteSettings(root: string, configDir: string | null): Promise<NoteSettings> {
  const read = async (path: string): Promise<unknown> => {
    const json = configDir === null ? null : await readSettingsText(join(root, configDir, path), MAX_SETTINGS_BYTES);
    return json === null ? {} : (parseJson(json) ?? {});
  };
  const [daily, template, app, community, periodic] = await Promise.all(
    [
      'daily-notes.json',
      'templates.json',
      'app.json',
      'community-plugins.json',
      `plugins/${PERIODIC_NOTES}/data.json`,
    ].map(read),
  );
  const { folder: templateFolder, dateFormat, timeFormat } = templates.parse(template);
  const { newFileLocation, newFileFolderPath } = newNotes.parse(app);
  const isPeriodic = plugins.parse(community).includes(PERIODIC_NOTES);
  const of = (name: PeriodName): PeriodSettings => {
    const own = isPeriodic ? periodOf(periodic, name) : null;
    if (own !== null) return own;
    const core = name === 'day' ? dailyNotes.parse(daily) : { format: '', folder: '', template: '' };
    return { format: core.format || FORMATS[name], folder: core.folder, template: core.template };
  };
  return {
    day: of('day'),
    week: of('week'),
    month: of('month'),
    quarter: of('quarter'),
    year: of('year'),
    templates: {
      folder: templateFolder,
      dateFormat: dateFormat || 'YYYY-MM-DD',
      timeFormat: timeFormat || 'HH:mm',
    },
    newNotes: newFileLocation === 'folder' ? newFileFolderPath : '',
  };
}

/** The plugin's settings of a period, as its older and its newer versions keep them; null if they are off. */
function periodOf(settings: unknown, name: PeriodName): PeriodSettings | null {
  const { activeCalendarSet, calendarSets } = sets.parse(settings);
  const set = calendarSets.find(({ id }) => id === activeCalendarSet) ?? calendarSets[0];
  const found = period.parse(set?.[name] ?? (settings as Record<string, unknown>)[OLD_NAMES[name]]);
  if (!found.enabled) return null;
  return {
    format: found.format || FORMATS[name],
    folder: found.folder,
    template: found.templatePath || found.template,
    isPeriodicNotes: true,
  };
}
