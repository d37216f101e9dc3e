import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import { configFileOf, type ClientMachine } from '../../../shared/clients/find-config-file.ts';
import type { ConfigFormat } from '../../../shared/clients/config-text.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import type { Servers } from './config/config-editor.ts';
import { editorOf } from './config/config-entries.ts';
import { readConfigFile } from './config/config-file.ts';

/**
 * The servers that a client lists, of any client of the table, those too whose file is not edited here; each with
 * `command`, `args` and `env`. Null if that cannot be known. Never rejects.
 */
export async function knownServers(client: CommonClient, machine: ClientMachine): Promise<Servers | null> {
  const file = await configFileOf(client, machine);
  if (file === null) return null;
  try {
    if (client.format === 'yaml') return inYaml((await readConfigFile(file)) ?? '');
    if (client.format !== 'opencode')
      return editorOf(client.format, file)?.servers((await readConfigFile(file)) ?? '') ?? null;
    const lists = await opencodeLists(file);
    return Object.assign({}, ...lists.map(({ first }) => first), ...lists.map(({ second }) => second));
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

/** The form in which a client's file lists servers: where there are two, the one that is there. Never rejects. */
export async function formatOf(client: CommonClient, machine: ClientMachine): Promise<ConfigFormat> {
  const file = client.format === 'opencode' ? await configFileOf(client, machine) : null;
  if (file === null) return client.format;
  const lists = await opencodeLists(file).catch(() => []);
  return lists.some(({ second }) => Object.keys(second).length > 0) ? 'opencode2' : client.format;
}

/** What both files list, since it reads both: in the form of its first version, and of its second. */
async function opencodeLists(file: string): Promise<{ first: Servers; second: Servers }[]> {
  const texts = await Promise.all([file, `${file}c`].map(readConfigFile));
  return texts.map((text) => {
    const root: unknown = parseJsonc(text ?? '', [], { allowTrailingComma: true });
    const list = isRecord(root) && isRecord(root['mcp']) ? root['mcp'] : {};
    const { servers, ...others } = list;
    // A server of the first version may be called so.
    const isServer = isRecord(servers) && typeof servers['type'] === 'string';
    return { first: opencodeEntries(isServer ? list : others), second: opencodeEntries(isServer ? {} : servers) };
  });
}

function opencodeEntries(list: unknown): Servers {
  return entriesOf(list, ({ command, environment }) => {
    const [first, ...args]: unknown[] = Array.isArray(command) ? command : [];
    return { command: first, args, env: environment };
  });
}

function entriesOf(list: unknown, read: (entry: Record<string, unknown>) => Record<string, unknown>): Servers {
  if (!isRecord(list)) return {};
  return Object.fromEntries(Object.entries(list).map(([name, entry]) => [name, isRecord(entry) ? read(entry) : entry]));
}
