import { INSTALL_INSTRUCTIONS, VaultLoomError } from '../../../shared/protocol/errors.ts';

/** Why the companion plugin cannot be asked. */
export type Absence =
  /** The app has never opened this folder. */
  | { cause: 'no_config_dir' }
  | { cause: 'not_installed' }
  /** Installed, but not among the plugins that the app loads. */
  | { cause: 'disabled' }
  /** Installed and enabled, but there is no discovery file. */
  | { cause: 'app_closed' }
  /** The discovery file is incomplete or invalid. */
  | { cause: 'bad_discovery'; why: string }
  /** The discovery file was written for another folder: it was copied or synced. */
  | { cause: 'other_vault' }
  /** Nothing listens: the app ended without removing the discovery file. */
  | { cause: 'refused'; port: number }
  /** The system lets no connection through. */
  | { cause: 'blocked'; port: number; code: string }
  | { cause: 'no_answer'; port: number; afterMs: number }
  /** The listener does not accept this vault's token. */
  | { cause: 'unauthorized'; port: number }
  /** The listener has not proven to be this person's plugin, so it was sent nothing. */
  | { cause: 'unproven'; port: number; why: 'no answer' | 'other data folder' | 'wrong proof' | 'no secret' }
  /** The listener does not speak the plugin's protocol. */
  | { cause: 'foreign'; port: number; why: string };

const HINT =
  'Ask the person to open the vault in the app with the plugin enabled. All tools but active_note and dql_query work without it.';

/** The plugin cannot be asked. Its message says why, and how to install it. */
export class PluginUnavailable extends VaultLoomError {
  readonly absence: Absence;

  constructor(absence: Absence) {
    super('plugin_unavailable', `${describeAbsence(absence)} ${INSTALL_INSTRUCTIONS}`, { hint: HINT });
    this.absence = absence;
  }
}

/** Without paths, which are private; doctor names them. */
const UNPROVEN = {
  'no answer':
    'It is another program, or an older version of the plugin: open the vault in the app, and upgrade the plugin (`vault-loom install-plugin` does) or this server.',
  'other data folder':
    'The plugin and this server keep their data in different folders, so they share no secret, and neither sees what the other is writing: set VAULT_LOOM_DATA_DIR to the same for both.',
  'wrong proof':
    'It is another program, or a plugin with another data folder (VAULT_LOOM_DATA_DIR): open the vault in the app, or load the plugin again.',
  'no secret':
    'This server can neither read nor make the secret in its data folder by which it would know it: see that the folder can be written.',
} as const;

/** One sentence or two for a person. */
export function describeAbsence(absence: Absence): string {
  switch (absence.cause) {
    case 'no_config_dir':
      return 'The notes app is not reachable: it has never opened this vault.';
    case 'not_installed':
      return 'The notes app is not reachable: the Vault Loom plugin is not installed in this vault.';
    case 'disabled':
      return 'The notes app is not reachable: the Vault Loom plugin is installed, but disabled in this vault.';
    case 'app_closed':
      return 'The notes app is not reachable: it is closed, or has another vault open (the plugin is enabled, but has left no discovery file).';
    case 'bad_discovery':
      return `The notes app is not reachable: the plugin's discovery file cannot be used (${absence.why}). Disable and enable the plugin to have it written again.`;
    case 'other_vault':
      return "The notes app is not reachable: the plugin's discovery file belongs to another vault, from which this folder was copied or synced. Open this vault in the app.";
    case 'refused':
      return `The notes app is not reachable: nothing listens on port ${absence.port} any more, so it is closed, or the plugin has just been disabled.`;
    case 'blocked':
      return `The notes app is not reachable: port ${absence.port} of 127.0.0.1 is blocked (${absence.code}), by a firewall or by a sandbox that this server runs in.`;
    case 'no_answer':
      return `The notes app is not reachable: port ${absence.port} gave no answer within ${absence.afterMs} ms, so the app is busy or suspended, or the port is blocked.`;
    case 'unauthorized':
      return `The notes app is not reachable: whoever listens on port ${absence.port} refuses this vault's token, so it is another vault's plugin or another program.`;
    case 'unproven':
      return `The notes app is not reachable: whoever listens on port ${absence.port} has not proven to be your plugin, so it is told nothing. ${UNPROVEN[absence.why]}`;
    case 'foreign':
      return `The notes app is not reachable: port ${absence.port} is answered by another program (${absence.why}).`;
  }
}
