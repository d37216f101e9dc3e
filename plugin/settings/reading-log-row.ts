import type { Setting } from 'obsidian';
import type { SettingsHost } from './settings-group.ts';
import { WORDS } from './settings-words.ts';

/** Whether a reading log is kept. */
export function renderReadingLog(setting: Setting, { store, save, follow }: SettingsHost): void {
  setting.addToggle((toggle) => {
    toggle.toggleEl.querySelector('input')?.setAttribute('aria-label', WORDS.readingLog);
    follow(setting, () => void toggle.setValue(store.current.keepsReadingLog));
    // Told also of what is only shown, as after a sync.
    toggle.onChange((value) => {
      if (value !== store.current.keepsReadingLog) void save({ keepsReadingLog: value });
    });
  });
}
