import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskVault } from '../disk/disk-vault.ts';
import { IGNORE_FILE, PLUGIN_SETTINGS_PATH } from './ignore-rules.ts';
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

describe('what is excluded', () => {
  const CONFIG = '.obsidian';
  const save = async (name: string, text: string): Promise<void> => {
    const file = join(root, CONFIG, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };

  it.each([
    [PLUGIN_SETTINGS_PATH, '{"excludedFolders": ["Old"], "port": 30000}'],
    ['app.json', '{"userIgnoreFilters": ["Old/"], "trashOption": "local"}'],
  ])('stays so while %s is damaged, and is what the file says once it is whole again', async (name, text) => {
    const rules = new RuleFiles(root);
    const look = async (): Promise<string> => {
      await rules.look(CONFIG);
      return rules.rules.visibility('Old/Note.md');
    };
    await save(name, text);
    expect([await look(), rules.warnings]).toEqual(['excluded', []]);
    const { version } = rules;
    for (const half of [text.slice(0, 20), '', `${text.slice(0, 30)}garbage`]) {
      await save(name, half);
      expect(await look()).toBe('excluded');
      expect(rules.warnings).toEqual([{ path: `${CONFIG}/${name}`, message: expect.stringContaining('last read') }]);
    }
    expect(rules.version).toBe(version);
    await save(name, '{}');
    expect([await look(), rules.warnings]).toEqual(['visible', []]);
    await save(name, text);
    expect(await look()).toBe('excluded');
    await rm(join(root, CONFIG, name));
    expect([await look(), rules.warnings]).toEqual(['visible', []]);
  });

  it('is nothing while the settings could never be read, and a warning says so', async () => {
    const rules = new RuleFiles(root);
    for (const half of ['{"excludedFolders"', '{"excludedFolders": ["Old"']) {
      await save(PLUGIN_SETTINGS_PATH, half);
      await rules.look(CONFIG);
      expect(rules.rules.visibility('Old/Note.md')).toBe('visible');
      expect(rules.warnings).toEqual([
        {
          path: `${CONFIG}/${PLUGIN_SETTINGS_PATH}`,
          message: expect.stringContaining('excluded folders are not used'),
        },
      ]);
    }
  });
});
