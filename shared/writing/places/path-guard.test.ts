import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VaultLoomError } from '../../protocol/errors.ts';
import { checkTitle } from './name-rules.ts';
import { sanitiseTitle } from './safe-title.ts';
import { checkRealPlace, checkWritePath, writeRules, type PathUse, type WriteRules } from './path-guard.ts';

const RULES: WriteRules = { readOnly: false, folders: null, configDir: '.obsidian', ignoreCase: false };

const codeOf = (path: string, use: PathUse = 'make', rules = RULES): string =>
  checkWritePath(path, rules, use).error?.code ?? 'allowed';

describe('a path that leads out of the vault', () => {
  it.each([
    ['walks up', '../x.md'],
    ['walks up and back down', 'a/../../vault/x.md'],
    ['walks up within', 'a/../x.md'],
    ['walks up by backslashes', 'a\\..\\..\\x.md'],
    ['walks up with spaces and dots that Windows drops', 'a/.. /x.md'],
    ['is absolute', '/etc/x.md'],
    ['names a drive', 'C:\\x.md'],
    ['names a drive without a root', 'c:x.md'],
    ['names a share', '\\\\host\\share\\x.md'],
    ['names a device', '\\\\?\\C:\\x.md'],
    ['names a home folder', '~/x.md'],
    ['is percent-encoded', '%2e%2e/x.md'],
    ['is percent-encoded with its slash', '..%2fx.md'],
    ['is percent-encoded twice', '%252e%252e%252fx.md'],
    ['is absolute once decoded', '%2fetc/x.md'],
  ])('is refused when it %s', (_, path) => {
    for (const use of ['make', 'edit', 'remove'] as const) expect(codeOf(path, use)).toBe('path_outside_vault');
  });

  it('is named in the error, with a way out', () => {
    expect(checkWritePath('../x.md', RULES, 'make').error?.toBody()).toEqual({
      code: 'path_outside_vault',
      message: 'The path "../x.md" leads out of the vault.',
      hint: 'Give a path relative to the vault, such as "Folder/Note.md".',
      details: { path: '../x.md' },
    });
  });
});

describe('a path in the vault that is not for notes', () => {
  it.each([
    ['is empty', ''],
    ['has an empty folder', 'a//x.md'],
    ['has a dot for a folder', './x.md'],
    ['holds a backslash', 'a\\x.md'],
    ['holds NUL', 'a\0.md'],
    ['holds an encoded slash', 'a%2fx.md'],
    ['begins with an encoded dot', '%2eobsidian/x.md'],
    ['holds a broken surrogate', 'a\ud800.md'],
    ['has too long a name', `${'ü'.repeat(127)}.md`],
    ['is too long', `${'abcdefghi/'.repeat(410)}x.md`],
    ['is hidden', '.x.md'],
    ['is in a hidden folder', 'a/.git/x.md'],
    ["is in the app's trash", '.trash/x.md'],
    ["is in the app's configuration folder", '.obsidian/x.md'],
    ['is a stub', '_stub/x.md'],
    ['is a stub in another letter case', '_STUB/x.md'],
    ['has no name', 'a/.md'],
    ['is no note', 'a/x.txt'],
    ['has no ending', 'Release 2.0'],
  ])('is refused when it %s', (_, path) => {
    for (const use of ['make', 'remove'] as const) expect(codeOf(path, use)).toBe('path_not_allowed');
  });

  it('is the configuration folder under any name and in any letter case', () => {
    const rules = { ...RULES, configDir: 'Settings' };
    expect(codeOf('settings/x.md', 'edit', rules)).toBe('path_not_allowed');
    expect(codeOf('SETTINGS/plugins/x.md', 'edit', rules)).toBe('path_not_allowed');
    expect(codeOf('settings of mine/x.md', 'edit', rules)).toBe('allowed');
  });

  it('is recognized at the end of a symlink or a Windows short name', () => {
    expect(checkRealPlace('OBSIDI~1/x.md', '.obsidian/x.md', RULES)?.code).toBe('path_not_allowed');
    expect(checkRealPlace('a/x.md', 'b/x.md', RULES)).toBeNull();
    expect(checkRealPlace('In/x.md', 'Out/x.md', { ...RULES, folders: ['In'] })?.code).toBe('path_not_allowed');
  });
});

