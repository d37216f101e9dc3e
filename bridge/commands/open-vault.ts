import { basename } from 'node:path';
import { once } from '../../shared/kit/concurrency/once.ts';
import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { ALL_TOOLS } from '../../shared/tools/all-tools.ts';
import { offeredTools } from '../../shared/tools/offered-tools.ts';
import type { BridgeConfig } from '../process/config.ts';
import { closeBeforeEnd, closeInTime } from '../process/ending.ts';
import { createLog, parseLogLevel } from '../process/log.ts';
import { EngineGate } from '../serve/engine-gate.ts';
import { appLater, reviewLater } from '../serve/opened-later.ts';
import { createRedact } from '../serve/redact.ts';
import { answerCall, logFailure, unknownTool } from '../serve/tool-calls.ts';
import { errorBody } from '../serve/tool-result.ts';
import { vaultParts } from '../switch/vault-parts.ts';
import type { CommandLine } from './surroundings.ts';
import { CLIENT_NAME, type VaultSession } from './vault-session.ts';

/** Only a hang takes longer; what is not saved is indexed again. */
const CLOSING_MS = 10_000;

/**
 * Opens a vault in this process. Calls are answered by the same code as a client's, and errors are those that it would
 * get. A signal closes the vault before the process ends. Throws as `offeredTools`.
 */
export function openVault({ program, modelFolders, env }: CommandLine, config: BridgeConfig): VaultSession {
  const offered = offeredTools(ALL_TOOLS, env);
  const log = createLog(parseLogLevel(env.VAULT_LOOM_LOG), (line) => process.stderr.write(line));
  const { version } = program;
  const parts = vaultParts({ config: () => config, ...program, env, modelFolders, log });
  const gate = new EngineGate(parts.createEngine, log);
  const redact = createRedact(config.vaultPath, config.realVaultPath);
  const callParts = {
    ...parts,
    gate,
    live: appLater(parts.live),
    review: reviewLater(parts.review),
    vaultName: () => basename(config.realVaultPath),
    listedTools: new Set(offered.listed.map(({ name }) => name)),
    client: { name: CLIENT_NAME, version },
  };
  const call = async (
    name: string,
    args: Record<string, unknown> = {},
    onProgress?: (progress: IndexProgress) => void,
  ): Promise<Record<string, unknown>> => {
    const tool = offered.tools.find((one) => one.name === name);
    if (tool === undefined) throw new VaultLoomError('invalid_arguments', unknownTool(name, offered.tools));
    try {
      const result = await answerCall(tool, args, {
        ...callParts,
        // What a call leaves with its signal ends with it.
        signal: new AbortController().signal,
        tellProgress: onProgress && (({ progress, total }) => onProgress({ done: progress, total })),
      });
      // As a client gets it: what is undefined is not there.
      return JSON.parse(JSON.stringify(result)) as Record<string, unknown>;
    } catch (error) {
      // Whatever failed because of the end, the person knows why.
      if (ending.hasBegun()) return new Promise<never>(() => undefined);
      logFailure(error, name, log);
      throw VaultLoomError.fromBody(errorBody(error, name, redact));
    }
  };
  const close = once(() =>
    closeInTime(
      CLOSING_MS,
      async () => {
        await gate.close();
        await parts.settle();
      },
      log,
    ),
  );
  const ending = closeBeforeEnd(close, log);

  gate.open();
  parts.onClient(CLIENT_NAME);
  return {
    call: call as VaultSession['call'],
    close: async () => {
      await close();
      ending.forget();
    },
  };
}
