import { Events } from './events.ts';

/** What is kept for one vault in the page's local storage. */
export class AppStorage {
  readonly #prefix: string;

  constructor(appId: string) {
    this.#prefix = `${appId}-`;
  }

  load(key: string): unknown {
    const stored = localStorage.getItem(this.#prefix + key);
    if (stored === null) return null;
    try {
      return JSON.parse(stored) as unknown;
    } catch {
      return stored;
    }
  }

  save(key: string, data: unknown): void {
    if (data === null || data === undefined) localStorage.removeItem(this.#prefix + key);
    else localStorage.setItem(this.#prefix + key, JSON.stringify(data));
  }
}

/** Secrets, for as long as the sandbox runs. */
export class SecretStorage extends Events {
  readonly #secrets = new Map<string, string>();

  setSecret(id: string, secret: string): void {
    if (!/^[a-z0-9-]+$/.test(id)) throw new Error(`The secret's id "${id}" may hold only a-z, 0-9 and "-".`);
    this.#secrets.set(id, secret);
    this.trigger('change', id);
  }

  getSecret(id: string): string | null {
    return this.#secrets.get(id) ?? null;
  }

  listSecrets(): string[] {
    return [...this.#secrets.keys()];
  }
}
