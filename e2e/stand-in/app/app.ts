import { FileManager } from './files/file-manager.ts';
import { FileSystemAdapter } from './vault/adapter.ts';
import { Vault } from './vault/vault.ts';
import { MetadataCache } from './metadata/metadata-cache.ts';
import type { WorkspaceWindow } from './workspace/items.ts';
import { Workspace } from './workspace/workspace.ts';
import { EmptyView, UnknownView } from './views/empty-view.ts';
import { revealInExplorer } from './views/file-explorer.ts';
import { FileView } from './views/file-view.ts';
import { MarkdownView } from './views/markdown-view.ts';
import { VIEW_PACE, type ViewPace } from './views/view-pace.ts';
import { ViewRegistry } from './workspace/view-registry.ts';
import { addOwnViews } from './views/own-views.ts';
import { addPagePreview } from './views/page-preview.ts';
import { setRenderingApp } from './markdown/markdown-renderer.ts';
import { addAppCommands } from './commands/app-commands.ts';
import { Commands } from './commands/commands.ts';
import { Cli } from './plugins/cli.ts';
import { InternalPlugins } from './plugins/internal-plugins.ts';
import { PluginManager } from './plugins/plugin-manager.ts';
import { addAppButtons } from './commands/app-buttons.ts';
import { HotkeyManager } from './commands/hotkey-manager.ts';
import { Keymap, Scope } from './ui/keymap.ts';
import { SettingsWindow } from './ui/settings/settings-window.ts';
import { tellIfSlow } from './workspace/tell-if-slow.ts';
import { CustomCss } from './ui/custom-css.ts';
import { AppStorage, SecretStorage } from './util/storage.ts';
import { Tasks } from './util/tasks.ts';
import { nodeTimers } from './realm/timers.ts';
import type { Realm } from './realm/enter-realm.ts';

export interface AppOptions {
  vaultPath: string;
  configDir: string;
  realm: Realm;
  viewPace?: Partial<ViewPace> | undefined;
}

/** The app as plugins see it. */
export class App {
  readonly realm: Realm;
  readonly viewPace: ViewPace;
  readonly appId: string;
  readonly title: string;
  readonly isMobile = false;
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
  readonly fileManager: FileManager;
  readonly viewRegistry = new ViewRegistry({
    empty: (leaf) => new EmptyView(leaf),
    unknown: (leaf, type) => new UnknownView(leaf).setType(type),
  });
  readonly scope = new Scope();
  readonly keymap: Keymap;
  readonly commands: Commands;
  readonly hotkeyManager: HotkeyManager;
  readonly cli = new Cli();
  readonly internalPlugins: InternalPlugins;
  readonly plugins: PluginManager;
  readonly workspace: Workspace;
  readonly setting: SettingsWindow;
  readonly customCss: CustomCss;
  readonly secretStorage: SecretStorage;
  readonly dom: { appContainerEl: HTMLElement; workspaceEl: HTMLElement; statusBarEl: HTMLElement };
  readonly codeBlockLanguages = new Set<string>();
  readonly dragManager = {
    draggable: null,
    handleDrag: (): void => {},
    handleDrop: (): void => {},
    dragFile: (): null => null,
    onDragStart: (): void => {},
  };
  lastEvent: Event | null = null;
  readonly #storage: AppStorage;
  /** The listeners that the app itself holds on its parts. */
  readonly #ownListeners: number;

