import { spawn } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import type { TempVault } from '../test-support/temp-vault.ts';
import { tempVault } from '../test-support/temp-vault.ts';

const NOTES = {
  '.obsidian/app.json': '{"trashOption":"local"}',
  'Home.md': '\uFEFF# Home\r\nSee [[Soup]], [s](Recipes/Soup.md) and [[Bread]].\r\n',
  'Recipes/Soup.md': '---\nservings: 04 # a few\n---\nHot.',
  'Board.canvas':
    '{"nodes":[{"id":"a","type":"file","file":"Recipes/Soup.md","x":0,"y":0,"width":9,"height":9}],"edges":[]}',
};

type Call = (name: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
interface Session {
  /** What is listed. */
  tools: string[];
  instructions: string;
  call: Call;
  /** The error record of a refused call. */
  refused: (name: string, args?: Record<string, unknown>) => Promise<{ code: string; message: string }>;
  close(): Promise<void>;
}

let bundle: string;
const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  bundle = await bundleForNode('bridge/cli.ts');
});
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

describe('a session that writes', () => {
  it.runIf(process.platform === 'linux')(
    'distinguishes twins, whose names differ only in Unicode form, by their bytes',
    async () => {
      const [composed, decomposed] = ['caf\u00e9.md', 'cafe\u0301.md'];
      const vault = await openVault({ [composed]: 'One.\n', [decomposed]: 'Two.\n' });
      const { call, refused, close } = await connect(vault, 'a careful client');
      expect(
        ((await call('list_notes', {})) as { notes: { path: string }[] }).notes.map(({ path }) => path).sort(),
      ).toEqual([composed, decomposed].sort());
      expect(await call('edit_note', { name: decomposed, mode: 'append', content: 'Edited.' })).toMatchObject({
        path: decomposed,
      });
      expect(await refused('delete_note', { name: 'CAFE\u0301.md', confirm: true })).toMatchObject({
        code: 'ambiguous_note',
      });
      expect(await call('delete_note', { name: decomposed, confirm: true })).toMatchObject({
        path: decomposed,
        deleted: true,
      });
      const [undone = ''] = (await run(vault, 'history')).stdout.split(' ');
      expect(await run(vault, 'undo', undone)).toMatchObject({ code: 0 });
      expect(await call('read_note', { name: decomposed, mode: 'full' })).toMatchObject({ data: { path: decomposed } });
      const after = Object.entries(await vault.contents()).map(([path, text]) => [path.split('/').at(-1), text]);
      expect(Object.fromEntries(after)).toEqual({ [composed]: 'One.\n', [decomposed]: 'Two.\nEdited.\n' });
      await close();
    },
  );

  it('can be seen and taken back on the command line, to the last byte', async () => {
    const vault = await openVault(NOTES);
    const before = await vault.contents();
    const { call, close } = await connect(vault, 'a careful client');

    expect(await call('create_note', { title: 'Bread', content: 'Crust.\n' })).toMatchObject({
      path: 'Bread.md',
      linksResolved: 1,
      stubsPruned: 1,
    });
    const { previewId } = await call('edit_note', {
      name: 'Soup',
      mode: 'patch_frontmatter',
      key: 'servings',
      value: 6,
      dryRun: true,
    });
    expect(await vault.contents()).toMatchObject(before);
    expect(await call('apply_edit_preview', { previewId })).toMatchObject({ applied: true });
    await call('edit_note', {
      name: 'Soup',
      edits: [
        { mode: 'append', content: 'Spicy.' },
        { mode: 'replace_window', search: 'Hot.', content: 'Warm.' },
      ],
    });
    await call('link_notes', { source: 'Bread', target: 'Soup', context: 'Goes with' });
    expect(await call('move_note', { source: 'Soup', destination: 'Archive/Broth' })).toMatchObject({
      linksRewritten: { files: 3, occurrences: 4 },
    });
    expect(await call('delete_note', { name: 'Bread', confirm: true })).toMatchObject({
      data: { trashedTo: '.trash/Bread.md' },
    });
    expect(await call('read_note', { name: 'Broth', mode: 'full' })).toMatchObject({
      data: { content: 'Warm.\nSpicy.', incoming: [{ path: 'Board.canvas', title: 'Board' }, { path: 'Home.md' }] },
    });
    await close();

    const lines = (await run(vault, 'history')).stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split('  ')[2])).toEqual([
      'delete_note',
      'move_note',
      'link_notes',
      'edit_note',
      'apply_edit_preview',
      'create_note',
    ]);
    for (const line of lines)
      expect(line).toMatch(
        /^\d{8}-\d{6}-\d{3}-[0-9a-f]{6} {2}\d{4}-\d\d-\d\dT[\d:.]+Z {2}\w+ {2}a careful client {2}\S/u,
      );
    const ids = lines.map((line) => line.split('  ')[0] ?? '');
    const shown = await run(vault, 'history', 'show', ids[1] ?? '');
    expect(shown.stdout).toContain('Recipes/Soup.md → Archive/Broth.md');
    expect(shown.stdout).toMatch(/^-See \[\[Soup\]\][^\n]*\n\+See \[\[Broth\]\], \[s\]\(Archive\/Broth\.md\)/mu);

    for (const id of ids)
      expect(await run(vault, 'undo', id)).toMatchObject({ code: 0, stdout: expect.stringContaining('Undone: ') });
    const after = Object.entries(await vault.contents());
    const trashed = after.filter(([path]) => path.includes('.trash'));
    expect(Object.fromEntries(after.filter((file) => !trashed.includes(file)))).toEqual(before);
    // The deleted note was restored from the trash; what an undo removed is there.
    expect(trashed.map(([, text]) => text)).toEqual(['---\ntitle: Bread\n---\nCrust.\n']);
    expect((await run(vault, 'history')).stdout.trimEnd().split('\n')).toHaveLength(12);
  });

  it('undo finds a note that was moved since, and refuses if it cannot', async () => {
    const vault = await openVault({ 'a.md': 'one\n' });
    const { call, close } = await connect(vault);
    await call('edit_note', { name: 'a', mode: 'append', content: 'two' });
    const id = (await run(vault, 'history')).stdout.split('  ')[0] ?? '';
    await call('move_note', { source: 'a', destination: 'In/b' });
    await close();
    expect(await run(vault, 'undo', id)).toMatchObject({ code: 0, stdout: expect.stringContaining('In/b.md') });
    const [redo = ''] = (await run(vault, 'history')).stdout.split('  ');
    await rename(join(vault.path, 'In/b.md'), join(vault.path, 'c.md'));
    expect(await run(vault, 'undo', redo)).toMatchObject({ code: 1, stderr: expect.stringContaining('In/b.md') });
    expect(Object.values(await vault.contents())).toEqual(['one\n']);
  });

  it('undo refuses if later changes would be lost, and is seen by a running server', async () => {
    const vault = await openVault({ 'a.md': 'one\n' });
    const { call } = await connect(vault);
    await call('edit_note', { name: 'a', mode: 'append', content: 'xylophone' });
    const id = (await run(vault, 'history')).stdout.split('  ')[0] ?? '';
    await vault.write('a.md', 'one\nxylophone\nby hand\n');
    expect(await run(vault, 'undo', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('a.md') });
    expect(await run(vault, 'undo', id, '--force')).toMatchObject({ code: 0 });
    expect(await call('read_note', { name: 'a', mode: 'full' })).toMatchObject({ data: { content: 'one\n' } });
    expect(await run(vault, 'undo', 'made-up')).toMatchObject({ code: 2, stderr: expect.stringContaining('made-up') });
    expect(await run(vault, 'undo')).toMatchObject({ code: 2 });
    expect(await run(vault, 'history', 'burn')).toMatchObject({ code: 2 });
  });
});

