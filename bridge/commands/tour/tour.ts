import { homeFolder } from '../../../shared/kit/disk/home-folder.ts';
import { shortPath } from '../../../shared/clients/short-path.ts';
import type { BridgeConfig } from '../../process/config.ts';
import { connectToVault } from '../own-client.ts';
import { printJson } from '../print-json.ts';
import { progressBar } from '../progress-bar.ts';
import type { CommandLine } from '../surroundings.ts';
import { gatherTour } from './tour-data.ts';
import { headline, tourText } from './tour-view.ts';
import { waysToConnect } from './ways-to-connect.ts';

/**
 * Shows a newcomer what the server does with a vault: counts, a search, connections, themes and top notes, each asked
 * over stdio by a real client, and the configuration to paste into one; or the answers as JSON. Changes no note.
 */
export async function tour(
  { program, screen, progress }: CommandLine,
  { vaultPath }: BridgeConfig,
  { json }: { json: boolean },
): Promise<void> {
  if (!json) screen.write(headline(screen, shortPath(vaultPath, homeFolder() ?? '')));
  const session = await connectToVault(program, vaultPath);
  const bar = progressBar(progress, 'Indexing');
  try {
    const data = await gatherTour(session, ({ done, total }) => bar.update(done, total));
    bar.clear();
    if (json) return printJson(screen, { vault: vaultPath, ...data });
    screen.write(tourText(screen, data, waysToConnect(program, vaultPath)));
  } finally {
    await session.close();
  }
}
