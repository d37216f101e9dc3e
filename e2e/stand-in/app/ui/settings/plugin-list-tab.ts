import { reportToWindow } from '../../util/events.ts';
import type { ModalHost } from '../modal.ts';
import { SettingGroup, type Setting } from './setting.ts';
import { SettingTab } from './setting-tab.ts';

/** The plugins of the vault, to be switched on and off. */
export interface InstalledPlugins {
  readonly manifests: Record<string, { id: string; name: string; description?: string }>;
  readonly enabledPlugins: ReadonlySet<string>;
  enablePluginAndSave(id: string): Promise<unknown>;
  disablePluginAndSave(id: string): Promise<unknown>;
}

/** The installed plugins, each with its switch. */
export class PluginListTab extends SettingTab {
  override id = 'community-plugins';
  override name = 'Community plugins';
  readonly #plugins: InstalledPlugins;

  constructor(app: ModalHost, plugins: InstalledPlugins) {
    super(app);
    this.#plugins = plugins;
  }

  override display(): void {
    this.containerEl.empty();
    const plugins = this.#plugins;
    const group = new SettingGroup(this.containerEl).setHeading('Installed plugins');
    for (const manifest of Object.values(plugins.manifests)) {
      group.addSetting((setting: Setting) => {
        setting.setName(manifest.name).setDesc(manifest.description ?? '');
        setting.addToggle((toggle) =>
          toggle.setValue(plugins.enabledPlugins.has(manifest.id)).onChange((isOn) => {
            const done = isOn ? plugins.enablePluginAndSave(manifest.id) : plugins.disablePluginAndSave(manifest.id);
            done.catch(reportToWindow);
          }),
        );
      });
    }
  }
}