describe('two servers on one vault', () => {
  it('append 100 lines between them without losing one', async () => {
    const vault = await openVault({ 'Log.md': 'start\n' });
    const servers = await Promise.all([connect(vault, 'one'), connect(vault, 'two')]);
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        servers[i % 2]?.call('edit_note', { name: 'Log', mode: 'append', content: `line ${i}` }),
      ),
    );
    const text = Object.values(await vault.contents())[0] ?? '';
    expect(text.split('\n').sort()).toEqual(
      ['', 'start', ...Array.from({ length: 100 }, (_, i) => `line ${i}`)].sort(),
    );
    const { stdout } = await run(vault, 'history');
    expect([stdout.split('  one  ').length - 1, stdout.split('  two  ').length - 1]).toEqual([50, 50]);
  });
});

describe('limits set by the person', () => {
  it('VAULT_LOOM_READ_ONLY lets nothing write, and everything read', async () => {
    const vault = await openVault(NOTES);
    const before = await vault.contents();
    const { call, refused, tools, instructions } = await connect(vault, 'a client', { VAULT_LOOM_READ_ONLY: '1' });
    expect(tools).toContain('search');
    expect(tools).not.toContain('edit_note');
    expect(instructions).toContain('search');
    expect(instructions).not.toMatch(/edit_note|move_note/u);
    for (const [tool, args] of writes()) expect(await refused(tool, args)).toMatchObject({ code: 'read_only' });
    expect(await call('read_note', { name: 'Soup' })).toMatchObject({ data: { path: 'Recipes/Soup.md' } });
    expect(await vault.contents()).toEqual(before);
  });

  it('VAULT_LOOM_TOOLS lists the tools it names, and an unknown name is an error of each call', async () => {
    const vault = await openVault(NOTES);
    expect((await connect(vault, 'a client', { VAULT_LOOM_TOOLS: 'read_note,search' })).tools).toEqual([
      'search',
      'read_note',
    ]);
    const { refused } = await connect(vault, 'a client', { VAULT_LOOM_TOOLS: 'reed_note' });
    expect(await refused('read_note', { name: 'Soup' })).toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('reed_note'),
    });
  });

  it('VAULT_LOOM_FOLDERS allows writing only there', async () => {
    const vault = await openVault(NOTES);
    const before = await vault.contents();
    const { call, refused } = await connect(vault, 'a client', { VAULT_LOOM_FOLDERS: 'Inbox' });
    for (const [tool, args] of writes())
      expect(await refused(tool, args)).toMatchObject({
        code: 'path_not_allowed',
        message: expect.stringContaining('VAULT_LOOM_FOLDERS'),
      });
    expect(await vault.contents()).toEqual(before);
    expect(await call('create_note', { title: 'New', content: '', directory: 'Inbox' })).toMatchObject({
      path: 'Inbox/New.md',
    });
  });

  it('a setting that is invalid is reported on stderr, with exit code 2, before anything can be written', async () => {
    const vault = await openVault({});
    for (const env of [
      { VAULT_LOOM_READ_ONLY: 'maybe' },
      { VAULT_LOOM_FOLDERS: '../elsewhere' },
      { VAULT_LOOM_TOOLS: 'reed_note' },
    ]) {
      const name = Object.keys(env)[0] ?? '';
      expect(await runWith({ ...vault.env, ...env }, 'serve')).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(name),
      });
    }
  });
});

