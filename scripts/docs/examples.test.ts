import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { ROOT } from '../setup.mjs';
import { blocksOf, pages, textOf } from './pages.ts';

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
/** Programs of others, which are not there. */
const OTHERS = new Set(['claude', 'codex']);

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

  it.each([...commands.keys()])(
    '%s',
    async (line) => {
      const [program = '', ...rest] = wordsOf(line);
      if (program === 'npm') {
        const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
          scripts: Record<string, string>;
        };
        const [name = '', script = ''] = rest;
        expect(['ci', 'start', 'test', 'run']).toContain(name);
        if (name !== 'ci') expect(scripts).toHaveProperty([name === 'run' ? script : name]);
        return;
      }
      if (OTHERS.has(program)) return;
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
