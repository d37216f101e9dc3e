import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import { configFileOf, type ClientMachine } from '../../../shared/clients/config-file.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import type { Servers } from './config/config-editor.ts';
import { editorOf } from './config/config-entries.ts';
import { readConfigFile } from './config/config-file.ts';

/**
 * The servers that a client lists, of any client of the table, those too whose file is not edited here; each with `command`,
 * `args` and `env`. Null if that cannot be known. Never rejects.
 */
export async function knownServers(client: CommonClient, machine: ClientMachine): Promise<Servers | null> {
  const file = await configFileOf(client, machine);
  if (file === null) return null;
  try {
    if (client.format === 'yaml') return inYaml((await readConfigFile(file)) ?? '');
    if (client.format !== 'opencode')
      return editorOf(client.format, file)?.servers((await readConfigFile(file)) ?? '') ?? null;
    // It reads both.
    const texts = await Promise.all([file, `${file}c`].map(readConfigFile));
    return Object.assign({}, ...texts.map((text) => inOpencode(text ?? '')));
  } catch {
    return null;
  }
}

function inYaml(text: string): Servers {
  const root: unknown = parseYaml(text);
  return entriesOf(isRecord(root) ? root['extensions'] : null, ({ cmd, args, envs }) => ({
    command: cmd,
    args,
    env: envs,
  }));
}

function inOpencode(text: string): Servers {
  const root: unknown = parseJsonc(text, [], { allowTrailingComma: true });
  return entriesOf(isRecord(root) ? root['mcp'] : null, ({ command, environment }) => {
    const [first, ...args]: unknown[] = Array.isArray(command) ? command : [];
    return { command: first, args, env: environment };
  });
}

function entriesOf(list: unknown, read: (entry: Record<string, unknown>) => Record<string, unknown>): Servers {
  if (!isRecord(list)) return {};
  return Object.fromEntries(Object.entries(list).map(([name, entry]) => [name, isRecord(entry) ? read(entry) : entry]));
}
