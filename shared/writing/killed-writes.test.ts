import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildScript, runScript } from '../store/store-test-kit.ts';
import { makeVault, removeVaults, type TestVault } from './writing-test-kit.ts';

const KILLS = Number(process.env['VAULT_LOOM_KILLS'] ?? 8);
const PATIENCE = { timeout: 20_000, interval: 2 };
const LINKING = 30;

/**
 * Moves one note back and forth with all links to it, renames a tag in all notes that link there, edits, creates and
 * deletes, as fast as it can; prints each round.
 */
const WRITER = `
import { VaultWriter } from '../writing/vault-writer.ts';
import { writeRules } from '../writing/places/path-guard.ts';

const [root, dataFolder, links] = process.argv.slice(2) as [string, string, string];
const settings = async () => ({ trashOption: 'local' }) as never;
const writer = new VaultWriter({ root, dataFolder, rules: writeRules({}, { configDir: null }), settings });
const base = { tool: 'test', client: 'child' };
const linking = Array.from({ length: Number(links) }, (_, i) => 'links/' + i + '.md');
const text = (version: number) => 'version ' + version + '\\n' + String(version % 10).repeat(20_000 + (version % 7) * 3_000);

for (let round = 0; ; round++) {
  await writer.withPaths(['big.md'], async (session) => {
    const { bytes } = await session.read('big.md');
    const version = Number(/\\d+/.exec(Buffer.from(bytes.subarray(0, 30)).toString())?.[0]) + 1;
    await session.apply({ ...base, files: [{ kind: 'edit', path: 'big.md', before: bytes, after: Buffer.from(text(version)) }] });
  });
  const [from, to] = await writer.withPaths(['one.md'], (session) => session.read('one.md')).then(() => ['one.md', 'deep/two.md'], () => ['deep/two.md', 'one.md']);
  await writer.withPaths([from, to, ...linking], async (session) => {
    const files = [];
    for (const path of linking) {
      const { bytes } = await session.read(path);
      files.push({ kind: 'edit' as const, path, before: bytes, after: Buffer.from(Buffer.from(bytes).toString().replaceAll(from, to)) });
    }
    await session.apply({ ...base, files: [{ kind: 'move', from, to }, ...files] });
  });
  await writer.withPaths(linking, async (session) => {
    const files = [];
    for (const path of linking) {
      const { bytes } = await session.read(path);
      const text = Buffer.from(bytes).toString();
      files.push({ kind: 'edit' as const, path, before: bytes, after: Buffer.from(text.includes('#old') ? text.replaceAll('#old', '#renamed/one') : text.replaceAll('#renamed/one', '#old')) });
    }
    await session.apply({ ...base, files });
  });
  await writer.apply({ ...base, files: [{ kind: 'create', path: 'made.md', bytes: Buffer.from('made '.repeat(2_000)) }] }).catch(() => undefined);
  await writer.apply({ ...base, files: [{ kind: 'delete', path: 'made.md' }] });
  console.log(round);
}
`;

afterEach(removeVaults);

describe(`a vault whose writer is killed ${KILLS} times`, () => {
  it(
    'holds each file whole, old or new, links in step with the note they name, and nothing of ours left, after the next start',
    async () => {
      const vault = makeVault({ 'big.md': 'version 0\n', 'one.md': 'the note' });
      for (let i = 0; i < LINKING; i++) vault.write(`links/${i}.md`, linkingText('one.md', '#old'));
      const folder = join(vault.dataFolder, '..', 'script');
      mkdirSync(folder);
      const script = await buildScript(folder, WRITER);
      let interrupted = 0;

      for (let kill = 0; kill < KILLS; kill++) {
        const child = runScript(script, vault.root, vault.dataFolder, String(LINKING));
        await expect.poll(() => child.lines.length, PATIENCE).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
        // Pure chance might miss every change in progress.
        if (kill % 2 === 1)
          await expect.poll(() => vault.data('journal').length, { ...PATIENCE, interval: 1 }).toBeGreaterThan(0);
        child.kill();
        expect(await child.ended).toBe('');
        interrupted += vault.data('journal').length;

        const next = vault.open();
        expect(await next.recover()).toMatchObject({ leftAlone: [], waiting: 0 });
        expectWhole(vault);
        await next.close();
        expect([vault.data('journal'), vault.marks(), vault.data('writers')]).toEqual([[], [], []]);
        expect(vault.log).toEqual([]);
      }
      expect(interrupted).toBeGreaterThan(0);
    },
    60_000 + KILLS * 2_000,
  );
});

function linkingText(at: string, tag: string): string {
  return `see [[${at}]] and [[${at}|again]] ${tag} `.repeat(40);
}

function expectWhole(vault: TestVault): void {
  const files = vault.files();
  expect(Object.keys(files).filter((path) => path.includes('.vault-loom-'))).toEqual([]);
  const version = Number(/^version (\d+)\n/.exec(files['big.md'] ?? '')?.[1]);
  expect(files['big.md']).toBe(
    version === 0
      ? 'version 0\n'
      : `version ${version}\n${String(version % 10).repeat(20_000 + (version % 7) * 3_000)}`,
  );

  const at = 'one.md' in files ? 'one.md' : 'deep/two.md';
  expect([files[at], 'one.md' in files && 'deep/two.md' in files]).toEqual(['the note', false]);
  const tag = files['links/0.md']?.includes('#old') === true ? '#old' : '#renamed/one';
  for (let i = 0; i < LINKING; i++) expect(files[`links/${i}.md`]).toBe(linkingText(at, tag));
  expect(['made '.repeat(2_000), undefined]).toContain(files['made.md']);
}
