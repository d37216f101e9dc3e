import type { IndexProgress } from '../../../shared/protocol/engine-messages.ts';
import type { Tool } from '../../../shared/tools/tool.ts';
import type { BridgeConfig } from '../../process/config.ts';
import { openVault } from '../open-vault.ts';
import { printJson } from '../print-json.ts';
import { progressBar } from '../progress-bar.ts';
import type { CommandLine } from '../surroundings.ts';
import { typedForVault } from '../typed-command.ts';
import { callWhenIndexed, untilReady } from '../vault-session.ts';
import { resultText } from './text/result-text.ts';
import { flagsOf } from './tool-flags.ts';
import { errorInWordsOfLine, resultInWordsOfLine } from './words-of-line.ts';

/** Calls a tool, waits for the index as long as it takes, and prints the result. Throws the tool's `VaultLoomError`. */
export async function runToolCommand(
  line: CommandLine,
  config: BridgeConfig,
  tool: Tool,
  args: Record<string, unknown>,
  { json }: { json: boolean },
): Promise<void> {
  const { screen, progress } = line;
  const session = openVault(line, config);
  const bar = progressBar(progress, 'Indexing', 'notes and texts');
  const flags = flagsOf(tool);
  try {
    const onProgress = ({ done, total }: IndexProgress): void => bar.update(done, total);
    // The tool itself does not wait, and the engine has just begun to look.
    if (tool.name === 'index_status') await untilReady(session, onProgress);
    const result = await callWhenIndexed(session, tool.name, args, onProgress);
    bar.clear();
    if (json) printJson(screen, result);
    else {
      const waiting = typedForVault(line.env, config.vaultPath, 'vault-loom', 'status', '--wait');
      screen.write(resultText(tool.name, resultInWordsOfLine(result, flags), screen, waiting));
    }
  } catch (error) {
    throw errorInWordsOfLine(error, flags);
  } finally {
    bar.clear();
    await session.close();
  }
}
