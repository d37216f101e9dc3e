import { CLIENT_NAMES, type ClientId } from './client-names.ts';
import type { ConfigFormat } from './config-text.ts';
import { SERVER_NAME, type ServerLaunch, type System } from './server-launch.ts';

/**
 * A folder that systems or people put in different places: the home folder; where the system has apps keep their
 * settings; `~/.config`, or what `XDG_CONFIG_HOME` names, on any system; and the folder of Windows with a folder for
 * each packaged app.
 */
export type BaseFolder = 'home' | 'appConfig' | 'xdgConfig' | 'packages';

/** A configuration file: a path with `/` below a base folder. */
export interface ConfigPlace {
  base: BaseFolder;
  path: string;
  /** A variable that names another folder, and the path below that one. */
  moved?: { variable: string; path: string };
}

export interface CommonClient {
  id: ClientId;
  name: string;
  format: ConfigFormat;
  /** Where its configuration may be, the newest place first. */
  places: (system: System) => ConfigPlace[];
  /** The words of its own command that adds a server, if it has one. */
  command?: (name: string, launch: ServerLaunch) => string[];
  /** A link that has it add the server, if it takes one. */
  link?: (name: string, launch: ServerLaunch) => string;
  /** How to reach the file or the button for it within the client, for people. */
  within?: string;
  /** What it has to do before it knows of the server, for people. */
  then: string;
}

const CLAUDE_FILE = 'Claude/claude_desktop_config.json';
const CLAUDE_PACKAGE = 'Claude_pzs8sxrjxfjjc';

/** The clients that people use most, in the order in which they are shown. */
const CLIENTS: readonly Omit<CommonClient, 'name'>[] = [
  {
    id: 'claude-code',
    format: 'mcpServers',
    places: () => [home('.claude.json', { variable: 'CLAUDE_CONFIG_DIR', path: '.claude.json' })],
    // `--env` takes all words up to the next flag.
    command: (name, launch) => [
      'claude',
      'mcp',
      'add',
      '--env',
      ...variables(launch),
      '--scope',
      'user',
      name,
      ...program(launch),
    ],
    then: 'Start a new session; /mcp lists it.',
  },
  {
    id: 'claude-desktop',
    format: 'mcpServers',
    // The package sees its own copy of the folder of settings, and nothing that others write to the usual one.
    places: (system) => [
      ...(system === 'win32' ? [packages(`${CLAUDE_PACKAGE}/LocalCache/Roaming/${CLAUDE_FILE}`)] : []),
      appConfig(CLAUDE_FILE),
    ],
    within: 'Settings → Developer → Edit config opens the folder.',
    then: 'Quit Claude Desktop and start it again.',
  },
  {
    id: 'cursor',
    format: 'mcpServers',
    places: () => [home('.cursor/mcp.json')],
    link: (name, launch) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${encodeURIComponent(base64(launch))}`,
    then: 'Settings → MCP shows it; switch it on there.',
  },
  {
    id: 'vscode',
    format: 'servers',
    places: () => [appConfig('Code/User/mcp.json')],
    link: (name, launch) =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'stdio', ...launch }))}`,
    within: 'The command MCP: Open User Configuration opens it.',
    then: 'Start it from the line above its entry, or let the chat start it.',
  },
  {
    id: 'codex',
    format: 'toml',
    places: () => [home('.codex/config.toml', { variable: 'CODEX_HOME', path: 'config.toml' })],
    command: (name, launch) => [
      'codex',
      'mcp',
      'add',
      name,
      ...variables(launch).flatMap((variable) => ['--env', variable]),
      ...program(launch),
    ],
    then: 'Start a new session; /mcp lists it.',
  },
  {
    id: 'gemini-cli',
    format: 'mcpServers',
    places: () => [home('.gemini/settings.json', { variable: 'GEMINI_CLI_HOME', path: '.gemini/settings.json' })],
    then: 'Start a new session; /mcp lists it.',
  },
  {
    id: 'windsurf',
    format: 'mcpServers',
    places: (system) => [
      system === 'win32' ? appConfig('devin/mcp_config.json') : home('.config/devin/mcp_config.json'),
      home('.codeium/windsurf/mcp_config.json'),
    ],
    then: 'Refresh the list of servers in its settings.',
  },
  {
    id: 'zed',
    format: 'context_servers',
    places: (system) => {
      if (system === 'win32') return [appConfig('Zed/settings.json')];
      return [system === 'linux' ? xdgConfig('zed/settings.json') : home('.config/zed/settings.json')];
    },
    within: 'The command zed: open settings opens it.',
    then: 'The agent panel’s settings show it.',
  },
  {
    id: 'lm-studio',
    format: 'mcpServers',
    places: () => [home('.lmstudio/mcp.json')],
    link: (name, launch) =>
      `lmstudio://add_mcp?name=${encodeURIComponent(name)}&config=${encodeURIComponent(base64(launch))}`,
    then: 'Switch it on in the chat’s integrations.',
  },
  {
    id: 'goose',
    format: 'yaml',
    places: (system) => [
      system === 'win32' ? appConfig('Block/goose/config/config.yaml') : xdgConfig('goose/config.yaml'),
    ],
    then: 'Start a new session.',
  },
  {
    id: 'opencode',
    format: 'opencode',
    places: () => [xdgConfig('opencode/opencode.json')],
    then: 'Start it again.',
  },
  {
    id: 'cline',
    format: 'cline',
    places: () => [appConfig('Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json')],
    within: 'MCP Servers → Configure opens it.',
    then: 'It starts as soon as the file is saved.',
  },
  {
    id: 'other',
    format: 'mcpServers',
    places: () => [],
    then: 'Its manual says where this goes, and whether it has to be started again.',
  },
];

/** The same with their names. A new one is an entry above, and its names in `client-names.ts`. */
export const COMMON_CLIENTS: readonly CommonClient[] = CLIENTS.map((client) => ({
  ...client,
  name: CLIENT_NAMES[client.id].name,
}));

/** A server to add to a client. */
export interface ClientEntry {
  launch: ServerLaunch;
  name?: string;
}

/** The words of the client's own command that adds the server; null if it has none. */
export function addingCommand(client: CommonClient, { launch, name = SERVER_NAME }: ClientEntry): string[] | null {
  return client.command?.(name, launch) ?? null;
}

/** A link that has the client add the server; null if it takes none. */
export function addingLink(client: CommonClient, { launch, name = SERVER_NAME }: ClientEntry): string | null {
  return client.link?.(name, launch) ?? null;
}

function home(path: string, moved?: ConfigPlace['moved']): ConfigPlace {
  return { base: 'home', path, ...(moved === undefined ? {} : { moved }) };
}

function xdgConfig(path: string): ConfigPlace {
  return { base: 'xdgConfig', path };
}

function appConfig(path: string): ConfigPlace {
  return { base: 'appConfig', path };
}

function packages(path: string): ConfigPlace {
  return { base: 'packages', path };
}

function variables({ env }: ServerLaunch): string[] {
  return Object.entries(env).map(([key, value]) => `${key}=${value}`);
}

function program({ command, args }: ServerLaunch): string[] {
  return ['--', command, ...args];
}

function base64(launch: ServerLaunch): string {
  return Buffer.from(JSON.stringify(launch), 'utf8').toString('base64');
}
