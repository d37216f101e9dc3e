import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { clientClaiming } from './client-names.ts';
import { addingCommand, addingLink, COMMON_CLIENTS } from './common-clients.ts';
import { configText, type ConfigFormat } from './config-text.ts';
import { launchOf, serverCommand, type ServerLaunch } from './server-launch.ts';
import { commandLine } from './shell-words.ts';

const HARD = [
  "/home/ada/My notes/it's here",
  '/home/ada/a "quoted" $HOME `x` \\back\\',
  '/home/ada/Ärger/日本語/🌱 – %PATH%',
  '/home/ada/line\nbreak\tand \u007f\u0085\u2028',
  'C:\\Users\\Ada Lovelace\\Notes & co (1)',
  '\\\\server\\share\\Ada’s ‘vault’',
  '/home/ada/~ #hash; & | > * ? [x] {y} !1',
];
/** Any text that can be a path: no NUL, and nothing that UTF-8 lacks. */
const anyPath = fc.oneof(
  fc.constantFrom(...HARD),
  fc.string({ unit: 'binary' }).map((text) => `/${text.replace(/[\0\ud800-\udfff]/gu, '')}`),
);
const runs = { numRuns: 300, seed: 11 };

const launchFor = (vault: string, script = '/opt/vault loom/cli.mjs'): ServerLaunch =>
  launchOf({ kind: 'file', script, node: '/usr/bin/node' }, vault, 'linux');

/** What a client reads out of each kind of file. */
const READERS: Record<ConfigFormat, (text: string) => unknown> = {
  mcpServers: (text) => JSON.parse(text).mcpServers['vault-loom'],
  servers: (text) => {
    const { type, ...launch } = JSON.parse(text).servers['vault-loom'];
    return type === 'stdio' ? launch : null;
  },
  context_servers: (text) => JSON.parse(text).context_servers['vault-loom'],
  cline: (text) => {
    const { disabled, autoApprove, ...launch } = JSON.parse(text).mcpServers['vault-loom'];
    return disabled === false && autoApprove.length === 0 ? launch : null;
  },
  opencode: (text) => {
    const { type, command, environment, enabled } = JSON.parse(text).mcp['vault-loom'];
    const [first, ...args] = command;
    return type === 'local' && enabled === true ? { command: first, args, env: environment } : null;
  },
  opencode2: (text) => {
    const { type, command, environment, ...others } = JSON.parse(text).mcp.servers['vault-loom'];
    const [first, ...args] = command;
    return type === 'local' && Object.keys(others).length === 0 ? { command: first, args, env: environment } : null;
  },
  yaml: (text) => {
    const { enabled, type, cmd, args, envs } = parse(text).extensions['vault-loom'];
    return enabled === true && type === 'stdio' ? { command: cmd, args, env: envs } : null;
  },
  toml: readToml,
};

describe("a client's configuration", () => {
  it.each(Object.keys(READERS) as ConfigFormat[])('as %s gives back what it was made of', (format) => {
    fc.assert(
      fc.property(anyPath, anyPath, (vault, script) => {
        const launch = launchFor(vault, script);
        expect(READERS[format](configText(format, 'vault-loom', launch))).toEqual(launch);
      }),
      runs,
    );
  });

  it('is of a known kind for every client', () => {
    for (const { format } of COMMON_CLIENTS) expect(READERS).toHaveProperty(format);
    expect(new Set(COMMON_CLIENTS.map(({ id }) => id)).size).toBe(COMMON_CLIENTS.length);
  });
});

describe("a client's link", () => {
  it('gives back what it was made of', () => {
    fc.assert(
      fc.property(anyPath, (vault) => {
        const launch = launchFor(vault);
        for (const client of COMMON_CLIENTS) {
          const link = addingLink(client, { launch });
          if (link === null) continue;
          expect(link).toMatch(/^[a-z]+:[\x21-\x7e]+$/u);
          expect(readLink(link)).toEqual({ name: 'vault-loom', launch });
        }
      }),
      runs,
    );
  });
});

describe('a command line', () => {
  it('is taken apart by a shell into the words it was made of', () => {
    const lists = fc.sample(fc.array(anyPath, { minLength: 1, maxLength: 4 }), { ...runs, numRuns: 60 });
    const words = [...lists, ...HARD.map((path) => [`VAULT_PATH=${path}`, '--', '', '-y'])].flat();
    const line = commandLine(['printf', '%s\\0', ...words], 'posix');
    expect(execFileSync('/bin/sh', ['-c', line]).toString('utf8').split('\0').slice(0, -1)).toEqual(words);
  });

  it('is taken apart by the shells of Windows into the words it was made of', () => {
    const windowsPath = anyPath.map((path) => path.replaceAll('"', ''));
    fc.assert(
      fc.property(fc.array(windowsPath, { minLength: 1, maxLength: 4 }), (words) => {
        expect(powershellWords(commandLine(words, 'powershell'))).toEqual(words);
        // No line breaks in a terminal of cmd's.
        const ofOneLine = words.map((word) => word.replace(/[\r\n]/gu, ''));
        expect(cmdWords(commandLine(ofOneLine, 'cmd'))).toEqual(ofOneLine);
      }),
      runs,
    );
    expect(commandLine(['C:\\Program Files\\nodejs\\node.exe', '--', '-x'], 'powershell')).toBe(
      "& 'C:\\Program Files\\nodejs\\node.exe' '--' -x",
    );
  });

  it('leaves plain words plain', () => {
    const words = serverCommand({ kind: 'package', version: '1.2.3', npx: null }, 'doctor', '/home/ada/notes');
    const line = 'npx -y vault-loom@1.2.3 doctor /home/ada/notes';
    expect([commandLine(words, 'posix'), commandLine(words, 'powershell'), commandLine(words, 'cmd')]).toEqual([
      line,
      line,
      line,
    ]);
  });

  it("adds the server by the client's own command", () => {
    const [claude, codex] = ['claude-code', 'codex'].map((id) => {
      const client = COMMON_CLIENTS.find((each) => each.id === id);
      return client && addingCommand(client, { launch: launchFor('/notes') })?.join(' ');
    });
    expect(claude).toBe(
      'claude mcp add --env VAULT_PATH=/notes --scope user vault-loom -- /usr/bin/node /opt/vault loom/cli.mjs',
    );
    expect(codex).toBe('codex mcp add vault-loom --env VAULT_PATH=/notes -- /usr/bin/node /opt/vault loom/cli.mjs');
  });
});

