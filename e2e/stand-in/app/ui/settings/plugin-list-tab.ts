import { reportToWindow } from '../../util/events.ts';
import type { Setting} from './setting.ts';
import { SettingGroup } from './setting.ts';
import { SettingTab } from './setting-tab.ts';

/** The installed plugins, each with its switch. */
export class PluginListTab extends SettingTab {
  override id = 'community-plugins';
  override name = 'Community plugins';

  override display(): void {
    this.containerEl.empty();
    const { plugins } = this.app;
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
