import { text as readAll } from 'node:stream/consumers';
import { isRecord } from '../../shared/kit/json/is-record.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { ALL_TOOLS } from '../../shared/tools/all-tools.ts';
import { listTool } from '../../shared/tools/call/listing.ts';
import { offeredTools } from '../../shared/tools/offered-tools.ts';
import type { BridgeConfig } from '../process/config.ts';
import { exitCodeOf, OK } from '../process/exit-codes.ts';
import { openVault } from './open-vault.ts';
import { printJson } from './print-json.ts';
import type { CommandLine } from './surroundings.ts';
import { fit, pad } from './terminal.ts';
import type { VaultSession } from './vault-session.ts';

const STDIN = '-';

/**
 * Calls one tool and prints its result or error as JSON. Resolves with the exit code.
 * @param config throws as `readConfig`, which is printed as well
 */
export async function callCommand(
  line: CommandLine,
  config: () => BridgeConfig,
  tool: string,
  json: string | undefined,
): Promise<number> {
  let session: VaultSession | undefined;
  try {
    const args = parseObject(json === STDIN ? await readAll(process.stdin) : json);
    session = openVault(line, config());
    printJson(line.screen, await session.call(tool, args));
    return OK;
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    printJson(line.screen, { error: error.toBody() });
    return exitCodeOf(error);
  } finally {
    await session?.close();
  }
}

/** Lists the tools that clients see: a line each, or as JSON what clients are told of them. */
export function listTools({ screen, env }: CommandLine, asJson: boolean): void {
  const { listed } = offeredTools(ALL_TOOLS, env);
  if (asJson) return printJson(screen, listed.map(listTool));
  const column = Math.max(...listed.map(({ name }) => name.length)) + 2;
  for (const { name, description } of listed)
    screen.write(`${screen.style.bold(pad(name, column))}${fit(description, screen.width - column)}\n`);
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
