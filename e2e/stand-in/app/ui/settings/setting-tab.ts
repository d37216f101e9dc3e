import type { ModalHost } from '../modal.ts';
import { renderDefinitions, type SettingDefinitionItem } from './setting-definitions.ts';

/** The plugin that a tab belongs to, and whose settings it shows. */
export interface PluginWithSettings {
  readonly manifest: { id: string; name: string };
  settings?: unknown;
  saveData(data: unknown): Promise<void>;
}

/** A page of the settings window. */
export abstract class SettingTab {
  id = '';
  name = '';
  icon = 'lucide-settings';
  app: ModalHost;
  containerEl: HTMLElement;
  navEl: HTMLElement | null = null;
  settingItems: SettingDefinitionItem[] = [];

  constructor(app: ModalHost) {
    this.app = app;
    this.containerEl = createDiv('vertical-tab-content');
  }

  display(): void {}

  hide(): void {
    this.containerEl.empty();
  }

  getSettingDefinitions(): SettingDefinitionItem[] {
    return [];
  }

  getControlValue(_key: string): unknown {
    return undefined;
  }

  setControlValue(_key: string, _value: unknown): void | Promise<void> {}

  /** Shows the tab: by its definitions where it has some, else by its own `display`. */
  show(): void {
    this.settingItems = this.getSettingDefinitions();
    if (this.settingItems.length === 0) this.display();
    else this.update();
  }

  update(): void {
    this.containerEl.empty();
    this.settingItems = this.getSettingDefinitions();
    renderDefinitions(this, this.settingItems, this.containerEl);
  }

  refreshDomState(): void {
    if (this.settingItems.length > 0) this.update();
  }
}

export abstract class PluginSettingTab extends SettingTab {
  plugin: PluginWithSettings;

  constructor(app: ModalHost, plugin: PluginWithSettings) {
    super(app);
    this.plugin = plugin;
    this.id = plugin.manifest.id;
    this.name = plugin.manifest.name;
  }

  override getControlValue(key: string): unknown {
    return (this.plugin.settings as Record<string, unknown> | undefined)?.[key];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const settings = (this.plugin.settings ??= {}) as Record<string, unknown>;
    settings[key] = value;
    await this.plugin.saveData(settings);
  }
}

/** A page within a tab. */
export abstract class SettingPage {
  rootEl: HTMLElement = createDiv('setting-page');
  titlebarEl: HTMLElement = this.rootEl.createDiv('setting-page-titlebar');
  containerEl: HTMLElement = this.rootEl.createDiv('setting-page-content');
  title = '';

  abstract display(): void;

  hide(): void {
    this.containerEl.empty();
  }
}
