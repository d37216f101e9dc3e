import ignore, { type Ignore } from 'ignore';
import { PLUGIN_ID } from '../../protocol/discovery.ts';
import { parsePluginSettings, PLUGIN_SETTINGS_FILE } from '../../protocol/plugin-settings.ts';
import { parseAppSettings } from './app-settings.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import { parseJson } from '../../kit/json/parse-json.ts';
import { shorten } from '../../kit/text/shorten.ts';
import { MAX_PATTERN_LENGTH, readExpression } from './rule-expression.ts';
import { isWithin, toNfc, withoutOuterBlanks } from '../paths.ts';
import type { VaultWarning, Visibility } from '../vault-source.ts';

/** In the vault's root: gitignore patterns of what no result may show. */
export const IGNORE_FILE = '.vaultloomignore';

/** In the app's configuration folder: its settings, with 'Excluded files'. */
export const APP_SETTINGS_FILE = 'app.json';

/** In the app's configuration folder: the companion plugin's settings, whose excluded folders apply to every host. */
export const PLUGIN_SETTINGS_PATH = `plugins/${PLUGIN_ID}/${PLUGIN_SETTINGS_FILE}`;

/** The rules as text; null for a missing file. */
export interface RuleTexts {
  /** Content of `.vaultloomignore`. */
  ignoreFile: string | null;
  /** Content of `<config dir>/app.json`. */
  appSettings: string | null;
  /** Content of the companion plugin's settings file. */
  pluginSettings?: string | null;
  /** For warnings about the settings. */
  configDir: string | null;
}

/**
 * Decides each path's visibility. `.vaultloomignore` has gitignore syntax, read without regard to letter case, since a
 * rule that hides must not miss. An entry of the app's 'Excluded files' is a regular expression if between slashes,
 * otherwise the beginning of a path. The companion plugin's settings exclude whole folders.
 */
export class IgnoreRules {
  /** Unusable rules, each with the reason. */
  readonly warnings: readonly VaultWarning[];
  readonly #hidden: Ignore | null;
  readonly #excluded: ((path: string) => boolean)[];
  readonly #signature: string;
  readonly #known = new Map<string, Visibility>();

  /** Never throws: unusable rules become warnings. */
  constructor(texts: RuleTexts) {
    const app = parseAppSettings(texts.appSettings);
    const appSettingsPath = `${texts.configDir ?? ''}/${APP_SETTINGS_FILE}`;
    const warnings: VaultWarning[] = [];
    if (app.problem !== null) warnings.push({ path: appSettingsPath, message: `${APP_SETTINGS_FILE} ${app.problem}` });

    this.#hidden = hidingRules(texts.ignoreFile, (message) => warnings.push({ path: IGNORE_FILE, message }));
    const plugin = parseJson(texts.pluginSettings ?? '{}');
    if (!isRecord(plugin)) {
      const path = `${texts.configDir ?? ''}/${PLUGIN_SETTINGS_PATH}`;
      warnings.push({ path, message: 'is not a JSON object; its excluded folders are not used' });
    }
    const { excludedFolders } = parsePluginSettings(plugin);
    this.#excluded = [
      ...app.settings.userIgnoreFilters.map((filter) =>
        excludingRule(filter, (message) => warnings.push({ path: appSettingsPath, message })),
      ),
      excludedFolders.length === 0 ? null : inFolders(excludedFolders),
    ].filter((rule) => rule !== null);
    this.#signature = JSON.stringify([
      texts.ignoreFile ?? '',
      app.settings.userIgnoreFilters,
      excludedFolders,
      warnings,
    ]);
    this.warnings = warnings;
  }

  /** The visibility of this vault-relative path. Hiding wins over excluding. */
  visibility(path: string): Visibility {
    if (this.#hidden === null && this.#excluded.length === 0) return 'visible';
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const found = this.#judge(path);
    if (this.#known.size >= MAX_REMEMBERED_PATHS) this.#known.clear();
    this.#known.set(path, found);
    return found;
  }

  /** True if both were made from the same rules. */
  equals(other: IgnoreRules): boolean {
    return this.#signature === other.#signature;
  }

  #judge(path: string): Visibility {
    if (this.#hidden !== null && ignore.isPathValid(path) && this.#hidden.ignores(path)) return 'hidden';
    return this.#excluded.some((matches) => matches(path)) ? 'excluded' : 'visible';
  }
}

const MAX_REMEMBERED_PATHS = 100_000;

type Warn = (message: string) => void;

function hidingRules(text: string | null, warn: Warn): Ignore | null {
  if (text === null) return null;
  const rules = ignore();
  let count = 0;
  for (const line of toNfc(text.replace(/^\uFEFF/, '')).split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (line.length > MAX_PATTERN_LENGTH) {
      warn(`a pattern longer than ${MAX_PATTERN_LENGTH} characters is not used: ${shorten(line, 60)}`);
      continue;
    }
    rules.add({ pattern: line });
    count += 1;
  }
  return count === 0 ? null : rules;
}

function inFolders(folders: readonly string[]): (path: string) => boolean {
  return (path) => {
    const named = withoutOuterBlanks(path);
    return folders.some((folder) => isWithin(named, folder));
  };
}

function excludingRule(filter: string, warn: Warn): ((path: string) => boolean) | null {
  const text = toNfc(filter);
  if (text === '') return null;
  const isExpression = text.length > 2 && text.startsWith('/') && text.endsWith('/');
  if (!isExpression) return (path) => path.startsWith(text);

  const expression = readExpression(text.slice(1, -1));
  if (!('problem' in expression)) return expression.matches;
  warn(`the excluded-files expression ${shorten(text, 60)} ${expression.problem}; it is not used`);
  return null;
}
