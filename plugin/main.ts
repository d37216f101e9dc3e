import { Plugin } from 'obsidian';

/** The app makes one of these when the plugin is enabled; it demands a default export. */
export default class VaultLoomPlugin extends Plugin {
  /** Registers only: the app is still starting, and reports every file as new until its layout is ready. */
  override onload(): void {
    this.app.workspace.onLayoutReady(() => undefined);
  }
}
