import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildScript, runScript } from '../../store/store-test-kit.ts';
import type { VaultWriter } from '../vault-writer.ts';
import { bytes, change, edit, makeVault, refusal, removeVaults } from '../writing-test-kit.ts';

afterEach(removeVaults);

const CHILD = `
import { VaultWriter } from '../writing/vault-writer.ts';
import { writeRules } from '../writing/places/path-guard.ts';

const [root, dataFolder, name, task] = process.argv.slice(2) as [string, string, string, string];
const writer = new VaultWriter({ root, dataFolder, rules: writeRules({}, { configDir: null }) });
const append = (line: string) =>
  writer.withPaths(['log.md'], async (session) => {
    const { bytes } = await session.read('log.md');
    await session.apply({ tool: 'edit_note', client: name, files: [{ kind: 'edit', path: 'log.md', before: bytes, after: Buffer.concat([bytes, Buffer.from(line + '\\n')]) }] });
  });
if (task === 'append') {
  await Promise.all(Array.from({ length: 50 }, (_, i) => append(name + ' ' + i)));
  await writer.close();
} else {
  await writer.withPaths(['log.md'], () => (console.log('held'), new Promise((resolve) => setTimeout(resolve, 60_000))));
}
`;

function append(writer: VaultWriter, line: string): Promise<unknown> {
  return writer.withPaths(['log.md'], async (session) => {
    const { bytes: before } = await session.read('log.md');
    await session.apply(
      change({ kind: 'edit', path: 'log.md', before, after: Buffer.concat([before, bytes(`${line}\n`)]) }),
    );
  });
}

describe('a hundred appends concurrently', () => {
  it('give a hundred lines, in the order of the calls, in one process', async () => {
    const vault = makeVault({ 'log.md': '' });
    await Promise.all(Array.from({ length: 100 }, (_, i) => append(vault.writer, `line ${i}`)));
    expect(vault.read('log.md')).toBe(Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join(''));
  });

  it('give a hundred lines from two processes, each in its order', async () => {
    const vault = makeVault({ 'log.md': '' });
    const folder = join(vault.dataFolder, '..', 'script');
    mkdirSync(folder);
    const script = await buildScript(folder, CHILD);
    const ended = ['one', 'two'].map((name) => runScript(script, vault.root, vault.dataFolder, name, 'append').ended);
    expect(await Promise.all(ended)).toEqual(['', '']);
    const lines = vault.read('log.md').trimEnd().split('\n');
    expect(lines).toHaveLength(100);
    for (const name of ['one', 'two'])
      expect(lines.filter((line) => line.startsWith(name))).toEqual(
        Array.from({ length: 50 }, (_, i) => `${name} ${i}`),
      );
    expect([vault.marks(), vault.data('writers'), vault.data('journal')]).toEqual([[], [], []]);
  });
});

describe('a path that a living writer works on', () => {
  it('is waited for, but not forever', async () => {
    const vault = makeVault({ 'log.md': '' });
    const other = vault.open({ waitMs: 60 });
    let finish = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      void vault.writer.withPaths(['log.md'], () => (resolve(), new Promise<void>((done) => (finish = done))));
    });
    await started;
    expect(await refusal(append(other, 'too early'))).toMatchObject({ code: 'timeout', details: { path: 'log.md' } });
    const waiting = append(vault.writer, 'in turn');
    finish();
    await waiting;
    await append(other, 'later');
    expect(vault.read('log.md')).toBe('in turn\nlater\n');
  });

  it('is free immediately when that writer is killed', async () => {
    const vault = makeVault(
      { 'log.md': '' },
      process.platform === 'linux' ? {} : { lockTiming: { renew: 50, stale: 500, poll: 20 } },
    );
    const folder = join(vault.dataFolder, '..', 'script');
    mkdirSync(folder);
    const child = runScript(await buildScript(folder, CHILD), vault.root, vault.dataFolder, 'one', 'hold');
    await expect.poll(() => child.lines, { timeout: 20_000, interval: 5 }).toEqual(['held']);
    expect(vault.marks()).toHaveLength(1);
    const appended = append(vault.writer, 'mine');
    child.kill();
    await child.ended;
    await appended;
    expect(vault.read('log.md')).toBe('mine\n');
    expect([vault.marks(), vault.data('writers')]).toEqual([
      [],
      expect.arrayContaining([expect.stringMatching(/^[0-9a-f]{24}$/)]),
    ]);
  });
});

it('calls that need several paths in any order never wait for each other forever', async () => {
  const paths = ['a.md', 'b.md', 'c.md', 'd.md'];
  const vault = makeVault(Object.fromEntries(paths.map((path) => [path, '0'])));
  const writers = [vault.writer, vault.open(), vault.open()];
  const add = (writer: VaultWriter, some: string[]): Promise<unknown> =>
    writer.withPaths(some, async (session) => {
      const files = await Promise.all(
        some.map(async (path) => {
          const { bytes: before } = await session.read(path);
          return edit(path, Buffer.from(before).toString(), String(Number(Buffer.from(before).toString()) + 1));
        }),
      );
      await session.apply(change(...files));
    });
  const calls = Array.from({ length: 30 }, (_, i) => {
    const shuffled = [...paths.slice(i % 4), ...paths.slice(0, i % 4)];
    return add(writers[i % 3] as VaultWriter, i % 2 ? shuffled.slice(0, 3) : shuffled.slice(0, 3).reverse());
  });
  await Promise.all(calls);
  expect(Object.values(vault.files()).reduce((sum, text) => sum + Number(text), 0)).toBe(90);
});

it('an empty lock, as left by a process that died while creating it, is eventually given up', async () => {
  const vault = makeVault({ 'log.md': '' }, { lockTiming: { renew: 20, stale: 100, poll: 20 } });
  await append(vault.writer, 'one');
  let name = '';
  await vault.writer.withPaths(['log.md'], () => ((name = vault.marks()[0] ?? ''), Promise.resolve()));
  const lock = join(vault.root, name);
  writeFileSync(lock, '');
  utimesSync(lock, 1, 1);
  await append(vault.writer, 'two');
  expect(vault.read('log.md')).toBe('one\ntwo\n');
});

it('a session writes only what it holds', async () => {
  const vault = makeVault({ 'a.md': 'a', 'b.md': 'b' });
  const strayed = vault.writer.withPaths(['a.md'], (session) => session.apply(change(edit('b.md', 'b', 'c'))));
  expect(await refusal(strayed)).toMatchObject({ code: 'internal' });
});
