import { parse as parseToml } from '@decimalturn/toml-patch';
import fc from 'fast-check';
import { parse as parseJsonc } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { COMMON_CLIENTS } from '../../../../shared/clients/common-clients.ts';
import type { ConfigFormat } from '../../../../shared/clients/config-text.ts';
import { isRecord } from '../../../../shared/kit/json/is-record.ts';
import { VaultLoomError } from '../../../../shared/protocol/errors.ts';
import type { ConfigEditor } from './config-editor.ts';
import { editorOf, nameFor, ownNames, starts } from './config-entries.ts';
import { WRITTEN_CLIENTS } from '../found-clients.ts';

const LAUNCH = { command: '/usr/bin/node', args: ['/data/cli.mjs'], env: { VAULT_PATH: '/home/ada/Notes' } };

/** Files as their clients, and people, write them. */
const FILES: Record<string, string> = {
  'claude-code': `{
  "numStartups": 12,
  "mcpServers": {
    "github": { "type": "stdio", "command": "npx", "args": ["-y", "server-github"], "env": {} }
  },
  "projects": { "/home/ada": { "mcpServers": {}, "history": [] } }
}`,
  'claude-desktop': `{
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "server-filesystem", "/home/ada"]
    }
  },
  "globalShortcut": ""
}
`,
  cursor: '{\n\t"mcpServers": {\n\t\t"db": {\n\t\t\t"url": "http://localhost:1/mcp"\n\t\t}\n\t}\n}\n',
  vscode: `{
	// Servers for all windows
	"servers": {
		"db": { "type": "http", "url": "http://localhost:1/mcp" }, // by hand
	},
	"inputs": [],
}
`,
  codex: `# Mine
model = "o4" # the usual

[mcp_servers.db] # by hand
command = "db"
args = [
  "a", # first
]

[mcp_servers.db.env]
TOKEN = '[mcp_servers.vault-loom]'

[projects."/home/ada"]
trust_level = "trusted"
`,
  'gemini-cli': `{
  "selectedAuthType": "oauth-personal",
  "theme": "Default"
}
`,
  zed: `// Zed settings
//
// For information on how to configure Zed, see the documentation.
{
  "theme": { "mode": "system", "light": "One Light", "dark": "One Dark" },
  /* agents */
  "context_servers": {
    "db": { "command": "db", "args": [], "env": {} },
  },
  "buffer_font_size": 15,
}
`,
};

const formatOf = (id: string): ConfigFormat =>
  COMMON_CLIENTS.find((client) => client.id === id)?.format ?? 'mcpServers';
const editorFor = (id: string): ConfigEditor => {
  const editor = editorOf(formatOf(id), '/home/ada/config');
  if (editor === null) throw new Error(`${id} has no editor`);
  return editor;
};
const dataOf = (id: string, text: string): unknown => {
  const bare = text.replace(/^\ufeff/u, '');
  return structuredClone(
    formatOf(id) === 'toml' ? parseToml(bare) : parseJsonc(bare, [], { allowTrailingComma: true }),
  );
};
const linesOf = (text: string): string[] => text.split('\n').map((line) => line.replace(/,(?=\s*(?:\/\/.*)?$)/u, ''));

