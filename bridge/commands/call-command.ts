import { isRecord } from '../../shared/kit/json/is-record.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { BridgeConfig } from '../process/config.ts';
import type { OwnProgram } from './own-client.ts';
import { connectToVault } from './own-client.ts';
import type { Screen } from './terminal.ts';

/** Calls one tool and prints its result or error as JSON. Resolves with the exit code: 1 for an error of the tool. */
export async function callCommand(
  program: OwnProgram,
  { vaultPath }: BridgeConfig,
  tool: string,
  json: string | undefined,
  screen: Screen,
): Promise<number> {
  const args = parseObject(json);
  const session = await connectToVault(program, vaultPath);
  try {
    const result = await session.call(tool, args);
    screen.write(`${JSON.stringify(result, null, 2)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    screen.write(`${JSON.stringify({ error: error.toBody() }, null, 2)}\n`);
    return 1;
  } finally {
    await session.close();
  }
}

function parseObject(json = '{}'): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (isRecord(value)) return { ...value };
  } catch (error) {
    throw new VaultLoomError('invalid_arguments', `The arguments are not JSON: ${messageOf(error)}`);
  }
  throw new VaultLoomError('invalid_arguments', 'The arguments must be one JSON object, such as {"query": "tea"}.');
}
