import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskVault } from '../disk/disk-vault.ts';
import { IGNORE_FILE } from './ignore-rules.ts';
import { RuleFiles } from './rule-files.ts';

/** More than is read of any settings. */
const TOO_LONG = 'x'.repeat(5 * 1024 * 1024);

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'rule-files-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('what is hidden', () => {
  it('is told by the rules as they are on the disk at each question', async () => {
    const rules = new RuleFiles(root);
    const isHidden = async (path: string): Promise<boolean> => (await rules.hiding(null))(path);
    expect(await isHidden('a/Note.md')).toBe(false);
    await writeFile(join(root, IGNORE_FILE), 'a/\n');
    expect(await isHidden('a/Note.md')).toBe(true);
    await writeFile(join(root, IGNORE_FILE), 'b/\n');
    expect(await isHidden('a/Note.md')).toBe(false);
    await rm(join(root, IGNORE_FILE));
    expect(await isHidden('b/Note.md')).toBe(false);
  });

  it('is refused an answer while the rules could never be read, and told by the last ones when they cannot be read any more', async () => {
    const rules = new RuleFiles(root);
    await writeFile(join(root, IGNORE_FILE), TOO_LONG);
    await expect(rules.hiding(null)).rejects.toMatchObject({ code: 'internal' });
    await writeFile(join(root, IGNORE_FILE), 'a/\n');
    expect((await rules.hiding(null))('a/Note.md')).toBe(true);
    await writeFile(join(root, IGNORE_FILE), TOO_LONG);
    expect((await rules.hiding(null))('a/Note.md')).toBe(true);
  });

  it('is the same for all that one process opens, once any of it has looked', async () => {
    const rules = new RuleFiles(root);
    const [ofEngine, ofWriter] = [await DiskVault.open(root, rules), await DiskVault.open(root, rules)];
    const version = ofEngine.rulesVersion;
    await writeFile(join(root, IGNORE_FILE), 'a/\n');
    await ofWriter.reloadRules();
    expect(ofEngine.visibility('a/Note.md')).toBe('hidden');
    expect(ofEngine.rulesVersion).toBeGreaterThan(version);
  });
});
