import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Command } from 'commander';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { addOwnCommands } from '../../bridge/commands/own-commands.ts';
import { addToolCommands } from '../../bridge/commands/tools/tool-commands.ts';
import { commandOf } from '../../bridge/commands/named-command.ts';
import { commandLineFor } from '../../bridge/test-support/command-line.ts';
import { ROOT } from '../setup.mjs';
import { blocksOf, inlineCodeOf, pages, textOf } from './pages.ts';

const PATIENCE_MS = 120_000;
const CLI = join(ROOT, 'dist', 'bridge', 'cli.mjs');
/** Pages for people who use the program: their commands are run. */
const RUN = [
  'README.md',
  'SKILL.md',
  'docs/command-line.md',
  'docs/safety.md',
  'docs/troubleshooting.md',
  'docs/clients/',
  'docs/releasing.md',
  'CONTRIBUTING.md',
];
/** Lines that are not run, by how they begin, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'claude ': "another's program, which is not there; shared/clients/client-texts.test.ts takes its words apart",
  'codex ': 'likewise',
  'npm ci': 'gets packages from a network',
  'npm test': 'runs this test',
  'npm start ':
    'builds, which would pull the program from under other tests; all else that it does is `tour`, which is run',
  'npm run release ': 'takes minutes; scripts/release/main.test.ts runs its parts',
};

let folder: string;
let vault: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-examples-')));
  vault = join(folder, 'vault');
  await cp(join(ROOT, 'e2e', 'vault'), vault, { recursive: true });
  const home = join(folder, 'home');
  env = {
    PATH: process.env['PATH'] ?? '',
    ...(process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] ?? '' } : {}),
    HOME: home,
    USERPROFILE: home,
    VAULT_PATH: vault,
    VAULT_LOOM_EMBEDDER: 'none',
  };
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

describe('data in the pages', () => {
  const blocks = pages().flatMap((page) => blocksOf(page).map((block) => [page, block] as const));

  it('can be read', () => {
    const broken = blocks.flatMap(([page, { language, text }]) => {
      const errors: ParseError[] = [];
      if (language === 'json') parseJsonc(text, errors, { allowTrailingComma: false });
      if (language === 'yaml') parseYaml(text);
      return errors.length === 0 ? [] : [`${page}: ${text}`];
    });
    expect(broken).toEqual([]);
    expect(blocks.length).toBeGreaterThan(20);
  });
});

describe('commands in the pages', () => {
  const commands = new Map(
    pages()
      .filter((page) => RUN.some((path) => page.startsWith(path)))
      .flatMap((page) =>
        blocksOf(page, 'sh').flatMap(({ text }) => text.split('\n').filter((line) => line.trim() !== '')),
      )
      .map((line) => [line.replace(/\s+#.*$/u, '').trim(), null] as const),
  );

  const isRun = (line: string): boolean => !Object.keys(NOT_RUN).some((start) => `${line} `.startsWith(start));

  it.each([...commands.keys()].filter(isRun))(
    '%s',
    async (line) => {
      const [program = '', ...rest] = wordsOf(line);
      const args = program === 'node' ? rest.slice(1) : rest;
      if (program === 'node') expect(rest[0]).toBe('dist/bridge/cli.mjs');
      else expect(program).toBe('vault-loom');
      await expect(runCli(args)).resolves.toMatchObject({ stdout: expect.stringMatching(/\S/u) });
    },
    PATIENCE_MS,
  );

  it('are found', () => {
    expect([...commands.keys()]).toEqual(
      expect.arrayContaining([
        'npm start -- /path/to/vault',
        'vault-loom doctor /path/to/your/vault',
        'vault-loom history',
      ]),
    );
    for (const start of Object.keys(NOT_RUN))
      expect(
        [...commands.keys()].some((line) => `${line} `.startsWith(start)),
        start,
      ).toBe(true);
  });

  it('that are named in the text are there, with their flags', () => {
    const root = new Command('vault-loom').option('--vault <path>').option('--help').option('--version');
    addOwnCommands(root, commandLineFor({}));
    addToolCommands(root, commandLineFor({}));
    const named = pages().flatMap((page) => inlineCodeOf(page).map((code) => ({ page, code })));
    const lines = named.flatMap(({ page, code }) => {
      const [, line = ''] = /^(?:npx )?vault-loom ((?!COMMAND|hello)\S.*)$/u.exec(code.replace(/ \\?\|.*$/u, '')) ?? [];
      return line === '' ? [] : [{ page, line, words: wordsOf(line) }];
    });
    expect(lines.length).toBeGreaterThan(30);
    const wrong = lines.filter(({ words }) => {
      const { command } = commandOf(root, words);
      const flags = words.filter((word) => word.startsWith('--'));
      const isKnown = (flag: string): boolean =>
        flag === '--help' || [command, root].some(({ options }) => options.some(({ long }) => long === flag));
      return (command === root && words.some((word) => !word.startsWith('-'))) || !flags.every(isKnown);
    });
    expect(wrong.map(({ page, line }) => `${page}: ${line}`)).toEqual([]);
  });

  /** Runs a command as it stands, on the vault; with the answers that a person would give. */
  function runCli(args: readonly string[]): Promise<{ stdout: string }> {
    const words = args.map((word) => (/^\/path\/to\/(?:your\/)?vault$/u.test(word) ? vault : word));
    const [name] = words;
    const asks =
      (name === 'connect' && !words.includes('--print')) || (name === 'delete-index' && !words.includes('--dry-run'));
    const named = name === 'connect' && words.length === 1 ? ['cursor', '--vault', vault] : [];
    return promisify(execFile)(process.execPath, [CLI, ...words, ...named, ...(asks ? ['--yes'] : [])], {
      env,
      cwd: ROOT,
    });
  }
});

