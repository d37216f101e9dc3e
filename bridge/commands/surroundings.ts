import type { Command } from 'commander';
import type { BridgeConfig } from '../process/config.ts';
import type { OwnProgram } from './own-client.ts';
import type { Screen } from './terminal.ts';

/** What the entry of this program knows of where it runs. */
export interface Surroundings {
  program: OwnProgram;
  /** The package's `dist`, with both halves and the model; absolute. */
  packageFolder: string;
  /** Where the built-in model's file may be with this program; absolute. */
  modelFolders: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Serves MCP on stdin and stdout; the process then ends itself. */
  serve: () => Promise<void>;
}

/** What commands run with. */
export interface CommandLine extends Surroundings {
  /** Where results go. */
  screen: Screen;
  /** Where progress is drawn, apart from results. */
  progress: Screen;
  /** The vault that is meant: named as an argument, by `--vault`, or by VAULT_PATH. Throws as `readConfig`. */
  config: (command: Command, named?: string) => BridgeConfig;
  /** The same, as it was named; undefined for VAULT_PATH. */
  named: (command: Command, named?: string) => string | undefined;
  /** Has a command end with a code; `OK` unless it is told. `undefined` if the process ends itself. */
  endWith: (code: number | undefined) => void;
  /** For what changes something after it has begun to print: it goes on to its end even if nobody reads any more. */
  finish: () => void;
}
