import type { App } from './app.ts';
import { Component } from './component.ts';

export interface PluginManifest {
  id: string;
  name: string;
  version: string;
  /** Vault-relative folder that the plugin lies in. */
  dir: string;
}

export class Plugin extends Component {
  readonly app: App;
  readonly manifest: PluginManifest;

  constructor(app: App, manifest: PluginManifest) {
    super();
    this.app = app;
    this.manifest = manifest;
  }

  async loadData(): Promise<unknown> {
    const path = `${this.manifest.dir}/data.json`;
    if (!(await this.app.vault.adapter.exists(path))) return null;
    return JSON.parse(await this.app.vault.adapter.read(path));
  }

  async saveData(data: unknown): Promise<void> {
    await this.app.vault.adapter.write(`${this.manifest.dir}/data.json`, JSON.stringify(data, null, 2));
  }
}
