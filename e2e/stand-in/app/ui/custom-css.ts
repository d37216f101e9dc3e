import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Vault } from '../vault/vault.ts';

const STYLES = fileURLToPath(new URL('../styles', import.meta.url));
/** What stands on others comes after them. */
const SHEETS = ['variables', 'frame', 'controls', 'overlays', 'lists', 'notes'];

/** The page's styles: the sandbox's own, and the snippets that the vault has on. */
export class CustomCss {
  theme = '';
  themes: Record<string, unknown> = {};
  snippets: string[] = [];
  enabledSnippets = new Set<string>();
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  async load(vault: Vault): Promise<void> {
    const sheets = SHEETS.map((name) => readFile(join(STYLES, `${name}.css`), 'utf8'));
    this.#add('app', (await Promise.all(sheets)).join('\n'));
    const enabled = vault.getConfig('enabledCssSnippets');
    for (const name of Array.isArray(enabled) ? enabled : []) {
      const css = await vault.adapter.read(`${vault.configDir}/snippets/${String(name)}.css`).catch(() => null);
      if (css === null) continue;
      this.enabledSnippets.add(String(name));
      this.#add(`snippet-${String(name)}`, css);
    }
    this.snippets = [...this.enabledSnippets];
  }

  #add(name: string, css: string): void {
    const style = this.#document.createElement('style');
    style.setAttribute('data-sandbox', name);
    style.textContent = css;
    this.#document.head.appendChild(style);
  }
}