describe('the name of a new note', () => {
  const names = [
    'CON.md',
    'con.txt.md',
    'Aux .md',
    'COM1.md',
    'lpt9.x.md',
    'COM¹.md',
    'a?.md',
    'a*.md',
    'a".md',
    'a<b>.md',
    'a|b.md',
    'ab:c.md',
    'end /x.md',
    'end./x.md',
    'x .md',
    'x..md',
    ' x.md',
    'a\u202Eb.md',
    'a\nb.md',
    'a\tb.md',
    'a\u007fb.md',
  ];
  it.each(names)('cannot be %j, which some system could not store', (path) => {
    const { error } = checkWritePath(path, RULES, 'make');
    expect(error?.code).toBe('path_not_allowed');
    const suggestion = String(error?.details?.['suggestion']);
    expect(error?.hint).toContain(suggestion);
    expect(codeOf(suggestion)).toBe('allowed');
  });

  it('is kept if the note already exists', () => {
    for (const path of ['Why?.md', 'a*b.md', 'CON.md', 'x .md', 'a\nb.md', 'a\n\r\tb/c.md'])
      expect([codeOf(path, 'edit'), codeOf(path, 'remove')]).toEqual(['allowed', 'allowed']);
  });

  it('may stay as it is in a move', () => {
    for (const [from, to] of [
      ['Why?.md', 'Old/Why?.md'],
      ['Acme Inc./King Jr..md', 'Old/Acme Inc./King Jr..md'],
      ['re\u0301?.md', 'Old/r\u00e9?.md'],
    ] as const) {
      expect(codeOf(to)).toBe('path_not_allowed');
      expect(checkWritePath(to, RULES, 'make', [from]).error).toBeUndefined();
    }
    expect(checkWritePath('Old/Why?.md', RULES, 'make', ['Who?.md']).error?.code).toBe('path_not_allowed');
    expect(checkWritePath('Old?/Why?.md', RULES, 'make', ['Why?.md']).error?.message).toContain('"Old?"');
  });

  it('may be anything else', () => {
    for (const path of [
      'Ünï çødé 日本語 🎻.md',
      'C# & F#.md',
      '100%.md',
      '50%25.md',
      'a/b/c.d/e.MD',
      'Console.md',
      'a~b.md',
      "it's.md",
    ])
      expect(codeOf(path)).toBe('allowed');
  });

  it('is kept in NFC', () => {
    expect(checkWritePath('e\u0301.md', RULES, 'make').path).toBe('é.md');
  });
});

it('only an edit may reach canvases', () => {
  expect([
    codeOf('a.canvas', 'edit'),
    codeOf('a.canvas', 'make'),
    codeOf('a.canvas', 'remove'),
    codeOf('a.png', 'edit'),
  ]).toEqual(['allowed', 'path_not_allowed', 'path_not_allowed', 'path_not_allowed']);
});

