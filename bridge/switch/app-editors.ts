import { dataFolder } from '../../shared/vault/data-folders.ts';
import type { MovedFile } from '../../shared/protocol/engine-messages.ts';
import { speaksOurProtocol } from './engine-choice.ts';
import { PluginClient } from './contact/plugin-client.ts';
import { createRemoteEngine, isNothingToPrepare } from './remote-engine.ts';

/**
 * Runs work that writes to the vault next to an open app: `prepare` has the app save what the person typed into these
 * files, and afterwards its editors and index pick up what was written. Without an app, only runs it.
 *
 * @throws VaultLoomError what `work` throws; from `prepare` `file_changed` if an editor's text cannot be saved
 */
export async function besideOpenEditors<T>(
  vaultRealPath: string,
  work: (prepare: (paths: string[], moved: MovedFile[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = new PluginClient({ vault: vaultRealPath, dataFolder: dataFolder(process.env) });
  const contact = await client.probe().catch(() => null);
  const app =
    contact !== null && speaksOurProtocol({ ...contact, kind: 'present' }) ? createRemoteEngine(client) : null;
  const prepared = new Set<string>();
  let moved: MovedFile[] = [];
  const prepare = async (paths: string[], moves: MovedFile[]): Promise<void> => {
    moved = moves;
    for (const path of paths) prepared.add(path);
    await app?.prepareWrite({ paths }).catch((error: unknown) => {
      if (!isNothingToPrepare(error)) throw error;
    });
  };
  try {
    return await work(prepare);
  } finally {
    const paths = [...prepared];
    // Errors do not undo the write. An app that was closed meanwhile has no editors, and will read its notes again.
    const told = [
      app?.afterWrite({ paths, moved }),
      contact?.status.engine.state === 'ready' ? app?.refresh({ paths }) : undefined,
    ];
    await Promise.allSettled(told);
    client.close();
  }
}
