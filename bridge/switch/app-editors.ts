import { dataFolder } from '../../shared/vault/data-folders.ts';
import type { MovedFile } from '../../shared/protocol/engine-messages.ts';
import { speaksOurProtocol } from './engine-choice.ts';
import { PluginClient } from './contact/plugin-client.ts';
import { createRemoteEngine, isNothingToPrepare } from './remote-engine.ts';

/**
 * Runs work that writes to the vault as the tools do it: `prepare` makes the app save what the person typed into these files, and
 * afterwards its editors and its index pick up what was written. If the app is closed there is nothing to do.
 *
 * @throws VaultLoomError what `work` throws; from `prepare` `file_changed` if an editor's text cannot be settled
 */
export async function besideOpenEditors<T>(
  vaultRealPath: string,
  moved: MovedFile[],
  work: (prepare: (paths: string[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = new PluginClient({ vault: vaultRealPath, dataFolder: dataFolder(process.env) });
  const contact = await client.probe().catch(() => null);
  const app =
    contact !== null && speaksOurProtocol({ ...contact, kind: 'present' }) ? createRemoteEngine(client) : null;
  const prepared = new Set<string>();
  const prepare = async (paths: string[]): Promise<void> => {
    for (const path of paths) prepared.add(path);
    await app?.prepareWrite({ paths }).catch((error: unknown) => {
      if (!isNothingToPrepare(error)) throw error;
    });
  };
  try {
    return await work(prepare);
  } finally {
    const paths = [...prepared];
    // What was written is written: an app that was closed meanwhile has no editors either, and reads its notes again.
    const told = [
      app?.afterWrite({ paths, moved }),
      contact?.status.engine.state === 'ready' ? app?.refresh({ paths }) : undefined,
    ];
    await Promise.allSettled(told);
    client.close();
  }
}
