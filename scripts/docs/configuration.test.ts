import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseEmbedderSetting } from '../../shared/embeddings/embedder-setting.ts';
import { OVERRIDES_FILE, readModelOverrides } from '../../shared/embeddings/model/model-overrides.ts';
import { RuleFiles } from '../../shared/vault/rules/rule-files.ts';
import { writeRules } from '../../shared/writing/places/path-guard.ts';
import { ROOT } from '../setup.mjs';
import { blocksOf, textOf } from './pages.ts';

const VARIABLE = /\bVAULT_LOOM_[A-Z_]+[A-Z]\b/gu;

const folder = mkdtempSync(join(tmpdir(), 'vault-loom-configuration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the program tells a process of its own, and no person sets. */
const INTERNAL = 'VAULT_LOOM_TO_TRASH';

/** The product's code, without tests. */
function sources(): string[] {
  return execFileSync('git', ['ls-files', 'shared/*.ts', 'bridge/*.ts', 'plugin/*.ts'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !/\.test\.ts$|test-support|test-kit/u.test(path));
}

describe('the page about configuration', () => {
  it('has every variable that the program reads, and no other', () => {
    const read = new Set(sources().flatMap((path) => readFileSync(join(ROOT, path), 'utf8').match(VARIABLE) ?? []));
    read.delete(INTERNAL);
    const table = textOf('docs/configuration.md')
      .split('\n')
      .filter((line) => line.startsWith('| `VAULT'));
    const named = new Set(table.flatMap((row) => row.match(VARIABLE) ?? []));
    expect([...named].sort()).toEqual([...read].sort());
  });

  it('has an example that the server takes', () => {
    const [example] = blocksOf('docs/configuration.md', 'json');
    const env = JSON.parse(example?.text ?? '') as Record<string, string>;
    expect(Object.keys(env)).toContain('VAULT_PATH');
    expect(writeRules(env, { configDir: null }).folders).toEqual(['Inbox', 'Journal']);
  });

  it('has a file of what is left out that leaves it out', async () => {
    const [example] = blocksOf('docs/configuration.md', '');
    writeFileSync(join(folder, '.vaultloomignore'), example?.text ?? '');
    const isHidden = await new RuleFiles(folder).hiding(null);
    expect(['Private/Diary.md', 'Work/Plan.secret.md', 'Work/Plan.md'].filter(isHidden)).toEqual([
      'Private/Diary.md',
      'Work/Plan.secret.md',
    ]);
  });
});

describe('the page about models', () => {
  it('has overrides that are read', async () => {
    const [example] = blocksOf('docs/embeddings.md', 'json');
    writeFileSync(join(folder, OVERRIDES_FILE), example?.text ?? '');
    const overrides = await readModelOverrides(folder);
    expect([...overrides.values()]).toEqual(Object.values(JSON.parse(example?.text ?? '') as object));
  });

  it('sets models that the setting takes; their servers and packages come from elsewhere, so that none is started', () => {
    const lines = blocksOf('docs/embeddings.md', '').flatMap(({ text }) => text.trim().split('\n'));
    const settings = lines.flatMap((line) => /^VAULT_LOOM_EMBEDDER=(.+)$/u.exec(line)?.[1] ?? []);
    expect(settings.length).toBeGreaterThan(0);
    for (const setting of settings) expect(() => parseEmbedderSetting(setting)).not.toThrow();
    const others = lines.filter((line) => !line.startsWith('VAULT_LOOM_'));
    expect(others.map((line) => line.replace(/\s+#.*$/u, ''))).toEqual([
      'ollama pull nomic-embed-text',
      'cd ~/.config/vault-loom',
      'npm install @huggingface/transformers',
    ]);
  });
});
