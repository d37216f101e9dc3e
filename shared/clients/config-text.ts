import type { ServerLaunch } from './server-launch.ts';

/** How a client's configuration lists servers. */
export type ConfigFormat = JsonFormat | 'toml' | 'yaml';
export type JsonFormat = keyof typeof ENTRIES;

/** npm may have to get the package first. */
const START_SECONDS = 60;
const CALL_SECONDS = 300;

/** Where JSON configurations keep servers, and what they want of one. */
const ENTRIES = {
  mcpServers: { at: 'mcpServers', entry: (launch: ServerLaunch): object => ({ ...launch }) },
  servers: { at: 'servers', entry: (launch: ServerLaunch): object => ({ type: 'stdio', ...launch }) },
  context_servers: { at: 'context_servers', entry: (launch: ServerLaunch): object => ({ ...launch }) },
  cline: {
    at: 'mcpServers',
    entry: (launch: ServerLaunch): object => ({ ...launch, disabled: false, autoApprove: [] }),
  },
  opencode: {
    at: 'mcp',
    entry: ({ command, args, env }: ServerLaunch): object => ({
      type: 'local',
      command: [command, ...args],
      environment: env,
      enabled: true,
    }),
  },
  /** What version 2 writes itself; it reads the form of version 1, too. */
  opencode2: {
    within: 'mcp',
    at: 'servers',
    entry: ({ command, args, env }: ServerLaunch): object => ({
      type: 'local',
      command: [command, ...args],
      environment: env,
    }),
  },
};

/** A server under the name that it is listed by: letters, digits, `-` and `_`. */
export interface NamedLaunch {
  name: string;
  launch: ServerLaunch;
}

/**
 * The text to put into a client's configuration: a whole file. An existing file gets only the part about this server.
 */
export function configText(format: ConfigFormat, name: string, launch: ServerLaunch): string {
  return configTextOf(format, [{ name, launch }]);
}

/** The same for several servers, as one file. */
export function configTextOf(format: ConfigFormat, servers: readonly NamedLaunch[]): string {
  if (format === 'toml') return servers.map(({ name, launch }) => toml(name, launch)).join('\n');
  if (format === 'yaml') return `extensions:\n${servers.map(({ name, launch }) => yaml(name, launch)).join('')}`;
  const entries = servers.map(({ name, launch }) => [name, ENTRIES[format].entry(launch)]);
  const { at, ...rest } = ENTRIES[format];
  const list = { [at]: Object.fromEntries(entries) };
  return `${JSON.stringify('within' in rest ? { [rest.within]: list } : list, null, 2)}\n`;
}

/** The keys of a JSON configuration that lead to all servers, from the outside in. */
export function jsonKeys(format: JsonFormat): string[] {
  const { at, ...rest } = ENTRIES[format];
  return 'within' in rest ? [rest.within, at] : [at];
}

/** The key of a JSON configuration that holds all servers, and what it wants of this one. */
export function jsonEntry(format: JsonFormat, launch: ServerLaunch): { at: string; entry: object } {
  const { at, entry } = ENTRIES[format];
  return { at, entry: entry(launch) };
}

function toml(name: string, { command, args, env }: ServerLaunch): string {
  const variables = Object.entries(env).map(([key, value]) => `${key} = ${quoted(value)}`);
  return [
    `[mcp_servers.${name}]`,
    `command = ${quoted(command)}`,
    `args = [${args.map(quoted).join(', ')}]`,
    `startup_timeout_sec = ${START_SECONDS}`,
    '',
    `[mcp_servers.${name}.env]`,
    ...variables,
    '',
  ].join('\n');
}

function yaml(name: string, { command, args, env }: ServerLaunch): string {
  return [
    `  ${name}:`,
    '    enabled: true',
    '    type: stdio',
    `    name: ${name}`,
    `    cmd: ${quoted(command)}`,
    '    args:',
    ...args.map((arg) => `      - ${quoted(arg)}`),
    '    envs:',
    ...Object.entries(env).map(([key, value]) => `      ${key}: ${quoted(value)}`),
    `    timeout: ${CALL_SECONDS}`,
    '',
  ].join('\n');
}

/** A text in double quotes, as JSON, TOML and YAML all read it. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
