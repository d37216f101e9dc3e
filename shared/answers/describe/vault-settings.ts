import { readNoteSettings, type NoteSettings } from '../../vault/rules/note-settings.ts';
import { readAppSettings } from '../../vault/rules/read-app-settings.ts';
import type { AppSettings } from '../../vault/rules/app-settings.ts';
import type { VaultSource } from '../../vault/vault-source.ts';

export interface VaultSettings {
  notes: NoteSettings;
  app: AppSettings;
}

/** The app's settings for notes and links, as they are now. */
export async function readVaultSettings({ root, configDir }: VaultSource): Promise<VaultSettings> {
  const [notes, app] = await Promise.all([readNoteSettings(root, configDir), readAppSettings(root, configDir)]);
  return { notes, app };
}