describe.each(Object.keys(FILES))("%s's configuration", (id) => {
  const editor = editorFor(id);
  const file = FILES[id] ?? '';

  it.each([
    ['as it is', file],
    ['with CRLF', file.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\ufeff${file}`],
    ['indented by tabs', file.replaceAll('  ', '\t')],
  ])('gets an entry and loses it again, %s', (_how, text) => {
    const added = editor.set(text, 'vault-loom', LAUNCH);
    expect(starts(editor.servers(added)['vault-loom'], LAUNCH)).toBe(true);
    expect(linesOf(added)).toEqual(expect.arrayContaining(linesOf(text)));
    expect(added.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
    if (text.includes('\r\n')) expect(added.replaceAll('\r\n', '')).not.toContain('\n');
    expect(Object.keys(editor.servers(added)).sort()).toEqual(
      [...Object.keys(editor.servers(text)), 'vault-loom'].sort(),
    );

    const removed = editor.remove(added, 'vault-loom');
    expect(editor.servers(removed)).toEqual(editor.servers(text));
    expect(removed).toBe(text);
  });

  it.runIf(formatOf(id) !== 'toml')('has no empty list of servers left when there was none', () => {
    for (const text of ['{\n}\n', '{"theme": "Default"}', '// Mine\n{\n  "font": { "size": 16, }, // big\n}\n'])
      expect(editor.remove(editor.set(text, 'vault-loom', LAUNCH), 'vault-loom')).toBe(text);
    const noted = `{\n  "${formatOf(id)}": {\n    // none yet\n  }\n}\n`;
    expect(editor.remove(editor.set(noted, 'vault-loom', LAUNCH), 'vault-loom')).toBe(noted);
  });

  it.runIf(formatOf(id) !== 'toml')('has one kind of line end, if it is an empty object with CRLF', () => {
    const key = formatOf(id);
    for (const text of ['{}\r\n', '{\r\n}\r\n', `{\r\n  "${key}": {}\r\n}\r\n`, `{"${key}": {\r\n}}`])
      for (const mark of ['', '\ufeff']) {
        const added = editor.set(mark + text, 'vault-loom', LAUNCH);
        expect(added.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
        expect(starts(editor.servers(added)['vault-loom'], LAUNCH)).toBe(true);
      }
  });

  it('may be empty or absent', () => {
    for (const text of ['', '\n', '\ufeff']) {
      const added = editor.set(text, 'vault-loom', LAUNCH);
      expect(starts(editor.servers(added)['vault-loom'], LAUNCH)).toBe(true);
    }
  });

  it('keeps what else a person put into the entry', () => {
    const added = editor.set(file, 'vault-loom', { ...LAUNCH, env: { ...LAUNCH.env, VAULT_LOOM_READ_ONLY: '1' } });
    const newer = { ...LAUNCH, args: ['/data/newer/cli.mjs', '--x'] };
    const entry = editor.servers(editor.set(added, 'vault-loom', newer))['vault-loom'];
    expect(starts(entry, newer)).toBe(true);
    expect(entry).toMatchObject({ env: { VAULT_LOOM_READ_ONLY: '1' } });
  });

  it('is refused when it cannot be read', () => {
    const broken = formatOf(id) === 'toml' ? ['a = = 1', 'mcp_servers = 3', '[[mcp_servers]]\na = 1'] : brokenJson(id);
    for (const text of broken)
      for (const edit of [() => editor.set(text, 'vault-loom', LAUNCH), () => editor.remove(text, 'vault-loom')])
        expect(edit, text).toThrow(VaultLoomError);
  });

  it('holds any path', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).map((text) => `/${text.replace(/[\0\ud800-\udfff]/gu, '')}`),
        (vault) => {
          const launch = { ...LAUNCH, env: { VAULT_PATH: vault } };
          const added = editor.set(file, 'vault-loom', launch);
          expect(starts(editor.servers(added)['vault-loom'], launch)).toBe(true);
          expect(ownNames(editor.servers(added), vault)).toEqual(['vault-loom']);
        },
      ),
      { numRuns: 100, seed: 5 },
    );
  });

  it('has nothing else changed', () => {
    const data = dataOf(id, editor.remove(editor.set(file, 'vault-loom-work', LAUNCH), 'vault-loom-work'));
    const without = (value: unknown): unknown => (isRecord(value) ? { mcpServers: {}, ...value } : value);
    expect(formatOf(id) === 'mcpServers' ? without(data) : data).toEqual(
      formatOf(id) === 'mcpServers' ? without(dataOf(id, file)) : dataOf(id, file),
    );
  });
});

function brokenJson(id: string): string[] {
  const key = formatOf(id);
  return [
    '{',
    '[]',
    '3',
    'null',
    `{"${key}": []}`,
    `{"${key}": null}`,
    `{"${key}": "x"}`,
    '{"a": 1 "b": 2}',
    `{"${key}": {"vault-loom": {}}, "${key}": {"vault-loom": {}}}`,
  ];
}

it('each client that is written has a file here', () => {
  expect(Object.keys(FILES).sort()).toEqual([...WRITTEN_CLIENTS].sort());
});

describe('the name of an entry', () => {
  const entry = (vault: string): object => ({ command: 'node', args: ['/d/cli.mjs'], env: { VAULT_PATH: vault } });

  it('is the plain one for the first vault if it is the only one known, and tells the next ones apart', () => {
    const servers: Record<string, unknown> = {};
    for (const vault of ['/a/Notes', '/a/Wörk & play', '/b/Wörk & play', '/c/日本'])
      servers[nameFor(servers, vault)] = entry(vault);
    expect(Object.keys(servers)).toEqual([
      'vault-loom',
      'vault-loom-work-play',
      'vault-loom-work-play-2',
      'vault-loom-vault',
    ]);
    expect(nameFor({}, '/a/Notes', ['/a/Notes', '/b/Work'])).toBe('vault-loom-notes');
  });

  it('stays what it is for a vault that has one', () => {
    expect(nameFor({ 'vault-loom': entry('/a'), 'vault-loom-b': entry('/b') }, '/b')).toBe('vault-loom-b');
  });

  it("is never that of someone else's server", () => {
    expect(ownNames({ 'vault-loomer': entry('/a'), other: entry('/a'), 'vault-loom': 'text' })).toEqual([]);
  });
});
