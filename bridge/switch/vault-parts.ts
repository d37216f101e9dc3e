import { once } from '../../shared/kit/concurrency/once.ts';
import type { EngineHost } from '../../shared/engine/engine.ts';
import type { LiveApp } from '../../shared/tools/live/live-app.ts';
import type { Review } from '../../shared/tools/review/review.ts';
import type { ToolContext } from '../../shared/tools/tool.ts';
import type { OpenedWriting } from '../../shared/tools/write/parts/writing-parts.ts';
import type { BridgeConfig } from '../process/config.ts';
import type { Log } from '../process/log.ts';

export interface VaultPartsOptions {
  /** Asked at each first use. What it throws is thrown by whatever is opened. */
  config: () => BridgeConfig;
  version: string;
  /** This program's file; absolute. */
  script: string;
  env: NodeJS.ProcessEnv;
  /** Where the built-in model's file may be in this package; absolute. */
  modelFolders: readonly string[];
  log: Log;
}

/** What tools of one vault work with. Each part is opened at its first use, and again only if that failed. */
export interface VaultParts {
  /** An engine that is not started. Its `close` ends `live` and `review` as well. */
  createEngine: () => Promise<EngineHost>;
  /** The app, if reachable. */
  live: () => Promise<LiveApp>;
  /** The person, asked before a change as their rules say. */
  review: () => Promise<Review>;
  writing: () => Promise<OpenedWriting>;
  /** Tells the app what the client calls itself. Never throws. */
  onClient: (name: string) => void;
  /** Keeps which notes' text a client gets. */
  noteReading: NonNullable<ToolContext['noteReading']>;
  /** Closes what was opened for writing, and resolves once all that was read is noted. */
  settle: () => Promise<void>;
}

/** The parts of a vault whose engine is the plugin's, or over the disk. Nothing is opened or loaded by this itself. */
export function vaultParts({ config, version, script, env, modelFolders, log }: VaultPartsOptions): VaultParts {
  const rules = once(async () => {
    const { RuleFiles } = await import('../../shared/vault/rules/rule-files.ts');
    return new RuleFiles(config().realVaultPath);
  });
  const openWriting = async (): Promise<OpenedWriting> => {
    const { openDiskWriting } = await import('../../shared/tools/write/parts/open-disk-writing.ts');
    return openDiskWriting(config().vaultPath, {
      env,
      log: (level, message) => log[level](message),
      rules: await rules(),
    });
  };
  let openedWriting: Promise<OpenedWriting> | undefined;
  const writing = once(() => (openedWriting = openWriting()));
  const opened = once(async () => {
    const settings = config();
    const { openEngine } = await import('./open-engine.ts');
    // Comes before anything is read: a killed writer may have left something half done.
    const recover = once(async () => (await writing()).writer.recover());
    return openEngine({ config: settings, version, script, env, modelFolders, rules: await rules(), recover, log });
  });
  const readings = once(async () => {
    const { openReadingLog } = await import('./open-reading-log.ts');
    return openReadingLog(config().realVaultPath, log);
  });
  let noted: Promise<{ settled(): Promise<void> } | undefined> = Promise.resolve(undefined);
  return {
    createEngine: async () => (await opened()).engine,
    live: async () => (await opened()).live,
    review: async () => (await opened()).review,
    writing,
    onClient: (name) => void opened().then(({ introduce }) => introduce(name), ignore),
    noteReading: (reading) => {
      noted = readings().then(
        (kept) => {
          kept.add(reading);
          return kept;
        },
        () => undefined,
      );
    },
    settle: async () => {
      // Calls have already told why it could not be opened.
      await (await openedWriting?.catch(() => undefined))?.writer.close();
      await (await noted)?.settled();
    },
  };
}

/** Each call reports an engine that cannot be opened. */
function ignore(): void {}
