import { z } from 'zod';
import { isRecord } from '../kit/json/is-record.ts';
import { DEFAULT_PORT } from './discovery.ts';
import { FOLDER_MARKS, LONGEST_CLIENT, REVIEW_MODES, tighter, WHOLE_VAULT, type ReviewMode } from './review.ts';

/** Where the app keeps a plugin's settings, inside the plugin's folder. */
export const PLUGIN_SETTINGS_FILE = 'data.json';

/** Lower ports are reserved by the system. */
const LEAST_PORT = 1_024;
const MOST_FOLDERS = 1_000;
const LONGEST_TEXT = 1_000;
const LONGEST_PATH = 4_096;
const MOST_PAIRS = 5_000;
const MOST_CLIENTS = 500;
/** Replaces a mode of a later version: a limit that cannot be understood must not become no limit. */
const UNKNOWN_MODE: ReviewMode = 'ask-always';

const modeOrTight = z.enum(REVIEW_MODES).or(z.string().transform((): ReviewMode => UNKNOWN_MODE));
const clientRule = z.object({ client: z.string().min(1).max(LONGEST_CLIENT), mode: modeOrTight });
const folderRule = z.object({
  folder: z.string().max(LONGEST_TEXT).transform(asMarked),
  mode: z.enum(FOLDER_MARKS).or(z.string().transform(() => UNKNOWN_MODE)),
});

/**
 * Settings of the companion plugin. They apply to both hosts, so the bridge reads the same file. `null`, like any
 * invalid value, means the default.
 */
export const pluginSettings = z.object({
  /** If it is taken, one of the next ports is used. */
  port: z.number().int().min(LEAST_PORT).max(65_535).default(DEFAULT_PORT),
  /** As in `VAULT_LOOM_EMBEDDER`: `use`, `lsa`, `ollama:<model>`, `none` and so on. */
  embedder: z.string().trim().min(1).max(LONGEST_TEXT).default('use'),
  /** Vault-relative folders left out of search, themes and ranks, like the app's own 'Excluded files'. */
  excludedFolders: listOf(z.string().max(LONGEST_TEXT))
    .transform((folders) => [...new Set(folders.map(asFolder).filter((folder) => folder !== ''))])
    .transform((folders) => folders.slice(0, MOST_FOLDERS))
    .default([]),
  /** Whether to record which notes' text assistants got, on this computer, for 30 days. */
  keepsReadingLog: z.boolean().default(true),
  /** Whether the pane of related notes leaves out those that are linked already. */
  hidesLinked: z.boolean().default(false),
  /** Paths of notes that the person called not related, two by two. */
  notRelated: listOf(z.tuple([z.string().max(LONGEST_PATH), z.string().max(LONGEST_PATH)]))
    .transform((pairs) => pairs.slice(-MOST_PAIRS))
    .default([]),
  /** 'Before an assistant writes'. */
  reviewMode: modeOrTight.default('write'),
  /** What holds for single clients, by the name that they claim; it only tightens. A client listed here is known. */
  reviewClients: rulesOf(clientRule, MOST_CLIENTS, ({ client }) => client),
  /** Clients that the person no longer wants listed, unless they ask again; `at` in milliseconds since 1970. */
  forgottenClients: listOf(z.object({ client: z.string().min(1).max(LONGEST_CLIENT), at: z.number().int().min(0) }))
    .transform((clients) => clients.slice(-MOST_CLIENTS))
    .default([]),
  /** What holds in single folders, and those below them; it only tightens, and of two marks the tighter holds. */
  reviewFolders: rulesOf(folderRule, MOST_FOLDERS, ({ folder, mode }) => (folder === '' ? '' : `${mode} ${folder}`)),
});
export type PluginSettings = z.output<typeof pluginSettings>;
/** The settings that decide whether the person sees an assistant's change before it is made. */
export type ReviewRules = Pick<PluginSettings, 'reviewMode' | 'reviewClients' | 'reviewFolders'>;

/** Reads the settings file's data, valid or not: a missing or wrong field gets its default. Never throws. */
export function parsePluginSettings(data: unknown): PluginSettings {
  const given = isRecord(data) ? data : {};
  const good = Object.entries(pluginSettings.shape).filter(
    ([name, field]) => Object.hasOwn(given, name) && field.safeParse(given[name]).success,
  );
  return pluginSettings.parse(Object.fromEntries(good.map(([name]) => [name, given[name]])));
}

/** The settings to save. Keeps fields that this version does not know. */
export function mergePluginSettings(saved: unknown, settings: PluginSettings): Record<string, unknown> {
  return { ...(isRecord(saved) ? saved : {}), ...settings };
}

/** A list. What is wrong in it is left out, and the rest stays. */
function listOf<Item>(item: z.ZodType<Item>) {
  return z.array(z.unknown()).transform((given): Item[] =>
    given.flatMap((each) => {
      const { success, data } = item.safeParse(each);
      return success ? [data] : [];
    }),
  );
}

/** A list of rules. A wrong one is left out, and the others stay; of two for the same key, the tighter counts. */
function rulesOf<Rule extends { mode: ReviewMode }>(
  rule: z.ZodType<Rule>,
  most: number,
  keyOf: (rule: Rule) => string,
) {
  return z
    .array(z.unknown())
    .transform((items): Rule[] => {
      const rules = new Map<string, Rule>();
      for (const item of items.slice(0, most)) {
        const { data } = rule.safeParse(item);
        if (data === undefined || keyOf(data) === '') continue;
        const before = rules.get(keyOf(data));
        rules.set(keyOf(data), { ...data, mode: before === undefined ? data.mode : tighter(before.mode, data.mode) });
      }
      return [...rules.values()];
    })
    .default([]);
}

/** As {@link asFolder}; the vault itself stays one: a limit must not become none. */
function asMarked(text: string): string {
  return asFolder(text) || (text.trim() === '' ? '' : WHOLE_VAULT);
}

/** A folder as settings name it: NFC, `/` between names, no blanks around them and no slash at either end. */
export function asFolder(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\\/g, '/')
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '.')
    .join('/');
}
