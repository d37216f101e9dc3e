import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { hideNote, ruleFor, showNote, withoutRule, withRule } from './hide-note.ts';
import { IGNORE_FILE, IgnoreRules } from './ignore-rules.ts';

let root: string;
const file = (): string => join(root, IGNORE_FILE);
const isHidden = (path: string, ignoreFile: string): boolean =>
  new IgnoreRules({ ignoreFile, appSettings: null, configDir: null }).visibility(path) === 'hidden';

beforeEach(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), 'vault-loom-hide-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('hides exactly this note, whatever its name', () => {
  const name = fc
    .string({
      unit: fc.constantFrom('a', 'B', ' ', '!', '#', '*', '?', '[', ']', '-', '\\', '.', '(', '日', "'"),
      minLength: 1,
      maxLength: 12,
    })
    .filter((text) => !/^\.+$/u.test(text) && text.trim() === text);
  fc.assert(
    fc.property(name, name, (folder, note) => {
      const path = `${folder}/${note}.md`;
      const text = withRule('', ruleFor(path));
      expect(isHidden(path, text)).toBe(true);
      expect(isHidden(`x${path}`, text)).toBe(false);
      expect(isHidden(`${folder}/x${note}.md`, text)).toBe(false);
      expect(isHidden(`in/${path}`, text)).toBe(false);
    }),
    { numRuns: 500 },
  );
  expect(() => ruleFor('a\nb.md')).toThrow(/line break/u);
  expect(() => ruleFor(`${'long/'.repeat(200)}a.md`)).toThrow(/too long/u);
});

it('keeps every other line, and is undone without a trace', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('Private/', '!Open.md', '', '# why', '/A.md')),
      fc.constantFrom('\n', '\r\n'),
      (lines, end) => {
        const text = lines.join(end);
        const added = withRule(text, '/A.md');
        expect(added.startsWith(text)).toBe(true);
        expect(isHidden('A.md', added)).toBe(true);
        if (added !== text) expect(withoutRule(added, '/A.md').trimEnd()).toBe(text.trimEnd());
      },
    ),
  );
  expect(withRule('!*.md\n', '/A.md')).toBe('!*.md\n/A.md\n');
  expect(withRule('/A.md\n!A.md\n', '/A.md')).toBe('/A.md\n!A.md\n/A.md\n');
  expect(withRule('x\r\n', '/A.md')).toBe('x\r\n/A.md\r\n');
});

it('writes the file whole, with its mode, and leaves nothing else', async () => {
  expect(await hideNote(root, 'In/A.md')).toBe(true);
  expect(readFileSync(file(), 'utf8')).toBe('/In/A.md\n');
  chmodSync(file(), 0o640);
  expect(await hideNote(root, 'B [1].md')).toBe(true);
  expect(await hideNote(root, 'B [1].md')).toBe(false);
  expect(readFileSync(file(), 'utf8')).toBe('/In/A.md\n/B \\[1\\].md\n');
  expect(statSync(file()).mode & 0o777).toBe(0o640);
  expect(await showNote(root, 'In/A.md')).toBe(true);
  expect(await showNote(root, 'In/A.md')).toBe(false);
  expect(readFileSync(file(), 'utf8')).toBe('/B \\[1\\].md\n');
  expect(readdirSync(root)).toEqual([IGNORE_FILE]);
});

it('writes through a link within the vault, and refuses one that leads outside', async () => {
  const inside = join(root, 'rules.txt');
  writeFileSync(inside, 'x\n');
  symlinkSync(inside, file());
  await hideNote(root, 'A.md');
  expect(readFileSync(inside, 'utf8')).toBe('x\n/A.md\n');
  const other = realpathSync.native(mkdtempSync(join(tmpdir(), 'vault-loom-hide-')));
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  writeFileSync(join(other, 'target'), 'x\n');
  symlinkSync(join(other, 'target'), join(other, IGNORE_FILE));
  const vault = mkdtempSync(join(other, 'vault-'));
  const rules = join(vault, IGNORE_FILE);
  symlinkSync(join(other, 'target'), rules);
  await expect(hideNote(realpathSync.native(vault), 'A.md')).rejects.toMatchObject({ code: 'path_outside_vault' });
  expect(readFileSync(join(other, 'target'), 'utf8')).toBe('x\n');
  expect(existsSync(rules)).toBe(true);
});
