import { basename } from 'node:path';
import { VaultLoomError } from '../shared/protocol/errors.ts';
import type { OfferedTools } from '../shared/tools/offered-tools.ts';
import { expandPath, isSettingsError, readConfig, type BridgeConfig } from './process/config.ts';
import { createLog, parseLogLevel } from './process/log.ts';
import { serve } from './serve/serve.ts';
import { createRedact } from './serve/redact.ts';

const VAULT_HINT =
  "Set VAULT_PATH in the client's configuration of this server to the full path of the vault's folder. The server's log (stderr) names the folder it looked for; the next call looks again.";

export interface ServingOptions {
  version: string;
  /** This program's file; absolute. */
  script: string;
  /** Where the built-in model's file may be in this package; absolute. */
  modelFolders: readonly string[];
  /** Prints an error for a person. */
  complain: (error: unknown) => void;
  /** Of an end in order, with settings and without. */
  exitCodes: { ok: number; misused: number };
  /** Called once all else is saved; must not fail. */
  beforeExit: () => Promise<void>;
}

/**
 * Serves MCP on stdin and stdout, even if a setting is wrong: a tool's error says so, a closed connection does not. Throws
 * the settings' error in a terminal.
 */
export async function startServing(options: ServingOptions): Promise<void> {
  const { version, script, modelFolders, complain, exitCodes, beforeExit } = options;
  const log = createLog(parseLogLevel(process.env.VAULT_LOOM_LOG), (line) => process.stderr.write(line));
  let known: BridgeConfig | undefined;
  let wrongChoice: VaultLoomError | undefined;
  const config = (): BridgeConfig => {
    // A choice of tools that cannot be understood is an error of every call, not no choice.
    if (wrongChoice !== undefined) throw wrongChoice;
    return (known ??= readConfig(process.env));
  };
  try {
    config();
  } catch (error) {
    if (!isSettingsError(error) || process.stdin.isTTY) throw error;
    complain(error);
  }
  const offeredOnce = once(async (): Promise<OfferedTools> => {
    const [{ ALL_TOOLS }, { offeredTools }] = await Promise.all([
      import('../shared/tools/all-tools.ts'),
      import('../shared/tools/offered-tools.ts'),
    ]);
    try {
      return offeredTools(ALL_TOOLS, process.env);
    } catch (error) {
      if (!isSettingsError(error)) throw error;
      if (known !== undefined && !process.stdin.isTTY) complain(error);
      wrongChoice = error;
      return { tools: ALL_TOOLS, listed: ALL_TOOLS };
    }
  });
  if (process.stdin.isTTY) {
    await offeredOnce();
    config();
  }
  if (process.stdin.isTTY)
    process.stderr.write(
      'vault-loom: serving MCP on stdin, for a client. To look around yourself: `vault-loom tour`.\n',
    );
  const rulesOnce = once(async () => {
    const { RuleFiles } = await import('../shared/vault/rules/rule-files.ts');
    return new RuleFiles(forClients(config).realVaultPath);
  });
  const openOnce = once(async () => {
    const { openDiskWriting } = await import('../shared/tools/write/parts/open-disk-writing.ts');
    return openDiskWriting(forClients(config).vaultPath, {
      env: process.env,
      log: (level, message) => log[level](message),
      rules: await rulesOnce(),
    });
  });
  const openEngineOnce = once(async () => {
    const settings = forClients(config);
    const { openEngine } = await import('./switch/open-engine.ts');
    // Comes before anything is read: a killed writer may have left something half done.
    const recover = once(async () => (await openOnce()).writer.recover());
    return openEngine({
      config: settings,
      version,
      script,
      env: process.env,
      modelFolders,
      rules: await rulesOnce(),
      recover,
      log,
    });
  });
  const readings = once(async () => {
    const { openReadingLog } = await import('./switch/open-reading-log.ts');
    return openReadingLog(forClients(config).realVaultPath, log);
  });
  let noted: Promise<{ settled(): Promise<void> } | undefined> = Promise.resolve(undefined);
  serve({
    offered: offeredOnce,
    noteReading: (reading) => {
      noted = readings().then(
        (kept) => {
          kept.add(reading);
          return kept;
        },
        () => undefined,
      );
    },
    beforeExit: async () => {
      await (await noted)?.settled();
      await beforeExit();
    },
    createEngine: async () => (await openEngineOnce()).engine,
    writing: openOnce,
    live: async () => (await openEngineOnce()).live,
    onClient: (name) => void openEngineOnce().then(({ introduce }) => introduce(name), ignore),
    review: async () => (await openEngineOnce()).review,
    version,
    vaultName: () => (known === undefined ? undefined : basename(known.realVaultPath)),
    log,
    redact: (text) =>
      createRedact(known?.vaultPath ?? expandPath(process.env.VAULT_PATH?.trim() ?? ''), known?.realVaultPath)(text),
    exitCode: () => (known === undefined || wrongChoice !== undefined ? exitCodes.misused : exitCodes.ok),
  });
}

/** The settings. Its errors have a hint for readers of a tool's error. */
function forClients(config: () => BridgeConfig): BridgeConfig {
  try {
    return config();
  } catch (error) {
    if (!isSettingsError(error)) throw error;
    const hint =
      error.hint ??
      (error.code === 'vault_not_found'
        ? VAULT_HINT
        : "Correct it in the client's configuration of this server, and start the server again.");
    throw new VaultLoomError(error.code, error.message, { hint, cause: error });
  }
}

/** Of an engine that cannot be opened each call tells. */
function ignore(): void {}

/** Makes it at the first call, and again only if that failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made !== undefined) return made;
    const making = make();
    made = making;
    making.catch(() => {
      if (made === making) made = undefined;
    });
    return making;
  };
}