describe('what is started', () => {
  it('is the file, or the package of the same version by way of a shell where there must be one', () => {
    const source = { kind: 'package', version: '0.1.0', npx: null } as const;
    expect(launchOf(source, '/v', 'linux')).toMatchObject({ command: 'npx', args: ['-y', 'vault-loom@0.1.0'] });
    expect(launchOf(source, 'C:\\v', 'win32')).toEqual({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'vault-loom@0.1.0'],
      env: { VAULT_PATH: 'C:\\v' },
    });
    // Found where an app does not look, with the Node.js that it needs.
    expect(launchOf({ ...source, npx: '/opt/homebrew/bin/npx' }, '/v', 'darwin')).toEqual({
      command: '/opt/homebrew/bin/npx',
      args: ['-y', 'vault-loom@0.1.0'],
      env: { VAULT_PATH: '/v', PATH: '/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin' },
    });
    expect(launchOf({ kind: 'file', script: '/x/cli.mjs', node: null }, '/v', 'darwin').command).toBe('node');
  });
});

it('knows clients by the names that they give themselves', () => {
  expect(clientClaiming(' Claude-Code ')).toBe('claude-code');
  expect(clientClaiming('something else')).toBeNull();
});

function readLink(link: string): unknown {
  const [, query = ''] = link.split('?');
  if (link.startsWith('vscode:')) {
    const { name, type, ...launch } = JSON.parse(decodeURIComponent(query));
    return type === 'stdio' ? { name, launch } : null;
  }
  const parameters = new URLSearchParams(query);
  const config = Buffer.from(parameters.get('config') ?? '', 'base64').toString('utf8');
  return { name: parameters.get('name'), launch: JSON.parse(config) };
}

/** The tables and values that `config.toml` may hold, strictly: basic strings, lists of them, whole numbers. */
function readToml(text: string): unknown {
  // eslint-disable-next-line no-control-regex -- TOML refuses them.
  const string = /"(?:[^"\\\u0000-\u0008\u000a-\u001f\u007f]|\\[btnfr"\\]|\\u[0-9a-f]{4})*"/u.source;
  const tables: Record<string, Record<string, unknown>> = {};
  let table: Record<string, unknown> = {};
  for (const line of text.split('\n')) {
    const header = /^\[([\w.-]+)\]$/u.exec(line)?.[1];
    if (header !== undefined) {
      table = {};
      tables[header] = table;
    } else if (line !== '') {
      const [, key = '', value = ''] =
        new RegExp(`^(\\w+) = (${string}|\\[(?:${string}(?:, ${string})*)?\\]|\\d+)$`, 'u').exec(line) ?? [];
      expect(key, line).not.toBe('');
      table[key] = JSON.parse(value);
    }
  }
  const { command, args, startup_timeout_sec: seconds } = tables['mcp_servers.vault-loom'] ?? {};
  expect(seconds).toBeGreaterThan(10);
  return { command, args, env: tables['mcp_servers.vault-loom.env'] };
}

/** As PowerShell takes a line apart: single quotes of any shape, doubled inside; `&` runs a quoted program. */
function powershellWords(line: string): string[] {
  const words: string[] = [];
  const rest = line.replace(/^& /u, '');
  const pattern =
    /(?:['\u2018-\u201b]((?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*)['\u2018-\u201b]|([\w./\\:+=@-]+))(?: |$)/uy;
  while (pattern.lastIndex < rest.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(rest);
    if (found === null) throw new Error(`PowerShell would stop at ${rest.slice(at)}`);
    words.push(found[2] ?? (found[1] ?? '').replace(/(['\u2018-\u201b])['\u2018-\u201b]/gu, '$1'));
  }
  return words;
}

/** As cmd takes a line apart, with no variable of such a name: carets count outside of quotes alone. */
function cmdWords(line: string): string[] {
  const words: string[] = [];
  let word = '';
  let isQuoted = false;
  let isOpen = false;
  for (let i = 0; i < line.length; i++) {
    const character = line[i] as string;
    if (character === '"') {
      isQuoted = !isQuoted;
      isOpen = true;
    } else if (character === '^' && !isQuoted) word += line[++i] ?? '';
    else if (character === ' ' && !isQuoted) {
      words.push(word);
      word = '';
      isOpen = false;
    } else if (!isQuoted && /[&|<>()%]/u.test(character)) throw new Error(`cmd would act on ${character}`);
    else {
      word += character;
      isOpen = true;
    }
  }
  return isOpen ? [...words, word] : words;
}
