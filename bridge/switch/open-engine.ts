import { noteServer } from '../../shared/clients/server-note.ts';
import { dataFolder } from '../../shared/vault/data-folders.ts';
import { describeError } from '../../shared/protocol/describe-error.ts';
import type { EngineHost } from '../../shared/engine/engine.ts';
import type { LiveApp } from '../../shared/tools/live/live-app.ts';
import type { RuleFiles } from '../../shared/vault/rules/rule-files.ts';
import type { BridgeConfig } from '../process/config.ts';
import { keepsIndex } from './engine-choice.ts';
import { EngineSwitch } from './engine-switch.ts';
import type { Log } from '../process/log.ts';
import { ownEmbedder } from './own-embedder.ts';
import { recently } from './recently.ts';
import { PluginClient } from './contact/plugin-client.ts';
import { PluginLink } from './contact/plugin-link.ts';
import { createRemoteEngine } from './remote-engine.ts';
import { createRemoteLive } from './remote-live.ts';
import { createRemoteReview, reviewWait } from './remote-review.ts';
import type { Review } from '../../shared/tools/review/review.ts';

/** How long the plugin's settings, once read, hold for calls. */
const SETTINGS_MS = 1_000;

export interface OpenEngineOptions {
  config: Pick<BridgeConfig, 'vaultPath' | 'realVaultPath'>;
  version: string;
  /** This program's file; absolute. */
  script: string;
  env: NodeJS.ProcessEnv;
  /** Where the built-in model's file may be in this package; absolute. */
  modelFolders: readonly string[];
  /** What is hidden from engine and writer. */
  rules: RuleFiles;
  /** Finishes or rolls back what a killed writer left; comes before the vault is read. */
  recover: () => Promise<unknown>;
  log: Log;
}

/** A bridge's engine, of the plugin or over the disk, and the app behind the plugin. The engine's `close` ends both. */
export function openEngine({ config, version, script, env, modelFolders, rules, recover, log }: OpenEngineOptions): {
  engine: EngineHost;
  live: LiveApp;
  /** Tells the app what the MCP client calls itself. */
  introduce: (name: string) => void;
  review: Review;
} {
  const client = new PluginClient({ vault: config.realVaultPath, dataFolder: dataFolder(env) });
  const link = new PluginLink({ vaultRealPath: config.realVaultPath, client, log });
  const leaving = Promise.all([
    leaveModelForOthers(modelFolders, dataFolder(env), log),
    noteServer(dataFolder(env), { script, version }).catch((error: unknown) =>
      log.warn(`The place of this server could not be recorded for the plugin: ${describeError(error)}`),
    ),
  ]);
  const createLocal = async () => {
    // Not needed while the plugin answers.
    const { createDiskEngine } = await import('../../shared/engine/disk-engine.ts');
    return createDiskEngine({
      vaultPath: config.vaultPath,
      env,
      modelFolders,
      rules,
      log: (level, message) => log[level](message),
      beforeStart: recover,
      isPluginThere: () => keepsIndex(link.state),
    });
  };
  return {
    engine: new EngineSwitch({
      link,
      remote: createRemoteEngine(client, () => link.status()),
      createLocal,
      releaseMemory: async () => {
        const { releaseMemory } = await import('../../shared/kit/memory/release-memory.ts');
        await releaseMemory();
      },
      recover,
      leaving,
      version,
      ownEmbedder: recently(() => ownEmbedder(config.realVaultPath, env), SETTINGS_MS),
      log,
    }),
    live: createRemoteLive(link, client),
    introduce: (name) => {
      // The person may be looking at the plugin's settings: they say so at once, not at the first question.
      if (client.introduce(name)) void client.probe().catch(() => undefined);
    },
    review: createRemoteReview({ link, client, vaultRealPath: config.realVaultPath, waitMs: reviewWait(env) }),
  };
}

/** A plugin that came without the model finds it in the per-user data folder. Never rejects. */
async function leaveModelForOthers(modelFolders: readonly string[], userFolder: string, log: Log): Promise<void> {
  try {
    const { BUILT_IN_MODEL } = await import('../../shared/embeddings/use/weights/built-in-model.ts');
    const { leaveModel } = await import('../../shared/embeddings/use/weights/save-model.ts');
    const { modelsFolder } = await import('../../shared/embeddings/use/weights/model-file.ts');
    const outcome = await leaveModel(BUILT_IN_MODEL, modelFolders, modelsFolder(userFolder));
    log.debug(`The built-in model for other programs: ${outcome}.`);
  } catch (error) {
    log.warn(`The built-in model could not be copied for other programs: ${describeError(error)}`);
  }
}
