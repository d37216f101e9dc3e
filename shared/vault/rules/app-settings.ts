import { z } from 'zod';

/**
 * The settings in `<config dir>/app.json` that this project follows. The app writes only changed ones, so every key has
 * the app's default; a value of the wrong type gets it too.
 */
const appSettingsSchema = z.object({
  trashOption: z.enum(['system', 'local', 'none']).catch('system'),
  newLinkFormat: z.enum(['shortest', 'relative', 'absolute']).catch('shortest'),
  useMarkdownLinks: z.boolean().catch(false),
  userIgnoreFilters: z.array(z.unknown()).catch([]).transform(onlyStrings),
});

export type AppSettings = z.output<typeof appSettingsSchema>;

export interface ParsedAppSettings {
  settings: AppSettings;
  /** Why the text was not used, or null. */
  problem: string | null;
}

/** Reads the text of `app.json` (null if missing). Never throws: invalid settings get their defaults. */
export function parseAppSettings(text: string | null): ParsedAppSettings {
  const defaults = appSettingsSchema.parse({});
  if (text === null || text.trim() === '') return { settings: defaults, problem: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { settings: defaults, problem: 'is not valid JSON; its settings are not used' };
  }
  const parsed = appSettingsSchema.safeParse(value);
  if (!parsed.success) return { settings: defaults, problem: 'is not a JSON object; its settings are not used' };
  return { settings: parsed.data, problem: null };
}

function onlyStrings(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
