import { addingCommand, COMMON_CLIENTS, type CommonClient, type ConfigPlace } from '../common-clients.ts';
import { configText, type ConfigFormat } from '../config-text.ts';
import { SERVER_NAME, SERVER_PACKAGE, type ServerLaunch, type System } from '../server-launch.ts';
import { commandLine } from '../shell-words.ts';

/** What the pages show: a person puts in their own paths. */
const SHOWN: ServerLaunch = {
  command: 'node',
  args: ['/path/to/vault-loom/dist/bridge/cli.mjs'],
  env: { VAULT_PATH: '/path/to/your/vault' },
};
/** What the buttons of the README have a client start: npm gets the package. */
const FROM_NPM: ServerLaunch = {
  command: 'npx',
  args: ['-y', SERVER_PACKAGE],
  env: { VAULT_PATH: '/path/to/your/vault' },
};

const SYSTEMS: readonly [System, string][] = [
  ['darwin', 'macOS'],
  ['win32', 'Windows'],
  ['linux', 'Linux'],
];
const LANGUAGE: Partial<Record<ConfigFormat, string>> = { toml: 'toml', yaml: 'yaml' };

/** What is particular to a client, in Markdown. */
const PARTICULARS: Readonly<Record<string, string>> = {
  'claude-desktop':
    'On Windows its installer and the Store both bring it as a package, which reads the first of the two files; _Edit config_ may open the folder of the second all the same, which older versions read.\n\nA release also has the server as a bundle, `vault-loom-….mcpb`: open it, and Claude Desktop asks for the vault. It brings its own Node.js on macOS and Windows.',
  'claude-code':
    'For one project instead of all: `--scope project` writes `.mcp.json` in its folder, which is shared with whoever works on it.',
  vscode: 'For one workspace instead of all, the same text goes into `.vscode/mcp.json`.',
  cursor: 'For one project instead of all, the same text goes into `.cursor/mcp.json` in its folder.',
  codex:
    'Codex waits 10 s for a server to start unless told otherwise, which a first start by `npx` can exceed: the entry sets 60 s.',
  zed: 'The file is JSON with comments; `connect` keeps them.',
  windsurf: 'Newer versions are called Devin Desktop and have their own folder; the first file that is there counts.',
  goose: 'If the file has `extensions` already, the part below that key goes under it.',
  opencode:
    'If the file is `opencode.jsonc`, the entry goes in there. This is the form of version 1, which version 2 also reads. If your file has the form of version 2, `"mcp": {"servers": {…}}`, the entry goes in there, without `enabled`: `vault-loom connect opencode --print` shows it so.',
  other:
    'Most clients that start local servers take an entry of this form. What they need is a program, its arguments, and the variable `VAULT_PATH`; they speak to it over standard input and output.',
};

export interface Page {
  /** In `docs/clients/`. */
  file: string;
  text: string;
}

/**
 * The pages about clients: one for each, and one that lists them.
 * @param written the clients whose configuration `vault-loom connect` writes
 */
export function clientPages(written: ReadonlySet<string>): Page[] {
  return [
    { file: 'README.md', text: overview(written) },
    ...COMMON_CLIENTS.map((client) => ({ file: `${client.id}.md`, text: page(client, written.has(client.id)) })),
  ];
}

function overview(written: ReadonlySet<string>): string {
  const rows = COMMON_CLIENTS.map(
    ({ id, name }) =>
      `| [${name}](${id}.md) | ${written.has(id) ? `\`connect ${id}\`` : `\`connect ${id} --print\`, and paste`} |`,
  );
  return [
    '# Connecting a client',
    'Generated from `shared/clients` by `npm run docs`; a test compares.',
    ['| Client | With `vault-loom connect` |', '| --- | --- |', ...rows].join('\n'),
    '`vault-loom` stands for `node dist/bridge/cli.mjs` in a built copy of this repository. With the plugin, _Settings → Vault Loom → Connect_ shows the exact text for your vault and your system, with a button that copies it. Several vaults are several entries: where the app lists more than one, or you name more than one, each entry is named after its vault, such as `vault-loom-work`.',
  ]
    .join('\n\n')
    .concat('\n');
}

function page(client: CommonClient, isWritten: boolean): string {
  return [
    `# ${client.name}`,
    ...steps(client, isWritten),
    '## By hand',
    ...byHand(client),
    ...particulars(client),
    '## Afterwards',
    `${client.then} Then ask it, for instance, _"What is in my vault?"_ If it finds no tools, \`vault-loom doctor\` says what is wrong, and [troubleshooting](../troubleshooting.md) goes by symptom.`,
    '[All clients](README.md)',
  ]
    .join('\n\n')
    .concat('\n');
}

