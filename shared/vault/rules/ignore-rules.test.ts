import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IgnoreRules } from './ignore-rules.ts';

function rulesOf(ignoreFile: string | null, userIgnoreFilters: unknown[] = []): IgnoreRules {
  return new IgnoreRules({ ignoreFile, appSettings: JSON.stringify({ userIgnoreFilters }), configDir: '.obsidian' });
}

describe('.vaultloomignore', () => {
  const rules = rulesOf(
    '\uFEFF# mine\r\nPrivate/\r\n*.secret.md\r\n!open.secret.md\r\n/top.md\r\nre\u0301sume\u0301.md\r\n',
  );

  it.each(['Private/a.md', 'x/Private/deep/a.md', 'k.secret.md', 'top.md', 'résumé.md', 'private/a.md'])(
    'hides %j',
    (path) => {
      expect(rules.visibility(path)).toBe('hidden');
    },
  );

  it.each(['Privates/a.md', 'open.secret.md', 'x/top.md', '# mine', 'a.md'])('leaves %j visible', (path) => {
    expect(rules.visibility(path)).toBe('visible');
  });

  it('does not throw on any pattern or path', () => {
    const piece = fc.constantFrom(
      '*',
      '**',
      '?',
      '[',
      ']',
      '[^',
      '\\',
      '/',
      '!',
      '#',
      ' ',
      '.',
      'a',
      'é',
      '(',
      '{1}',
      '\n',
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (pattern, path) => {
        expect(['visible', 'hidden']).toContain(rulesOf(pattern).visibility(path));
      }),
      { numRuns: 200 },
    );
  });

  it('leaves out a pattern of absurd length, and says so', () => {
    const long = rulesOf(`${'a'.repeat(2_000)}\nb.md`);
    expect(long.visibility('b.md')).toBe('hidden');
    expect(long.warnings).toEqual([{ path: '.vaultloomignore', message: expect.stringContaining('longer than') }]);
  });
});

describe("the app's 'Excluded files'", () => {
  it('treats an entry as the beginning of a path', () => {
    const rules = rulesOf(null, ['Templates/', 'Draft', '']);
    expect(
      ['Templates/a.md', 'Drafts.md', 'x/Templates/a.md', 'templates/a.md'].map((path) => rules.visibility(path)),
    ).toEqual(['excluded', 'excluded', 'visible', 'visible']);
  });

  it('treats an entry between slashes as a regular expression on the path', () => {
    const rules = rulesOf(null, ['/^\\d{4}-.*\\.md$/', '/(daily|weekly)\\//']);
    expect(rules.visibility('2024-01-01.md')).toBe('excluded');
    expect(rules.visibility('x/weekly/a.md')).toBe('excluded');
    expect(rules.visibility('x/2024-01-01.md')).toBe('visible');
    expect(rules.warnings).toEqual([]);
  });

  it('gives way to a rule that hides', () => {
    expect(rulesOf('a.md', ['a']).visibility('a.md')).toBe('hidden');
  });

  it('leaves out an expression that is invalid, with a warning', () => {
    const rules = rulesOf(null, ['/[a/', 'b/']);
    expect([rules.visibility('b/x.md'), rules.visibility('[a')]).toEqual(['excluded', 'visible']);
    expect(rules.warnings).toEqual([
      { path: '.obsidian/app.json', message: expect.stringContaining('not a valid regular expression') },
    ]);
  });

  it.each([
    '/(a+)+$/',
    '/^(a|a)*$/',
    '/((a*)b*)*$/',
    '/(?:x|y{2,})+$/',
    '/.*.*.*x/',
    '/.*(.*)(.*)x/',
    '/a*b*c*.*d.*/',
    '/(a{10,20}){30}/',
    '/^(draft_?)?(\\w?\\w?)*x$/',
    '/(a?a?)*b/',
    '/(a{0,99999999999})+b/',
    '/a{0,99999999999}a{0,99999999999}a{0,99999999999}b/',
    '/(a*b*){3}c/',
    '/a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?b/',
  ])('refuses %s, which could take forever', (expression) => {
    const rules = rulesOf(null, [expression]);
    expect(rules.visibility('a'.repeat(200))).toBe('visible');
    expect(rules.warnings.map((warning) => warning.message).join()).toContain('forever');
  });

  it.each([
    '/[(+*]+x/',
    '/\\(+a\\)+x/',
    '/(?<year>\\d{4})-(?:a|b)?.md/',
    '/a+?b*?x.*c/',
    '/^(?:old/)+x/',
    '/(draft_?)?\\d{4}(-\\d\\d){0,2}/',
  ])('accepts %s', (expression) => {
    expect(rulesOf(null, [expression]).warnings).toEqual([]);
  });
});

describe('excluded folders of the companion plugin', () => {
  const rulesFor = (pluginSettings: string | null): IgnoreRules =>
    new IgnoreRules({ ignoreFile: 'Archive/secret.md', appSettings: null, pluginSettings, configDir: '.obsidian' });

  it('exclude what is in them, and nothing else', () => {
    const rules = rulesFor('{"excludedFolders": ["Archive", "a/b/"]}');
    expect(
      ['Archive/x.md', 'Archive/deep/y.md', 'Archive', 'Archived.md', 'a/b/z.md', 'a/z.md'].map((path) =>
        rules.visibility(path),
      ),
    ).toEqual(['excluded', 'excluded', 'excluded', 'visible', 'excluded', 'visible']);
    expect(rules.visibility('Archive/secret.md')).toBe('hidden');
  });

  it('hold for folders whose names have blanks around them', () => {
    const rules = rulesFor('{"excludedFolders": [" Archive", "a / b"]}');
    for (const path of [' Archive/x.md', 'Archive/x.md', 'a / b/z.md', 'a/ b /z.md'])
      expect(rules.visibility(path)).toBe('excluded');
    expect(rules.visibility(' Archived/x.md')).toBe('visible');
  });

  it('are none if the settings are damaged, and count when rules are compared', () => {
    expect(rulesFor('{"excludedFolders": [').visibility('Archive/x.md')).toBe('visible');
    expect(rulesFor('{"excludedFolders": ["A"]}').equals(rulesFor(null))).toBe(false);
    expect(rulesFor('{"port": 30000}').equals(rulesFor(null))).toBe(true);
  });
});

describe('rules as a whole', () => {
  it('are none, with a warning, when the settings are not JSON', () => {
    const rules = new IgnoreRules({ ignoreFile: null, appSettings: '{"userIgnore', configDir: '.cfg' });
    expect(rules.visibility('a.md')).toBe('visible');
    expect(rules.warnings).toEqual([{ path: '.cfg/app.json', message: expect.stringContaining('not valid JSON') }]);
  });

  it('are equal if they come from the same rules', () => {
    expect(rulesOf('a', ['b']).equals(rulesOf('a', ['b']))).toBe(true);
    expect(rulesOf('a', ['b']).equals(rulesOf('a', ['c']))).toBe(false);
    expect(rulesOf(null).equals(rulesOf(''))).toBe(true);
  });
});