describe('what the environment allows', () => {
  const rulesOf = (env: Record<string, string>, platform: NodeJS.Platform = 'linux'): WriteRules =>
    writeRules(env, { configDir: null, platform });

  it('is anything by default', () => {
    expect(rulesOf({})).toEqual({ readOnly: false, folders: null, configDir: null, ignoreCase: false });
    expect(rulesOf({ VAULT_LOOM_READ_ONLY: '0', VAULT_LOOM_FOLDERS: ' ' })).toMatchObject({
      readOnly: false,
      folders: null,
    });
  });

  it('is nothing under VAULT_LOOM_READ_ONLY', () => {
    for (const value of ['1', 'true', 'YES', ' on '])
      expect(codeOf('x.md', 'edit', rulesOf({ VAULT_LOOM_READ_ONLY: value }))).toBe('read_only');
  });

  it('is anything under the folders of VAULT_LOOM_FOLDERS', () => {
    const rules = rulesOf({ VAULT_LOOM_FOLDERS: 'Inbox/, Projects/AI' });
    expect(['Inbox/x.md', 'Inbox/a/x.md', 'Projects/AI/x.md'].map((path) => codeOf(path, 'make', rules))).toEqual([
      'allowed',
      'allowed',
      'allowed',
    ]);
    expect(
      ['x.md', 'Inboxes/x.md', 'Projects/x.md', 'inbox/x.md', 'Inbox.md'].map((path) => codeOf(path, 'make', rules)),
    ).toEqual(Array(5).fill('path_not_allowed'));
    expect(codeOf('inbox/x.md', 'make', rulesOf({ VAULT_LOOM_FOLDERS: 'Inbox' }, 'win32'))).toBe('allowed');
    expect(rulesOf({ VAULT_LOOM_FOLDERS: '["Notes, old"]' }).folders).toEqual(['Notes, old']);
  });

  it('is refused as a whole if a limit has a typo', () => {
    for (const env of [
      { VAULT_LOOM_READ_ONLY: 'maybe' },
      { VAULT_LOOM_FOLDERS: '../x' },
      { VAULT_LOOM_FOLDERS: '/abs' },
      { VAULT_LOOM_FOLDERS: ',' },
      { VAULT_LOOM_FOLDERS: '["a"' },
      { VAULT_LOOM_FOLDERS: 'a, b\\c' },
    ]) {
      expect(() => rulesOf(env)).toThrow(VaultLoomError);
    }
  });
});

describe('a title', () => {
  const refused = (title: string): VaultLoomError | null => {
    try {
      checkTitle(title);
      return null;
    } catch (error) {
      return error as VaultLoomError;
    }
  };

  it('with a slash or a forbidden character is refused with the sanitised one', () => {
    expect(refused('AC/DC: live?')?.toBody()).toEqual({
      code: 'path_not_allowed',
      message:
        'The title "AC/DC: live?" cannot be a file\'s name: it holds "/", which not every system can store in a name.',
      hint: 'Use "AC-DC - live"; folders belong in `directory`, not in the title.',
      details: { title: 'AC/DC: live?', suggestion: 'AC-DC - live' },
    });
    expect(refused('.hidden')?.details).toMatchObject({ suggestion: 'hidden' });
    expect(refused('Ends in a dot.')?.details).toMatchObject({ suggestion: 'Ends in a dot' });
    expect(refused(' ')?.code).toBe('invalid_arguments');
    expect(refused('Release 2.0')).toBeNull();
  });

  it('once sanitised is a name that every system can store, and is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const name = sanitiseTitle(title);
        expect(codeOf(`${name}.md`)).toBe('allowed');
        expect(sanitiseTitle(name)).toBe(name);
        expect(refused(name)).toBeNull();
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

it('never accepts a path that joins outside of the vault, or into what is hidden', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '%2e',
      '%2F',
      '%5c',
      '%25',
      'C:',
      '~',
      '\0',
      ' ',
      '.obsidian',
      '_stub',
      'a',
      'b.md',
      '.md',
    ),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 8 }),
      fc.constantFrom<PathUse>('make', 'edit', 'remove'),
      (pieces, use) => {
        const { path } = checkWritePath(`${pieces.join('')}.md`, RULES, use);
        if (path === undefined) return;
        for (const form of [
          path,
          path.replaceAll('\\', '/'),
          decodeURIComponent(path.replace(/%(?![0-9a-f]{2})/gi, '%25')),
        ]) {
          const joined = posix.resolve('/vault', form);
          expect(joined).toMatch(/^\/vault\/[^.]/);
          expect(joined.split('/').some((segment) => segment.startsWith('.'))).toBe(false);
        }
      },
    ),
    { seed: 2, numRuns: 200 },
  );
});

it('a new name that reads like a drive is refused with one that can be used', () => {
  expect(checkWritePath('Q: why.md', RULES, 'make').error).toMatchObject({
    code: 'path_outside_vault',
    hint: 'Give a path relative to the vault, such as "Q - why.md".',
  });
  expect(checkWritePath('Q: why.md', RULES, 'edit').error?.hint).toMatch(
    /"Folder\/Note\.md"\. If a file has this name/,
  );
});
