import type { Vault } from '../vault/vault.ts';

/** Which type each property has, by `types.json`. */
export class MetadataTypeManager {
  properties: Record<string, { name: string; type: string }> = {};
  types: Record<string, { name: string; type: string }> = {};
  registeredTypeWidgets: Record<string, unknown> = {};
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  async load(): Promise<void> {
    const stored = await this.#vault.readJson(`${this.#vault.configDir}/types.json`).catch(() => null);
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