  constructor({ vaultPath, configDir, realm, viewPace }: AppOptions) {
    this.realm = realm;
    this.viewPace = { ...VIEW_PACE, ...viewPace };
    const adapter = new FileSystemAdapter(vaultPath);
    this.vault = new Vault(adapter, configDir);
    this.metadataCache = new MetadataCache(this.vault);
    this.fileManager = new FileManager(this);
    this.appId = hash(vaultPath);
    this.title = `${this.vault.getName()} - Sandbox`;
    this.#storage = new AppStorage(this.appId);
    this.secretStorage = new SecretStorage();
    this.keymap = new Keymap(this.scope, () => this.workspace.activeLeaf?.view.scope ?? null);
    this.commands = new Commands(() => this.workspace.activeEditor);
    this.hotkeyManager = new HotkeyManager(this.vault, this.commands);
    this.internalPlugins = new InternalPlugins(this.vault, (file) => revealInExplorer(this.workspace, file));
    this.plugins = new PluginManager(this);
    this.customCss = new CustomCss(realm.document);
    this.workspace = new Workspace(this, realm.document, { file: FileView, note: MarkdownView });
    const { containerEl: workspaceEl, statusBarEl } = this.workspace;
    this.dom = {
      appContainerEl: realm.document.body.querySelector<HTMLElement>('.app-container') ?? realm.document.body,
      workspaceEl,
      statusBarEl,
    };
    this.setting = new SettingsWindow(this, this.plugins);
    addOwnViews(this.viewRegistry);
    addPagePreview(this);
    addAppCommands(this);
    addAppButtons(this);
    this.scope.register(null, null, (event, context) =>
      this.keymap.hasOpenScope() ? undefined : this.hotkeyManager.onTrigger(event, context),
    );
    this.#followKeys(realm.document);
    this.workspace.on('window-open', ({ doc }: WorkspaceWindow) => this.#followKeys(doc));
    realm.window.addEventListener('resize', () => this.workspace.trigger('resize'));
    this.#ownListeners = this.#allListeners();
  }

  /** Listeners that plugins hold on the app's parts. */
  get listenerCount(): number {
    return this.#allListeners() - this.#ownListeners;
  }

  /** Plugins first, then an event for every file, the metadata, and the layout. */
  start(plugins: string[] | null): Promise<void> {
    return tellIfSlow('The start', this.#start(plugins));
  }

  async #start(plugins: string[] | null): Promise<void> {
    Reflect.set(globalThis, 'app', this);
    setRenderingApp(this);
    await this.vault.config.load();
    await this.hotkeyManager.load();
    await this.customCss.load(this.vault);
    this.changeTheme(this.getTheme());
    await this.internalPlugins.load();
    await this.plugins.initialize(plugins);
    await this.vault.load();
    await this.metadataCache.initialize();
    await this.workspace.start();
  }

  /** Resolves when changes of files are taken in, and nothing is being opened or rendered. */
  async settle(): Promise<void> {
    let quiet = 0;
    while (quiet < QUIET_TURNS) {
      const isBusy = this.vault.isBusy || this.metadataCache.isBusy || this.workspace.isOpening;
      quiet = isBusy ? 0 : quiet + 1;
      await new Promise((resolve) => nodeTimers.setTimeout(resolve, isBusy ? 10 : 1));
    }
  }

  /** Quits: what plugins ask the app to wait for is waited for. */
  async close(): Promise<void> {
    const tasks = new Tasks();
    this.workspace.trigger('quit', tasks);
    await tasks.promise();
    await this.workspace.requestSaveLayout.run();
    this.plugins.unloadAll();
    await this.workspace.close();
    this.metadataCache.close();
    await this.vault.unload();
    setRenderingApp(null);
  }

  isDarkMode(): boolean {
    return this.realm.document.body.classList.contains('theme-dark');
  }

  /** `obsidian` is dark, `moonstone` light; by the system means light here. */
  getTheme(): string {
    return this.vault.getConfig('theme') === 'obsidian' ? 'obsidian' : 'moonstone';
  }

  changeTheme(theme: string): void {
    for (const { document } of this.realm.windows()) {
      document.body.classList.toggle('theme-dark', theme === 'obsidian');
      document.body.classList.toggle('theme-light', theme !== 'obsidian');
    }
    this.workspace.trigger('css-change');
  }

  loadLocalStorage(key: string): unknown {
    return this.#storage.load(key);
  }

  saveLocalStorage(key: string, data: unknown): void {
    this.#storage.save(key, data);
  }

  async showInFolder(_path: string): Promise<void> {}

  #allListeners(): number {
    return [this.vault, this.workspace, this.metadataCache, this.viewRegistry].reduce(
      (sum, { listenerCount }) => sum + listenerCount,
      0,
    );
  }

  /** Takes the keys of a window; dialogs and hotkeys are the same in all of them. */
  #followKeys(document: Document): void {
    document.addEventListener('keydown', (event) => {
      this.lastEvent = event;
      this.keymap.onKeyEvent(event);
    });
    for (const type of ['click', 'auxclick', 'mousedown']) {
      document.addEventListener(
        type,
        (event) => {
          this.lastEvent = event;
        },
        { capture: true },
      );
    }
  }
}

const QUIET_TURNS = 3;

/** Sixteen hexadecimal digits, as the app has them, of the vault's place. */
function hash(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    low = Math.imul(low ^ text.charCodeAt(index), 0x01000193) >>> 0;
    high = Math.imul(high ^ low, 0x85ebca6b) >>> 0;
  }
  return low.toString(16).padStart(8, '0') + high.toString(16).padStart(8, '0');
}
