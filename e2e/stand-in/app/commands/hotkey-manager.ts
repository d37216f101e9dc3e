import { matchesKey, modifiersOf, type KeymapContext, type Modifier } from '../ui/keymap.ts';
import type { Vault } from '../vault/vault.ts';
import type { Commands } from './commands.ts';

export interface Hotkey {
  modifiers: Modifier[];
  key: string;
}

/**
 * Keys of commands: their own, or what the vault's `hotkeys.json` says; an empty list there takes a command's keys
 * away.
 */
export class HotkeyManager {
  customKeys: Record<string, Hotkey[]> = {};
  defaultKeys: Record<string, Hotkey[]> = {};
  readonly #vault: Vault;
  readonly #commands: Commands;

  constructor(vault: Vault, commands: Commands) {
    this.#vault = vault;
    this.#commands = commands;
  }

  async load(): Promise<void> {
    const stored = await this.#vault.readJson(this.#path).catch(() => null);
    this.customKeys = typeof stored === 'object' && stored !== null ? ({ ...stored } as Record<string, Hotkey[]>) : {};
  }

  getHotkeys(id: string): Hotkey[] | undefined {
    return this.customKeys[id];
  }

  getDefaultHotkeys(id: string): Hotkey[] | undefined {
    return this.defaultKeys[id] ?? (this.#commands.findCommand(id)?.hotkeys as Hotkey[] | undefined);
  }

  /** As a person reads it: `Ctrl+P`; empty without one. */
  printHotkeyForCommand(id: string): string {
    const [first] = this.#keysOf(id);
    if (first === undefined) return '';
    return [
      ...first.modifiers.map((modifier) => (modifier === 'Mod' ? MOD : modifier)),
      first.key.length === 1 ? first.key.toUpperCase() : first.key,
    ].join('+');
  }

  /** Runs the command of a key. False when there was one: then the key goes no further. */
  onTrigger(event: KeyboardEvent, context: KeymapContext): boolean | undefined {
    const commands = this.#commands;
    for (const id of Object.keys(commands.commands)) {
      const isMeant = this.#keysOf(id).some(
        ({ modifiers, key }) => modifiersOf(modifiers) === context.modifiers && matchesKey(event, key),
      );
      if (isMeant && commands.executeCommandById(id)) return false;
    }
    return undefined;
  }

  get #path(): string {
    return `${this.#vault.configDir}/hotkeys.json`;
  }

  #keysOf(id: string): Hotkey[] {
    const keys: unknown = this.getHotkeys(id) ?? this.getDefaultHotkeys(id);
    return Array.isArray(keys)
      ? keys.filter(
          (key): key is Hotkey =>
            Array.isArray((key as Partial<Hotkey> | null)?.modifiers) && typeof (key as Hotkey).key === 'string',
        )
      : [];
  }
}

const MOD = process.platform === 'darwin' ? 'Cmd' : 'Ctrl';