describe('an error of a tool that writes', () => {
  it('names no path of this machine', async () => {
    const vault = await openVault(NOTES);
    const { refused } = await connect(vault);
    for (const [tool, args, code] of [
      ['create_note', { title: 'AC/DC', content: '' }, 'path_not_allowed'],
      ['create_note', { title: 'a', content: '', directory: '../..' }, 'path_outside_vault'],
      ['move_note', { source: 'Soup', destination: 'Home' }, 'note_exists'],
      ['edit_note', { name: 'Soup', mode: 'replace_window', search: 'nowhere', content: 'x' }, 'no_match'],
      ['delete_note', { name: 'Soup' }, 'invalid_arguments'],
      ['apply_edit_preview', { previewId: 'made-up' }, 'preview_not_found'],
    ] as const) {
      const error = await refused(tool, args);
      expect(error.code).toBe(code);
      expect(JSON.stringify(error)).not.toContain(vault.path);
    }
  });
});

function writes(): [string, Record<string, unknown>][] {
  return [
    ['create_note', { title: 'New', content: '' }],
    ['edit_note', { name: 'Soup', mode: 'append', content: 'x' }],
    ['link_notes', { source: 'Home', target: 'Soup', context: 'x' }],
    ['move_note', { source: 'Soup', destination: 'Broth' }],
    ['delete_note', { name: 'Soup', confirm: true }],
  ];
}

async function openVault(files: Record<string, string>): Promise<TempVault> {
  const vault = await tempVault(files);
  opened.push(() => vault.remove());
  return vault;
}

async function connect(vault: TempVault, name = 'a client', env: Record<string, string> = {}): Promise<Session> {
  const client = new Client({ name, version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bundle],
      env: { PATH: process.env.PATH ?? '', ...vault.env, ...env },
      stderr: 'inherit',
    }),
  );
  const { tools } = await client.listTools();
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await client.close();
    isOpen = false;
  };
  opened.push(close);
  const ask = async (tool: string, args: Record<string, unknown> = {}) => {
    const { isError, content, structuredContent } = await client.callTool({ name: tool, arguments: args });
    const [block] = content;
    return {
      isError: isError === true,
      text: block?.type === 'text' ? block.text : '',
      structuredContent: structuredContent as Record<string, unknown>,
    };
  };
  return {
    close,
    tools: tools.map((tool) => tool.name),
    instructions: client.getInstructions() ?? '',
    call: async (tool, args) => {
      const { isError, text, structuredContent } = await ask(tool, args);
      expect(isError, text).toBe(false);
      return structuredContent;
    },
    refused: async (tool, args) => {
      const { isError, text } = await ask(tool, args);
      expect(isError, text).toBe(true);
      return (JSON.parse(text) as { error: { code: string; message: string } }).error;
    },
  };
}

function run(vault: TempVault, ...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return runWith(vault.env, ...args);
}

async function runWith(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [bundle, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, stdout, stderr };
}