function steps(client: CommonClient, isWritten: boolean): string[] {
  const { id, name } = client;
  const command = `node dist/bridge/cli.mjs connect ${id} --vault /path/to/your/vault${isWritten ? '' : ' --print'}`;
  const does = isWritten
    ? `It shows what it would change in the configuration of ${name}, and makes the change once you say yes. ${whatStays(client)} \`--remove\` takes the entry out again, and the copy of the server once no client starts it.`
    : 'It prints the entry, with the right paths for this computer, to put into the configuration.';
  return [
    'In a built copy of this repository:',
    code('sh', command),
    `${does} The client then starts a copy of the server in the data folder, without the network. Without \`--vault\` it takes the vault of \`VAULT_PATH\`, else the only one that the app lists, or asks which you mean.`,
  ];
}

/** What `connect` leaves as it is. A client's own command rewrites the file in its own way. */
function whatStays(client: CommonClient): string {
  const [program] = addingCommand(client, { launch: SHOWN }) ?? [];
  return program === undefined
    ? 'Everything else in the file stays, comments included, and the file as it was is kept next to it.'
    : `On macOS and Linux the client's own command, \`${program}\`, makes the entry if it is on the PATH; otherwise everything else in the file stays, comments included, and the file as it was is kept next to it.`;
}

function byHand(client: CommonClient): string[] {
  const words = addingCommand(client, { launch: SHOWN });
  const files = SYSTEMS.map(
    ([system, label]) => [label, client.places(system).map((place) => shown(place, system))] as const,
  );
  return [
    ...(words === null
      ? []
      : ['By its own command:', code('sh', commandLine(words, 'posix')), 'Or in its configuration file.']),
    ...(client.within === undefined ? [] : [client.within]),
    ...(files.every(([, paths]) => paths.length === 0)
      ? []
      : [
          [
            '| System | File |',
            '| --- | --- |',
            ...files.map(([label, paths]) => `| ${label} | ${paths.join(' or ')} |`),
          ].join('\n'),
        ]),
    ...elsewhere(client),
    code(LANGUAGE[client.format] ?? 'json', configText(client.format, SERVER_NAME, SHOWN).trimEnd()),
    'Paths are absolute. If the client does not find `node`, give its full path (`which node`, on Windows `where node`). More settings go next to `VAULT_PATH`: [configuration](../configuration.md).',
  ];
}

function particulars({ id }: CommonClient): string[] {
  const text = PARTICULARS[id];
  return text === undefined ? [] : [text];
}

/** Where the files are if variables say otherwise. */
function elsewhere(client: CommonClient): string[] {
  const places = SYSTEMS.flatMap(([system, label]) =>
    client.places(system).map((place) => ({ ...place, system, label })),
  );
  const moved = new Map(places.flatMap(({ moved: to }) => (to === undefined ? [] : [[to.variable, to.path]])));
  const xdg = places.filter(({ base, system }) => base === 'xdgConfig' || (base === 'appConfig' && system === 'linux'));
  const on = xdg.length === SYSTEMS.length ? '' : ` on ${xdg.map(({ label }) => label).join(' and ')}`;
  return [
    ...[...moved].map(([variable, path]) => `If \`${variable}\` is set, the file is \`$${variable}/${path}\`.`),
    ...(xdg.length === 0 ? [] : [`If \`XDG_CONFIG_HOME\` is set, it takes the place of \`~/.config\`${on}.`]),
  ];
}

function shown({ base, path }: ConfigPlace, system: System): string {
  const folder = {
    home: { darwin: '~', linux: '~', win32: '%USERPROFILE%' },
    xdgConfig: { darwin: '~/.config', linux: '~/.config', win32: '%USERPROFILE%/.config' },
    appConfig: { darwin: '~/Library/Application Support', linux: '~/.config', win32: '%APPDATA%' },
    packages: { darwin: '', linux: '', win32: '%LOCALAPPDATA%/Packages' },
  }[base][system];
  const whole = `${folder}/${path}`;
  return `\`${system === 'win32' ? whole.replaceAll('/', '\\') : whole}\``;
}

/**
 * Links that have a client add the server, as web addresses, since pages of repositories show no others. In Markdown,
 * one line.
 */
export function buttons(): string {
  const config = encodeURIComponent(Buffer.from(JSON.stringify(FROM_NPM), 'utf8').toString('base64'));
  const inputs = [{ type: 'promptString', id: 'vault', description: 'The folder of your vault' }];
  const asked = { type: 'stdio', ...FROM_NPM, env: { VAULT_PATH: '${input:vault}' } };
  const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
  const links = [
    ['Cursor', `https://cursor.com/en/install-mcp?name=${SERVER_NAME}&config=${config}`],
    [
      'VS Code',
      `https://vscode.dev/redirect/mcp/install?name=${SERVER_NAME}&inputs=${json(inputs)}&config=${json(asked)}`,
    ],
    ['LM Studio', `https://lmstudio.ai/install-mcp?name=${SERVER_NAME}&config=${config}`],
  ];
  return links.map(([name, address]) => `[Add to ${name}](${address})`).join(' · ');
}

function code(language: string, text: string): string {
  return ['```' + language, text, '```'].join('\n');
}
