import type { MovedFile } from '../shared/engine/engine.ts';
import { speaksOurProtocol } from './engine-choice.ts';
import { PluginClient } from './plugin-client.ts';
import { createRemoteEngine, isNothingToPrepare } from './remote-engine.ts';

/**
 * Runs work that writes to the vault as the tools do it: `prepare` has the app save what the person typed into these files, and
 * afterwards its editors take in what was written. Where the app is closed there is nothing to do.
 *
 * @throws VaultLoomError what `work` throws; out of `prepare` `file_changed` where an editor's text cannot be settled
 */
export async function besideOpenEditors<T>(vaultRealPath: string, moved: MovedFile[], work: (prepare: (paths: string[]) => Promise<void>) => Promise<T>): Promise<T> {
  const client = new PluginClient(vaultRealPath);
  const isThere = await client.probe().then(
    (contact) => speaksOurProtocol({ ...contact, kind: 'present' }),
    () => false,
  );
  const editors = isThere ? createRemoteEngine(client) : null;
  const prepared = new Set<string>();
  const prepare = async (paths: string[]): Promise<void> => {
    for (const path of paths) prepared.add(path);
    await editors?.prepareWrite({ paths }).catch((error: unknown) => {
      if (!isNothingToPrepare(error)) throw error;
    });
  };
  try {
    return await work(prepare);
  } finally {
    // What was written is written: an app that was closed meanwhile has no editors either.
    await editors?.afterWrite({ paths: [...prepared], moved }).catch(() => undefined);
    client.close();
  }
}
