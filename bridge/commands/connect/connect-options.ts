import type { ClientMachine } from '../../../shared/clients/config-file.ts';
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
