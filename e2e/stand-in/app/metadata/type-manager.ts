import type { App } from '../app.ts';

/** Which type each property has, by `types.json`. */
export class MetadataTypeManager {
  properties: Record<string, { name: string; type: string }> = {};
  types: Record<string, { name: string; type: string }> = {};
  registeredTypeWidgets: Record<string, unknown> = {};
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  async load(): Promise<void> {
    const stored = await this.#app.vault.readJson(`${this.#app.vault.configDir}/types.json`).catch(() => null);
    const types = (stored as { types?: Record<string, string> } | null)?.types ?? {};
    for (const [name, type] of Object.entries(types)) this.types[name.toLowerCase()] = { name, type };
    this.properties = this.types;
  }

  getPropertyInfo(name: string): { name: string; type: string } {
    return this.types[name.toLowerCase()] ?? { name, type: 'text' };
  }

  getAssignedType(name: string): string | null {
    return this.types[name.toLowerCase()]?.type ?? null;
  }

  getAllProperties(): Record<string, { name: string; type: string }> {
    return this.types;
  }
}
