interface Hotkey {
  modifiers: string[];
  key: string;
}

/** Keys of commands. The sandbox keeps them and binds none. */
export class HotkeyManager {
  readonly customKeys: Record<string, Hotkey[]> = {};
  readonly defaultKeys: Record<string, Hotkey[]> = {};

  getHotkeys(id: string): Hotkey[] | undefined {
    return this.customKeys[id];
  }

  getDefaultHotkeys(id: string): Hotkey[] | undefined {
    return this.defaultKeys[id];
  }

  setHotkeys(id: string, keys: Hotkey[]): void {
    this.customKeys[id] = keys;
  }

  addDefaultHotkeys(id: string, keys: Hotkey[]): void {
    this.defaultKeys[id] = keys;
  }

  removeDefaultHotkeys(id: string): void {
    Reflect.deleteProperty(this.defaultKeys, id);
  }

  printHotkeyForCommand(_id: string): string {
    return '';
  }
}
