import type { Setting } from 'obsidian';
import { pluginSettings } from '../../shared/protocol/plugin-settings.ts';
import type { SettingsHost } from './settings-group.ts';
import { WORDS } from './settings-words.ts';
import { whenDone } from './when-done.ts';

/** The port that the server should listen at. */
export function renderPort(setting: Setting, host: SettingsHost): void {
  const { store } = host;
  const { minValue, maxValue } = pluginSettings.shape.port.unwrap();
  setting.addText((text) => {
    text.inputEl.type = 'number';
    text.inputEl.setAttribute('aria-label', WORDS.port);
    whenDone(text, async (value) => {
      const port = pluginSettings.shape.port.safeParse(value.trim() === '' ? undefined : Number(value));
      setting.settingEl.toggleClass('is-invalid', !port.success);
      const words = port.success ? WORDS.aboutPort : WORDS.badPort(minValue ?? 0, maxValue ?? 0, portInUse(host));
      host.show(() => setting.setDesc(words));
      if (!port.success) return;
      text.setValue(String(port.data));
      await host.save({ port: port.data });
    });
    let shown: number | null = null;
    host.follow(setting, () => {
      // Set only if it has changed, as by a sync, and not while the person types.
      if (shown === store.current.port || text.inputEl.matches(':focus')) return;
      text.setValue(String((shown = store.current.port)));
      setting.settingEl.removeClass('is-invalid');
      setting.setDesc(WORDS.aboutPort);
    });
  });
}

/** Null while the server does not listen. */
function portInUse({ companion }: SettingsHost): number | null {
  const server = companion()?.state.server ?? 'starting';
  return server === 'starting' ? null : server.port;
}
