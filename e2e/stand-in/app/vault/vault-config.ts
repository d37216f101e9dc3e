import type { FileSystemAdapter } from './adapter.ts';

/** What the app takes where `app.json` and `appearance.json` say nothing. */
const DEFAULTS: Record<string, unknown> = {
  accentColor: '',
  alwaysUpdateLinks: false,
  attachmentFolderPath: '/',
  autoPairBrackets: true,
  baseFontSize: 16,
  cssTheme: '',
  defaultViewMode: 'source',
  enabledCssSnippets: [],
  foldHeading: true,
  foldIndent: true,
  livePreview: true,
  newFileFolderPath: '/',
  newFileLocation: 'root',
  newLinkFormat: 'shortest',
  promptDelete: true,
  propertiesInDocument: 'visible',
  readableLineLength: true,
  showInlineTitle: true,
  showLineNumber: false,
  showUnsupportedFiles: false,
  spellcheck: false,
  strictLineBreaks: false,
  tabSize: 4,
  theme: 'system',
  trashOption: 'system',
  useMarkdownLinks: false,
  useTab: true,
  userIgnoreFilters: null,
  vimMode: false,
};

/** What the app keeps in `appearance.json`. */
const APPEARANCE = new Set([
  'accentColor',
  'baseFontSize',
  'cssTheme',
  'enabledCssSnippets',
  'interfaceFontFamily',
  'monospaceFontFamily',
  'textFontFamily',
  'theme',
]);

/**
 * The vault's settings: defaults under what its files say. Changes are written to the file that the app keeps them in.
 */
export class VaultConfig {
  readonly #adapter: FileSystemAdapter;
  readonly #path: string;
  readonly #appearancePath: string;
  #stored: Record<string, unknown> = {};
  #appearance: Record<string, unknown> = {};
  #saving: Promise<void> = Promise.resolve();

  constructor(adapter: FileSystemAdapter, configDir: string) {
    this.#adapter = adapter;
    this.#path = `${configDir}/app.json`;
    this.#appearancePath = `${configDir}/appearance.json`;
  }

  async load(): Promise<void> {
    this.#stored = await this.#read(this.#path);
    this.#appearance = await this.#read(this.#appearancePath);
  }

  get(key: string): unknown {
    return this.#stored[key] ?? this.#appearance[key] ?? DEFAULTS[key];
  }

  set(key: string, value: unknown): void {
    const [values, path] = APPEARANCE.has(key) ? [this.#appearance, this.#appearancePath] : [this.#stored, this.#path];
    values[key] = value;
    const text = JSON.stringify(values, null, 2);
    this.#saving = this.#saving.then(() => this.#write(path, text)).catch(() => {});
  }

  /** Resolves when what was set so far has been written. */
  async saved(): Promise<void> {
    await this.#saving;
  }

  /**
   * Excluded files: a pattern between slashes is a regular expression on the path, anything else the path's beginning.
   */
  isIgnored(path: string): boolean {
    const filters = this.get('userIgnoreFilters');
    if (!Array.isArray(filters)) return false;
    return filters.some((filter: unknown) => {
      if (typeof filter !== 'string' || filter === '') return false;
      const pattern = /^\/(.+)\/$/.exec(filter)?.[1];
      return pattern === undefined ? path.startsWith(filter) : new RegExp(pattern).test(path);
    });
  }

  async #write(path: string, text: string): Promise<void> {
    await this.#adapter.mkdir(path.slice(0, path.lastIndexOf('/')));
    await this.#adapter.write(path, text);
  }

  async #read(path: string): Promise<Record<string, unknown>> {
    try {
      const value: unknown = JSON.parse(await this.#adapter.read(path));
      return typeof value === 'object' && value !== null ? { ...value } : {};
    } catch {
      return {};
    }
  }
}
