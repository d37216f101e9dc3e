import type { ClientMachine } from '../../../shared/clients/find-config-file.ts';
import type { OwnProgram } from '../own-client.ts';

/** What `connect` was asked to do, and where. */
export interface ConnectOptions {
  program: OwnProgram;
  /** Where the built-in model's file may be; absolute. */
  modelFolders: readonly string[];
  machine: ClientMachine;
  /** As on the command line, if it was given. */
  client: string | undefined;
  /** Folders of vaults, as on the command line. */
  vaults: readonly string[];
  yes: boolean;
  print: boolean;
  remove: boolean;
}

/** What became of one client. */
export interface ConnectOutcome {
  /** Its id. */
  client: string;
  file: string;
  changed: boolean;
  /** Those that are there now, or with `remove` those that are gone. */
  entries: { name: string; vault: string | null }[];
  /** Where the file is kept as it was, if it was rewritten here. */
  backup: string | null;
}

/** A text to add to a client's configuration by hand. */
export interface PrintedEntries {
  client: string;
  text: string;
}
