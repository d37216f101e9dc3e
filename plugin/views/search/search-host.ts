import type { App } from 'obsidian';
import type { ViewHost } from '../view-host.ts';

/** What the search needs of the plugin. */
export interface SearchHost extends Pick<ViewHost, 'companion' | 'settings' | 'onChange' | 'onMoved' | 'onRules'> {
  app: App;
}
