import type { IndexProgress } from '../../../shared/protocol/engine-messages.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { Tool } from '../../../shared/tools/tool.ts';
import type { BridgeConfig } from '../../process/config.ts';
import { connectToVault, type VaultSession } from '../own-client.ts';
import { printJson } from '../print-json.ts';
import { progressBar } from '../progress-bar.ts';
import type { CommandLine } from '../surroundings.ts';
import { resultText } from './text/result-text.ts';

/** Calls a tool, waits for the index as long as it takes, and prints the result. Throws the tool's `VaultLoomError`. */
export async function runToolCommand(
  { program, screen, progress }: CommandLine,
  { vaultPath }: BridgeConfig,
  tool: Tool,
  args: Record<string, unknown>,
  { json }: { json: boolean },
): Promise<void> {
  const session = await connectToVault(program, vaultPath);
  const bar = progressBar(progress, 'Indexing', 'notes and texts');
  try {
    const onProgress = ({ done, total }: IndexProgress): void => bar.update(done, total);
    // The tool itself does not wait, and this server has just begun to look.
    if (tool.name === 'index_status') await session.ready(onProgress);
    const result = await callWhenIndexed(session, tool.name, args, onProgress);
    bar.clear();
    if (json) printJson(screen, result);
    else screen.write(resultText(tool.name, result, screen));
  } finally {
    bar.clear();
    await session.close();
  }
}

async function callWhenIndexed(
  session: VaultSession,
  tool: string,
  args: Record<string, unknown>,
  onProgress: (progress: IndexProgress) => void,
): Promise<Record<string, unknown>> {
  for (;;) {
    try {
      return await session.call(tool, args, onProgress);
    } catch (error) {
      if (!(error instanceof VaultLoomError) || error.code !== 'index_not_ready') throw error;
    }
  }
}
