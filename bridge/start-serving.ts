import { basename } from 'node:path';
import { once } from '../shared/kit/concurrency/once.ts';
import { VaultLoomError } from '../shared/protocol/errors.ts';
import { seesTool, type OfferedTools } from '../shared/tools/offered-tools.ts';
import { expandPath, isSettingsError, readConfig, type BridgeConfig } from './process/config.ts';
import { createLog, parseLogLevel } from './process/log.ts';
import { serve } from './serve/serve.ts';
import { createRedact } from './serve/redact.ts';
import { vaultParts } from './switch/vault-parts.ts';

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
 * Serves MCP on stdin and stdout, even if a setting is wrong: a tool's error says so, a closed connection does not.
 * Throws the settings' error in a terminal.
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
  const offered = once(async (): Promise<OfferedTools> => {
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
    await offered();
    config();
  }
  if (process.stdin.isTTY)
    process.stderr.write(
      'vault-loom: serving MCP on stdin, for a client. To look around yourself: `vault-loom tour`.\n',
    );
  const parts = vaultParts({
    config: () => forClients(config),
    version,
    script,
    env: process.env,
    modelFolders,
    log,
  });
  serve({
    ...parts,
    offered,
    sees: seesTool(process.env),
    beforeExit: async () => {
      await parts.settle();
      await beforeExit();
    },
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