describe('the questions to ask', () => {
  const rows = textOf('docs/using.md')
    .split('\n')
    .filter((line) => line.startsWith('| _'));
  const calls = rows.flatMap((row) =>
    [...row.matchAll(/`(\w+)` `(\{.*?\})`(?=[ ,]|$)/gu)].map(([, tool = '', json = '{}']) => [tool, json] as const),
  );
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'examples-test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [CLI], env, stderr: 'ignore', cwd: folder }),
    );
  });
  afterAll(() => client.close());

  it('each have a call', () => {
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(row).toMatch(/\| `\w+` `\{/u);
    expect(calls.length).toBeGreaterThanOrEqual(rows.length);
  });

  // In their order: the last ones change the vault, and take that back.
  it.each(calls)('%s %s finds or does something', async (tool, json) => {
    const result = await client.callTool({ name: tool, arguments: JSON.parse(json) as Record<string, unknown> });
    expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
    expect(lists(result.structuredContent).some((list) => list.length > 0) || !isListing(tool)).toBe(true);
  });

  it('that the README names are among them', () => {
    const [, asked = ''] = /^Try asking: ([\s\S]*?) \[More/mu.exec(textOf('README.md')) ?? [];
    const questions = [...asked.replace(/\s+/gu, ' ').matchAll(/_(.+?)_/gu)].map(([, question = '']) => question);
    expect(questions.length).toBeGreaterThan(3);
    for (const question of questions) expect(textOf('docs/using.md')).toContain(`| _${question}_ |`);
  });
});

/** The words of a line as a POSIX shell reads them, without its variables. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/gu)].map(([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|\\(.)/gu,
      (_all, single?: string, double?: string, escaped?: string) => single ?? double ?? escaped ?? '',
    ),
  );
}

/** Whether an answer without a row would mean that nothing was found. */
function isListing(tool: string): boolean {
  return /^(?:search|list_|find_|detect_|rank_)/u.test(tool);
}

function lists(value: unknown): unknown[][] {
  if (Array.isArray(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(lists) : [];
}
